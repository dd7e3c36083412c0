/* SPDX-License-Identifier: MIT
 * The files of the page, as a part of the program. */
	.macro file label name
	.globl lu__page_\label
	.type lu__page_\label, %object
	.globl lu__page_\label\()_end
	.type lu__page_\label\()_end, %object
lu__page_\label:
	.incbin "src/page/files/\name"
lu__page_\label\()_end:
	.endm

	.section .rodata
	file index "index.html"
	file icon "icon.svg"
	file style "page.css"
	file main "main.js"
	file api "api.js"
	file code "code.js"
	file dom "dom.js"
	file graph "graph.js"
	file map "map.js"
	file places "places.js"
	file results "results.js"
	.section .note.GNU-stack, "", %progbits
