#include "host/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/text.h"

/* The page in pixels; the frame lies between these edges. */
enum {
    WIDTH = 960,
    HEIGHT = 540,
    MARGIN = 24,
    LEFT = 68,
    RIGHT = 704,
    TOP = 104,
    BOTTOM = 476,
    LABEL_ROOM = 42,    /* from one label to the next */
    LABEL_LETTERS = 25, /* that fit beside the frame */
};

/* ---- The file ---- */

bool plot_can_write(const char *path)
{
    const int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    struct stat status;

    if (made >= 0) {
        close(made);
        unlink(path);
        return true;
    }
    if (errno == EEXIST) {
        errno = 0;
        if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
            errno = EISDIR;
        else if (errno == ENOENT || (!errno && access(path, W_OK) == 0))
            return true; /* a link that leads nowhere yet is made by opening it */
    }
    host_complain_file(path, errno);
    return false;
}

FILE *plot_open(const char *path)
{
    FILE *out = fopen(path, "wb");

    if (!out)
        host_complain_file(path, errno);
    return out;
}

bool plot_close(FILE *out, const char *path)
{
    bool good;
    int error;

    errno = 0;
    good = fflush(out) == 0 && !ferror(out);
    error = errno;
    if (fclose(out) == 0 && good)
        return true;
    host_complain("%s: %s", path, error ? strerror(error) : "cannot be written");
    return false;
}

/* ---- Text ---- */

/* Counts the bytes of the character at 'text'; 0 if there is none, or none that XML
 * allows. */
static size_t character_length(const char *text, size_t length)
{
    const size_t size = host_letter_bytes(text, length);
    const bool none = size == 3 && (memcmp(text, "\xef\xbf\xbe", 3) == 0 ||
                                    memcmp(text, "\xef\xbf\xbf", 3) == 0);

    return none ? 0 : size;
}

void plot_escape(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const size_t size = character_length(text + at, length - at);

        switch (text[at]) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default:
            if (size)
                fwrite(text + at, 1, size, out);
            else
                fputs("\xef\xbf\xbd", out);
        }
        at += size ? size : 1;
    }
}

static void open_text(FILE *out, double x, double y, plot_style style, plot_align align)
{
    static const char *const classes[PLOT_STYLE_COUNT] = {"title", "name", "label",
                                                          "muted"};
    static const char *const anchors[PLOT_ALIGN_COUNT] = {"", " text-anchor=\"middle\"",
                                                          " text-anchor=\"end\""};

    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\"%s>", x, y, classes[style],
            anchors[align]);
}

void plot_text(FILE *out, double x, double y, plot_style style, plot_align align,
               const char *text)
{
    open_text(out, x, y, style, align);
    plot_escape(out, text, strlen(text));
    fputs("</text>\n", out);
}

static void put_title(FILE *out, const char *text)
{
    fputs("<title>", out);
    plot_escape(out, text, strlen(text));
    fputs("</title>", out);
}

/* Counts the bytes of the first characters of a text. */
static size_t bytes_of(const char *text, size_t length, size_t letters)
{
    size_t bytes = 0;

    for (; letters && bytes < length; letters--) {
        const size_t size = character_length(text + bytes, length - bytes);
        bytes += size ? size : 1;
    }
    return bytes;
}

/* Writes the name of a line. A long name loses its middle, because commands differ at
 * their ends; pointing at it shows the whole. */
static void put_name(FILE *out, double x, double y, const char *text)
{
    const size_t length = strlen(text);
    size_t letters = 0, from;

    for (size_t at = 0; at < length; letters++)
        at += bytes_of(text + at, length - at, 1);
    open_text(out, x, y, PLOT_NAME, PLOT_START);
    if (letters <= LABEL_LETTERS) {
        plot_escape(out, text, length);
    } else {
        from = bytes_of(text, length, letters - (LABEL_LETTERS - LABEL_LETTERS / 2 - 1));
        put_title(out, text);
        plot_escape(out, text, bytes_of(text, length, LABEL_LETTERS / 2));
        fputs("\xe2\x80\xa6", out); /* an ellipsis */
        plot_escape(out, text + from, length - from);
    }
    fputs("</text>\n", out);
}

/* ---- The page ---- */

void plot_begin(FILE *out, const char *title, const char *remark, const char *description)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "width=\"%d\" height=\"%d\" role=\"img\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_title(out, title);
    fputs("\n<desc>", out);
    plot_escape(out, description, strlen(description));
    fputs("</desc>\n"
          "<style>\n"
          "text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
          "sans-serif; }\n"
          ".title { font-size: 20px; font-weight: 600; fill: #22303a; }\n"
          ".name { font-size: 14px; font-weight: 600; fill: #22303a; }\n"
          ".label { font-size: 12px; fill: #22303a; }\n"
          ".muted { font-size: 12px; fill: #5d6a74; }\n"
          ".grid { stroke: #e4e8eb; stroke-width: 1; }\n"
          ".axis { stroke: #9aa5ad; stroke-width: 1; }\n"
          ".guide { stroke: #7d8993; stroke-width: 1; stroke-dasharray: 5 5; }\n"
          ".line { fill: none; stroke-width: 2.2; stroke-linejoin: round; "
          "stroke-linecap: round; }\n"
          ".band { fill-opacity: 0.13; }\n"
          ".lead { fill: none; stroke-width: 1.2; }\n"
          ".dot { stroke-width: 2.2; }\n"
          "</style>\n",
          out);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, HEIGHT);
    plot_text(out, MARGIN, 38, PLOT_TITLE, PLOT_START, title);
    plot_text(out, MARGIN, 60, PLOT_MUTED, PLOT_START, remark);
}

void plot_end(FILE *out)
{
    fputs("</svg>\n", out);
}

/* ---- The frame ---- */

plot_frame plot_page(double x0, double x1, double y0, double y1)
{
    return (plot_frame){LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, x0, x1, y0, y1};
}

plot_point plot_at(const plot_frame *frame, plot_point value)
{
    const double right = (value.x - frame->x0) / (frame->x1 - frame->x0);
    const double up = (value.y - frame->y0) / (frame->y1 - frame->y0);

    return (plot_point){frame->left + right * frame->width,
                        frame->top + (1.0 - up) * frame->height};
}

double plot_step(double span, unsigned ticks)
{
    static const double rounds[] = {1, 2, 5};
    double power = 1;

    for (;; power *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (rounds[i] * power * ticks >= span)
                return rounds[i] * power;
}

static void rule(FILE *out, const char *style, double x1, double y1, double x2, double y2)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
            x1, y1, x2, y2, style);
}

/* Returns the first tick at or after a value. */
static double first_tick(double value, double step)
{
    double tick = (double)(long long)(value / step) * step;

    return tick < value ? tick + step : tick;
}

void plot_x_axis(FILE *out, const plot_frame *frame, double step, const char *unit,
                 const char *name)
{
    const double bottom = frame->top + frame->height;

    for (double tick = first_tick(frame->x0, step); tick <= frame->x1; tick += step) {
        const double x = plot_at(frame, (plot_point){tick, 0}).x;
        char text[64];
        snprintf(text, sizeof text, "%.0f%s", tick, unit);
        rule(out, "grid", x, frame->top, x, bottom);
        plot_text(out, x, bottom + 18, PLOT_MUTED, PLOT_MIDDLE, text);
    }
    rule(out, "axis", frame->left, bottom, frame->left + frame->width, bottom);
    plot_text(out, frame->left + frame->width / 2, bottom + 40, PLOT_MUTED, PLOT_MIDDLE,
              name);
}

void plot_y_axis(FILE *out, const plot_frame *frame, double step, const char *unit)
{
    const double right = frame->left + frame->width;

    for (double tick = first_tick(frame->y0, step); tick <= frame->y1; tick += step) {
        const double y = plot_at(frame, (plot_point){0, tick}).y;
        char text[64];
        snprintf(text, sizeof text, "%.0f%s", tick, unit);
        rule(out, "grid", frame->left, y, right, y);
        plot_text(out, frame->left - 10, y + 4, PLOT_MUTED, PLOT_END, text);
    }
}

void plot_guide(FILE *out, const plot_frame *frame, double y)
{
    const double at = plot_at(frame, (plot_point){0, y}).y;

    rule(out, "guide", frame->left, at, frame->left + frame->width, at);
}

/* ---- Lines, bands and dots ---- */

void plot_clip_begin(FILE *out, const plot_frame *frame)
{
    fprintf(out,
            "<clipPath id=\"frame\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
            "height=\"%.1f\"/></clipPath>\n<g clip-path=\"url(#frame)\">\n",
            frame->left, frame->top, frame->width, frame->height);
}

void plot_clip_end(FILE *out)
{
    fputs("</g>\n", out);
}

void plot_line_begin(FILE *out, const char *colour)
{
    fprintf(out, "<polyline class=\"line\" stroke=\"%s\" points=\"", colour);
}

void plot_band_begin(FILE *out, const char *colour)
{
    fprintf(out, "<polygon class=\"band\" fill=\"%s\" points=\"", colour);
}

void plot_line_to(FILE *out, const plot_frame *frame, plot_point value)
{
    const plot_point at = plot_at(frame, value);

    fprintf(out, "%.1f,%.1f ", at.x, at.y);
}

void plot_line_end(FILE *out)
{
    fputs("\"/>\n", out);
}

void plot_dot(FILE *out, plot_point at, const char *fill, const char *rim,
              const char *remark)
{
    fprintf(out,
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\" fill=\"%s\" "
            "stroke=\"%s\">",
            at.x, at.y, fill, rim);
    if (remark)
        put_title(out, remark);
    fputs("</circle>\n", out);
}

/* ---- Labels ---- */

static void put_label(FILE *out, const plot_label *label, plot_point end, double x,
                      double y)
{
    fprintf(out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" fill=\"%s\"/>\n"
            "<path class=\"lead\" stroke=\"%s\" d=\"M%.1f %.1fL%.1f %.1fH%.1f\"/>\n",
            end.x, end.y, label->colour, label->colour, end.x, end.y, x + 14, y, x + 24);
    put_name(out, x + 30, y + 4.5, label->name);
    plot_text(out, x + 30, y + 21, PLOT_MUTED, PLOT_START, label->remark);
}

/* Does this line end above that one? Of two at one height the first does. */
static bool is_above(const plot_label *labels, unsigned a, unsigned b)
{
    return labels[a].end.y > labels[b].end.y ||
           (a < b && !(labels[a].end.y < labels[b].end.y));
}

void plot_labels(FILE *out, const plot_frame *frame, const plot_label *labels,
                 unsigned count)
{
    unsigned order[PLOT_LABELS_MAX];
    double free_from = frame->top - 4;

    count = count < PLOT_LABELS_MAX ? count : PLOT_LABELS_MAX;
    for (unsigned i = 0; i < count; i++) {
        unsigned above = 0;
        for (unsigned k = 0; k < count; k++)
            above += k != i && is_above(labels, k, i);
        order[above] = i;
    }
    for (unsigned rank = 0; rank < count; rank++) {
        const plot_label *label = &labels[order[rank]];
        const plot_point end = plot_at(frame, label->end);
        const double latest =
            frame->top + frame->height - 18 - (double)LABEL_ROOM * (count - 1 - rank);
        double y = end.y > latest ? latest : end.y;
        y = y < free_from ? free_from : y;
        free_from = y + LABEL_ROOM;
        put_label(out, label, end, frame->left + frame->width, y);
    }
}
