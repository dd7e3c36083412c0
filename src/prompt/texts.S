/* SPDX-License-Identifier: MIT
 * The built-in texts of prompts, text/NAME.txt, as a part of the program. */
	.macro text name
	.globl lu__prompt_\name
	.type lu__prompt_\name, %object
	.globl lu__prompt_\name\()_end
	.type lu__prompt_\name\()_end, %object
lu__prompt_\name:
	.incbin "src/prompt/text/\name\().txt"
lu__prompt_\name\()_end:
	.endm

	.section .rodata
	text answer
	text refine
	text part
	text join
	text lazy
	text subqueries
	text relevance
	text claims
	text lazy_graph_answer
	text community_summary
	text global_map
	text global_reduce
	text explain
	text entities
	text judge
	text judge_pair
	.section .note.GNU-stack, "", %progbits
