/* SPDX-License-Identifier: MIT
 * The prompts that there are, and their texts. */
#include "lucus/hash.h"
#include "lucus/prompt.h"

#define PROMPT(id, name, ...) extern const char lu__prompt_##name[], lu__prompt_##name##_end[];
#include "lucus/prompts.def"
#undef PROMPT

const lu_prompt_info *lu_prompts_info(lu_prompt_id p)
{
	static const lu_prompt_info info[LU_PROMPTS] = {
#define PROMPT(id, name, phase, required, optional, summary) { #name, #phase, required, optional, summary },
#include "lucus/prompts.def"
#undef PROMPT
	};

	return &info[p];
}

static lu_str built_in(lu_prompt_id p)
{
	static const struct {
		const char *text, *end;
	} of[LU_PROMPTS] = {
#define PROMPT(id, name, ...) { lu__prompt_##name, lu__prompt_##name##_end },
#include "lucus/prompts.def"
#undef PROMPT
	};

	return lu_strn(of[p].text, (size_t)(of[p].end - of[p].text));
}

lu_code lu_prompts_find(lu_str name, lu_prompt_id *out, lu_err *e)
{
	lu_buf all = LU_BUF;

	for (int p = 0; p < LU_PROMPTS; p++) {
		const char *known = lu_prompts_info((lu_prompt_id)p)->name;

		if (lu_str_eqz(name, known)) {
			*out = (lu_prompt_id)p;
			lu_buf_free(&all);
			return LU_OK;
		}
		lu_buf_addf(&all, "%s%s", p ? ", " : "", known);
	}
	lu_fail(e, LU_EUSAGE, "there is no prompt '%.*s', but %s", LU_FMT(name), all.s);
	lu_buf_free(&all);
	return LU_EUSAGE;
}

lu_str lu_prompts_text(const lu_prompts *own, lu_prompt_id p)
{
	return own && own->text[p].n ? own->text[p] : built_in(p);
}

uint64_t lu_prompts_digest(const lu_prompts *own, lu_prompt_id p)
{
	return lu_digest64(lu_prompts_text(own, p), (uint64_t)p);
}
