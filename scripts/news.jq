# SPDX-License-Identifier: MIT
# What scripts/news-articles.jq and scripts/news-questions.jq share: the text of a piece of HTML, which may be cut amid a tag.
def prose:
	gsub("^[^<>]*(href|rel|target)=[^<>]*>|<[^>]*>|<[^>]*$"; "")
	| gsub("&amp;"; "&") | gsub("&lt;"; "<") | gsub("&gt;"; ">") | gsub("&quot;"; "\"") | gsub("&#39;|&apos;"; "'")
	| gsub("&nbsp;|[\u00a0 \t\r\n]+"; " ") | gsub("^ | $"; "");
