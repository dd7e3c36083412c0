/* SPDX-License-Identifier: MIT
 * What a service counts: names, labels, series, buckets, and how Prometheus reads them. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "ok.h"
#include "serve/metrics.h"

static lu_metrics *metrics;

static int set_up(void **state)
{
	(void)state;
	OK(lu_metrics_new(&metrics, &err));
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	lu_metrics_free(metrics);
	return 0;
}

static lu_metric *new_metric(lu_metric_kind kind, const char *name, const char *labels)
{
	lu_metric *x = NULL;

	OK(lu_metric_new(metrics, kind, name, "It is.", labels, &x, &err));
	return x;
}

/* All of it, to be read until the next call. */
static const char *text(void)
{
	static char kept[1 << 17];
	lu_buf b = LU_BUF;

	lu_metrics_text(metrics, &b);
	assert_true(!b.oom && b.len < sizeof kept);
	snprintf(kept, sizeof kept, "%s", b.s);
	lu_buf_free(&b);
	return kept;
}

static void has(const char *line)
{
	if (!strstr(text(), line)) print_message("no '%s' in\n%s\n", line, text());
	assert_non_null(strstr(text(), line));
}

static void names_are_ones_and_there_once(void **state)
{
	static const char *const bad[] = { "", "9a", "a-b", "a b", "a:b\n" };
	lu_metric *x = NULL;

	(void)state;
	new_metric(LU_METRIC_COUNTER, "there_total", "");
	assert_int_equal(lu_metric_new(metrics, LU_METRIC_GAUGE, "there_total", "", "", &x, &err), LU_EUSAGE);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(lu_metric_new(metrics, LU_METRIC_GAUGE, bad[i], "", "", &x, &err), LU_EUSAGE);
	assert_int_equal(lu_metric_new(metrics, LU_METRIC_GAUGE, "many", "", "a b c d e", &x, &err), LU_EUSAGE);
	assert_null(x);
}

static void counters_and_gauges_have_series(void **state)
{
	lu_metric *counter = new_metric(LU_METRIC_COUNTER, "asked_total", "method route");
	lu_metric *gauge = new_metric(LU_METRIC_GAUGE, "open", "");

	(void)state;
	lu_metric_add(counter, (const char *[]){ "GET", "/" }, 1);
	lu_metric_add(counter, (const char *[]){ "GET", "/" }, 2);
	lu_metric_add(counter, (const char *[]){ "POST", "a\"b\\c\nd" }, .25);
	lu_metric_add(gauge, NULL, 7);
	lu_metric_add(gauge, NULL, -10);
	lu_metric_add(NULL, NULL, 1);
	has("# HELP asked_total It is.\n# TYPE asked_total counter\nasked_total{method=\"GET\",route=\"/\"} 3\n");
	has("asked_total{method=\"POST\",route=\"a\\\"b\\\\c\\nd\"} 0.25\n");
	has("# TYPE open gauge\nopen -3\n");
}

static void buckets_hold_what_is_below_them(void **state)
{
	lu_metric *seconds = new_metric(LU_METRIC_HISTOGRAM, "took_seconds", "route");
	lu_metric *amounts = new_metric(LU_METRIC_AMOUNTS, "entities", "");

	(void)state;
	lu_metric_observe(seconds, (const char *[]){ "/" }, .001);
	lu_metric_observe(seconds, (const char *[]){ "/" }, .002);
	lu_metric_observe(seconds, (const char *[]){ "/" }, 100);
	has("took_seconds_bucket{route=\"/\",le=\"0.0005\"} 0\n");
	has("took_seconds_bucket{route=\"/\",le=\"0.001\"} 1\n");
	has("took_seconds_bucket{route=\"/\",le=\"0.0025\"} 2\n");
	has("took_seconds_bucket{route=\"/\",le=\"60\"} 2\n");
	has("took_seconds_bucket{route=\"/\",le=\"+Inf\"} 3\n");
	has("took_seconds_sum{route=\"/\"} 100.003\ntook_seconds_count{route=\"/\"} 3\n");
	lu_metric_observe(amounts, NULL, 10);
	has("entities_bucket{le=\"7\"} 0\nentities_bucket{le=\"10\"} 1\n");
	has("entities_sum 10\nentities_count 1\n");
}

/* Whoever chooses the values of labels can not fill the memory. */
static void series_are_bounded(void **state)
{
	lu_metric *x = new_metric(LU_METRIC_COUNTER, "asked_total", "who");
	int series = 0;
	char who[32];

	(void)state;
	for (int i = 0; i < 1000; i++) {
		snprintf(who, sizeof who, "w%d", i);
		lu_metric_add(x, (const char *[]){ who }, 1);
	}
	has("asked_total{who=\"w255\"} 1\n");
	assert_null(strstr(text(), "w256"));
	has("asked_total{who=\"other\"} 744\n");
	for (const char *at = text(); (at = strstr(at, "\nasked_total{")); at++) series++;
	assert_int_equal(series, LU_SERIES_MAX + 1);
}

static void without_memory_nothing_is_counted(void **state)
{
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, {
		lu_metrics *m = NULL;
		lu_metric *x = NULL;
		lu_buf b = LU_BUF;

		rc = lu_metrics_new(&m, &err);
		if (!rc) rc = lu_metric_new(m, LU_METRIC_COUNTER, "a_total", "", "b", &x, &err);
		lu_metric_add(x, (const char *[]){ "c" }, 1);
		if (!rc) lu_metrics_text(m, &b);
		if (!rc && (b.oom || !strstr(b.s, "\na_total{b=\"c\"} 1\n"))) rc = LU_ENOMEM;
		lu_buf_free(&b);
		lu_metrics_free(m);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(names_are_ones_and_there_once, set_up, tear_down),
		cmocka_unit_test_setup_teardown(counters_and_gauges_have_series, set_up, tear_down),
		cmocka_unit_test_setup_teardown(buckets_hold_what_is_below_them, set_up, tear_down),
		cmocka_unit_test_setup_teardown(series_are_bounded, set_up, tear_down),
		cmocka_unit_test(without_memory_nothing_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
