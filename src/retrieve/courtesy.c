/* SPDX-License-Identifier: MIT
 * Courtesies: what writers say of themselves and to their readers around a question. There is no list of phrases: a
 * clause goes when somebody speaks of himself in it, greets, thanks or begs, and hardly any of its words distinguishes
 * elements, while another clause has some that do. What leads up to a question goes up to the word that asks, or to the
 * first word of content. Words that are said of people and their work ("week", "help", "new") are of no content in
 * such clauses alone: programs do things with them. */

#include "core/ascii.h"
#include "lucus/text.h"
#include "retrieve/classify.h"
#include "retrieve/courtesy_line.h"

#define WORDS  4096 /* of a line; longer ones are no prose */
#define TELLS  3    /* one word of so many may distinguish elements in a clause that goes */
#define RARELY 6    /* the same where it says when, or where what stays refers to it */
#define ABOUT  2    /* the same where somebody says who he is, or thanks in the end */
#define LEADS  48   /* words that lead up to a question */
#define LATE   4    /* words before one that asks */
#define MANY   .05  /* of the elements have a word that distinguishes none */
#define LEFT   2    /* words of the index that a question has at least */
#define OTHERS 2    /* one word held for so many in another part */
#define KNOWN  2    /* one word of so many must be in the lists below, or it is in another language */

/* Of these those that end a question. */
#define CLOSINGS "thanks thank thx ty tia cheers regards sincerely sorry apologies bye wishes"
/* A clause that begins so says when, as one with "when" and "if" does. */
#define TIMES "whenever before after once while until unless"
/* At the end of a sentence these refer to another. */
#define REFERS "it they them this that these those so"
/* What follows belongs to them. */
#define JOINS \
	"a an the of to in on at by for from with into onto over under than as and or nor that which who whose whom " \
	"where when " \
	"if while until unless because how why what whether is are was be do does did can could should would has " \
	"have not no"
typedef lu__said_word word;
typedef lu__said_line line;
typedef lu__said_part part;

/* What a part says. */
typedef struct sum {
	size_t words, known, held, tell, soft;
	bool self, social, you, name, asks, when, refers, doubt, about;
} sum;

/* ---- parts ---- */

/* "Hi Anna,", "I'm a student of physics"; and behind a question "Thanks from all of us" */
static bool is_about(const line *l, part p)
{
	size_t i = p.from, am = i + (i + 1 < p.to && lu_str_in_words_nocase(lu__said_text(l, i), "i we"));

	if (i + 2 == p.to && lu_str_in_words_nocase(lu__said_text(l, i), "hi hello hey dear"))
		return l->v[i + 1].to == l->n || strchr(",!", l->s[l->v[i + 1].to]);

	if (am + 1 < p.to && lu_str_in_words_nocase(lu__said_text(l, am), "am are i'm im we're"))
		return !lu__said_is_content(&l->v[am + 1]);
	return i && lu_str_in_words_nocase(lu__said_text(l, i), CLOSINGS);
}

/* Does something follow the word that asks, or it comes at once? "... and I do not know where to begin" asks nothing. */
static bool asks(const line *l, part p, size_t i)
{
	size_t held = 0;

	for (size_t k = i + 1; k < p.to && held < 2; k++) held += l->v[k].held;
	return held > 1 || i - p.from < LATE;
}

static sum sum_of(const line *l, part p)
{
	sum s = { 0 };

	for (size_t i = p.from; i < p.to; i++) {
		const word *w = &l->v[i];

		if (w->gone) continue;
		s.words++;
		s.known += w->kind != LU__SAID_CONTENT && w->kind != LU__SAID_NAME;
		s.held += w->held;
		s.tell += w->tells;
		s.soft += w->kind == LU__SAID_SOFT;
		s.name |= w->kind == LU__SAID_NAME && w->tells;
		s.self |= w->kind == LU__SAID_SELF;
		s.social |= w->kind == LU__SAID_SOCIAL;
		s.you |= w->kind == LU__SAID_YOU;
		s.asks |= w->kind == LU__SAID_ASK && asks(l, p, i);
		s.when |=
			w->kind == LU__SAID_WHEN || (i == p.from && lu_str_in_words_nocase(lu__said_text(l, i), TIMES));
		s.self |= i == p.from && i + 1 < p.to && lu_str_in_words_nocase(lu__said_text(l, i), "not") &&
			  lu_str_in_words_nocase(lu__said_text(l, i + 1), "sure");
		s.refers |= lu_str_in_words_nocase(lu__said_text(l, i), i + 1 < p.to ? "it they them" : REFERS);
	}
	if (p.to > p.from) {
		s.doubt = l->v[p.to - 1].to < l->n && l->s[l->v[p.to - 1].to] == '?';
		s.about = is_about(l, p);
	}
	return s;
}

static bool speaks(const sum *s)
{
	return s->self || s->social;
}

/* Is it English, and does at most one word of `n` tell something? */
static bool is_talk(const sum *s, size_t n)
{
	size_t tell = speaks(s) && (s->social || !s->when) ? s->tell : s->held;

	return tell * n <= s->words && (s->about || (!s->name && s->known * KNOWN >= s->words));
}

/* Does it say nothing that is looked for? `n`: is_talk(). */
static bool is_idle(const sum *s, size_t n)
{
	if (!s->held) return !s->asks || speaks(s);
	if (s->asks || (!speaks(s) && !s->you)) return false;
	if (s->doubt || (s->when && !s->social)) n = RARELY;
	else if (s->about && n == TELLS) n = ABOUT;
	return is_talk(s, n);
}

static void drop(line *l, part p)
{
	for (size_t i = p.from; i < p.to; i++) l->v[i].gone = true;
}

/* Words of the index; a name is as good as a question. */
static size_t weight_of(const sum *s)
{
	return s->held + (s->name ? LEFT : 0);
}

/* Drop idle sentences, or idle clauses of a sentence, as long as what is left has words that tell. */
static void drop_idle(line *l, part all, bool clause)
{
	size_t left = 0, n = TELLS, most = 0;

	for (part p = lu__said_next(l, all.from, all.to, clause); p.from < all.to;
	     p = lu__said_next(l, p.to, all.to, clause)) {
		sum s = sum_of(l, p);

		if (weight_of(&s) > most) most = weight_of(&s);
		if (is_idle(&s, TELLS)) continue;
		left += s.held;
		if (s.refers) n = RARELY;
	}
	/* where somebody speaks in all of them, what is looked for stands where most words are held */
	if (!left && most < LEFT) return;
	for (part p = lu__said_next(l, all.from, all.to, clause); p.from < all.to;
	     p = lu__said_next(l, p.to, all.to, clause)) {
		sum s = sum_of(l, p);

		if (is_idle(&s, n) && (left || weight_of(&s) * OTHERS <= most)) drop(l, p);
	}
}

/* ---- what leads up to a question, and what follows it ---- */

static bool is_light(lu__said_kind k)
{
	return k == LU__SAID_SMALL || k == LU__SAID_SELF || k == LU__SAID_YOU || k == LU__SAID_SOCIAL ||
	       k == LU__SAID_LEAD;
}

/* Is its first word one of `words`? */
static bool begins_with(const line *l, part p, const char *words)
{
	while (p.from < p.to && l->v[p.from].gone) p.from++;
	return p.from < p.to && lu_str_in_words_nocase(lu__said_text(l, p.from), words);
}

/* How many words tell one in a lead that goes: who asks "before we commit, who ..." or "a lease expired, who renews it?" has said in
 * it what is looked for. */
static size_t telling(const line *l, part lead, const sum *s, part rest)
{
	bool when = !s->social && begins_with(l, lead, "when if " TIMES);

	return when || sum_of(l, rest).refers ? RARELY : TELLS;
}

/* Up to the word that asks. */
static size_t end_of_lead(const line *l, part p)
{
	size_t end = p.from;

	for (size_t i = p.from; i < p.to && i < p.from + LEADS; i++) {
		part lead = { p.from, i };
		sum s = sum_of(l, lead);

		s.social |= s.you && begins_with(l, lead, "can could would will do");
		s.social |= s.words > 2 && s.soft && s.known == s.words;
		if (!speaks(&s)) continue;
		if (l->v[i].kind == LU__SAID_ASK && is_talk(&s, telling(l, lead, &s, (part){ i, p.to }))) end = i;
		if (l->v[i].kind == LU__SAID_WHEN && s.known == s.words) end = i;
	}
	return end;
}

/* Where no word asks, up to the first word of content, or of people and work; behind "hi" up to the first that tells.
 * Programs say other words than "please" alone, too. */
static size_t end_of_opening(const line *l, part p)
{
	part lead = { p.from, p.from };
	sum s;

	while (lead.to < p.to && (l->v[lead.to].gone || is_light(l->v[lead.to].kind))) {
		if (l->v[lead.to].kind == LU__SAID_LEAD && lead.to > p.from && lu__said_is_first(l, lead.to)) break;
		lead.to++;
	}
	if (begins_with(l, lead, "hi hey yo"))
		while (lead.to < p.to && !l->v[lead.to].held) lead.to++;
	s = sum_of(l, lead);
	s.social |= s.you && begins_with(l, lead, "can could would will do");
	if (lead.to == p.to || !speaks(&s)) return p.from;
	return s.words > 1 || begins_with(l, lead, "please pls plz kindly hi hey yo") ? lead.to : p.from;
}

/* Does more follow than words of people and work? A word that asks is enough where nothing was held before it. */
static bool follows(const line *l, part p, bool any)
{
	for (size_t i = p.from; i < p.to; i++)
		if (!l->v[i].gone && (lu__said_is_content(&l->v[i]) || (!any && l->v[i].kind == LU__SAID_ASK)))
			return true;
	return false;
}

static void drop_lead(line *l, part p)
{
	size_t end = end_of_lead(l, p);
	part lead;

	if (end == p.from) end = end_of_opening(l, p);
	lead = (part){ p.from, end };
	if (follows(l, (part){ end, l->n_word }, sum_of(l, lead).held > 0)) drop(l, lead);
}

static bool is_filler(const line *l, size_t i)
{
	return lu__said_fills(lu__said_text(l, i));
}

static bool closes(const line *l, size_t i)
{
	lu_str w = lu__said_text(l, i);

	return lu_str_in_words_nocase(w, CLOSINGS) ||
	       lu_str_in_words_nocase(
		       w, "please pls plz lol appreciated grateful obliged anyone anybody someone somebody");
}

/* "... is parsed any help appreciated", "... is parsed please". `any`: something went before. */
static void drop_tail(line *l, part p, bool any)
{
	part tail = { p.to, p.to };
	sum s;

	for (size_t i = p.to; i > p.from && !l->v[i - 1].held && l->v[i - 1].kind != LU__SAID_ASK; i--)
		if (closes(l, i - 1) || (l->v[i - 1].kind == LU__SAID_SELF && lu__said_is_capital(l, i - 1)))
			tail.from = i - 1;
	while (tail.from > p.from && is_filler(l, tail.from - 1)) tail.from--;
	s = sum_of(l, (part){ p.from, tail.from });
	if (s.held > !any) drop(l, tail);
}

/* ---- lines ---- */

/* Does anybody speak in the line? */
static bool is_spoken(const line *l)
{
	sum s = sum_of(l, (part){ 0, l->n_word });

	for (size_t i = 0; i < l->n_word; i++) {
		size_t to = l->v[i].to;

		if (to < l->n && l->s[to] == '!' && (to + 1 == l->n || lu_is_space(l->s[to + 1]))) return true;
	}
	return s.you || speaks(&s);
}

static void look_up(line *l)
{
	for (size_t i = 0; i < l->n_word; i++) {
		word *w = &l->v[i];
		double share = lu__said_is_content(w) ? l->share ? l->share(l->ctx, lu__said_text(l, i)) : MANY : 0;

		w->held = share > 0;
		w->tells = share > 0 && share <= MANY;
	}
}

static void blank(line *l, size_t from, size_t to)
{
	size_t a = l->v[from].from, b = to < l->n_word ? l->v[to].from : l->n;

	/* what opens the next word stays */
	while (to < l->n_word && b > l->v[to - 1].to && !lu_is_space(l->s[b - 1])) b--;
	memset(l->s + a, ' ', b - a);
}

static void blank_gone(line *l)
{
	for (size_t i = 0, to; i < l->n_word; i = to) {
		for (to = i; to < l->n_word && l->v[to].gone;) to++;
		if (to > i) blank(l, i, to);
		else to++;
	}
}

/* "Thanks in advance!", "Hi all," */
static bool is_all_courtesy(const line *l)
{
	sum s = sum_of(l, (part){ 0, l->n_word });

	return s.social && !s.held && !s.asks;
}

/* ---- talk without a mark between it and the question ---- */

/* Has nobody spoken since the last mark? "could you tell me, find ..." */
static bool is_silent(const line *l, size_t i)
{
	size_t from = i;

	while (!lu__said_is_first(l, from)) from--;
	for (size_t k = from; from && k < i; k++)
		if (l->v[k].kind == LU__SAID_SELF || l->v[k].kind == LU__SAID_YOU || l->v[k].kind == LU__SAID_SOCIAL)
			return false;
	return from > 0;
}

static lu__said said_of(const line *l, size_t i)
{
	static const signed char weights[] = {
		[LU__SAID_SELF] = 2, [LU__SAID_YOU] = 2,  [LU__SAID_SOCIAL] = 3, [LU__SAID_LEAD] = 1,
		[LU__SAID_SOFT] = 1, [LU__SAID_ASK] = -6, [LU__SAID_NAME] = -6
	};
	const word *w = &l->v[i];
	lu_str s = lu__said_text(l, i);
	bool would = lu_str_in_words_nocase(s, "would i'd we'd") || (w->to < l->n && l->s[w->to] == '!');
	bool all = lu_str_in_words_nocase(s, "everyone everybody folks guys friends team sir madam");
	int weight = w->kind == LU__SAID_CONTENT ? -(int)w->tells : weights[w->kind] + would;

	bool is_held = w->kind == LU__SAID_CONTENT && w->held;

	if (i && lu_str_in_words_nocase(s, "who")) weight = 0;
	if ((w->kind == LU__SAID_LEAD || w->kind == LU__SAID_SOFT) && is_silent(l, i)) weight = 0;
	return (lu__said){ .weight = (signed char)weight,
			   .speaks = would || all || w->kind == LU__SAID_SELF || w->kind == LU__SAID_YOU ||
				     w->kind == LU__SAID_SOCIAL,
			   .joins = lu_str_in_words_nocase(s, JOINS),
			   .opens = i && lu__said_is_capital(l, i) && !lu__said_is_capital(l, i - 1) && !is_held &&
				    w->kind != LU__SAID_NAME && w->kind != LU__SAID_SELF };
}

/* Is what stays enough for a question? One word is, where what goes has none. */
static bool is_enough(const line *l, part all, part stays)
{
	sum s = sum_of(l, stays);

	return weight_of(&s) >= LEFT || (s.held && s.held == sum_of(l, all).held);
}

static lu_code drop_ends(line *l, lu_arena *a, lu_err *e)
{
	lu__said *v = lu_arena_calloc(a, l->n_word, sizeof *v);
	size_t first = 0, last = l->n_word, from, to;

	if (!v) return lu_nomem(e);
	while (first < last && l->v[first].gone) first++;
	while (last > first && l->v[last - 1].gone) last--;
	for (size_t i = first; i < last; i++) v[i] = said_of(l, i);
	from = first + lu__said_before(v + first, last - first);
	to = last - lu__said_behind(v + from, last - from);
	while (to < last && to > from && is_filler(l, to - 1)) to--;
	if (!is_enough(l, (part){ first, last }, (part){ from, to })) return LU_OK;
	drop(l, (part){ 0, from });
	drop(l, (part){ to, l->n_word });
	return LU_OK;
}

/* The same at the end of each sentence, before it is judged: "key is empty I could not find anything about it, sorry". */
static lu_code drop_glued(line *l, lu_arena *a, lu_err *e)
{
	lu__said *v = lu_arena_calloc(a, l->n_word, sizeof *v);

	if (!v) return lu_nomem(e);
	for (size_t i = 0; i < l->n_word; i++) v[i] = said_of(l, i);
	for (part p = lu__said_next(l, 0, l->n_word, false); p.from < l->n_word;
	     p = lu__said_next(l, p.to, l->n_word, false)) {
		size_t to = p.to - lu__said_behind(v + p.from, p.to - p.from);

		while (to < p.to && to > p.from && is_filler(l, to - 1)) to--;
		if (is_enough(l, p, (part){ p.from, to })) drop(l, (part){ to, p.to });
	}
	return LU_OK;
}

lu_code lu__courtesies(char *s, size_t n, lu__share_fn *share, void *ctx, lu_arena *a, lu_err *e)
{
	line l = { .s = s, .n = n, .share = share, .ctx = ctx };
	part all;
	lu_code rc;

	if (!(l.v = lu_arena_calloc(a, n / 2 + 1 < WORDS ? n / 2 + 1 : WORDS, sizeof *l.v))) return lu_nomem(e);
	lu__said_split(&l, WORDS);
	if (!is_spoken(&l)) return LU_OK;
	look_up(&l);
	if (is_all_courtesy(&l)) {
		memset(s, ' ', n);
		return LU_OK;
	}
	all = (part){ 0, l.n_word };
	if ((rc = drop_glued(&l, a, e))) return rc;
	drop_idle(&l, all, false);
	if ((rc = drop_ends(&l, a, e))) return rc;
	for (part p = lu__said_next(&l, 0, l.n_word, false); p.from < l.n_word;
	     p = lu__said_next(&l, p.to, l.n_word, false)) {
		drop_idle(&l, p, true);
		drop_lead(&l, p);
		drop_tail(&l, p, l.v[0].gone);
	}
	blank_gone(&l);
	return LU_OK;
}
