#include "cli/plot.h"

#include <string.h>

#include "record/words.h"

/* ---- Text ---- */

/* Bytes of the character that begins here; 0 if it is none, or none that XML allows. */
static size_t character_length(const char *text, size_t length)
{
    for (size_t size = 1; size <= 4 && size <= length; size++) {
        if (!rec_is_utf8(text, size))
            continue;
        return memcmp(text, "\xef\xbf\xbe", size < 3 ? size : 3) != 0 &&
                       memcmp(text, "\xef\xbf\xbf", size < 3 ? size : 3) != 0
                   ? size
                   : 0;
    }
    return 0;
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
    static const char *const classes[PLOT_STYLE_COUNT] = {"title", "label", "muted"};
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

void plot_name(FILE *out, double x, double y, plot_style style, const char *text,
               unsigned letters)
{
    const size_t length = strlen(text);
    size_t keep = 0;

    for (; letters && keep < length; letters--) {
        const size_t size = character_length(text + keep, length - keep);
        keep += size ? size : 1;
    }
    open_text(out, x, y, style, PLOT_START);
    plot_escape(out, text, keep);
    if (keep < length)
        fputs("\xe2\x80\xa6", out);
    fputs("</text>\n", out);
}

/* ---- The page ---- */

void plot_begin(FILE *out, double width, double height, const char *title,
                const char *description)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
            "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n<title>",
            width, height, width, height);
    plot_escape(out, title, strlen(title));
    fputs("</title>\n<desc>", out);
    plot_escape(out, description, strlen(description));
    fputs("</desc>\n"
          "<style>\n"
          "text { font-family: system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, "
          "sans-serif; }\n"
          ".title { font-size: 20px; font-weight: 600; fill: #22303a; }\n"
          ".label { font-size: 14px; fill: #22303a; }\n"
          ".muted { font-size: 12px; fill: #6b7882; }\n"
          ".grid { stroke: #e4e8eb; stroke-width: 1; }\n"
          ".axis { stroke: #9aa5ad; stroke-width: 1; }\n"
          ".line { fill: none; stroke-width: 2.2; stroke-linejoin: round; "
          "stroke-linecap: round; }\n"
          ".dot { stroke-width: 2.2; }\n"
          "</style>\n",
          out);
    fprintf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#ffffff\"/>\n", width,
            height);
}

void plot_end(FILE *out)
{
    fputs("</svg>\n", out);
}

/* ---- The frame ---- */

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

static void rule(FILE *out, const char *style, plot_point from, plot_point to)
{
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
            from.x, from.y, to.x, to.y, style);
}

/* The first tick at or after a value. */
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
        rule(out, "grid", (plot_point){x, frame->top}, (plot_point){x, bottom});
        plot_text(out, x, bottom + 18, PLOT_MUTED, PLOT_MIDDLE, text);
    }
    rule(out, "axis", (plot_point){frame->left, bottom},
         (plot_point){frame->left + frame->width, bottom});
    plot_text(out, frame->left + frame->width / 2, bottom + 40, PLOT_MUTED, PLOT_MIDDLE,
              name);
}

void plot_y_axis(FILE *out, const plot_frame *frame, double step, const char *unit,
                 const char *name)
{
    const double right = frame->left + frame->width;

    for (double tick = first_tick(frame->y0, step); tick <= frame->y1; tick += step) {
        const double y = plot_at(frame, (plot_point){0, tick}).y;
        char text[64];
        snprintf(text, sizeof text, "%.0f%s", tick, unit);
        rule(out, "grid", (plot_point){frame->left, y}, (plot_point){right, y});
        plot_text(out, frame->left - 10, y + 4, PLOT_MUTED, PLOT_END, text);
    }
    if (*name)
        plot_text(out, frame->left, frame->top - 12, PLOT_MUTED, PLOT_START, name);
}

/* ---- Lines and dots ---- */

void plot_line_begin(FILE *out, const char *colour)
{
    fprintf(out, "<polyline class=\"line\" stroke=\"%s\" points=\"", colour);
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

void plot_swatch(FILE *out, double x, double y, const char *colour)
{
    fprintf(out,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"line\" "
            "stroke=\"%s\"/>\n",
            x, y, x + 20, y, colour);
}

void plot_dot(FILE *out, plot_point at, const char *fill, const char *rim,
              const char *remark)
{
    fprintf(out,
            "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\" fill=\"%s\" "
            "stroke=\"%s\">",
            at.x, at.y, fill, rim);
    if (remark) {
        fputs("<title>", out);
        plot_escape(out, remark, strlen(remark));
        fputs("</title>", out);
    }
    fputs("</circle>\n", out);
}
