/* SPDX-License-Identifier: MIT */
#include "mcp_merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"

/* ---- JSON with comments ---- */

/* Where the next thing that is no blank and no comment begins; s.n at the end. */
static size_t skip(lu_str s, size_t i)
{
	while (i < s.n) {
		if (s.s[i] == ' ' || s.s[i] == '\t' || s.s[i] == '\r' || s.s[i] == '\n') i++;
		else if (i + 1 < s.n && s.s[i] == '/' && s.s[i + 1] == '/')
			while (i < s.n && s.s[i] != '\n') i++;
		else if (i + 1 < s.n && s.s[i] == '/' && s.s[i + 1] == '*') {
			for (i += 2; i + 1 < s.n && (s.s[i] != '*' || s.s[i + 1] != '/');) i++;
			i = i + 1 < s.n ? i + 2 : s.n;
		} else break;
	}
	return i;
}

/* Behind the string that begins at `i`. */
static size_t past_string(lu_str s, size_t i)
{
	for (i++; i < s.n && s.s[i] != '"'; i++)
		if (s.s[i] == '\\') i++;
	return i < s.n ? i + 1 : s.n;
}

/* Behind the value that begins at `i`; 0: it has no end. */
static size_t past_value(lu_str s, size_t i)
{
	size_t depth = 0;

	while ((i = skip(s, i)) < s.n) {
		char c = s.s[i];

		if ((c == ',' || c == '}' || c == ']') && !depth) return i;
		if (c == '"') i = past_string(s, i);
		else i++;
		depth += (c == '{' || c == '[');
		depth -= (c == '}' || c == ']');
		if (!depth && (c == '"' || c == '}' || c == ']')) return i;
	}
	return 0;
}

/* An object whose '{' is at `open`. */
struct object {
	size_t open, value; /* value: of the member that was looked for; 0: it has none */
	bool empty;
};

/* Read the object at `i`, and look for a member; false: it is none that ends. *past is behind it. */
static bool read_object(lu_str s, size_t i, const char *key, struct object *out, size_t *past)
{
	*out = (struct object){ .open = i, .empty = true };
	if (i >= s.n || s.s[i] != '{') return false;
	for (i = skip(s, i + 1); i < s.n && s.s[i] == '"'; i = skip(s, i)) {
		size_t name = i;

		i = past_string(s, i);
		out->empty = false;
		if (i >= s.n) return false;
		bool meant = lu_str_eqz(lu_strn(s.s + name + 1, i - name - 2), key);

		i = skip(s, i);
		if (i >= s.n || s.s[i] != ':') return false;
		i = skip(s, i + 1);
		if (meant) out->value = i;
		if (!(i = past_value(s, i))) return false;
		i = skip(s, i);
		if (i < s.n && s.s[i] == ',') i++;
		else break;
	}
	i = skip(s, i);
	*past = i + 1;
	return i < s.n && s.s[i] == '}';
}

/* `old` with a member more at the beginning of an object. */
static void insert(lu_str old, const struct object *at, const char *indent, const char *key, lu_str value, lu_buf *out)
{
	bool ends = old.s[at->open + 1] == '\n' || old.s[at->open + 1] == '\r';

	lu_buf_add(out, old.s, at->open + 1);
	lu_buf_addf(out, "\n%s\"%s\": %.*s%s", indent, key, LU_FMT(value), at->empty ? "" : ",");
	if (!ends) lu_buf_addf(out, "\n%.*s", (int)strlen(indent) / 2, indent);
	lu_buf_add(out, old.s + at->open + 1, old.n - at->open - 1);
}

lu_code cmd_mcp_merge_json(lu_str old, const char *section, lu_str entry, lu_buf *out, bool *there, lu_err *e)
{
	static const char empty[] = "{\n}\n";
	lu_str text = lu_str_trim(old).n ? old : lu_strz(empty);
	size_t begin = lu_str_starts(text, "\xef\xbb\xbf") ? 3 : 0, past = 0;
	struct object all, in;
	lu_buf value = LU_BUF;

	*there = false;
	if (!read_object(text, skip(text, begin), section, &all, &past) || skip(text, past) < text.n)
		return lu_fail(e, LU_EFORMAT, "not an object of JSON: nothing is changed");
	if (!all.value) {
		lu_buf_addf(&value, "{\n    \"lucus\": %.*s\n  }", LU_FMT(entry));
		insert(text, &all, "  ", section, lu_buf_str(&value), out);
	} else if (!read_object(text, all.value, "lucus", &in, &past)) {
		return lu_fail(e, LU_EFORMAT, "its '%s' is not an object: nothing is changed", section);
	} else if (!in.value) {
		insert(text, &in, "    ", "lucus", entry, out);
	}
	*there = all.value && in.value;
	if (value.oom) out->oom = true;
	lu_buf_free(&value);
	return out->oom ? lu_nomem(e) : LU_OK;
}

/* ---- TOML ---- */

/* A line without its comment and blanks, and without the blanks and quotes that a header of a table may have. */
static void plain(lu_str line, lu_buf *out)
{
	lu_buf_reset(out);
	line = lu_str_before_first(line, '#');
	for (size_t i = 0; i < line.n; i++)
		if (!strchr(" \t\r\"'", line.s[i])) lu_buf_addc(out, line.s[i]);
}

lu_code cmd_mcp_merge_toml(lu_str old, lu_str entry, lu_buf *out, bool *there, lu_err *e)
{
	lu_str rest = old;
	lu_buf line = LU_BUF;
	bool whole = false, inside = false;

	*there = false;
	while (rest.n) {
		plain(lu_str_take(&rest, '\n'), &line);
		if (line.s[0] == '[') inside = lu_str_eqz(lu_buf_str(&line), "[mcp_servers]");
		*there |= lu_str_eqz(lu_buf_str(&line), "[mcp_servers.lucus]") ||
			  (inside &&
			   (lu_str_starts(lu_buf_str(&line), "lucus=") || lu_str_starts(lu_buf_str(&line), "lucus.")));
		whole |= lu_str_starts(lu_buf_str(&line), "mcp_servers=");
	}
	if (line.oom) out->oom = true;
	lu_buf_free(&line);
	if (whole) return lu_fail(e, LU_EFORMAT, "its mcp_servers are one value: add lucus there by hand");
	if (*there) return LU_OK;
	lu_buf_addstr(out, old);
	if (old.n) lu_buf_adds(out, lu_str_ends(old, "\n") ? "\n" : "\n\n");
	lu_buf_addstr(out, entry);
	return out->oom ? lu_nomem(e) : LU_OK;
}

/* ---- files ---- */

/* In place of what has that name: a link that came with a tree is not followed. */
static lu_code write_new(const char *path, lu_str text, mode_t mode, lu_err *e)
{
	int fd = unlink(path) && errno != ENOENT ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	bool ok = f && fwrite(text.s, 1, text.n, f) == text.n && !fflush(f) && !fchmod(fd, mode) && !fsync(fd);
	int why = errno;

	if (f && fclose(f)) ok = false;
	else if (!f && fd >= 0) close(fd);
	if (!ok && fd >= 0) unlink(path);
	return ok ? LU_OK : lu_fail(e, LU_EIO, "cannot write '%s': %s", path, strerror(why));
}

/* The folders above a file. */
static lu_code make_folders(const char *path, lu_err *e)
{
	lu_buf dir = LU_BUF;
	lu_code rc = LU_OK;

	for (const char *slash = strchr(path + 1, '/'); slash && !rc; slash = strchr(slash + 1, '/')) {
		lu_buf_reset(&dir);
		lu_buf_add(&dir, path, (size_t)(slash - path));
		rc = dir.oom ? lu_nomem(e) : lu_dir_make(dir.s, e);
	}
	lu_buf_free(&dir);
	return rc;
}

lu_code cmd_mcp_replace(const char *path, lu_str old, lu_str text, lu_err *e)
{
	lu_buf real = LU_BUF, next = LU_BUF, copy = LU_BUF;
	struct stat st = { .st_mode = 0644 };
	lu_code rc = LU_OK;

	/* what a link leads to is changed, and not the link */
	if (stat(path, &st) == 0) rc = lu_file_real(path, &real, e);
	else {
		st.st_mode = 0644;
		rc = make_folders(path, e);
		lu_buf_adds(&real, path);
	}
	lu_buf_addf(&next, "%s.lucus-new", real.s);
	lu_buf_addf(&copy, "%s.before-lucus", real.s);
	if (!rc && (real.oom || next.oom || copy.oom)) rc = lu_nomem(e);
	if (!rc && old.n) rc = write_new(copy.s, old, st.st_mode & 07777, e);
	if (!rc) rc = write_new(next.s, text, st.st_mode & 07777, e);
	if (!rc && rename(next.s, real.s)) {
		rc = lu_fail(e, LU_EIO, "cannot write '%s': %s", real.s, strerror(errno));
		unlink(next.s);
	}
	lu_buf_free(&real);
	lu_buf_free(&next);
	lu_buf_free(&copy);
	return rc;
}
