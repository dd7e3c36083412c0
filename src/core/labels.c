/* SPDX-License-Identifier: MIT */
#include "core/labels.h"

#include "core/ascii.h"

struct parameter {
	lu_str label, type;
	bool optional, many;
};

lu_str lu_label_bare(lu_str name)
{
	bool quoted = name.n > 2 && name.s[0] == '`' && name.s[name.n - 1] == '`';

	return quoted ? lu_strn(name.s + 1, name.n - 2) : name;
}

void lu_labels_add(lu_buf *w, lu_str name, lu_str type, bool optional)
{
	bool gap = false;

	if (w->len) lu_buf_addc(w, ';');
	if (optional) lu_buf_addc(w, '=');
	lu_buf_addstr(w, lu_label_bare(lu_str_before_first(lu_str_trim(name), ' ')));
	lu_buf_addc(w, ':');
	type = lu_str_trim(type);
	for (size_t i = 0; i < type.n; i++) {
		bool blank = lu_is_space(type.s[i]) || (unsigned char)type.s[i] < 0x20 || type.s[i] == ';';

		if (gap && !blank) lu_buf_addc(w, ' ');
		if (!blank) lu_buf_addc(w, type.s[i]);
		gap = blank;
	}
}

static struct parameter take_parameter(lu_str *takes)
{
	lu_str s = lu_str_take(takes, ';');
	struct parameter p = { .optional = lu_str_starts(s, "=") };

	if (p.optional) s = lu_strn(s.s + 1, s.n - 1);
	p.label = lu_str_before_first(s, ':');
	p.type = p.label.n < s.n ? lu_strn(s.s + p.label.n + 1, s.n - p.label.n - 1) : lu_strn("", 0);
	p.many = lu_str_ends(p.type, "...") || lu_str_starts(p.type, "repeat ");
	p.optional |= p.many;
	return p;
}

/* Could it take a closure? Other names for types of functions look like any type. */
static bool may_be_function(lu_str type)
{
	static const char *const values[] = {
		"Int", "Double", "Float", "CGFloat", "Bool", "String", "Character", NULL
	};

	return !lu_str_one_of(type, values) && !(lu_str_starts(type, "[") && !memmem(type.s, type.n, "->", 2));
}

/* Arguments go to parameters in their order; what may be left out is passed over. `many`: the last parameter takes more. */
static bool fit(lu_str takes, lu_str labels, bool many)
{
	while (labels.n) {
		lu_str rest = labels, label = lu_str_take(&rest, ';');
		struct parameter p;

		if (many && lu_str_eqz(label, LU_LABEL_NONE)) {
			labels = rest;
			continue;
		}
		if (!takes.n) return false;
		p = take_parameter(&takes);
		many = p.many;
		if (lu_str_eqz(label, LU_LABEL_TRAILING)) {
			if (may_be_function(p.type) && fit(takes, rest, p.many)) return true;
		} else if (lu_str_eq(label, p.label)) {
			labels = rest;
			continue;
		}
		if (!p.optional) return false;
		many = false;
	}
	while (takes.n)
		if (!take_parameter(&takes).optional) return false;
	return true;
}

bool lu_labels_fit(lu_str takes, lu_str labels)
{
	return fit(takes, labels, false);
}

/* A type without what does not tell it from others: "@escaping (A.B) -> C" ends as "(B) -> C" does. */
static lu_str end_of(lu_str type)
{
	while (lu_str_starts(type, "@") || lu_str_starts(type, "inout ") || lu_str_starts(type, "any ") ||
	       lu_str_starts(type, "some ")) {
		size_t n = lu_str_before_first(type, ' ').n;

		type = lu_str_trim(lu_strn(type.s + n, type.n - n));
	}
	return lu_str_after_last(type, '.').n ? lu_str_after_last(type, '.') : type;
}

bool lu_labels_same(lu_str x, lu_str y, bool types)
{
	while (x.n && y.n) {
		struct parameter p = take_parameter(&x), q = take_parameter(&y);

		if (!lu_str_eq(p.label, q.label) || p.many != q.many) return false;
		if (types && !lu_str_eq(end_of(p.type), end_of(q.type))) return false;
	}
	return !x.n && !y.n;
}
