# SPDX-License-Identifier: MIT
# The articles of BenchmarkQED as lines of Markdown files: NAME, a tab, and the line. A paragraph is apart, and a sentence has a line
# of its own, so that what is kept of an article can be told by its lines.
include "news";

select(.body_nitf)
| "\(.firstcreated[:10])-\(.altids.itemid[:12]).md" as $name
| (["# \(.headline | prose)", "", .firstcreated[:10]]
	+ ([.body_nitf | gsub("</(p|li|h[1-6]|hl2|block)>|<br */?>"; "\u0001") | split("\u0001")[] | prose | select(. != "")
		| ["", (gsub("(?<end>[a-z0-9)%\u2019\u201d\"'][.!?][\u201d\u2019\"')]*) (?=[\"\u201c\u2018(A-Z0-9])"; .end + "\n")
			# what an abbreviation ends goes on
			| gsub("(?<short>\\b(Jan|Feb|Mar|Apr|Aug|Sept|Oct|Nov|Dec|Gov|Sen|Rep|Reps|Sens|Dr|Mr|Mrs|Ms|St|v|vs|No|Co|Lt|Gen|Jr|Sr|[A-Z])\\.)\n"; .short + " ")
			| split("\n")[])][]]))[]
| "\($name)\t\(.)"
