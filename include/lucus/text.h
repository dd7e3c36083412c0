/* SPDX-License-Identifier: MIT
 * Text: decoding to UTF-8, and the tokens that full text and embeddings share. */
#ifndef LUCUS_TEXT_H
#define LUCUS_TEXT_H

#include "lucus/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Decode the bytes of a text file to valid UTF-8 without NUL: UTF-8 (a byte order mark is dropped),
 * UTF-16 with a byte order mark, and every byte that is not part of well-formed UTF-8 as Latin-1. NUL
 * and unpaired surrogates become U+FFFD. *out is a view of `bytes` when nothing had to change, else of
 * `buf` (reset first). *encoding (may be NULL) is "utf-8", "utf-16le", "utf-16be" or "latin-1". */
lu_code lu_text_decode(lu_str bytes, lu_buf *buf, lu_str *out, const char **encoding, lu_err *e) LU_MUST_USE;

/* True when `s` is well-formed UTF-8. */
bool lu_utf8_valid(lu_str s);

/* Append `s`, normalised to NFKC and case-folded (utf8proc), with a fast path for ASCII. Characters that
 * are ignorable by default (joiners, soft hyphens) are dropped; invalid bytes become U+FFFD. */
lu_code lu_text_fold(lu_str s, lu_buf *out, lu_err *e) LU_MUST_USE;

/* The same, and without the marks on letters of the Latin and Cyrillic scripts ("Größe": "grosse", "ещё": "еще"). */
lu_code lu_text_bare(lu_str s, lu_buf *out, lu_err *e) LU_MUST_USE;

typedef enum lu_token_kind {
	LU_TOKEN_WORD,  /* an identifier or word that has only one part */
	LU_TOKEN_WHOLE, /* an identifier of several parts, whole: "getuserbyid", "get_user_by_id" */
	LU_TOKEN_PART,  /* one of its parts: "get", "user", "by", "id" */
} lu_token_kind;

/* `token` is folded, lives only during the call. Return false to stop. */
typedef bool lu_token_fn(void *ctx, lu_str token, lu_token_kind kind);

/* Longest token in bytes; longer runs are cut into pieces of this length. */
#define LU_TOKEN_MAX 64

/* Call `fn` for the tokens of `text`, in order. A run of letters, digits, '_' and combining marks is an
 * identifier; parts split at '_', at case changes (parseJSONFile: parse json file; HTTPServer: http
 * server; getURLs: get urls) and between letters and digits (utf8: utf 8, whole utf8). A whole token comes
 * before its parts, without the '_' at its ends (__init__: init). The whole form of parts joined by '_' or
 * by case is the same up to the '_' between them. Scripts without spaces (Han, Hiragana, Katakana, Thai ...)
 * give one token per character pair (bigram), a single character alone. Equal text in any normal form gives
 * equal tokens. No memory is allocated. */
lu_code lu_tokenize(lu_str text, lu_token_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* The same without comments that are for a tool: "# noqa", "// NOLINT(x)", "# type: ignore". They are found as they are written, but
 * their words say nothing of what the code is about. */
lu_code lu_tokenize_code(lu_str code, lu_token_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Is the folded token `one` both words, with a '_' between them or not? And is it `word` but for a '_'? */
bool lu_is_joined(lu_str one, lu_str first, lu_str second);
bool lu_is_split(lu_str one, lu_str word);
/* Which of `words` are in the folded token `one`, which is two of them as one, or one as two?
 * `found` is called with the number of each, perhaps several times; empty words are in none. */
typedef void lu_word_fn(void *ctx, size_t i);
void lu_words_in_one(lu_str one, const lu_str *words, size_t n, lu_word_fn *found, void *ctx);

/* English function words that carry no search intent; `token` is folded. */
bool lu_stop_word(lu_str token);

/* Stems of English words (Porter's second algorithm): "serialised", "serialises" and "serialising"
 * have one. And who does something has the stem of what is done, as code is named by the one and
 * searched by the other: "parser" that of "parsed", "scanner" that of "scanning". Irregular forms
 * ("woken", "children") have the stem of the plain one, and what is spelt in two ways ("colour",
 * "initialise") that of the American spelling. A stemmer serves one thread at a time. */
typedef struct lu_stemmer lu_stemmer;
lu_code lu_stemmer_new(lu_stemmer **out, lu_err *e) LU_MUST_USE;
void lu_stemmer_free(lu_stemmer *s); /* accepts NULL */
/* The stem of a folded token, until the next call; the token itself when it is none of at least 3 letters of ASCII. */
lu_str lu_stem(lu_stemmer *s, lu_str word);

/* A word whose stem follows from no rule: its plain form, and lu_stem() of both. */
typedef struct lu_irregular {
	const char *word, *plain, *stem;
} lu_irregular;
/* The entry of a folded token; NULL: it has none. */
const lu_irregular *lu_irregular_form(lu_str word);
/* All of them, by word. */
const lu_irregular *lu_irregulars(size_t *n);

/* Version of the tokeniser, and of what else a row of the full text is made of; it is stored, and a
 * store with another one is indexed anew. */
#define LU_TOKENIZER_VERSION 8

/* Call `fn` for what the string literals of `code`, source text in `language` or a part of it, say:
 * for each piece between escapes, values that are put in, and quotes. Comments, characters, and
 * strings that only document hold none, nor do languages of whose strings the table of languages says nothing. A code
 * that `fn` returns ends it and is returned. */
typedef lu_code lu_literal_fn(void *ctx, lu_str piece, lu_err *e);
lu_code lu_literals(lu_str code, lu_str language, lu_literal_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* What a stretch of source text is, when it is no code. */
typedef enum lu_span_kind {
	LU_SPAN_COMMENT,
	LU_SPAN_DOC,   /* a string that only documents */
	LU_SPAN_STRING /* any other, a character, a regular expression */
} lu_span_kind;
/* Call `fn` for the comments, which nest where the language lets them, and the literals of `code`, with their marks and
 * quotes, in their order. Of languages whose literals the table lacks there are comments alone, or nothing. A code
 * that `fn` returns ends it and is returned. */
typedef lu_code lu_span_fn(void *ctx, lu_span_kind kind, lu_str span, lu_err *e);
lu_code lu_spans(lu_str code, lu_str language, lu_span_fn *fn, void *ctx, lu_err *e) LU_MUST_USE;

/* Does a sentence of prose end with the character at `i`: ".", "!", "?", or what ends one in Chinese and Japanese, which
 * no blank follows? Not after short forms ("e.g.", "Dr."), amid names ("v1.2", "file.c") and within an ellipsis that goes
 * on. *past: behind it, and the quotes and brackets that it closes. */
bool lu_sentence_ends(lu_str s, size_t i, size_t *past);

/* The first sentence of documentation, or its first paragraph when that has no end. Licences,
 * copyright lines and headings with a line under them are passed over. A view of `doc`, maybe empty. */
lu_str lu_first_sentence(lu_str doc);

/* What a model is estimated to read for a text of so many bytes: a quarter of them, rounded up. Code of the usual
 * languages measures 3 to 4 bytes a token, prose 4 to 5. */
static inline int64_t lu_tokens(size_t bytes)
{
	return (int64_t)(bytes / 4 + (bytes % 4 != 0));
}

/* Is a paragraph, perhaps with signs of a comment before it, a copyright line or part of a licence? A guess by how it begins, and by
 * the words in it. */
bool lu_legal_text(lu_str paragraph);

/* Offset of the start of line `line` (from 1) in `text`; text.n when there are fewer lines. */
size_t lu_line_offset(lu_str text, uint32_t line);

#ifdef __cplusplus
}
#endif
#endif
