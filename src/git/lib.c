/* SPDX-License-Identifier: MIT
 * Loads libgit2. What is loaded stays for the life of the process. */
#include "git/lib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define FUNCTION(name) \
	{ \
		"git_" #name, offsetof(lu__libgit2, name) \
	}

static const struct function {
	const char *name;
	size_t at; /* in lu__libgit2 */
} functions[] = {
	FUNCTION(libgit2_init),
	FUNCTION(libgit2_opts),
	FUNCTION(error_last),
	FUNCTION(odb_open),
	FUNCTION(odb_free),
	FUNCTION(odb_read_header),
	FUNCTION(repository_wrap_odb),
	FUNCTION(repository_free),
	FUNCTION(oid_fromstr),
	FUNCTION(oid_tostr),
	FUNCTION(oid_cmp),
	FUNCTION(commit_lookup),
	FUNCTION(commit_free),
	FUNCTION(commit_tree_id),
	FUNCTION(commit_parentcount),
	FUNCTION(commit_parent_id),
	FUNCTION(commit_time),
	FUNCTION(commit_message),
	FUNCTION(tree_lookup),
	FUNCTION(tree_free),
	FUNCTION(tree_entrycount),
	FUNCTION(tree_entry_byindex),
	FUNCTION(tree_entry_byname),
	FUNCTION(tree_entry_name),
	FUNCTION(tree_entry_id),
	FUNCTION(tree_entry_filemode),
	FUNCTION(odb_exists_prefix),
	FUNCTION(odb_hash),
	FUNCTION(oid_fromstrn),
	FUNCTION(object_lookup),
	FUNCTION(tag_target_id),
	FUNCTION(object_free),
	FUNCTION(blob_lookup),
	FUNCTION(blob_rawcontent),
	FUNCTION(blob_rawsize),
	FUNCTION(blob_free),
	FUNCTION(patch_from_buffers),
	FUNCTION(patch_to_buf),
	FUNCTION(patch_free),
	FUNCTION(buf_dispose),
};

/* Its name changes with its interface: that of the headers, and those of others in which ours is the same. */
static const char *const names[] = { "libgit2.so." LIBGIT2_SOVERSION,
				     "libgit2.so.1.9",
				     "libgit2.so.1.8",
				     "libgit2.so.1.7",
				     "libgit2.so.1.6",
				     "libgit2.so.1.5",
				     "libgit2.so.1.4",
				     "libgit2.so.1.3",
				     "libgit2.so.1.1",
				     NULL };

static struct {
	pthread_once_t once;
	lu__libgit2 lib;
	lu_code rc;
	lu_err e;
} loaded = { .once = PTHREAD_ONCE_INIT };

static lu_code find_all(void *lib, lu__libgit2 *out, lu_err *e)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *f = dlsym(lib, functions[i].name);

		if (!f) return lu_fail(e, LU_EREJECT, "libgit2 has no '%s'", functions[i].name);
		memcpy((char *)out + functions[i].at, &f, sizeof f);
	}
	return LU_OK;
}

/* Trees are read twice at most, one commit after the other: to keep many of them only takes memory. */
#define CACHE (16 << 20)

static lu_code start(const lu__libgit2 *lib, lu_err *e)
{
	if (lib->libgit2_init() < 0 || lib->libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, (ssize_t)CACHE) < 0)
		return lu_fail(e, LU_EREJECT, "libgit2 does not start");
	return LU_OK;
}

static void load(void)
{
	void *lib = NULL;

	for (size_t i = 0; names[i] && !lib; i++) lib = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
	if (!lib)
		loaded.rc =
			lu_fail(&loaded.e, LU_EREJECT, "libgit2, which reads it, is not installed ('%s')", names[0]);
	else loaded.rc = find_all(lib, &loaded.lib, &loaded.e);
	if (!loaded.rc) loaded.rc = start(&loaded.lib, &loaded.e);
}

lu_code lu__libgit2_get(const lu__libgit2 **out, lu_err *e)
{
	pthread_once(&loaded.once, load);
	if (loaded.rc) return lu_fail(e, loaded.rc, "%s", loaded.e.msg);
	*out = &loaded.lib;
	return LU_OK;
}
