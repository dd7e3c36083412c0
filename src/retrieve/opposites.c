/* SPDX-License-Identifier: MIT
 * Each line of the table has two sides, of stems: what is on one is opposite to all on the other. */
#include "retrieve/opposites.h"

static const char *const pairs[][2] = {
	{ "split explod break tokeniz partit", "join concat implod merg" },
	{ "read load get fetch pars receiv recv", "write save set store put dump send" },
	{ "pars decod deseri unmarshal unpack unpickl", "encod seri marshal pack pickl format render unpars" },
	{ "decod", "encod" },
	{ "decompress inflat unpack unzip uncompress extract", "compress deflat pack zip" },
	{ "decrypt", "encrypt" },
	{ "unescap unquot", "escap quot" },
	{ "open", "close" },
	{ "start begin launch", "stop end finish halt" },
	{ "creat make alloc construct build", "destroy delet free remov drop dealloc" },
	{ "add insert append push put", "remov delet pop discard subtract" },
	{ "acquir lock", "releas unlock" },
	{ "lock", "unlock" },
	{ "attach", "detach" },
	{ "connect", "disconnect" },
	{ "bind", "unbind" },
	{ "regist subscrib", "unregist deregist unsubscrib" },
	{ "enabl activ", "disabl deactiv" },
	{ "show display", "hide" },
	{ "push enqueu", "pop dequeu shift" },
	{ "increment increas inc", "decrement decreas dec" },
	{ "upload", "download" },
	{ "import", "export" },
	{ "input", "output" },
	{ "min minimum lowest smallest", "max maximum highest largest" },
	{ "first", "last" },
	{ "prepend", "append" },
	{ "befor", "after" },
	{ "upper uppercas", "lower lowercas" },
	{ "left", "right" },
	{ "client", "server" },
	{ "request", "respons" },
	{ "encod", "unencod" },
	{ "enter", "exit leav" },
	{ "login", "logout" },
	{ "mount", "unmount umount" },
	{ "mute", "unmut" },
	{ "freez", "unfreez thaw" },
	{ "wrap", "unwrap" },
	{ "suspend paus block", "resum continu unblock" },
	{ "allow accept permit", "deni reject forbid" },
	{ "succeed success", "fail failur error" },
	{ "ascend", "descend" },
	{ "forward", "backward revers" },
	{ "next", "prev previous" },
	{ "expand", "collaps" },
	{ "send emit", "receiv recv" },
	{ "commit", "rollback" },
	{ "includ", "exclud" },
	{ "sourc", "destin" },
	{ "parent", "child" },
	{ "old", "new" },
	{ "absolut", "relat" },
};

static size_t add(const char *side, lu_str out[LU__OPPOSITES], size_t n)
{
	for (lu_str rest = lu_strz(side); rest.n && n < LU__OPPOSITES;) out[n++] = lu_str_take(&rest, ' ');
	return n;
}

size_t lu__opposites(lu_str stem, lu_str out[LU__OPPOSITES])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs && n < LU__OPPOSITES; i++) {
		if (lu_str_in_words(stem, pairs[i][0])) n = add(pairs[i][1], out, n);
		else if (lu_str_in_words(stem, pairs[i][1])) n = add(pairs[i][0], out, n);
	}
	return n;
}
