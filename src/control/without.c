/* Takes the place of the control where the server's libraries are missing. */
#include "control/admin.h"
#include "control/side.h"

const srv_side ctl_side = {.open = NULL, .close = NULL};

host_status ctl_admin(const ctl_wish *wish)
{
    (void)wish;
    host_complain("this program was built without the libraries of the server");
    return HOST_FAILED;
}
