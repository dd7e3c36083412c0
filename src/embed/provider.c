/* SPDX-License-Identifier: MIT
 * The registry of providers, and the public calls that go through it. */
#include "embed/provider.h"

#include <stdlib.h>

static const lu__provider *const providers[] = { &lu__provider_builtin, &lu__provider_voyage, &lu__provider_openai };

#define PROVIDERS (sizeof providers / sizeof *providers)

static lu_code unknown(const char *name, lu_err *e)
{
	lu_buf names = LU_BUF;
	lu_code rc;

	for (size_t i = 0; i < PROVIDERS; i++) {
		if (i) lu_buf_adds(&names, ", ");
		lu_buf_adds(&names, providers[i]->name);
	}
	rc = names.oom ? lu_nomem(e)
		       : lu_fail(e, LU_EUSAGE, "unknown embedding provider '%s': expected one of: %s", name, names.s);
	lu_buf_free(&names);
	return rc;
}

lu_code lu_embedder_open(const lu_embed_config *c, lu_embedder **out, lu_err *e)
{
	const char *name = c->provider ? c->provider : "builtin";
	lu_embedder *m;
	size_t i = 0;
	lu_code rc;

	while (i < PROVIDERS && strcmp(providers[i]->name, name)) i++;
	if (i == PROVIDERS) return unknown(name, e);
	m = calloc(1, sizeof *m);
	if (!m) return lu_nomem(e);
	m->provider = providers[i];
	rc = m->provider->open(m, c, e);
	if (rc) free(m);
	else *out = m;
	return rc;
}

void lu_embedder_close(lu_embedder *m)
{
	if (!m) return;
	m->provider->close(m->state);
	free(m);
}

const char *lu_embedder_model(const lu_embedder *m)
{
	return m->model;
}

size_t lu_embedder_dim(const lu_embedder *m)
{
	return m->dim;
}

lu_code lu_embed_elements(lu_embedder *m, const lu_element *els, size_t n, float *out, lu_err *e)
{
	if (m->provider->elements) return m->provider->elements(m, els, n, out, e);
	return lu_fail(e, LU_EUSAGE, "provider %s is asked over the network", m->provider->name);
}

bool lu_embedder_suits(lu_embedder *m, lu_str model, int64_t dim)
{
	if (!lu_str_eqz(model, m->model) || dim <= 0) return false;
	if (!m->dim) m->dim = (size_t)dim;
	return m->dim == (size_t)dim;
}

bool lu_embed_model_parts(lu_str name, lu_str *provider, lu_str *model)
{
	const char *colon = name.n ? memchr(name.s, ':', name.n) : NULL;
	lu_str head;

	if (!colon) return false;
	head = lu_str_before_last(lu_strn(name.s, (size_t)(colon - name.s)), '-');
	*model = lu_strn(colon + 1, name.n - (size_t)(colon + 1 - name.s));
	*provider = head;
	return head.n && model->n;
}

bool lu_embeds_remotely(const lu_embedder *m)
{
	return m->provider->all != NULL;
}

int64_t lu_embedder_tokens(const lu_embedder *m, lu_str text)
{
	return (int64_t)((m->provider->cut ? m->provider->cut(m, text) : text).n + 3) / 4;
}

lu_code lu_embed_all(lu_embedder *m, const lu_embed_work *w, lu_err *e)
{
	if (m->provider->all) return m->provider->all(m, w, e);
	return lu_fail(e, LU_EUSAGE, "provider %s is not asked over the network", m->provider->name);
}

lu_embed_usage lu_embedder_usage(const lu_embedder *m)
{
	return m->usage;
}

const lu_table *lu_embedder_table(const lu_embedder *m)
{
	return m->provider->table ? m->provider->table(m) : NULL;
}

bool lu_embeds_bags(const lu_embedder *m)
{
	return m->provider->bag != NULL;
}

lu_code lu_embed_bag(const lu_embedder *m, lu_embed_cache *k, const lu_bag *b, float *out, lu_err *e)
{
	return m->provider->bag(m, k, b, out, e);
}

lu_code lu_embed_query(lu_embedder *m, lu_str query, lu_df_fn *df, void *ctx, float *out, lu_err *e)
{
	if (!m->dim) return lu_fail(e, LU_EUSAGE, "the dimension of model '%s' is not known yet", m->model);
	return m->provider->query(m, query, df, ctx, out, e);
}
