/* SPDX-License-Identifier: MIT
 * The words of a question that say what it is about: what hits must cover. */
#include "retrieve/classify.h"
#include "retrieve/strategy.h"
#include "core/ascii.h"

/* They are in most questions, whatever these are about: how things go together, how much, how often. */
#define WEAK \
	"class function method struct enum interface trait module type constant variable macro namespace package " \
	"file " \
	"files object property field symbol element classes functions methods structs types variables modules work " \
	"works " \
	"working worked happen happens handle handled handles handling done use uses used using make makes made do " \
	"call " \
	"called calls perform performed thing things way ways purpose role responsible support supported supports " \
	"exactly actually really project repository codebase base when whenever where why who whom kind kinds sort " \
	"many much after before between through under via during within without over against across along around " \
	"behind " \
	"until since " \
	"may can must should could would often once twice again already still yet ever never unless otherwise else " \
	"while " \
	"keep keeps kept hold holds held let lets left leave give gives given take takes taken pass passes passed " \
	"look looks " \
	"looked looking ask asks asked tell tells told need needs needed want wants wanted allow allows allowed mean " \
	"means meant " \
	"come comes turn turns turned put puts become becomes get gets got go goes long longer longest large larger " \
	"largest small " \
	"smaller smallest big bigger biggest short shorter shortest high higher highest low lower lowest few fewer " \
	"fewest most " \
	"least enough too each both several another one two out off back something anything nothing none " \
	"organised organized organise organize organises organizes arranged structured laid implemented implement " \
	"implements " \
	"implementing occur occurs occurring here somewhere anywhere overall generally typically usually normally " \
	"deal deals dealt " \
	"dealing live lives reside resides located logic"

bool lu_is_weak_word(lu_str word)
{
	return lu_str_in_words_nocase(word, WEAK);
}

typedef struct listing {
	lu__terms *t;
	const lu_corrections *fixes; /* NULL: none */
	lu_arena *a;
	lu_word *v;
	size_t n;
	lu_word now;   /* the word that is read */
	bool parts;    /* take the parts, not the whole */
	bool unknown;  /* a whole that nothing holds was passed over */
	size_t tokens; /* of the word */
	bool oom;
} listing;

static bool add_word(listing *l, lu_word w)
{
	lu_word *v;

	for (size_t i = 0; i < l->n; i++)
		if (w.token.n ? lu_str_eq(l->v[i].token, w.token) : lu_str_eq(l->v[i].text, w.text)) return true;
	if (!(v = lu_arena_grow(l->a, l->v, l->n, sizeof *v))) {
		l->oom = true;
		return false;
	}
	l->v = v;
	v[l->n++] = w;
	return true;
}

static int64_t df_of(const listing *l, lu_str token)
{
	const lu__term *t = lu__terms_find(l->t, token);
	int64_t df = 0, total;

	if (!t || t->df >= 0) return t ? t->df : 0;
	return lu__terms_df(l->t, token, &df, &total) ? df : 0;
}

/* A name is one thing, of whatever tokens. */
static bool name_token(void *ctx, lu_str token, lu_token_kind kind)
{
	listing *l = ctx;
	int64_t df;

	if (kind == LU_TOKEN_PART) return true;
	df = df_of(l, token);
	if (!l->tokens++) {
		const lu__term *t = lu__terms_find(l->t, token);

		l->now.token = t ? t->token : lu_strn("", 0);
		l->now.df = df;
	} else {
		l->now.token = lu_strn("", 0);
		if (df < l->now.df) l->now.df = df;
	}
	return true;
}

/* What a word was taken for. A name is not: when one is not here, people are warned. */
static lu_str meant_by(const listing *l, lu_str token)
{
	for (size_t i = 0; l->fixes && i < l->fixes->n; i++)
		if (lu_str_eq(l->fixes->v[i].from, token)) return l->fixes->v[i].to;
	return token;
}

static bool word_token(void *ctx, lu_str token, lu_token_kind kind)
{
	listing *l = ctx;
	lu_str meant = meant_by(l, token);
	const lu__term *t = lu__terms_find(l->t, meant);
	lu_word w = l->now;

	if (!t || (kind == LU_TOKEN_PART) != l->parts || lu_stop_word(token)) return true;
	w.df = df_of(l, meant);
	w.guessed = meant.s != token.s;
	if (kind == LU_TOKEN_WHOLE && !w.df) {
		l->unknown = true;
		return true;
	}
	w.token = t->token;
	return add_word(l, w);
}

static lu_code list_word(listing *l, const lu__word *w, bool proper, lu_err *e)
{
	lu_code rc;

	l->now = (lu_word){ .text = w->core,
			    .named = w->code || proper,
			    .proper = proper && !w->code,
			    .weak = !w->code && lu_is_weak_word(w->core) };
	l->tokens = 0;
	l->parts = l->unknown = false;
	rc = lu_tokenize(w->core, l->now.named ? name_token : word_token, l, e);
	if (!rc && l->now.named && l->tokens) add_word(l, l->now);
	if (!rc && l->unknown) {
		l->parts = true;
		rc = lu_tokenize(w->core, word_token, l, e);
	}
	return rc ? rc : l->oom ? lu_nomem(e) : LU_OK;
}

/* "Redis", but not "API": kinds of things are abbreviated, too. */
static bool is_capital(lu_str s)
{
	return s.n > 1 && lu_is_upper(s.s[0]) && lu_is_lower(s.s[1]);
}

static bool has_blank(lu_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (strchr(" \t\r\n", s.s[i])) return true;
	return false;
}

/* Capitals mean something only where not all words have them. */
static bool has_small(const lu__words *w)
{
	size_t n = 0;

	for (size_t i = 1; i < w->n; i++) n += w->v[i].core.n > 1 && lu_is_lower(w->v[i].core.s[0]);
	return n > 0;
}

/* A capital amid a sentence. */
static bool is_proper(const lu__words *w, size_t i, bool small)
{
	char before = i ? w->v[i - 1].raw.s[w->v[i - 1].raw.n - 1] : '.';

	return small && is_capital(w->v[i].core) && !strchr(".?!:", before);
}

/* What is in brackets is a name as a whole when it is one word, else words like the others. */
static lu_code list_words(listing *l, const lu__words *w, bool asking, lu_err *e)
{
	bool small = has_small(w);
	lu_code rc = LU_OK;

	for (size_t i = 0; i < w->n && !rc; i++) {
		const lu__word *v = &w->v[i];
		lu__words in;

		if (!v->content && !(asking && v->core.n)) continue;
		if (!v->raw.n || !strchr("([{", v->raw.s[0]) || !has_blank(v->core)) {
			rc = list_word(l, v, is_proper(w, i, small), e);
			continue;
		}
		rc = lu__words_read(v->core, l->a, &in, e);
		for (size_t k = 0; k < in.n && !rc; k++) {
			in.v[k].code &= !has_blank(in.v[k].core);
			if (in.v[k].content) rc = list_word(l, &in.v[k], false, e);
		}
	}
	return rc;
}

bool lu_tells(lu_str word)
{
	return lu_is_content_word(word) && !lu_is_weak_word(word);
}

static bool is_weak(const listing *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (!l->v[i].weak) return false;
	return true;
}

lu_code lu_query_words(lu_retriever *r, lu_str query, const lu_corrections *c, lu_arena *a, lu_word **out, size_t *n,
		       int64_t *total, lu_err *e)
{
	lu__words w;
	lu__terms t;
	listing l = { .t = &t, .fixes = c, .a = a };
	lu__question q;
	lu_code rc = lu__question_of(r, query, a, &q, e);

	if (!rc) rc = lu__words_read(q.text, a, &w, e);
	if (!rc && c && c->n) rc = lu__question_of(r, c->text, a, &q, e);
	if (rc) return rc;
	rc = lu__terms_read(&t, r, &q, a, e);
	if (!rc) rc = list_words(&l, &w, false, e);
	/* "What does find do?": a word of asking elsewhere */
	if (!rc && is_weak(&l)) rc = list_words(&l, &w, true, e);
	if (!rc) rc = t.failed;
	lu__terms_end(r);
	if (rc) return rc;
	*out = l.v;
	*n = l.n;
	*total = t.total;
	return LU_OK;
}
