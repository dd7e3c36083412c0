/* SPDX-License-Identifier: MIT
 * The table of token vectors, model.bin, as a part of the program: a page of it is read when a token of it is looked up. */
	.section .rodata
	.balign 64
	.globl lu__model
	.type lu__model, %object
	.globl lu__model_end
	.type lu__model_end, %object
lu__model:
	.incbin "src/embed/model.bin"
lu__model_end:
	.section .note.GNU-stack, "", %progbits
