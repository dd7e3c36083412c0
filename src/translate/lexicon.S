/* SPDX-License-Identifier: MIT
 * The lexicon, lexicon.bin, as a part of the program: a page of it is read when a word is looked up. */
	.section .rodata
	.balign 64
	.globl lu__lexicon
	.type lu__lexicon, %object
	.globl lu__lexicon_end
	.type lu__lexicon_end, %object
lu__lexicon:
	.incbin "src/translate/lexicon.bin"
lu__lexicon_end:
	.section .note.GNU-stack, "", %progbits
