/* Line charts as SVG: a page with a heading, a frame with axes, lines, bands, dots, and
 * the names of the lines at their ends. All charts of the program look alike.
 *
 * Everything is written straight to a file, in the order of the calls. There are no
 * scripts and nothing is fetched: one file that any viewer shows alike. Texts may be any
 * bytes; what XML cannot hold is replaced. */
#ifndef TOBAGO_HOST_PLOT_H
#define TOBAGO_HOST_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PLOT_LABELS_MAX = 8 };

/* The styles of a text. */
typedef enum plot_style {
    PLOT_TITLE,
    PLOT_NAME,  /* of a line */
    PLOT_LABEL, /* of other marks: a dot */
    PLOT_MUTED, /* of the axes, and remarks */
    PLOT_STYLE_COUNT,
} plot_style;

/* The position of a text at its point. */
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

/* The label at the end of a line. */
typedef struct plot_label {
    plot_point end;     /* of the line: a value */
    const char *name;   /* long ones are cut in the middle */
    const char *remark; /* the smaller line below */
    const char *colour;
} plot_label;

/* ---- The file ---- */

/* Can a plot be written there? Ask before long work. Leaves no file behind; complains and
 * returns false if not. */
bool plot_can_write(const char *path);

/* Opens the file. Returns NULL after a complaint. */
FILE *plot_open(const char *path);

/* Closes it; complains and returns false if not all of it was written. */
bool plot_close(FILE *out, const char *path);

/* ---- The page ---- */

/* Begins the page with its heading, a title and a remark, and ends it. The description is
 * for those who cannot see it. */
void plot_begin(FILE *out, const char *title, const char *remark,
                const char *description);
void plot_end(FILE *out);

/* Returns the frame that every page has, for these values at its edges. */
plot_frame plot_page(double x0, double x1, double y0, double y1);

/* Convert a value to its place on the page. */
plot_point plot_at(const plot_frame *frame, plot_point value);

/* ---- Axes ---- */

/* Returns a round distance of ticks, 1, 2 or 5 times a power of ten and at least 1, that
 * makes about so many of them. */
double plot_step(double span, unsigned ticks);

/* Draws an axis with its grid, a tick every 'step', numbers followed by 'unit', and the
 * name of the lower one. */
void plot_x_axis(FILE *out, const plot_frame *frame, double step, const char *unit,
                 const char *name);
void plot_y_axis(FILE *out, const plot_frame *frame, double step, const char *unit);

/* Draws a dashed line at a height, to compare with. */
void plot_guide(FILE *out, const plot_frame *frame, double y);

/* ---- Lines, bands and dots ---- */

/* Everything drawn in between ends at the edges of the frame. */
void plot_clip_begin(FILE *out, const plot_frame *frame);
void plot_clip_end(FILE *out);

/* Draws a line through the values in their order, or the band that they surround. */
void plot_line_begin(FILE *out, const char *colour);
void plot_band_begin(FILE *out, const char *colour);
void plot_line_to(FILE *out, const plot_frame *frame, plot_point value);
void plot_line_end(FILE *out);

/* Draws a dot at a point of the page. Pointing at it shows the remark, unless that is
 * NULL. */
void plot_dot(FILE *out, plot_point at, const char *fill, const char *rim,
              const char *remark);

/* Names lines at their ends, to the right of the frame, without overlap. */
void plot_labels(FILE *out, const plot_frame *frame, const plot_label *labels,
                 unsigned count);

/* ---- Text ---- */

/* Writes a text at a point of the page. */
void plot_text(FILE *out, double x, double y, plot_style style, plot_align align,
               const char *text);

/* Writes bytes as the text of an element. */
void plot_escape(FILE *out, const char *text, size_t length);

#endif
