/* SPDX-License-Identifier: MIT
 * Names, places and walks: what they find, that they end, and what they do when memory is out. */
#include "index.h"

#include "lucus/relate.h"

static const char net[] = "class Net:\n"
			  "    def top(self):\n        self.left()\n        self.right()\n\n"
			  "    def left(self):\n        self.low()\n\n"
			  "    def right(self):\n        self.low()\n        self.right()\n\n"
			  "    def low(self):\n        self.gone()\n        self.top()\n";

static lu_store *store_of_net(void)
{
	lu_store *s = new_store("net.db");

	put("net/net.py", net);
	put("net/more.py", "from net import Net\n\n\ndef use():\n    Net().low()\n    gone()\n");
	ingest(s, "net");
	return s;
}

static int64_t id_of(lu_store *s, const char *name)
{
	lu_arena a = { 0 };
	lu_brief *v;
	size_t n;
	int64_t id;

	OK(lu_store_named(s, lu_strz(name), &a, &v, &n, &err));
	assert_int_equal(n, 1);
	id = v[0].id;
	lu_arena_free(&a);
	return id;
}

static size_t named(lu_store *s, const char *name, const char *first)
{
	lu_arena a = { 0 };
	lu_brief *v;
	size_t n;

	OK(lu_store_named(s, lu_strz(name), &a, &v, &n, &err));
	if (n) assert_true(lu_str_eqz(v[0].name, first));
	lu_arena_free(&a);
	return n;
}

static void names_are_found(void **state)
{
	lu_store *s = store_of_net();

	(void)state;
	assert_int_equal(named(s, "low", "net.Net.low"), 1);
	assert_int_equal(named(s, "Net::low()", "net.Net.low"), 1);
	assert_int_equal(named(s, "NET.LOW", "net.Net.low"), 1);
	assert_int_equal(named(s, "et.low", ""), 0);
	assert_int_equal(named(s, "net", "net"), 1); /* the module: the class has another case */
	assert_int_equal(named(s, "Net", "net.Net"), 1);
	lu_store_close(s);
}

static lu_code all_of_it(lu_store *s, int64_t from, int64_t to, size_t *nodes, int64_t *total, uint32_t *hops)
{
	lu_trace_options o = { .in = true,
			       .kinds = LU_KIND_BIT(LU_EDGE_CALLS),
			       .grade = LU_GRADE_UNRESOLVED,
			       .depth = 100,
			       .until = &from,
			       .n_until = 1 };
	lu_arena a = { 0 };
	lu_trace t = { 0 }, out = { 0 };
	lu_frame frame[] = { { .path = lu_strz("/other/tree/net.py"), .line = 7 },
			     { .path = lu_strz("/other/tree/net.py"), .line = 9999 },
			     { .path = lu_strz("other.py"), .line = 7 } };
	lu_strs near;
	lu_brief *v;
	lu_way *way;
	size_t n;
	lu_code rc = lu_trace_from(s, &to, 1, &o, &a, &t, &err);

	if (!rc) rc = lu_trace_ways(&t, 10, &a, &way, &n, total, hops, &err);
	o.in = false;
	o.n_until = 0;
	if (!rc) rc = lu_trace_from(s, &from, 1, &o, &a, &out, &err);
	if (!rc) rc = lu_store_at(s, lu_strz("net.py"), 7, &a, &v, &n, &err);
	if (!rc && (n != 1 || !lu_str_eqz(v[0].name, "net.Net.left"))) fail_msg("line 7 is not found");
	if (!rc) rc = lu_store_frames(s, frame, 3, &a, &err);
	if (!rc && (frame[0].n != 1 || !lu_str_eqz(frame[0].v[0].name, "net.Net.left"))) fail_msg("no frame of line 7");
	if (!rc && (frame[1].n || frame[2].n)) fail_msg("a frame where nothing is");
	if (!rc) rc = lu_store_near(s, lu_strz("Lows"), &a, &near, &err);
	if (!rc && (near.n != 1 || !lu_str_eqz(near.v[0], "net.Net.low"))) fail_msg("no near name");
	*nodes = out.n_node;
	lu_arena_free(&a);
	return rc;
}

static void walks_end_and_ways_are_shortest(void **state)
{
	lu_store *s = store_of_net();
	int64_t first = id_of(s, "top"), low = id_of(s, "low"), total = 0;
	size_t nodes = 0;
	uint32_t hops = 0;
	lu_code rc;

	(void)state;
	OK(all_of_it(s, first, low, &nodes, &total, &hops));
	assert_int_equal(nodes, 4); /* top, left, right, low: the circle is opened once */
	assert_int_equal(hops, 2);
	assert_int_equal(total, 2); /* by left and by right */
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = all_of_it(s, first, low, &nodes, &total, &hops));
	lu_store_close(s);
}

static lu_code sites_of(lu_store *s, const char *name, bool places, lu_sites *out, lu_arena *a)
{
	lu_arena_free(a);
	return lu_sites_of(s, lu_strz(name), LU_EDGE_CALLS, places, a, out, &err);
}

static void sites_are_found_by_name(void **state)
{
	lu_store *s = store_of_net();
	lu_arena a = { 0 };
	lu_sites v = { 0 };
	lu_code rc;

	(void)state;
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = sites_of(s, "gone", false, &v, &a));
	assert_int_equal(v.unresolved, 2);
	assert_int_equal(v.n_site, 2);
	assert_int_equal(v.site[0].n, 0);
	OK(sites_of(s, "one", true, &v, &a));
	assert_int_equal(v.n_site + v.n_place, 0);
	OK(sites_of(s, "low", true, &v, &a));
	assert_int_equal(v.n_site, 3); /* left, right, use */
	assert_int_equal(v.n_place, 0);
	lu_arena_free(&a);
	lu_store_close(s);
}

/* Words that are neither references nor the definition, by what they look like; in C, where macros hide calls. */
static void places_of_a_name_are_counted(void **state)
{
	static const char c[] = "int low(int x) { return x; }\n"
				"#define LOW(x) low(x)\n"
				"int a(void) { return low(1) + slow(2) + low_(3) + low(4); }\n"
				"static int (*table[])(int) = { low };\n"
				"/* low() is low */\n"
				"#if 0\nint b(void) { return low(5); }\n#endif\n"
				"int (3 low(6)\n";
	lu_store *s = new_store("places.db");
	lu_arena a = { 0 };
	lu_sites v = { 0 };
	lu_code rc;

	(void)state;
	put("places/low.c", c);
	put("places/notes.txt", "call low(7), or\nnot: yellow(8)\n");
	ingest(s, "places");
	FOR_EVERY_ALLOCATION_FAILURE(rc, rc = sites_of(s, "low", true, &v, &a));
	assert_int_equal(v.n_site, 4); /* two calls, the macro, the table */
	assert_int_equal(v.site[0].count + v.site[1].count + v.site[2].count + v.site[3].count, 5);
	assert_int_equal(v.n_place, 4); /* twice in the comment, what was not parsed, the notes */
	assert_int_equal(v.calls, 3);
	assert_int_equal(v.unparsed, 1);
	assert_int_equal(v.place[0].line, 5);
	assert_true(v.place[0].call && !v.place[0].unparsed);
	assert_true(lu_str_eqz(v.place[0].text, "/* low() is low */"));
	assert_false(v.place[1].call);
	assert_int_equal(v.place[2].line, 9);
	assert_true(v.place[2].call && v.place[2].unparsed);
	assert_true(lu_str_eqz(v.place[3].path, "notes.txt"));
	lu_arena_free(&a);
	lu_store_close(s);
}

static void an_element_holds_what_is_in_it(void **state)
{
	lu_store *s = store_of_net();
	lu_arena a = { 0 };
	int64_t *v;
	size_t n;

	(void)state;
	OK(lu_store_within(s, id_of(s, "Net"), &a, &v, &n, &err));
	assert_int_equal(n, 5);
	OK(lu_store_within(s, id_of(s, "Net.low"), &a, &v, &n, &err));
	assert_int_equal(n, 1);
	lu_arena_free(&a);
	lu_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_found),
		cmocka_unit_test(walks_end_and_ways_are_shortest),
		cmocka_unit_test(sites_are_found_by_name),
		cmocka_unit_test(places_of_a_name_are_counted),
		cmocka_unit_test(an_element_holds_what_is_in_it),
	};

	return cmocka_run_group_tests(tests, make_top, clear_top);
}
