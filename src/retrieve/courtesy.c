/* SPDX-License-Identifier: MIT
 * Courtesies: greetings, thanks, and what leads up to a question. They are recognised by phrases, never by single words
 * of content: "help" and "new" are things that programs do. */

#include "core/ascii.h"
#include "lucus/text.h"
#include "retrieve/classify.h"
#include "retrieve/question.h"

#define WORDS 4096 /* of a line; longer ones are no prose */

/* What people say around a question, by first letter: words between blanks, phrases between commas. `~`: only where
 * nothing else is said. */
static const char *const phrases[26] = {
	['a' - 'a'] = "a beginner,a bit lost,a great day,~a hint,~a lot,a newcomer,~a pointer,~a question,"
		      "a quick question,~afternoon,~all day,~all the best,am stuck,amazing work,any advice,any clue,"
		      "any guidance,any help,any hint,any hints,any idea,any ideas,any input,any pointer,any pointers,"
		      "anybody explain,anybody know,anybody knows,anyone explain,anyone help,anyone know,anyone knows,"
		      "anyone point,anyone show,anyone tell,anything about it,apologies,apologies for,apologies if,"
		      "apologies in,appreciate any,appreciate your,are appreciated,are well,asked already,asked before,"
		      "asked me,asked me this,~awesome,awesome project,awesome work",
	['b' - 'a'] = "banging my head,basic question,be appreciated,be awesome,be grateful,be great,be helpful,"
		      "be nice,bear with me,been asked,been looking,been stuck,been trying,~beginner,best regards,"
		      "~best wishes,big thanks,bit lost,bother you,brand new here,~btw,by the way",
	['c' - 'a'] = "can anybody,can anyone,can somebody,can someone,can you,cheers,cheers mate,could anybody,"
		      "could anyone,could somebody,could someone,could you,couldn't find anything,curious",
	['d' - 'a'] = "~days,dear all,dear maintainers,dear team,didn't find anything,digging into,digging through,"
		      "does anybody,does anyone,does somebody,does someone,doing well,dumb question",
	['e' - 'a'] = "enlighten me,~evening,~evening all,~everyone,excuse me,explain me,explain pls,explain to me",
	['f' - 'a'] = "fairly new,figure out,figuring out,find anything,find anything about,finding out,first day,"
		      "first of all,~first time,first week,~folks,~for a while,for days,for hours,for the noise,"
		      "for weeks,forgive me,forgive my,found anything,from a beginner,from a newbie,from a newcomer,"
		      "from somebody who,from someone who,fyi",
	['g' - 'a'] = "get started,getting started,~give me,glad to,good afternoon,good day,good evening,good morning,"
		      "good work,got stuck,~great,great day,great job,great project,great weekend,great work,"
		      "greatly appreciated,~greetings,guys rock",
	['h' - 'a'] = "happy to,have a great,have a look,have a nice,having a great,head hurts,hear from you,~hello,"
		      "hello again,hello all,hello dear,hello everybody,hello everyone,hello folks,hello guys,"
		      "hello team,hello there,help is,help me,help me out,~help out,helps a lot,~hey,hey all,"
		      "hey everyone,hey folks,hey guys,hey team,hey there,~hi,hi again,hi all,hi dear,hi everybody,"
		      "hi everyone,hi folks,hi guys,hi team,hi there,highly appreciated,hope somebody,hope someone,"
		      "hope that's,hope this,hope you,hopefully someone,hoping somebody,hoping someone,~hours,~howdy",
	['i' - 'a'] = "i am looking,i am not sure,i am trying,i apologize,i appreciate,i find out,i hope,i joined,"
		      "i know,i look for,i need,i try,i want,i was trying,i was wondering,i wonder,i'd like,i'd love,"
		      "i'm looking,i'm not sure,i'm stuck,i'm trying,~in advance,in the right direction,interested in,"
		      "is appreciated,is much appreciated,it's obvious",
	['j' - 'a'] = "joined the,just joined,just started",
	['k' - 'a'] = "keep up,keep up the,kind regards,kindly",
	['l' - 'a'] = "last but not least,let me know,let us know,long story short,long time,looked everywhere,"
		      "looking for,looking forward,losing my mind,~lost,love the,love this",
	['m' - 'a'] = "many thanks,~mate,~mates,~maybe,~morning,~morning all,~morning everyone,much appreciated,"
		      "much obliged,my english,my head,my ignorance,my question",
	['n' - 'a'] = "new colleague,new contributor,~new here,new member,new to,~newbie,~newcomer,newcomer to,~nice,"
		      "nice day,nice evening,nice weekend,nice work,no answer,~noise,not find anything",
	['o' - 'a'] = "~obliged,obvious question,on the job,onboarding",
	['p' - 'a'] = "pardon me,pardon my,~perhaps,picking up,~please,~please advise,please can,please could,"
		      "please explain,please help,please let,please show,please tell,~pls,~plz,point me,point me to,"
		      "point out,pretty new",
	['q' - 'a'] = "question for you,question is,quick question,~quickly,quite new",
	['r' - 'a'] = "rather new,reading through,really appreciate,recently joined,recently started,~regards,"
		      "~right direction",
	['s' - 'a'] = "scratching my head,searched everywhere,sent from my,shed some light,show me,silly question,"
		      "~sincerely,~so much,some advice,some guidance,some help,somebody explain,somebody help,"
		      "somebody know,somebody knows,somebody new,somebody point,somebody show,somebody tell,"
		      "someone explain,someone help,someone know,someone knows,someone new,someone point,someone show,"
		      "someone tell,sorry for,sorry if,sorry to,started reading,started to work,started using,"
		      "started working,stupid question",
	['t' - 'a'] = "take a look,teach me,~team,tell me,tell us,thank you,thank you all,~thanks,thanks a bunch,"
		      "thanks a lot,thanks again,thanks all,thanks everyone,thanks folks,thanks for,thanks guys,"
		      "thanks in advance,thanks so much,thanks team,thanks very much,that helps,that would help,"
		      "~the code base,~the codebase,~the following,~the noise,~the project,~the repo,~the repository,"
		      "the right place,~the team,~this code base,~this codebase,this is obvious,~this project,"
		      "~this repo,~this repository,~thx,thx a lot,thx in advance,~tia,to ask,to bother,to figure out,"
		      "to find out,to know,to learn,to understand,totally lost,~ty",
	['u' - 'a'] = "unsure",
	['v' - 'a'] = "very grateful,very helpful,~very much,very new",
	['w' - 'a'] = "warm regards,we are trying,we need,we want,we're trying,~welcome,whole afternoon,whole day,"
		      "whole morning,wondering,~working on,would appreciate,would help,would like,would love,would you,"
		      "wrong place",
	['y' - 'a'] = "you explain,~you guys,you help,you know,you please,you point,you rock,you show,you tell,"
		      "your answer,~your code base,~your codebase,your help,~your project,your reply,~your repo,"
		      "your response,your support,your time,your work",
};

/* Words of no content beside those of lu_stop_word(). */
#define SMALL \
	"i i'm i'd i've i'll we we're we'd we've you you're me my mine us our your yours someone somebody anyone " \
	"anybody " \
	"everyone everybody it's that's there's don't doesn't didn't can't couldn't haven't won't isn't could would " \
	"can might " \
	"should will may must been being just so also well very really quite some any bit little now still already " \
	"again yet " \
	"if whether all whole any both not no though although while here there since because hence am was were have " \
	"has had having do does did let get got go one up out today lately recently"
/* The question itself begins. */
#define ASKS "how where what which why when who whose"

enum kind { CONTENT, FUNCTION, ALONE, COURTESY };

typedef struct word {
	size_t from, to;
	enum kind kind;
} word;

typedef struct line {
	char *s;
	size_t n;
	word *v;
	size_t n_word;
} line;

static bool in_word(const line *l, size_t i)
{
	char c = l->s[i];

	return lu_is_ident(c) || (c == '\'' && i && i + 1 < l->n && lu_is_alpha(l->s[i + 1]));
}

static lu_str text_of(const line *l, size_t i)
{
	return lu_strn(l->s + l->v[i].from, l->v[i].to - l->v[i].from);
}

static bool same(lu_str w, const char *s, size_t n)
{
	if (w.n != n) return false;
	for (size_t i = 0; i < n; i++)
		if (lu_lower(w.s[i]) != s[i]) return false;
	return true;
}

/* Words of the line, from `i` on, that the phrase of `n` bytes has; 0: it is not there. */
static size_t match(const line *l, size_t i, size_t end, const char *s, size_t n)
{
	size_t words = 0;

	while (n) {
		const char *blank = memchr(s, ' ', n);
		size_t len = blank ? (size_t)(blank - s) : n;

		if (i + words == end || !same(text_of(l, i + words), s, len)) return 0;
		words++;
		s += len + (blank != NULL);
		n -= len + (blank != NULL);
	}
	return words;
}

static void mark(line *l, size_t i, size_t end)
{
	int first = lu_lower(l->s[l->v[i].from]) - 'a';

	for (const char *p = first < 0 || first > 25 ? NULL : phrases[first]; p && *p;) {
		const char *comma = strchr(p, ',');
		size_t n = comma ? (size_t)(comma - p) : strlen(p), words;
		bool alone = *p == '~';

		if ((words = match(l, i, end, p + alone, n - alone)) > 0)
			for (size_t k = i; k < i + words; k++)
				if (l->v[k].kind < COURTESY) l->v[k].kind = alone ? ALONE : COURTESY;
		p += n + (comma != NULL);
	}
}

static bool is_small(lu_str w)
{
	char low[LU_TOKEN_MAX];

	if (w.n > sizeof low) return false;
	for (size_t i = 0; i < w.n; i++) low[i] = lu_lower(w.s[i]);
	return lu_stop_word(lu_strn(low, w.n)) || lu_str_in_words_nocase(w, SMALL);
}

/* The words of a clause: kinds of [i, end). */
static void judge(line *l, size_t i, size_t end)
{
	for (size_t k = i; k < end; k++) l->v[k].kind = is_small(text_of(l, k)) ? FUNCTION : CONTENT;
	for (size_t k = i; k < end; k++) mark(l, k, end);
}

/* "Hi Anna,": a greeting and whom it is for. */
static bool greets(const line *l, size_t i, size_t end)
{
	size_t at = end > i ? l->v[end - 1].to : 0;

	return end - i == 2 && lu_str_in_words_nocase(text_of(l, i), "hi hello hey dear") &&
	       (at == l->n || strchr(",!", l->s[at]));
}

/* How much of [i, end) goes: [*from, *to), words; empty: nothing. */
static void find_cut(const line *l, size_t i, size_t end, bool first, size_t *from, size_t *to)
{
	size_t k, last = i;
	bool sure = false, any = false;

	*from = *to = i;
	if (first && greets(l, i, end)) *to = end;
	for (k = i; k < end && l->v[k].kind != CONTENT; k++) {
		if (l->v[k].kind == FUNCTION && lu_str_in_words_nocase(text_of(l, k), ASKS)) break;
		sure |= l->v[k].kind == COURTESY;
		any |= l->v[k].kind >= ALONE;
		if (l->v[k].kind >= ALONE) last = k + 1;
	}
	if (k == end && any) *to = end;
	else if (sure) *to = last;
	if (*to > *from) return;
	for (k = last = end, sure = false; k > i && l->v[k - 1].kind != CONTENT; k--) {
		sure |= l->v[k - 1].kind == COURTESY;
		if (l->v[k - 1].kind >= ALONE) last = k - 1;
	}
	if (sure && k > i) *from = last, *to = end;
}

/* Does a clause end after word `i`? Full stops and commas within numbers and names are followed by no blank. */
static bool ends_clause(const line *l, size_t i)
{
	size_t to = i + 1 < l->n_word ? l->v[i + 1].from : l->n;

	for (size_t k = l->v[i].to; k < to; k++) {
		bool last = k + 1 == l->n || lu_is_space(l->s[k + 1]);

		if (last && (strchr(".!?;:,", l->s[k]) || (l->s[k] == '-' && lu_is_space(l->s[k - 1])))) return true;
	}
	return i + 1 == l->n_word;
}

static void split(line *l)
{
	for (size_t i = 0; i < l->n && l->n_word < WORDS;) {
		size_t from;

		while (i < l->n && !in_word(l, i)) i++;
		for (from = i; i < l->n && in_word(l, i);) i++;
		if (i > from) l->v[l->n_word++] = (word){ from, i, CONTENT };
	}
}

static void blank(line *l, size_t from, size_t to)
{
	size_t a = l->v[from].from, b = to < l->n_word ? l->v[to].from : l->n;

	/* what opens the next word stays */
	while (to < l->n_word && b > l->v[to - 1].to && !lu_is_space(l->s[b - 1])) b--;
	memset(l->s + a, ' ', b - a);
}

lu_code lu__courtesies(char *s, size_t n, bool first, lu_arena *a, lu_err *e)
{
	line l = { .s = s, .n = n };

	if (!(l.v = lu_arena_calloc(a, n / 2 + 1 < WORDS ? n / 2 + 1 : WORDS, sizeof *l.v))) return lu_nomem(e);
	split(&l);
	for (size_t i = 0, end, from, to; i < l.n_word; i = end, first = false) {
		for (end = i; !ends_clause(&l, end);) end++;
		judge(&l, i, ++end);
		find_cut(&l, i, end, first, &from, &to);
		if (to > from) blank(&l, from, to);
	}
	return LU_OK;
}
