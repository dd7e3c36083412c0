/* SPDX-License-Identifier: MIT
 * Completion scripts for bash, zsh and fish. They are static: no process of ours runs when a key is
 * pressed. */
#include "cli/cmd.h"
#include "cli/text.h"

/* Print `s` for a place inside single quotes: `quote` replaces one, a backslash goes before each
 * character of `special`. */
static void quoted(FILE *f, const char *s, const char *quote, const char *special)
{
	for (; *s; s++) {
		if (*s == '\'') {
			fputs(quote, f);
			continue;
		}
		if (strchr(special, *s)) putc('\\', f);
		putc(*s, f);
	}
}

static void words(FILE *f, const char *const *v)
{
	for (size_t i = 0; v[i]; i++) fprintf(f, "%s%s", i ? " " : "", v[i]);
}

static void names(FILE *f, lu_cmds cmds)
{
	for (size_t i = 0; cmds[i]; i++) fprintf(f, "%s%s", i ? " " : "", cmds[i]->name);
}

/* The names that the operands of `c` may have; false when there are none. */
static bool operand_words(FILE *f, lu_cmds cmds, const lu_cmd *c)
{
	if (c->operands == LU_OPERANDS_COMMANDS) names(f, cmds);
	if (c->operands == LU_OPERANDS_COMMANDS && c->words) putc(' ', f);
	if (c->words) words(f, c->words);
	return c->operands == LU_OPERANDS_COMMANDS || c->words;
}

/* ---- bash ---- */

static const char bash_head[] = "# bash completion for lucus, made by 'lucus help --completion bash'\n"
				"_lucus()\n"
				"{\n"
				"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
				"\tlocal cmd='' words='' options='' files='' i\n"
				"\n"
				"\t# --name=value arrives as three words\n"
				"\tif [[ $cur == = ]]; then\n"
				"\t\tcur=\n"
				"\telif [[ $prev == = ]] && ((COMP_CWORD >= 2)); then\n"
				"\t\tprev=${COMP_WORDS[COMP_CWORD-2]}\n"
				"\tfi\n"
				"\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
				"\t\tif [[ ${COMP_WORDS[i]} != -* ]]; then\n"
				"\t\t\tcmd=${COMP_WORDS[i]}\n"
				"\t\t\tbreak\n"
				"\t\tfi\n"
				"\tdone\n"
				"\tcase $cmd,$prev in\n";

static const char bash_tail[] = "\tesac\n"
				"\t[[ $cur == -* ]] && words=$options\n"
				"\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
				"\tif [[ $files && $cur != -* ]]; then\n"
				"\t\tcompopt -o filenames 2>/dev/null\n"
				"\t\tmapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -f -- \"$cur\")\n"
				"\tfi\n"
				"}\n"
				"complete -F _lucus lucus\n";

/* What may follow the options that take a value. */
static void bash_values(FILE *f, const lu_cmd *c)
{
	lu_opt_iter it = lu_opt_begin(c->opts);
	const lu_opt *o;

	while ((o = lu_opt_next(&it))) {
		if (o->kind == LU_KIND_FLAG) continue;
		fprintf(f, "\t%s,--%s", c->name, o->name);
		if (o->letter) fprintf(f, "|%s,-%c", c->name, o->letter);
		fputs(") ", f);
		if (o->kind == LU_KIND_CHOICE) {
			fputs("words='", f);
			words(f, o->choices);
			fputs("' options=$words ;;\n", f);
		} else {
			fputs(lu__opt_is_file(o) ? "files=yes ;;\n" : "return ;;\n", f);
		}
	}
}

static void bash(FILE *f, lu_cmds cmds)
{
	fputs(bash_head, f);
	for (lu_cmds p = cmds; *p; p++) {
		lu_opt_iter it = lu_opt_begin((*p)->opts);
		const lu_opt *o;

		bash_values(f, *p);
		fprintf(f, "\t%s,*) options='", (*p)->name);
		while ((o = lu_opt_next(&it))) fprintf(f, "--%s ", o->name);
		fputs("--help' words='", f);
		operand_words(f, cmds, *p);
		fprintf(f, "'%s ;;\n", (*p)->operands == LU_OPERANDS_FILES ? " files=yes" : "");
	}
	fputs("\t,*) options='--help --version' words='", f);
	names(f, cmds);
	fputs("' ;;\n", f);
	fputs(bash_tail, f);
}

/* ---- zsh ---- */

#define ZSH_QUOTE "'\\''"

static void zsh_option(FILE *f, const lu_opt *o)
{
	const char *several = o->kind == LU_KIND_LIST ? "*" : "";
	const char *after = o->metavar ? "=" : "";

	fputs(" \\\n\t\t\t\t", f);
	if (o->letter && *several) fprintf(f, "'*'{-%c+,--%s=}'[", o->letter, o->name);
	else if (o->letter)
		fprintf(f, "'(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter, o->metavar ? "+" : "",
			o->name, after);
	else fprintf(f, "'%s--%s%s[", several, o->name, after);
	quoted(f, o->help, ZSH_QUOTE, "[]:\\");
	putc(']', f);
	if (o->metavar) fprintf(f, ":%s:", o->metavar);
	if (o->kind == LU_KIND_CHOICE) {
		putc('(', f);
		words(f, o->choices);
		putc(')', f);
	} else if (o->metavar) {
		bool dir = !strcmp(o->metavar, "DIR");

		fputs(!lu__opt_is_file(o) ? " " : dir ? "_files -/" : "_files", f);
	}
	putc('\'', f);
}

static void zsh_command(FILE *f, lu_cmds cmds, const lu_cmd *c)
{
	lu_opt_iter it = lu_opt_begin(c->opts);
	const lu_opt *o;

	fprintf(f, "\t\t%s)\n\t\t\t_arguments -s -S '(-h --help)'{-h,--help}'[show help]'", c->name);
	while ((o = lu_opt_next(&it))) zsh_option(f, o);
	if (c->operands == LU_OPERANDS_FILES) {
		fputs(" \\\n\t\t\t\t'*:file:_files'", f);
	} else if (c->operands == LU_OPERANDS_COMMANDS || c->words) {
		fputs(" \\\n\t\t\t\t'1:operand:(", f);
		operand_words(f, cmds, c);
		fputs(")'", f);
	}
	fputs("\n\t\t\t;;\n", f);
}

static void zsh(FILE *f, lu_cmds cmds)
{
	fputs("#compdef lucus\n"
	      "# zsh completion for lucus, made by 'lucus help --completion zsh'\n"
	      "_lucus()\n"
	      "{\n"
	      "\tlocal curcontext=$curcontext state line\n"
	      "\ttypeset -A opt_args\n"
	      "\tlocal -a commands\n"
	      "\n"
	      "\t_arguments -C '(- *)'{-h,--help}'[show help]' \\\n"
	      "\t\t'(- *)--version[print the version]' \\\n"
	      "\t\t'1:command:->command' '*::argument:->argument'\n"
	      "\tcase $state in\n"
	      "\tcommand)\n"
	      "\t\tcommands=(",
	      f);
	for (lu_cmds p = cmds; *p; p++) {
		fprintf(f, "\n\t\t\t'%s:", (*p)->name);
		quoted(f, (*p)->summary, ZSH_QUOTE, "\\:");
		putc('\'', f);
	}
	fputs("\n\t\t)\n"
	      "\t\t_describe command commands\n"
	      "\t\t;;\n"
	      "\targument)\n"
	      "\t\tcase $line[1] in\n",
	      f);
	for (lu_cmds p = cmds; *p; p++) zsh_command(f, cmds, *p);
	fputs("\t\tesac\n"
	      "\t\t;;\n"
	      "\tesac\n"
	      "}\n"
	      "\n"
	      "if [[ $funcstack[1] == _lucus ]]; then\n"
	      "\t_lucus \"$@\"\n"
	      "else\n"
	      "\tcompdef _lucus lucus\n"
	      "fi\n",
	      f);
}

/* ---- fish ---- */

static void fish_option(FILE *f, const lu_cmd *c, const lu_opt *o)
{
	fprintf(f, "complete -c lucus -n '__lucus_is %s'", c->name);
	if (o->letter) fprintf(f, " -s %c", o->letter);
	fprintf(f, " -l %s", o->name);
	if (o->kind == LU_KIND_CHOICE) {
		fputs(" -x -a '", f);
		words(f, o->choices);
		putc('\'', f);
	} else if (o->metavar) {
		fputs(lu__opt_is_file(o) ? " -r -F" : " -x", f);
	}
	fputs(" -d '", f);
	quoted(f, o->help, "\\'", "\\");
	fputs("'\n", f);
}

static void fish_command(FILE *f, lu_cmds cmds, const lu_cmd *c)
{
	lu_opt_iter it = lu_opt_begin(c->opts);
	const lu_opt *o;

	fprintf(f, "complete -c lucus -n '__lucus_is \"\"' -a %s -d '", c->name);
	quoted(f, c->summary, "\\'", "\\");
	fputs("'\n", f);
	while ((o = lu_opt_next(&it))) fish_option(f, c, o);
	if (c->operands == LU_OPERANDS_FILES) {
		fprintf(f, "complete -c lucus -n '__lucus_is %s' -F\n", c->name);
	} else if (c->operands == LU_OPERANDS_COMMANDS || c->words) {
		fprintf(f, "complete -c lucus -n '__lucus_is %s' -a '", c->name);
		operand_words(f, cmds, c);
		fputs("'\n", f);
	}
}

static void fish(FILE *f, lu_cmds cmds)
{
	fputs("# fish completion for lucus, made by 'lucus help --completion fish'\n"
	      "function __lucus_is --description 'Is this the command on the line?'\n"
	      "\tset -l typed (commandline -opc)\n"
	      "\tset -l found ''\n"
	      "\tfor word in $typed[2..-1]\n"
	      "\t\tif not string match -q -- '-*' $word\n"
	      "\t\t\tset found $word\n"
	      "\t\t\tbreak\n"
	      "\t\tend\n"
	      "\tend\n"
	      "\ttest \"$found\" = \"$argv[1]\"\n"
	      "end\n"
	      "complete -c lucus -f\n"
	      "complete -c lucus -s h -l help -d 'show help'\n"
	      "complete -c lucus -n '__lucus_is \"\"' -l version -d 'print the version'\n",
	      f);
	for (lu_cmds p = cmds; *p; p++) fish_command(f, cmds, *p);
}

lu_code lu_cmds_completion(lu_cmds cmds, lu_shell shell, FILE *f, lu_err *e)
{
	for (lu_cmds p = cmds; *p; p++) {
		lu_code rc = lu_opt_check((*p)->opts, e);

		if (rc) return lu_wrap(e, rc, "%s", (*p)->name);
	}
	switch (shell) {
	case LU_SHELL_BASH: bash(f, cmds); break;
	case LU_SHELL_ZSH: zsh(f, cmds); break;
	case LU_SHELL_FISH: fish(f, cmds); break;
	}
	return LU_OK;
}
