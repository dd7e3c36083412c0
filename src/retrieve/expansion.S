/* SPDX-License-Identifier: MIT
 * What tokens of code stand for words, as a part of the program: expansion.txt was learned, thesaurus.txt written. */
	.section .rodata
	.globl lu__expansion
	.globl lu__expansion_end
	.globl lu__thesaurus
	.globl lu__thesaurus_end
lu__expansion:
	.incbin "src/retrieve/expansion.txt"
lu__expansion_end:
lu__thesaurus:
	.incbin "src/retrieve/thesaurus.txt"
lu__thesaurus_end:
	.section .note.GNU-stack, "", %progbits
