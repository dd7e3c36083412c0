/* SPDX-License-Identifier: MIT
 * Files that are not worth reading by their names. A file that a person may have written is none of
 * them: a small table of data is read, a large one would bury the rest. */
#include "core/ascii.h"
#include "lucus/walk.h"

/* What package managers write down. */
static const char lock_files[] = "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock "
				 "deno.lock cargo.lock poetry.lock "
				 "uv.lock pdm.lock pipfile.lock gemfile.lock composer.lock go.sum "
				 "go.work.sum mix.lock rebar.lock pubspec.lock "
				 "podfile.lock cartfile.resolved package.resolved flake.lock "
				 "packages.lock.json gradle.lockfile stack.yaml.lock "
				 "cabal.project.freeze .terraform.lock.hcl conda-lock.yml";

static const struct {
	int64_t size; /* larger ones are left out */
	const char *reason, *extensions;
} kinds[] = {
	{ -1, "binary",
	  "png jpg jpeg gif bmp ico icns webp avif tif tiff psd xcf heic woff woff2 ttf otf eot mp3 mp4 m4a "
	  "m4v ogg oga "
	  "ogv wav flac avi mov mkv webm zip gz tgz bz2 xz zst lz4 7z rar jar war whl gem nupkg deb rpm dmg "
	  "iso pdf doc "
	  "docx xls xlsx ppt pptx odt ods odp o a so lib dll dylib exe class pyc pyo wasm beam sqlite "
	  "sqlite3 db "
	  "gmo npy npz parquet pickle pkl" },
	{ -1, "generated", "map lockb" },
	{ -1, "data", "svg jsonl ndjson po pot" },
	{ 32 << 10, "data", "csv tsv geojson dat log sum hex srec ppm pgm xpm xbm stl" },
	{ 128 << 10, "data", "json xml ipynb plist dump" },
};

const char *lu_name_reason(lu_str path, int64_t size)
{
	lu_str base = lu_str_after_last(path, '/');
	lu_str ext = lu_str_before_last(base, '.').n ? lu_str_after_last(base, '.') : lu_strn("", 0);

	if (lu_str_in_words_nocase(base, lock_files)) return "generated";
	/* what SQLite and our own store keep beside a database */
	if (lu_str_ends(base, "-wal") || lu_str_ends(base, "-shm") || lu_str_ends(base, "-journal") ||
	    lu_str_ends(ext, "-lock") || lu_str_ends(ext, "-cache") || lu_str_ends(ext, "-ledger"))
		return "data";
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (size > kinds[i].size && lu_str_in_words_nocase(ext, kinds[i].extensions)) return kinds[i].reason;
	return NULL;
}
