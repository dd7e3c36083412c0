/* SPDX-License-Identifier: MIT
 * What tokens of code stand for words, expansion.txt, as a part of the program. */
	.section .rodata
	.globl lu__expansion
	.globl lu__expansion_end
lu__expansion:
	.incbin "src/retrieve/expansion.txt"
lu__expansion_end:
	.section .note.GNU-stack, "", %progbits
