/* Takes the place of net.c where libwebsockets is missing. */
#include <unistd.h>

#include "server/net.h"

const bool srv_net_built = false;

host_status srv_net_run(int listening, srv_on_request *on_request, void *context)
{
    (void)on_request;
    (void)context;
    close(listening);
    return HOST_FAILED;
}
