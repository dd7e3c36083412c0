/* SPDX-License-Identifier: MIT
 * The language model of a command: its options, its key, the prices of models. */
#ifndef LU_CMD_LLM_H
#define LU_CMD_LLM_H

#include "cli/opt.h"
#include "lucus/chat.h"

/* --llm-provider --llm-url --llm-model --temperature --max-output-tokens --llm-timeout --llm-parallel --prompt */
extern lu_opt cmd_opts_llm[];
extern lu_opt cmd_opts_prices[]; /* --prices, of all commands that call servers: not among the above */

/* The model that options, environment and settings name, or that a key in the environment stands for, with the prompts
 * of --prompt, which are checked in any case, but without its prices. *any is false when there is none, which is no
 * error. The key is LUCUS_LLM_KEY, else the provider's own (ANTHROPIC_API_KEY, OPENAI_API_KEY), which goes to its own
 * server and to this machine alone. A server that a knowledge base names gets no key, unless it is one of these: the
 * store may come from somebody else. To be called after cmd_base_settings(). */
lu_code cmd_llm_config(lu_chat_config *c, bool *any, lu_err *e) LU_MUST_USE;
/* The same opened, with its prices; *out is NULL when there is none. */
lu_code cmd_llm_open(lu_chat **out, lu_err *e) LU_MUST_USE;

/* When `o` is --llm-provider and none is given, but a URL, a model or the key in the environment stands for one:
 * replace the value by its name, and the origin by what names it. */
void cmd_llm_meant(const lu_opt *o, lu_buf *value, lu_buf *origin);

/* The user's prices, as lu_price_of() takes them: what the file of --prices holds, or nothing. */
lu_code cmd_llm_prices(lu_buf *out, lu_err *e) LU_MUST_USE;

/* The same for what only the ledger is given: that they can not be read is a warning, and there are none. */
lu_code cmd_llm_ledger_prices(lu_buf *out, lu_err *e) LU_MUST_USE;

#endif
