/* Line charts as SVG: a page, a frame with axes, lines, dots, text.
 *
 * Everything is written straight to a file, in the order of the calls. There are no
 * scripts and nothing is fetched: one file that any viewer shows alike. Texts may be any
 * bytes; what XML cannot hold is replaced. */
#ifndef TOBAGO_CLI_PLOT_H
#define TOBAGO_CLI_PLOT_H

#include <stddef.h>
#include <stdio.h>

/* How a text looks. */
typedef enum plot_style {
    PLOT_TITLE,
    PLOT_LABEL, /* of the chart's own things: a line, a dot */
    PLOT_MUTED, /* of the axes, and remarks */
    PLOT_STYLE_COUNT,
} plot_style;

/* Where a text stands at its point. */
typedef enum plot_align {
    PLOT_START,
    PLOT_MIDDLE,
    PLOT_END,
    PLOT_ALIGN_COUNT,
} plot_align;

typedef struct plot_point {
    double x, y;
} plot_point;

/* A rectangle of the page, in pixels, and the values at its edges. */
typedef struct plot_frame {
    double left, top, width, height;
    double x0, x1; /* left and right; not equal */
    double y0, y1; /* bottom and top; not equal */
} plot_frame;

/* Begins and ends the page. The description is for those who cannot see it. */
void plot_begin(FILE *out, double width, double height, const char *title,
                const char *description);
void plot_end(FILE *out);

/* Where a value lies on the page. */
plot_point plot_at(const plot_frame *frame, plot_point value);

/* A round distance of ticks (1, 2 or 5 times a power of ten, 1 at least) that makes about
 * so many of them. */
double plot_step(double span, unsigned ticks);

/* Draws an axis with its grid, a tick every 'step', numbers followed by 'unit', and its
 * name. */
void plot_x_axis(FILE *out, const plot_frame *frame, double step, const char *unit,
                 const char *name);
void plot_y_axis(FILE *out, const plot_frame *frame, double step, const char *unit,
                 const char *name);

/* Draws a line through values, one after the other. */
void plot_line_begin(FILE *out, const char *colour);
void plot_line_to(FILE *out, const plot_frame *frame, plot_point value);
void plot_line_end(FILE *out);

/* The same for a legend: a short stroke that begins at a point of the page. */
void plot_swatch(FILE *out, double x, double y, const char *colour);

/* Draws a dot at a point of the page. A remark appears when it is pointed at; NULL: none.
 */
void plot_dot(FILE *out, plot_point at, const char *fill, const char *rim,
              const char *remark);

/* Writes a text at a point of the page. plot_name cuts it to so many letters. */
void plot_text(FILE *out, double x, double y, plot_style style, plot_align align,
               const char *text);
void plot_name(FILE *out, double x, double y, plot_style style, const char *text,
               unsigned letters);

/* Writes a text, or its first bytes, as XML wants it, inside elements and attributes. */
void plot_escape(FILE *out, const char *text, size_t length);

#endif
