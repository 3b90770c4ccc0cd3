/* Stopping the build: the place that the generators read, and what is wrong there. */
#ifndef TOBAGO_DATA_REJECT_H
#define TOBAGO_DATA_REJECT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *file_name = "";
static int line_number;

/* Prints file, line and reason as compilers do, and ends the program. */
__attribute__((format(printf, 1, 2))) _Noreturn static void reject(const char *format,
                                                                   ...)
{
    va_list arguments;

    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file_name, line_number);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

#endif
