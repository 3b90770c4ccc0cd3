/* Signals that ask a program to end. */
#ifndef TOBAGO_HOST_SIGNALS_H
#define TOBAGO_HOST_SIGNALS_H

/* Installs a handler for SIGINT, SIGTERM and SIGHUP; those that nohup or a shell ignores
 * for us stay ignored. 'flags' are those of sigaction. */
void host_catch_signals(void (*handler)(int), int flags);

#endif
