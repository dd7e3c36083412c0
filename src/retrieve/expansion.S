/* SPDX-License-Identifier: MIT
 * What tokens of code stand for words, as a part of the program: expansion.txt was learned, thesaurus.txt written. */
	.section .rodata
	.globl lu__expansion
	.type lu__expansion, %object
	.globl lu__expansion_end
	.type lu__expansion_end, %object
	.globl lu__thesaurus
	.type lu__thesaurus, %object
	.globl lu__thesaurus_end
	.type lu__thesaurus_end, %object
lu__expansion:
	.incbin "src/retrieve/expansion.txt"
lu__expansion_end:
lu__thesaurus:
	.incbin "src/retrieve/thesaurus.txt"
lu__thesaurus_end:
	.section .note.GNU-stack, "", %progbits
