/* SPDX-License-Identifier: MIT
 * What a question asks for, and what a sentence has of that. */
#include "core/ascii.h"
#include "relevance/signals.h"

/* ---- what is asked for ---- */

/* Phrases, in lower case, one after the other. A blank at an end is the end of a word. */
static const char *const value[] = { "how many",          "how much",       "how long",     "how often",
				     "how large",         "how big",        "how wide",     "how deep",
				     "how far",           "how old",        "how high",     "how small",
				     "how fast",          "which port",     "which status", "which code",
				     "what is the",       "what are the",   "what default", "which default",
				     " default ",         "maximum",        "minimum",      " at most",
				     " at least",         " limit",         "which value",  "what value",
				     "which file",        "which name",     "what name",    "which header",
				     "which character",   "which path",     "which folder", "which directory",
				     "which environment", "which variable", "which type",   "which encoding",
				     "which version",     "number of",      "seconds",      "what size",
				     "which size",        "which key",      "which editor", "which address",
				     "which letter",      "which host",     "which order",  "which url",
				     "which mime",        "which time",     "which prefix", "which protocol",
				     "which format",      "which level",    "which mode",   "content type",
				     "under which",       "with which",     "where are",    NULL };
static const char *const standard[] = {
	"default",   "unless",       "otherwise",          "if nothing",     "if none", "when none",
	"not given", "when nothing", "without being told", "out of the box", "if no ",  "when no ",
	NULL
};
static const char *const condition[] = { "when ",        " if ",          "can ",   "may ",   "must ",
					 "allowed",      "in which case", "does ",  "is it ", "are ",
					 "what happens", "under what",    "unless", NULL };
static const char *const error[] = { "error", "raise",     "throw",   "thrown",   "fail",  "reject",  "refuse",
				     "panic", "exception", "warn",    "complain", "abort", "message", " said",
				     "say ",  "says",      "invalid", "illegal",  NULL };
static const char *const way[] = {
	"how is", "how are", "how does", "how do ", "how can", "in which way", "how to", NULL
};

static const char *const reason[] = { "why ",      " reason ",  " reason?", " reasons ", " reasons?",
				      "what for ", "what for?", "purpose",  NULL };
static const char *const time[] = { "how long", "how often", "how many second",   " seconds", "minute",
				    " hours",   " days",     "when does it time", "timeout",  "how old",
				    "how soon", "delay",     "interval",          NULL };

static const char *const fact[] = { "how many",  "how much",  "how long", "how often", "how large",       "how big",
				    "how far",   "how old",   "how high", "maximum",   "minimum",         "what date",
				    "what year", "what day",  "what age", "what time", "what percentage", "what number",
				    "who is ",   "who was ",  "who did ", "who has ",  "whom ",           "from where ",
				    "when did ", "when was ", NULL };

/* "which year", "what condition"; those of "which files" are many, and so is what happens. */
static bool asks_one(lu_str lower)
{
	static const char verbs[] = "is are was were be can may must has have had did do does will would should else";
	static const char *const which[] = { " which ", " what " };

	for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
		const char *at = memmem(lower.s, lower.n, which[i], strlen(which[i]));
		lu_str rest = at ? lu_strn(at + strlen(which[i]), (size_t)(lower.s + lower.n - at) - strlen(which[i]))
				 : (lu_str){ NULL, 0 };
		lu_str next = lu_str_before_first(rest, ' ');

		if (next.n && !lu_str_in_words(next, verbs) && (next.s[next.n - 1] != 's' || lu_str_ends(next, "ss")))
			return true;
	}
	return false;
}

static bool says(lu_str lower, const char *const *list)
{
	for (; *list; list++)
		if (memmem(lower.s, lower.n, *list, strlen(*list))) return true;
	return false;
}

lu_code lu_question_asks(lu_str question, lu_asked_for *out, lu_err *e)
{
	lu_buf lower = LU_BUF;
	lu_code rc;
	lu_str s;

	lu_buf_addc(&lower, ' ');
	rc = lu_text_fold(question, &lower, e);
	lu_buf_addc(&lower, ' ');
	if (!rc && lower.oom) rc = lu_nomem(e);
	s = lu_buf_str(&lower);
	if (!rc)
		*out = (lu_asked_for){ .value = says(s, value),
				       .standard = says(s, standard),
				       .condition = says(s, condition),
				       .error = says(s, error),
				       .way = says(s, way),
				       .reason = says(s, reason),
				       .time = says(s, time) };
	if (!rc) out->fact = !out->way && !out->reason && (says(s, fact) || asks_one(s));
	lu_buf_free(&lower);
	return rc;
}

lu_strs lu_value_holders(void)
{
	static lu_str type[] = {
		{ "constant", 8 }, { "variable", 8 }, { "macro", 5 }, { "property", 8 }, { "field", 5 }
	};

	return (lu_strs){ type, sizeof type / sizeof *type };
}

bool lu_holds_value(lu_str type)
{
	lu_strs v = lu_value_holders();

	for (size_t i = 0; i < v.n; i++)
		if (lu_str_eq(v.v[i], type)) return true;
	return false;
}

/* ---- what a sentence has ---- */

static const char errors[] =
	"raise throw throws thrown panic abort reject fail fatal error errorf errors err exception die bail "
	"ensure assert warn warning warnings deprecated unreachable expected invalid ERROR error_code raises";
static const char conditions[] =
	"if elif elsif else unless when case switch match guard while until default cond catch except";

static const char reasons[] = "because since therefore hence otherwise avoid avoids prevent prevents ensure ensures "
			      "needed necessary cannot unless "
			      "instead allow allows lest never reason workaround though although due so";
static const char times[] =
	"ms msec millis milliseconds millisecond sec secs second seconds minute minutes hour hours day days week weeks "
	"month "
	"months year years timeout duration interval delay sleep Duration Second Millisecond Minute Hour TimeSpan";

static lu_str word_at(lu_str s, size_t i)
{
	size_t n = i;

	while (n < s.n && lu_is_word(s.s[n])) n++;
	return lu_strn(s.s + i, n - i);
}

/* "raise", "newError", "ValueError", "EINVAL" */
static bool is_error(lu_str w)
{
	static const char *const end[] = { "Error", "Exception", "Errorf", "_error", "_err", "Err", "Fault" };

	if (lu_str_in_words(w, errors)) return true;
	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (lu_str_ends(w, end[i])) return true;
	return w.n > 3 && w.s[0] == 'E' && lu_is_upper(w.s[1]) && lu_is_upper(w.s[2]) && lu_is_upper(w.s[w.n - 1]);
}

/* A unit of time, also at the end of a name: "wait_ms", "FromSeconds" */
static bool is_time(lu_str w)
{
	static const char *const end[] = { "_ms",     "Ms",    "MS",     "_sec",      "_seconds", "Seconds",  "Minutes",
					   "Hours",   "Days",  "millis", "Millis",    "_millis",  "_timeout", "Timeout",
					   "TIMEOUT", "Delay", "_delay", "_interval", "Interval" };

	if (lu_str_in_words(w, times)) return true;
	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (lu_str_ends(w, end[i])) return true;
	return false;
}

static bool is_capitals(lu_str w)
{
	size_t upper = 0;

	for (size_t i = 0; i < w.n; i++) {
		if (lu_is_lower(w.s[i])) return false;
		upper += lu_is_upper(w.s[i]);
	}
	return upper > 2;
}

/* A number, but for 0 and 1, which stand everywhere, as parts of "0.1" and "1.1" do not. `s` begins with the word. */
static bool is_number(lu_str w, lu_str s)
{
	if (!w.n || !lu_is_digit(w.s[0])) return false;
	return w.n > 1 || w.s[0] > '1' || (s.n > 2 && s.s[1] == '.' && lu_is_digit(s.s[2]));
}

static bool is_assignment(lu_str s, size_t i)
{
	char before = i ? s.s[i - 1] : ' ', after = i + 1 < s.n ? s.s[i + 1] : ' ';

	if (s.s[i] == ':')
		return i > 0 && lu_is_word(before) && lu_is_space(after) && i + 1 < s.n && s.s[i + 1] != '\n';
	return s.s[i] == '=' && !strchr("=!<>", before) && after != '=' && after != '>';
}

/* Does what stands behind "=" or ":" at `i` begin with 0, 1, or a word that is a value? */
static bool sets_word(lu_str s, size_t i)
{
	static const char words[] = "0 1 true false True False TRUE FALSE YES NO None nil null nullptr NULL Nothing";

	while (++i < s.n && strchr(" \t=-", s.s[i])) {
	}
	return i < s.n && lu_str_in_words(word_at(s, i), words);
}

bool lu__is_tag(lu_str s)
{
	static const char *const begin[] = { "@param",   "\\param", ":param",      "@arg",    "\\arg",  ":arg",
					     ":type",    "@return", "\\return",    ":return", ":rtype", "<param",
					     "<returns", "@tparam", "- Parameter", "@see",    "@since", "@author" };

	for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
		if (lu_str_starts(s, begin[i])) return true;
	return false;
}

static bool holds(lu_str s, const char *word)
{
	return memmem(s.s, s.n, word, strlen(word)) != NULL;
}

bool lu__says_default(lu_str s)
{
	return holds(s, "efault") || holds(s, "DEFAULT");
}

lu_gives lu_sentence_gives(const lu_sentence *x)
{
	lu_str s = x->text;
	lu_gives g = { .standard = lu__says_default(s) };
	bool first = true, code = lu_sentence_is_code(x);

	for (size_t i = 0; i < s.n; i++) {
		lu_str w;

		if (is_assignment(s, i)) {
			g.assignment = true;
			g.word |= sets_word(s, i);
		}
		g.string |= strchr("\"'`", s.s[i]) && i + 1 < s.n && lu_is_alnum(s.s[i + 1]) &&
			    (!i || !lu_is_alnum(s.s[i - 1]));
		if (!lu_is_word(s.s[i])) continue;
		w = word_at(s, i);
		g.number = g.number || is_number(w, lu_strn(s.s + i, s.n - i));
		g.constant = g.constant || is_capitals(w);
		g.error = g.error || is_error(w);
		g.time = g.time || is_time(w);
		g.reason = g.reason || (!code && lu_str_in_words_nocase(w, reasons));
		if (first) g.condition |= lu_str_in_words(w, conditions);
		else g.condition |= lu_str_eqz(w, "if") || lu_str_eqz(w, "unless") || lu_str_eqz(w, "when");
		first = false;
		i += w.n - 1;
	}
	return g;
}
