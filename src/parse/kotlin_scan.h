/* SPDX-License-Identifier: MIT
 * Included by force before tree-sitter-kotlin's scanner, whose entry it takes over, for three reasons:
 * without a line end before the brace that closes a class's body, the scanner finds no end of the last
 * member; at the end of the file it looks for a blank, or for something else than one, for ever; and while
 * the parser recovers from an error, when it takes any token, it is given all that is left of the file as the
 * content of a string. */
#ifndef LU_PARSE_KOTLIN_SCAN_H
#define LU_PARSE_KOTLIN_SCAN_H

#include <string.h>

#include <tree_sitter/parser.h>

/* The scanner's tokens that matter here, by their numbers in it. */
enum { KOTLIN_END = 0, KOTLIN_MEMBER_END = 1, KOTLIN_STRING = 6, KOTLIN_DOLLAR = 10, KOTLIN_TOKENS = 11 };

/* The lexer that the scanner sees: the end of the file is a zero, then a blank, and so on. */
struct kotlin_lexer {
	TSLexer seen, *real;
};

static void kotlin_look(struct kotlin_lexer *k)
{
	bool was_zero = k->seen.lookahead == 0;

	k->seen.lookahead = k->real->lookahead;
	if (k->real->eof(k->real)) k->seen.lookahead = was_zero ? ' ' : 0;
}

static void kotlin_advance(TSLexer *l, bool skip)
{
	struct kotlin_lexer *k = (struct kotlin_lexer *)l;

	k->real->advance(k->real, skip);
	kotlin_look(k);
}

static void kotlin_mark_end(TSLexer *l)
{
	TSLexer *real = ((struct kotlin_lexer *)l)->real;

	real->mark_end(real);
}

static uint32_t kotlin_column(TSLexer *l)
{
	TSLexer *real = ((struct kotlin_lexer *)l)->real;

	return real->get_column(real);
}

static bool kotlin_at_start(const TSLexer *l)
{
	const TSLexer *real = ((const struct kotlin_lexer *)l)->real;

	return real->is_at_included_range_start(real);
}

static bool kotlin_eof(const TSLexer *l)
{
	const TSLexer *real = ((const struct kotlin_lexer *)l)->real;

	return real->eof(real);
}

bool kotlin_scan(void *payload, TSLexer *lexer, const bool *valid);

bool tree_sitter_kotlin_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid)
{
	struct kotlin_lexer k = { .real = lexer };
	bool wanted[KOTLIN_TOKENS], found;

	memcpy(wanted, valid, sizeof wanted);
	if (valid[KOTLIN_END] && valid[KOTLIN_STRING]) wanted[KOTLIN_STRING] = wanted[KOTLIN_DOLLAR] = false;
	if (wanted[KOTLIN_MEMBER_END] && !wanted[KOTLIN_STRING]) {
		lexer->mark_end(lexer);
		while (lexer->lookahead == ' ' || lexer->lookahead == '\t') lexer->advance(lexer, true);
		lexer->result_symbol = KOTLIN_MEMBER_END;
		if (lexer->lookahead == '}') return true;
	}
	k.seen = *lexer;
	k.seen.advance = kotlin_advance;
	k.seen.mark_end = kotlin_mark_end;
	k.seen.get_column = kotlin_column;
	k.seen.is_at_included_range_start = kotlin_at_start;
	k.seen.eof = kotlin_eof;
	found = kotlin_scan(payload, &k.seen, wanted);
	lexer->result_symbol = k.seen.result_symbol;
	return found;
}

#define tree_sitter_kotlin_external_scanner_scan kotlin_scan

#endif
