/* SPDX-License-Identifier: MIT */
#include "serve/metrics.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/ascii.h"

static const double of_seconds[] = { .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60 };
static const double of_amounts[] = { 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 500, 1000 };

enum { BUCKETS = sizeof of_seconds / sizeof *of_seconds };

typedef struct series {
	lu_buf labels; /* as they are written: a="x",b="y" */
	double value;  /* of a histogram: the sum */
	uint64_t n, in[BUCKETS];
} series;

struct lu_metric {
	struct lu_metric *next;
	lu_metrics *of;
	lu_metric_kind kind;
	const char *name, *help;
	lu_str label[LU_LABELS_MAX];
	size_t n_label;
	series *v; /* of LU_SERIES_MAX + 1, made one by one */
	size_t n, cap;
};

struct lu_metrics {
	pthread_mutex_t lock;
	lu_metric *first, *last;
};

lu_code lu_metrics_new(lu_metrics **out, lu_err *e)
{
	lu_metrics *m = calloc(1, sizeof *m);

	if (!m) return lu_nomem(e);
	pthread_mutex_init(&m->lock, NULL);
	*out = m;
	return LU_OK;
}

void lu_metrics_free(lu_metrics *m)
{
	if (!m) return;
	while (m->first) {
		lu_metric *x = m->first;

		m->first = x->next;
		for (size_t i = 0; i < x->n; i++) lu_buf_free(&x->v[i].labels);
		free(x->v);
		free(x);
	}
	pthread_mutex_destroy(&m->lock);
	free(m);
}

static bool name_is_one(const char *s)
{
	if (!lu_is_alpha(*s) && *s != '_') return false;
	for (; *s; s++)
		if (!lu_is_word(*s)) return false;
	return true;
}

lu_code lu_metric_new(lu_metrics *m, lu_metric_kind kind, const char *name, const char *help, const char *labels,
		      lu_metric **out, lu_err *e)
{
	lu_metric *x = calloc(1, sizeof *x);
	lu_str rest = lu_strz(labels);
	bool ok = name_is_one(name);

	if (!x) return lu_nomem(e);
	*x = (lu_metric){ .of = m, .kind = kind, .name = name, .help = help };
	while (rest.n && ok && (ok = x->n_label < LU_LABELS_MAX)) x->label[x->n_label++] = lu_str_take(&rest, ' ');
	pthread_mutex_lock(&m->lock);
	for (const lu_metric *o = m->first; o && ok; o = o->next) ok = strcmp(o->name, name) != 0;
	if (ok) {
		if (m->last) m->last->next = x;
		else m->first = x;
		m->last = x;
		*out = x;
	}
	pthread_mutex_unlock(&m->lock);
	if (ok) return LU_OK;
	free(x);
	return lu_fail(e, LU_EUSAGE, "'%s' can not be the name of a metric", name);
}

static void write_label(lu_buf *out, lu_str name, const char *value)
{
	lu_buf_addf(out, "%s%.*s=\"", out->len ? "," : "", LU_FMT(name));
	for (; *value; value++) {
		if (*value == '\n') lu_buf_adds(out, "\\n");
		else if (*value == '"' || *value == '\\') lu_buf_addf(out, "\\%c", *value);
		else lu_buf_addc(out, *value);
	}
	lu_buf_addc(out, '"');
}

static const double *bounds(const lu_metric *x)
{
	return x->kind == LU_METRIC_AMOUNTS ? of_amounts : of_seconds;
}

static series *find(lu_metric *x, lu_str labels)
{
	for (size_t i = 0; i < x->n; i++)
		if (lu_str_eq(lu_buf_str(&x->v[i].labels), labels)) return &x->v[i];
	return NULL;
}

static series *add(lu_metric *x, lu_buf *labels)
{
	if (x->n == x->cap) {
		size_t cap = x->cap ? 2 * x->cap : 4;
		series *v = realloc(x->v, cap * sizeof *v);

		if (!v) return NULL;
		x->v = v;
		x->cap = cap;
	}
	x->v[x->n] = (series){ .labels = *labels };
	lu_buf_init(labels);
	return &x->v[x->n++];
}

/* The series of these values; NULL when memory is out. Under the lock. */
static series *series_of(lu_metric *x, const char *const *values)
{
	lu_buf labels = LU_BUF;
	series *s = NULL;

	for (size_t i = 0; i < x->n_label; i++) write_label(&labels, x->label[i], values ? values[i] : "");
	if (!labels.oom) s = find(x, lu_buf_str(&labels));
	if (!s && !labels.oom && x->n >= LU_SERIES_MAX) {
		lu_buf_reset(&labels);
		for (size_t i = 0; i < x->n_label; i++) write_label(&labels, x->label[i], "other");
		s = find(x, lu_buf_str(&labels));
	}
	if (!s && !labels.oom) s = add(x, &labels);
	lu_buf_free(&labels);
	return s;
}

void lu_metric_add(lu_metric *x, const char *const *values, double by)
{
	series *s;

	if (!x) return;
	pthread_mutex_lock(&x->of->lock);
	s = series_of(x, values);
	if (s) s->value += by;
	pthread_mutex_unlock(&x->of->lock);
}

void lu_metric_observe(lu_metric *x, const char *const *values, double what)
{
	series *s;

	if (!x) return;
	pthread_mutex_lock(&x->of->lock);
	s = series_of(x, values);
	if (s) {
		s->value += what;
		s->n++;
		for (size_t i = 0; i < BUCKETS; i++) s->in[i] += what <= bounds(x)[i];
	}
	pthread_mutex_unlock(&x->of->lock);
}

static void write_number(lu_buf *out, double v)
{
	if (v == floor(v) && fabs(v) < 1e15) lu_buf_addf(out, " %.0f\n", v);
	else lu_buf_addf(out, " %.9g\n", v);
}

static void write_histogram(const lu_metric *x, const series *s, lu_buf *out)
{
	const char *comma = s->labels.len ? "," : "";

	for (size_t i = 0; i < BUCKETS; i++)
		lu_buf_addf(out, "%s_bucket{%s%sle=\"%g\"} %llu\n", x->name, s->labels.s, comma, bounds(x)[i],
			    (unsigned long long)s->in[i]);
	lu_buf_addf(out, "%s_bucket{%s%sle=\"+Inf\"} %llu\n", x->name, s->labels.s, comma, (unsigned long long)s->n);
	lu_buf_addf(out, "%s_sum%s%s%s", x->name, *comma ? "{" : "", s->labels.s, *comma ? "}" : "");
	write_number(out, s->value);
	lu_buf_addf(out, "%s_count%s%s%s %llu\n", x->name, *comma ? "{" : "", s->labels.s, *comma ? "}" : "",
		    (unsigned long long)s->n);
}

static void write_metric(const lu_metric *x, lu_buf *out)
{
	static const char *const kinds[] = { "counter", "gauge", "histogram", "histogram" };

	lu_buf_addf(out, "# HELP %s %s\n# TYPE %s %s\n", x->name, x->help, x->name, kinds[x->kind]);
	for (size_t i = 0; i < x->n; i++) {
		const series *s = &x->v[i];

		if (x->kind == LU_METRIC_HISTOGRAM || x->kind == LU_METRIC_AMOUNTS) {
			write_histogram(x, s, out);
		} else {
			lu_buf_addf(out, "%s%s%s%s", x->name, s->labels.len ? "{" : "", s->labels.s,
				    s->labels.len ? "}" : "");
			write_number(out, s->value);
		}
	}
}

void lu_metrics_text(lu_metrics *m, lu_buf *out)
{
	pthread_mutex_lock(&m->lock);
	for (const lu_metric *x = m->first; x; x = x->next) write_metric(x, out);
	pthread_mutex_unlock(&m->lock);
}
