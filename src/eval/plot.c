/* SPDX-License-Identifier: MIT
 * The measures against k as an SVG picture: a panel for each measure, the legend in the cell that is left. Series
 * differ in colour (Okabe and Ito's, which colour-blind people tell apart), in the shape of their marks, and, once
 * the colours are used up, in their dashes. */
#include <math.h>

#include "eval/eval_private.h"

enum {
	COLUMNS = 3,
	CELL_W = 340,
	CELL_H = 262,
	HEAD = 40, /* of the picture: a cell, and the title above all */
	LEFT = 50,
	RIGHT = 18,
	TOP = 32,
	BOTTOM = 44, /* margins of a panel in its cell */
	LABEL_GAP = 24,
	ROW = 21,
	NAME_MAX_BYTES = 32
};

static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000" };
#define COLOURS (sizeof colours / sizeof *colours)
static const char *const dashes[] = { "", "6 3", "2 2", "8 3 2 3" };
#define DASHES (sizeof dashes / sizeof *dashes)

/* A panel: where it lies, and how values become places. */
typedef struct panel {
	lu_buf *b;
	const lu_series *v;
	size_t n, n_k;
	lu_measure measure;
	double x0, y0, w, h;    /* the field inside of the axes */
	double low, high, step; /* values at its bottom and top, and between two lines */
	bool log;
} panel;

/* Metrics of one measure and category that follow each other: as many as there are k. */
static size_t count_k(const lu_series *s)
{
	size_t n = 1;

	while (n < s->n && s->m[n].measure == s->m[0].measure && lu_str_eq(s->m[n].category, s->m[0].category)) n++;
	return n;
}

static const lu_metric *metric_at(const panel *p, size_t series, size_t k)
{
	return &p->v[series].m[(size_t)p->measure * p->n_k + k];
}

static double x_of(const panel *p, size_t k)
{
	double first = (double)p->v[0].m[0].k, last = (double)p->v[0].m[p->n_k - 1].k, v = (double)p->v[0].m[k].k;

	if (p->n_k < 2) return p->x0 + p->w / 2;
	if (p->log) return p->x0 + 12 + (p->w - 24) * log(v / first) / log(last / first);
	return p->x0 + 12 + (p->w - 24) * (v - first) / (last - first);
}

static double y_of(const panel *p, double v)
{
	return p->y0 + p->h * (1 - (v - p->low) / (p->high - p->low));
}

/* Series are a little beside each other, so that their intervals can be seen. */
static double shift_of(const panel *p, size_t series)
{
	double gap = p->n > 1 ? fmin(3, 14 / (double)(p->n - 1)) : 0;

	return ((double)series - (double)(p->n - 1) / 2) * gap;
}

/* From the least to the largest value with its interval, in fifths or tenths. */
static void find_range(panel *p)
{
	double low = 1, high = 0;

	for (size_t i = 0; i < p->n; i++) {
		for (size_t j = 0; j < p->n_k; j++) {
			low = fmin(low, metric_at(p, i, j)->value.low);
			high = fmax(high, metric_at(p, i, j)->value.high);
		}
	}
	p->step = high - low > 0.5 ? 0.2 : 0.1;
	p->low = fmax(0, floor(low / p->step + 1e-9) * p->step);
	p->high = fmin(1, ceil(high / p->step - 1e-9) * p->step);
	while (p->high - p->low < 0.3 - 1e-9) {
		if (p->high < 1 - 1e-9) p->high += p->step;
		if (p->high - p->low < 0.3 - 1e-9 && p->low > 1e-9) p->low -= p->step;
	}
	p->log = p->v[0].m[p->n_k - 1].k > 50 * p->v[0].m[0].k;
}

static void draw_axes(const panel *p)
{
	double last = -1e9;

	lu_buf_addf(p->b, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\" font-size=\"14\">%s</text>\n", p->x0,
		    p->y0 - 12, lu_measure_name(p->measure));
	for (int i = 0; p->low + i * p->step < p->high + 1e-9; i++) {
		double v = p->low + i * p->step, y = y_of(p, v);

		lu_buf_addf(p->b, "<path d=\"M%.1f %.1fh%.1f\" stroke=\"#ddd\"/>", p->x0, y, p->w);
		lu_buf_addf(p->b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>\n", p->x0 - 8, y + 4, v);
	}
	lu_buf_addf(p->b, "<path d=\"M%.1f %.1fv%.1fh%.1f\" fill=\"none\" stroke=\"#444\"/>\n", p->x0, p->y0, p->h,
		    p->w);
	for (size_t j = 0; j < p->n_k; j++) {
		double x = x_of(p, j);

		lu_buf_addf(p->b, "<path d=\"M%.1f %.1fv5\" stroke=\"#444\"/>", x, p->y0 + p->h);
		if (x - last < LABEL_GAP) continue;
		last = x;
		lu_buf_addf(p->b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%zu</text>\n", x,
			    p->y0 + p->h + 18, p->v[0].m[j].k);
	}
	lu_buf_addf(p->b, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#444\">k%s</text>\n",
		    p->x0 + p->w / 2, p->y0 + p->h + 34, p->log ? " (logarithmic)" : "");
}

/* The mark of a series, with its centre at x, y. */
static void draw_mark(lu_buf *b, size_t series, double x, double y)
{
	const char *c = colours[series % COLOURS];

	switch (series % 7) {
	case 0: lu_buf_addf(b, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x, y, c); break;
	case 1: lu_buf_addf(b, "<path d=\"M%.1f %.1fh7.4v7.4h-7.4z\" fill=\"%s\"/>", x - 3.7, y - 3.7, c); break;
	case 2: lu_buf_addf(b, "<path d=\"M%.1f %.1fl4.8 8.4h-9.6z\" fill=\"%s\"/>", x, y - 5.2, c); break;
	case 3: lu_buf_addf(b, "<path d=\"M%.1f %.1fl5 5l-5 5l-5-5z\" fill=\"%s\"/>", x, y - 5, c); break;
	case 4: lu_buf_addf(b, "<path d=\"M%.1f %.1fl-4.8-8.4h9.6z\" fill=\"%s\"/>", x, y + 5.2, c); break;
	case 5:
		lu_buf_addf(b,
			    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.8\" fill=\"#fff\" stroke=\"%s\" "
			    "stroke-width=\"2\"/>",
			    x, y, c);
		break;
	default:
		lu_buf_addf(b, "<path d=\"M%.1f %.1fl8 8m0-8l-8 8\" stroke=\"%s\" stroke-width=\"2.4\"/>", x - 4, y - 4,
			    c);
	}
}

static void draw_line_style(lu_buf *b, size_t series)
{
	const char *dash = dashes[series / COLOURS % DASHES];

	lu_buf_addf(b, " fill=\"none\" stroke=\"%s\" stroke-width=\"2\"", colours[series % COLOURS]);
	if (*dash) lu_buf_addf(b, " stroke-dasharray=\"%s\"", dash);
	lu_buf_adds(b, "/>\n");
}

static void draw_series(const panel *p, size_t i)
{
	double dx = shift_of(p, i);

	lu_buf_adds(p->b, "<path d=\"");
	for (size_t j = 0; j < p->n_k; j++)
		lu_buf_addf(p->b, "%c%.1f %.1f", j ? 'L' : 'M', x_of(p, j) + dx,
			    y_of(p, metric_at(p, i, j)->value.mean));
	lu_buf_addc(p->b, '"');
	draw_line_style(p->b, i);
	for (size_t j = 0; j < p->n_k; j++) {
		const lu_metric *m = metric_at(p, i, j);
		double x = x_of(p, j) + dx, low = y_of(p, m->value.low), high = y_of(p, m->value.high);

		lu_buf_adds(p->b, "<g><title>");
		lu_markup(p->b, p->v[i].name);
		lu_buf_addf(p->b, " %s@%zu: %.3f [%.3f, %.3f], %zu queries</title>", lu_measure_name(m->measure), m->k,
			    m->value.mean, m->value.low, m->value.high, m->n);
		if (low - high > 0.5)
			lu_buf_addf(p->b,
				    "<path d=\"M%.1f %.1fV%.1fm-3 0h6M%.1f %.1fh6\" stroke=\"%s\" "
				    "stroke-opacity=\".55\"/>",
				    x, low, high, x - 3, low, colours[i % COLOURS]);
		draw_mark(p->b, i, x, y_of(p, m->value.mean));
		lu_buf_adds(p->b, "</g>\n");
	}
}

/* At most NAME_MAX_BYTES of a name, not cut inside a character. */
static void draw_name(lu_buf *b, lu_str name)
{
	size_t n = NAME_MAX_BYTES;

	if (name.n <= n) {
		lu_markup(b, name);
		return;
	}
	while (n && ((unsigned char)name.s[n] & 0xc0) == 0x80) n--;
	lu_markup(b, lu_strn(name.s, n));
	lu_buf_adds(b, "\xe2\x80\xa6");
}

static void draw_legend(lu_buf *b, const lu_series *v, size_t n, double x, double y)
{
	for (size_t i = 0; i < n; i++, y += ROW) {
		lu_buf_addf(b, "<path d=\"M%.1f %.1fh34\"", x, y);
		draw_line_style(b, i);
		draw_mark(b, i, x + 17, y);
		lu_buf_addf(b, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"13\">", x + 44, y + 4.5);
		draw_name(b, v[i].name);
		lu_buf_adds(b, "</text>\n");
	}
	lu_buf_addf(b, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#444\">bars: 95%% confidence intervals</text>\n", x, y + 6);
}

static void draw_panel(panel *p, size_t cell)
{
	p->measure = (lu_measure)cell;
	p->x0 = (double)(cell % COLUMNS * CELL_W + LEFT);
	p->y0 = (double)(cell / COLUMNS * CELL_H + HEAD + TOP);
	p->w = CELL_W - LEFT - RIGHT;
	p->h = CELL_H - TOP - BOTTOM;
	find_range(p);
	draw_axes(p);
	for (size_t i = 0; i < p->n; i++) draw_series(p, i);
}

lu_code lu_plot(const lu_series *v, size_t n, const char *title, bool standalone, lu_buf *out, lu_err *e)
{
	panel p = { .b = out, .v = v, .n = n, .n_k = count_k(v) };
	size_t rows = (LU_MEASURES + COLUMNS) / COLUMNS; /* with the legend */
	size_t legend = (rows - 1) * CELL_H + HEAD + TOP + (n + 2) * ROW, height = rows * CELL_H + HEAD;

	if (legend > height) height = legend;
	if (standalone) lu_buf_adds(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	lu_buf_addf(out,
		    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %zu\" width=\"%d\" "
		    "height=\"%zu\" role=\"img\""
		    " font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\" fill=\"#111\">\n<title>",
		    COLUMNS * CELL_W, height, COLUMNS * CELL_W, height);
	lu_markupz(out, title);
	lu_buf_adds(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
	lu_buf_addf(out, "<text x=\"%d\" y=\"26\" font-size=\"16\" font-weight=\"bold\">", LEFT);
	lu_markupz(out, title);
	lu_buf_adds(out, "</text>\n");
	for (size_t i = 0; i < LU_MEASURES; i++) draw_panel(&p, i);
	draw_legend(out, v, n, LU_MEASURES % COLUMNS * CELL_W + LEFT, (double)((rows - 1) * CELL_H + HEAD + TOP));
	lu_buf_adds(out, "</svg>\n");
	return out->oom ? lu_nomem(e) : LU_OK;
}
