/* Where the control socket is. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "control/side.h"

bool ctl_socket_address(const char *folder, struct sockaddr_un *address, int *folder_fd)
{
    static const char name[] = "control";

    *folder_fd = -1;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if ((size_t)snprintf(address->sun_path, sizeof address->sun_path, "%s/%s", folder,
                         name) < sizeof address->sun_path)
        return true;
    *folder_fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*folder_fd < 0)
        return false;
    snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s",
             *folder_fd, name);
    return true;
}
