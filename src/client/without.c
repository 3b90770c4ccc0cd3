/* Takes the place of the client where its libraries are missing. */
#include "client/connect.h"

host_status client_connect(const client_wishes *w)
{
    (void)w;
    host_complain("this program was built without the libraries of the network; ./play "
                  "and ./test install them, and 'make' then builds it");
    return HOST_FAILED;
}
