/* SPDX-License-Identifier: MIT
 * Words of courtesies by what they do in a clause. */
#include "core/ascii.h"
#include "lucus/text.h"
#include "retrieve/courtesy.h"

/* Words of no content beside those of lu_stop_word(). */
#define SMALL \
	"it's that's there's don't doesn't didn't can't couldn't haven't won't isn't might should may just also " \
	"well very really quite rather pretty fairly totally completely greatly highly some any bit little now still " \
	"already again yet all both no not though although while here since because hence then than get got getting " \
	"go going gone went one up out off over lately recently soon ever never always maybe perhaps before after " \
	"around through too much many more most long far upon anyway actually basically let let's kind sort else oh"
#define SELF \
	"i i'm i'd i've i'll im ive we we're we've we'd we'll me my mine myself us our ours someone somebody anyone " \
	"anybody"
#define YOU "you you're you've your yours u"
/* Said to somebody, whatever else is said. */
#define SOCIAL \
	"hello hi hey hiya yo howdy greetings dear thanks thank thx ty tia cheers please pls plz sorry apologies " \
	"apologise apologize pardon excuse forgive regards sincerely grateful thankful appreciate appreciated " \
	"obliged " \
	"wondering wonder curious hope hoping hopefully kindly bye goodbye fyi btw whom wishes lol"
/* What one does, or bids another do, on the way to a question. */
#define LEAD \
	"know understand figure find tell explain show point help need want like love try trying tried look looking " \
	"see ask asking looked knew talked talking learn learning give share interested unsure sure able advise"
/* Of people, of their time, and of what they do. */
#define SOFT \
	"afternoon evening morning night day days week weeks weekend month months year years today yesterday " \
	"tomorrow " \
	"monday tuesday wednesday thursday friday saturday sunday time times moment minute minutes hour hours ago " \
	"new " \
	"newbie newcomer beginner junior senior student intern colleague colleagues boss manager teammate team mate " \
	"mates friend friends folk folks guys guy everyone everybody people person maintainer maintainers dev devs " \
	"developer developers engineer contributor contributors expert experts sir madam name company joined start " \
	"started starting work works worked working job onboarding reading read exploring digging searched searching " \
	"spent struggling stuck lost confused confusing puzzled afraid head mind brain bear question questions quick " \
	"silly stupid dumb basic simple naive obvious helps helping helpful advice guidance hint hints pointer " \
	"pointers " \
	"tip tips clue clues idea ideas suggestion suggestions insight insights direction light answer answers reply " \
	"response glad happy nice great good best awesome amazing cool lovely wonderful bunch lot lots last first " \
	"second " \
	"advance project projects codebase code base repo repository library thing things stuff place part area " \
	"something nothing everything anything somewhere anywhere everywhere asked bother noise support effort " \
	"patience " \
	"fantastic excellent thesis assignment homework school university students " \
	"english warm warmest come came coming trouble hard google googled docs documentation keep welcome"
/* The question itself begins. */
#define ASKS "how where what which why who whose whether"
/* It may, or says under which circumstances. */
#define WHEN "when if"

lu__said_kind lu__said_kind_of(lu_str w)
{
	static const struct {
		const char *words;
		lu__said_kind kind;
	} lists[] = { { ASKS, LU__SAID_ASK },      { SELF, LU__SAID_SELF }, { YOU, LU__SAID_YOU },
		      { SOCIAL, LU__SAID_SOCIAL }, { WHEN, LU__SAID_WHEN }, { SMALL, LU__SAID_SMALL },
		      { LEAD, LU__SAID_LEAD },     { SOFT, LU__SAID_SOFT } };
	char low[LU_TOKEN_MAX];

	if (w.n > sizeof low) return LU__SAID_CONTENT;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (lu_str_in_words_nocase(w, lists[i].words)) return lists[i].kind;
	for (size_t i = 0; i < w.n; i++) low[i] = lu_lower(w.s[i]);
	return lu_stop_word(lu_strn(low, w.n)) ? LU__SAID_SMALL : LU__SAID_CONTENT;
}

bool lu__said_fills(lu_str w)
{
	return lu_str_in_words_nocase(w, SMALL);
}
