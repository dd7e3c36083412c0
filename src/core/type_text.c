/* SPDX-License-Identifier: MIT */
#include "core/type_text.h"

#include "core/ascii.h"

/* What stands before a type and leaves it the same. */
static lu_str without_marks(lu_str t)
{
	static const char *const words[] = { "const ",    "struct ", "union ",     "enum ",     "class ",  "volatile ",
					     "mut ",      "dyn ",    "impl ",      "readonly ", "final ",  "ref ",
					     "ClassVar[", "Final[",  "Annotated[", "::",        "extends " };

	for (bool again = true; again;) {
		again = false;
		t = lu_str_trim(t);
		while (t.n && strchr("*&\"?!", t.s[0])) t = lu_str_trim(lu_strn(t.s + 1, t.n - 1));
		if (t.n && t.s[0] == '\'') { /* a lifetime, or a quoted name */
			size_t n = 1;

			while (n < t.n && lu_is_word(t.s[n])) n++;
			t = lu_strn(t.s + (n < t.n && t.s[n] == ' ' ? n : 1), t.n - (n < t.n && t.s[n] == ' ' ? n : 1));
			again = true;
		}
		for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
			if (!lu_str_starts(t, words[i])) continue;
			t = lu_strn(t.s + strlen(words[i]), t.n - strlen(words[i]));
			again = true;
		}
	}
	return t;
}

/* Length of the dotted name that `t` begins with. */
static size_t name_length(lu_str t)
{
	size_t n = 0;

	while (n < t.n &&
	       (lu_is_ident(t.s[n]) || t.s[n] == '$' || t.s[n] == '.' ||
		(t.s[n] == ':' && n + 1 < t.n && t.s[n + 1] == ':') || (t.s[n] == ':' && n && t.s[n - 1] == ':')))
		n++;
	return n;
}

/* Place after the bracket that is opened at `i`; t.n when nothing closes it. */
static size_t past(lu_str t, size_t i)
{
	size_t depth = 0;

	for (; i < t.n; i++) {
		if (strchr("([{<", t.s[i])) depth++;
		else if (strchr(")]}", t.s[i]) || (t.s[i] == '>' && t.s[i - 1] != '-' && t.s[i - 1] != '=')) depth--;
		if (!depth) return i + 1;
	}
	return t.n;
}

/* The first of the types in brackets that begin at `i`. */
static lu_str first_within(lu_str t, size_t i)
{
	size_t end = past(t, i), k = i + 1;

	if (end < i + 2) return lu_strn("", 0);
	while (k < end - 1 && t.s[k] != ',' && t.s[k] != ';') k = strchr("([{<", t.s[k]) ? past(t, k) : k + 1;
	return lu_str_trim(lu_strn(t.s + i + 1, (k < end - 1 ? k : end - 1) - i - 1));
}

/* Is the last word of a dotted name one of `words`? */
static bool is_one_of(lu_str name, const char *words)
{
	size_t n = name.n;

	while (n && lu_is_word(name.s[n - 1])) n--;
	return lu_str_in_words(lu_strn(name.s + n, name.n - n), words);
}

/* The last of the types in brackets that begin at `i`; empty when there is but one. */
static lu_str last_within(lu_str t, size_t i)
{
	size_t end = past(t, i) - 1, last = i;

	for (i++; i < end;) {
		if (t.s[i] == ',') last = i;
		i = strchr("([{<", t.s[i]) ? past(t, i) : i + 1;
	}
	return t.s[last] == ',' ? lu_str_trim(lu_strn(t.s + last + 1, end - last - 1)) : lu_strn("", 0);
}

static bool is_dictionary(lu_str name)
{
	static const char v[] =
		"dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict WeakKeyDictionary "
		"WeakValueDictionary Map ReadonlyMap WeakMap Record HashMap MutableMap LinkedHashMap TreeMap "
		"SortedMap ConcurrentMap ConcurrentHashMap NavigableMap EnumMap BTreeMap Dictionary IDictionary "
		"IReadOnlyDictionary ConcurrentDictionary";

	return is_one_of(name, v);
}

static bool is_null(lu_str t)
{
	return lu_str_eqz(t, "None") || lu_str_eqz(t, "null") || lu_str_eqz(t, "undefined");
}

/* What stands behind the name of a type, which is t's first `n` bytes, and its arguments: without marks that leave it the
 * same. */
static lu_str behind_name(lu_str t, size_t n)
{
	lu_str rest = lu_str_trim(lu_strn(t.s + n, t.n - n));

	while (rest.n && strchr("*&?!\"')]", rest.s[0])) rest = lu_str_trim(lu_strn(rest.s + 1, rest.n - 1));
	return lu_str_starts(rest, "const") ? lu_str_trim(lu_strn(rest.s + 5, rest.n - 5)) : rest;
}

/* Does that make another type of it: a list, a function, one of several types? "T | None" is T. */
static bool says_more(lu_str rest)
{
	if (!rest.n || !strchr("[|(=-", rest.s[0])) return false;
	return rest.s[0] != '|' || !is_null(lu_str_trim(lu_strn(rest.s + 1, rest.n - 1)));
}

lu_str lu_type_named(lu_str t)
{
	/* a value of these is used like one of what they hold */
	static const char wrappers[] =
		"Optional Awaitable Promise Task ValueTask Box Rc Arc Final unique_ptr shared_ptr Option Result "
		"Ref RefMut Partial Readonly Required Pick Omit Awaited NonNullable";
	lu_str none = { "", 0 }, name, rest;
	size_t n;

	for (int level = 0; level < 8; level++) {
		t = without_marks(t);
		if (t.n && t.s[0] == '(') { /* several results */
			t = first_within(t, 0);
			n = name_length(t);
			if (n && n < t.n && lu_is_space(t.s[n])) t = lu_strn(t.s + n, t.n - n); /* "(t T, err error)" */
			continue;
		}
		n = name_length(t);
		name = lu_strn(t.s, n);
		if (n && n < t.n && t.s[n] == '!') { /* Zig's "Error!T" */
			t = lu_strn(t.s + n + 1, t.n - n - 1);
			continue;
		}
		if (n < t.n && (t.s[n] == '<' || t.s[n] == '[')) {
			lu_str in = first_within(t, n);

			if (is_one_of(name, wrappers)) {
				t = in;
				continue;
			}
			if (!in.n || lu_str_eqz(name, "map")) return none;
			n = past(t, n);
		}
		rest = behind_name(t, n);
		if (is_null(name) && rest.n && rest.s[0] == '|') {
			t = lu_str_trim(lu_strn(rest.s + 1, rest.n - 1));
			continue;
		}
		return is_null(name) || says_more(rest) ? none : name;
	}
	return none;
}

static lu_str behind_colon(lu_str t)
{
	for (size_t i = 0; i + 1 < t.n; i++)
		if (t.s[i] == ':' && lu_is_space(t.s[i + 1])) return lu_str_trim(lu_strn(t.s + i + 1, t.n - i - 1));
	return t;
}

lu_str lu_type_element(lu_str t)
{
	static const char lists[] =
		"List ArrayList LinkedList MutableList Collection Iterable Iterator Set HashSet Vec VecDeque list "
		"Sequence set frozenset deque Deque Queue Array ReadonlyArray ReadonlySet IList IEnumerable "
		"IReadOnlyList vector Generator MutableSequence Seq AsyncIterator AsyncIterable AsyncGenerator "
		"tuple Tuple Option IndexedSeq Traversable";
	size_t n;

	t = without_marks(t);
	if (lu_str_starts(t, "<-")) t = lu_strn(t.s + 2, t.n - 2);
	if (lu_str_starts(t, "chan<-")) return lu_strn(t.s + 6, t.n - 6);
	if (lu_str_starts(t, "chan ")) return lu_strn(t.s + 5, t.n - 5);
	if (lu_str_starts(t, "...")) return lu_strn(t.s + 3, t.n - 3);
	if (t.n > 2 && lu_str_ends(t, "[]")) return lu_strn(t.s, t.n - 2);
	if (t.n && t.s[0] == '[') {
		n = past(t, 0);
		if (n == t.n || strchr("?!", t.s[n]))
			return behind_colon(first_within(t, 0)); /* "[T]", Swift's "[K: T]" */
		return lu_strn(t.s + n, t.n - n);
	}
	n = name_length(t);
	if (n < t.n && t.s[n] == '[' && lu_str_eqz(lu_strn(t.s, n), "map")) {
		n = past(t, n);
		return lu_strn(t.s + n, t.n - n);
	}
	if (n >= t.n || (t.s[n] != '<' && t.s[n] != '[') || past(t, n) != t.n) return lu_strn("", 0);
	if (is_dictionary(lu_strn(t.s, n))) return last_within(t, n);
	return is_one_of(lu_strn(t.s, n), lists) ? first_within(t, n) : lu_strn("", 0);
}

lu_str lu_type_of_method(lu_str t, lu_str method)
{
	static const char same[] =
		"filter slice concat reverse sort toSorted toReversed splice values entries sorted reversed "
		"sortedBy take drop distinct filterNot asSequence toList toSet iter iter_mut into_iter rev skip "
		"stream parallelStream peek limit takeWhile dropWhile Where OrderBy OrderByDescending Take Skip "
		"Distinct ToList ToArray prefix suffix dropFirst dropLast";
	static const char element[] =
		"find findLast at pop shift get first last firstOrNull First FirstOrDefault Single";
	lu_str in = lu_type_element(t);

	if (in.n && lu_str_in_words(method, same)) return t;
	return lu_str_in_words(method, element) ? in : lu_strn("", 0);
}

lu_str lu_type_iterated(lu_str t)
{
	lu_str bare = without_marks(t);
	size_t n = name_length(bare);

	if (lu_str_starts(bare, "[") && behind_colon(bare).s != bare.s) return lu_strn("", 0); /* pairs */
	if (n >= bare.n || !strchr("[<", bare.s[n]) || !is_dictionary(lu_strn(bare.s, n))) return lu_type_element(t);
	return bare.s[n] == '[' ? first_within(bare, n) : lu_strn("", 0); /* pairs, where it is no Python */
}

lu_str lu_type_got(lu_str t, lu_str method)
{
	static const char methods[] =
		"get next first last getFirst getLast poll peek pop element orElse orElseThrow orElseGet popleft "
		"First Last Single ElementAt FirstOrDefault LastOrDefault Dequeue Pop Peek firstOrNull lastOrNull "
		"single singleOrNull getOrNull removeFirst removeLast pollFirst pollLast peekFirst peekLast front "
		"back pop_front pop_back first_mut last_mut get_mut setdefault popLast removeAt SingleOrDefault "
		"head headOption lastOption";
	static const char holders[] =
		"Optional AtomicReference Supplier Provider ThreadLocal WeakReference SoftReference Lazy Future "
		"CompletableFuture Reference";
	lu_str in;
	size_t n;

	if (!lu_str_in_words(method, methods)) return lu_strn("", 0);
	in = lu_type_element(t);
	if (in.n) return in;
	t = without_marks(t);
	n = name_length(t);
	if (n < t.n && t.s[n] == '[') /* Python's */
		return lu_str_eqz(lu_str_after_last(lu_strn(t.s, n), '.'), "ContextVar") ? first_within(t, n)
											 : lu_strn("", 0);
	return n < t.n && t.s[n] == '<' && is_one_of(lu_strn(t.s, n), holders) ? first_within(t, n) : lu_strn("", 0);
}

lu_str lu_type_entered(lu_str t)
{
	static const char managers[] =
		"Iterator Iterable Generator AsyncIterator AsyncIterable AsyncGenerator ContextManager "
		"AsyncContextManager AbstractContextManager AbstractAsyncContextManager";
	lu_str bare = without_marks(t);
	size_t n = name_length(bare);

	return n < bare.n && bare.s[n] == '[' && is_one_of(lu_strn(bare.s, n), managers) ? first_within(bare, n) : t;
}

lu_str lu_type_arguments(lu_str t, lu_str name)
{
	lu_str none = { "", 0 }, whole = t, rest;
	size_t end;

	t = without_marks(t);
	t.n = name_length(t);
	if (!lu_str_eq(lu_str_after_last(t, '.'), name))
		t = lu_type_named(whole); /* the tree may have a Promise of its own */
	if (!t.n || !lu_str_eq(lu_str_after_last(t, '.'), name)) return none;
	rest = lu_strn(t.s + t.n, whole.n - (size_t)(t.s + t.n - whole.s));
	if (!rest.n || !strchr("<[", rest.s[0])) return none;
	end = past(rest, 0);
	return end < 3 ? none : lu_strn(rest.s + 1, end - 2);
}

lu_str lu_type_argument(lu_str t)
{
	size_t n = name_length(t);

	return n < t.n && t.s[n] == '<' ? first_within(t, n) : lu_strn("", 0);
}

lu_str lu_type_second(lu_str t)
{
	static const char tuples[] = "tuple Tuple";
	size_t n, end;

	t = without_marks(t);
	n = name_length(t);
	if (n >= t.n || (n && !is_one_of(lu_strn(t.s, n), tuples)) || !strchr("([", t.s[n])) return lu_strn("", 0);
	for (n++, end = t.n; n < end && t.s[n] != ',';) n = strchr("([{<", t.s[n]) ? past(t, n) : n + 1;
	t = lu_str_trim(lu_strn(t.s + n, t.n - n));
	if (t.n < 2 || t.s[0] != ',') return lu_strn("", 0);
	t = lu_str_trim(lu_strn(t.s + 1, t.n - 1));
	for (n = 0; n < t.n && !strchr(",)]", t.s[n]);) n = strchr("([{<", t.s[n]) ? past(t, n) : n + 1;
	t = lu_strn(t.s, n);
	n = name_length(t);
	/* "(t T, err error)" */
	return n && n < t.n && lu_is_space(t.s[n]) && !lu_str_starts(t, "chan ")
		       ? lu_str_trim(lu_strn(t.s + n, t.n - n))
		       : t;
}

/* Take what stands before the first `mark` that is in no brackets. */
static lu_str take_until(lu_str *rest, char mark)
{
	lu_str t = *rest;
	size_t i = 0;

	while (i < t.n && t.s[i] != mark) i = strchr("([{<", t.s[i]) ? past(t, i) : i + 1;
	*rest = i < t.n ? lu_strn(t.s + i + 1, t.n - i - 1) : lu_strn("", 0);
	return lu_str_trim(lu_strn(t.s, i));
}

lu_str lu_type_take_joined(lu_str *rest)
{
	return take_until(rest, '&');
}

lu_str lu_type_take_argument(lu_str *rest)
{
	return take_until(rest, ',');
}

lu_str lu_type_take(lu_str *rest)
{
	return take_until(rest, '|');
}

lu_str lu_type_of_classes(lu_str t)
{
	static const char *const v[] = { "type[", "Type[", "typing.Type[", "t.Type[", NULL };

	t = without_marks(t);
	for (size_t i = 0; v[i]; i++)
		if (lu_str_starts(t, v[i]) && past(t, strlen(v[i]) - 1) == t.n)
			return first_within(t, strlen(v[i]) - 1);
	return lu_strn("", 0);
}

lu_str lu_type_called(lu_str t)
{
	static const char callable[] = "Callable";
	size_t n;

	t = without_marks(t);
	n = name_length(t);
	return n < t.n && t.s[n] == '[' && is_one_of(lu_strn(t.s, n), callable) && past(t, n) == t.n ? last_within(t, n)
												     : lu_strn("", 0);
}

lu_str lu_field_type(lu_str fields, lu_str name)
{
	while (fields.n) {
		lu_str field = lu_str_take(&fields, ';');

		if (field.n > name.n && field.s[name.n] == ':' && lu_str_eq(lu_strn(field.s, name.n), name))
			return lu_strn(field.s + name.n + 1, field.n - name.n - 1);
	}
	return lu_strn("", 0);
}
