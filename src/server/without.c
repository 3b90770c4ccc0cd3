/* Takes the place of the server where its libraries are missing. */
#include "server/serve.h"

host_status srv_serve(const srv_settings *settings, const srv_side *side)
{
    (void)settings;
    (void)side;
    host_complain(
        "this program was built without the libraries of the server; ./play and "
        "./test install them, and 'make' then builds it");
    return HOST_FAILED;
}

host_status srv_settings_check(const srv_settings *settings)
{
    (void)settings;
    return HOST_DONE;
}
