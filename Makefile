# SPDX-License-Identifier: MIT
# lucus: GNU make, no configure step. `make help` lists the targets.
#
# CC, CFLAGS, LDFLAGS, PREFIX and DESTDIR mean what they always mean. Besides:
#   W=1                      warnings are errors
#   SAN=address,undefined    a build with sanitizers, in a folder of its own
#   SHARED=1                 link the program with shared libraries, even where archives are installed
#   V=1                      show the commands

VERSION := 0.1.0
PREFIX  ?= /usr/local

ifeq ($(origin CC),default)
CC := $(notdir $(firstword $(shell command -v gcc clang cc) cc))
endif
ifdef SAN
B      := build/san
# Lines are what a report names; more of it is a gigabyte in all tests.
CFLAGS ?= -O1 -g1
SANITIZE := -fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer
else
B      := build
CFLAGS ?= -O2 -g
endif
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-7s %s\n' $(1) $(2))

# ---- targets that need no sources: they find out themselves what is missing ----

.PHONY: all tests fuzz check check-san demo bootstrap bench bench-graph bench-quality fit-ranking fit-sentences train-embed man completions install uninstall dist \
	format lint clean distclean help FORCE
.DELETE_ON_ERROR:
.SUFFIXES:

all: $(B)/lucus         ## build build/lucus (the default)

check:                  ## install what is missing, build, run all tests
	@scripts/bootstrap test
	@+$(MAKE) --no-print-directory tests
	@B=$(B) CC='$(CC)' CFLAGS='$(CFLAGS)' scripts/run-tests.sh $(T)

check-san:              ## the same with AddressSanitizer and UndefinedBehaviorSanitizer
	@+$(MAKE) --no-print-directory check SAN=address,undefined

demo:                   ## install what is missing, build, index two trees, ask two questions
	@scripts/bootstrap build
	@+$(MAKE) --no-print-directory all
	@scripts/demo.sh

bootstrap:              ## install what the build and the tests need
	@scripts/bootstrap test

format:                 ## lay the C sources out as .clang-format says
	$(Q)clang-format -i $(C_FILES)

lint:                   ## clang-format, shellcheck and mandoc -T lint
	$(Q)scripts/check-format.sh $(C_FILES)
	$(Q)shellcheck -S warning -e SC1091,SC2154,SC2034 $(SCRIPTS)
	$(Q)mandoc -T lint -W warning $(wildcard man/*.[135])

clean:                  ## remove what was built, keep the fetched sources
	rm -rf $(filter-out build/vendor build/vendor.mk,$(wildcard build/*))

distclean:              ## remove all of build/
	rm -rf build

help:                   ## this list
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / { printf "  %-12s %s\n", $$1, $$2 }' Makefile

C_FILES := $(wildcard cmd/*.[ch] src/*/*.[ch] include/lucus/*.h tests/*/*.[ch] scripts/*.[ch])
SCRIPTS := scripts/bootstrap .ci/run $(wildcard scripts/*.sh scripts/*/*.sh tests/cli/*.sh tests/cli/*.t)

ALONE := check check-san demo bootstrap format lint clean distclean help uninstall
ifneq ($(or $(filter-out $(ALONE),$(MAKECMDGOALS)),$(if $(MAKECMDGOALS),,all)),)

# ---- third-party sources: build/vendor.mk sets VENDOR, the folder that holds them ----

include build/vendor.mk
build/vendor.mk: package.json package-lock.json scripts/vendor.sh
	$(Q)scripts/vendor.sh

# Of a package with several grammars all but these: PHP without HTML around it is part of the other.
UNUSED   := tree-sitter-php/php_only
GRAMMARS := $(filter-out $(UNUSED),$(sort $(patsubst $(VENDOR)/%/src/parser.c,%,$(wildcard \
	$(VENDOR)/tree-sitter-*/src/parser.c $(VENDOR)/tree-sitter-*/*/src/parser.c))))
SCANNERS := $(foreach g,$(GRAMMARS),$(if $(wildcard $(VENDOR)/$g/src/scanner.c),$g))

# ---- flags ----

LIBS     := sqlite3 libutf8proc jansson libmd libcmark libprotobuf-c libedit
# libcurl, libgit2 and libmicrohttpd are not linked but loaded: src/net/curl.c, src/git/lib.c, src/serve/microhttpd.c.
PKGFLAGS := $(shell pkg-config --cflags $(LIBS) libcurl libgit2 libmicrohttpd 2>/dev/null)
LDLIBS   := $(or $(shell pkg-config --libs $(LIBS) 2>/dev/null),-lsqlite3 -lutf8proc -ljansson -lmd -lcmark -lprotobuf-c -ledit) \
	-lstemmer -lm -lpthread -ldl
WARN     := -Wall -Wextra -Wpedantic -Wstrict-prototypes -Wmissing-prototypes $(if $(W),-Werror)
OURS     := -std=c11 -D_GNU_SOURCE -DLUCUS_VERSION='"$(VERSION)"' -Iinclude -Isrc \
	-isystem build/gen -isystem $(VENDOR)/tree-sitter/lib/include $(PKGFLAGS) $(WARN)
LINK      = $(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) -Wl,--as-needed -Wl,-O1
# What the program itself is linked with: PROGLIBS, as far as archives go. All else is linked with shared libraries:
# the tests' failing allocator is for our code.
ifeq ($(SAN)$(SHARED),)
-include $(B)/libs.mk
endif
$(B)/libs.mk: scripts/libs.sh $(B)/linker
	$(Q)libs=$$(scripts/libs.sh $(B)/stemmer.ld $(CC) $(CFLAGS) $(LDFLAGS)) && echo "PROGLIBS := $$libs" > $@ || rm -f $@
PROGLIBS ?= $(LDLIBS)
# Tests and tools share what they are made of, next to them or one folder up: linked whole, each is 60 MB.
RPATH    := -Wl,-rpath,'$$ORIGIN:$$ORIGIN/..'
# By its name it is found from every folder; the failing allocator is in who links it, and clang's sanitizers, too.
SHLIB     = -shared -Wl,-soname,$(@F) -Wl,-z,undefs
WRAP     := -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
# In a library, and in a program as fast as without -fPIC.
PIC      := -fPIC -fno-semantic-interposition
CORE     := $(PIC) -std=c11 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200112L -w
# At -O1 they take a quarter less time to compile, and parse as fast.
PFLAGS   := $(if $(filter file,$(origin CFLAGS)),-O1,$(CFLAGS)) -fPIC -std=c11 -w

PCC      := $(CC)

# ---- what is built from what ----

QUERIES := $(sort $(wildcard src/parse/queries/*.scm))
SRC     := $(sort $(wildcard src/*/*.c))
PROTO   := build/gen/scip/scip.pb-c
OBJ     := $(SRC:%.c=$(B)/obj/%.o) $(if $(QUERIES),$(B)/obj/src/parse/queries.gen.o) $(B)/obj/src/scip/scip.gen.o \
	$(B)/obj/src/retrieve/build.gen.o $(B)/obj/src/embed/model.o $(B)/obj/src/retrieve/expansion.o \
	$(B)/obj/src/translate/lexicon.data.o $(B)/obj/src/prompt/texts.o $(B)/obj/src/page/files.o
CMDOBJ  := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard cmd/*.c)))
TOBJ    := $(OBJ:$(B)/obj/%=$(B)/tobj/%)
TESTS   := $(patsubst tests/unit/%.c,$(B)/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
FUZZ    := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
FAKEAPI := $(patsubst %.c,$(B)/obj/%.o,$(sort $(wildcard tests/server/*.c)))
FIT     := $(addprefix $(B)/obj/scripts/,fit-ranking.o fit-data.o fit-model.o fit-relevance.o)
FITS    := $(addprefix $(B)/obj/scripts/,fit-sentences.o fit-sentence-net.o fit-answers.o)
BENCHES := $(patsubst tests/bench/%.c,$(B)/bench/%,$(sort $(wildcard tests/bench/*.c)))
# Tables without code that a sanitizer could look into: both builds share them.
PARSERS := $(GRAMMARS:%=build/vobj/%.parser.o)
VOBJ    := $(B)/vobj/tree-sitter.o $(SCANNERS:%=$(B)/vobj/%.scanner.o) $(PARSERS)

# A stamp changes only when its text does; what was made with other flags is made again.
stamp = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || \
	printf '%s\n' '$(subst ','\'',$(1))' > $@
$(B)/flags: FORCE
	$(call stamp,$(CC) $(CFLAGS) $(SANITIZE) $(PIC) $(OURS) $(LDFLAGS) $(LDLIBS))
$(B)/linker: FORCE
	$(call stamp,$(CC) $(CFLAGS) $(LDFLAGS))
$(B)/proglibs: FORCE
	$(call stamp,$(PROGLIBS))
$(B)/vflags: FORCE
	$(call stamp,$(CC) $(CFLAGS) $(SANITIZE) $(CORE))
$(B)/objects: FORCE
	$(call stamp,$(SHLIB) $(OBJ) $(CMDOBJ) $(VOBJ))
build/vobj/flags: FORCE
	$(call stamp,$(PCC) $(PFLAGS))

compile = $(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(SANITIZE) $(if $(filter $(B)/tobj/%,$@),$(PIC)) $(OURS) $(1) -MMD -MP -c $< -o $@

$(B)/obj/%.o: %.c $(B)/flags
	$(call say,CC,$<)
	$(call compile)
# Each arena object is a block of its own here, so that sanitizers see its bounds.
$(B)/tobj/%.o: %.c $(B)/flags
	$(call say,CC,'$< (tests)')
	$(call compile,-DLU_ARENA_BLOCK=0 $(if $(filter tests/%,$<),-Wno-missing-field-initializers))
$(B)/bench/%.o: tests/bench/%.c $(B)/flags
	$(call say,CC,$<)
	$(call compile)

build/gen/queries.c: $(QUERIES) scripts/embed-text.sh build/gen/list
	$(call say,GEN,$@)
	$(Q)scripts/embed-text.sh $(QUERIES) > $@
build/gen/list: FORCE
	$(call stamp,$(QUERIES))
$(B)/obj/src/parse/queries.gen.o $(B)/tobj/src/parse/queries.gen.o: build/gen/queries.c $(B)/flags
	$(call compile)

$(B)/obj/src/embed/model.o $(B)/tobj/src/embed/model.o: src/embed/model.S src/embed/model.bin
	$(call say,AS,$<)
	$(Q)mkdir -p $(@D) && $(CC) -c $< -o $@
$(B)/obj/src/retrieve/expansion.o $(B)/tobj/src/retrieve/expansion.o: $(addprefix src/retrieve/,expansion.S expansion.txt thesaurus.txt)
	$(call say,AS,$<)
	$(Q)mkdir -p $(@D) && $(CC) -c $< -o $@

$(B)/obj/src/translate/lexicon.data.o $(B)/tobj/src/translate/lexicon.data.o: src/translate/lexicon.S src/translate/lexicon.bin
	$(call say,AS,$<)
	$(Q)mkdir -p $(@D) && $(CC) -c $< -o $@

$(B)/obj/src/prompt/texts.o $(B)/tobj/src/prompt/texts.o: src/prompt/texts.S $(wildcard src/prompt/text/*.txt)
	$(call say,AS,$<)
	$(Q)mkdir -p $(@D) && $(CC) -c $< -o $@

$(B)/obj/src/page/files.o $(B)/tobj/src/page/files.o: src/page/files.S $(wildcard src/page/files/*)
	$(call say,AS,$<)
	$(Q)mkdir -p $(@D) && $(CC) -c $< -o $@

# From the schema of SCIP: the structures, and the functions that read and write them.
$(PROTO).c $(PROTO).h &: src/scip/scip.proto
	$(call say,GEN,$(PROTO).c)
	$(Q)mkdir -p $(@D) && protoc-c --c_out=build/gen/scip -Isrc/scip $<
$(B)/obj/src/scip/scip.gen.o $(B)/tobj/src/scip/scip.gen.o: $(PROTO).c $(B)/flags
	$(call compile)
$(filter $(B)/obj/src/scip/% $(B)/tobj/src/scip/%,$(OBJ) $(TOBJ)): | $(PROTO).h

# A number of all that decides on answers, for the cache of answers: the sources, and how they are compiled.
$(B)/gen/build.c: $(sort $(shell find src include -type f)) $(B)/flags
	$(Q)mkdir -p $(@D) && { echo '#include "retrieve/result_bytes.h"'; \
		cat $^ | cksum | sed 's/.*/const char lu__build_number[] = "&";/'; } > $@
$(B)/obj/src/retrieve/build.gen.o $(B)/tobj/src/retrieve/build.gen.o: $(B)/gen/build.c
	$(call compile)

$(B)/vobj/tree-sitter.o: src/parse/ts/core.c $(VENDOR)/tree-sitter/lib/src/lib.c $(B)/vflags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(SANITIZE) $(CORE) -I$(VENDOR)/tree-sitter/lib/src \
		-I$(VENDOR)/tree-sitter/lib/include -c $< -o $@
# What is wrong with the scanners of Swift and Kotlin is said there.
$(B)/vobj/tree-sitter-swift.scanner.o: FIX := -include src/parse/swift_calloc.h
$(B)/vobj/tree-sitter-swift.scanner.o: src/parse/swift_calloc.h
$(B)/vobj/tree-sitter-kotlin.scanner.o: FIX := -include src/parse/kotlin_scan.h
$(B)/vobj/tree-sitter-kotlin.scanner.o: src/parse/kotlin_scan.h
# Scanners shift into the sign bit, which every compiler does as they expect.
$(B)/vobj/%.scanner.o: SHIFT := $(if $(findstring undefined,$(SANITIZE)$(CFLAGS)),-fno-sanitize=shift)
# Each grammar brings its own tree_sitter/*.h.
$(B)/vobj/%.scanner.o: $(VENDOR)/%/src/scanner.c $(B)/vflags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(CC) $(CFLAGS) $(SANITIZE) $(SHIFT) $(PIC) -std=c11 -D_GNU_SOURCE -w $(FIX) -I$(<D) -c $< -o $@
build/vobj/%.parser.o: $(VENDOR)/%/src/parser.c build/vobj/flags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D) && $(PCC) $(PFLAGS) -I$(<D) -c $< -o $@

$(B)/libvendor.a: $(VOBJ)
$(B)/liblucus.a: $(OBJ)
# The library that is installed: all but the command line, with the grammars.
$(B)/lib/liblucus.a: $(filter-out $(B)/obj/src/cli/%,$(OBJ)) $(VOBJ)
$(B)/%.a: $(B)/objects
	$(call say,AR,$@)
	$(Q)mkdir -p $(@D) && rm -f $@ && ar qcs $@ $(filter %.o,$^)
$(B)/libvendor.so: $(VOBJ) $(B)/objects
	$(call say,LD,$@)
	$(Q)$(LINK) $(SHLIB) -o $@ $(filter %.o,$^)
# The tests' failing allocator is for our code, and in each test; tree-sitter aborts when memory is out.
$(B)/liblucus-test.so: $(TOBJ) $(B)/libvendor.so $(B)/objects
	$(call say,LD,$@)
	$(Q)$(LINK) $(SHLIB) $(WRAP) $(RPATH) -o $@ $(filter %.o %.so,$^) $(LDLIBS)

$(B)/lucus: $(CMDOBJ) $(B)/liblucus.a $(B)/libvendor.a $(B)/objects $(B)/proglibs
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(filter %.o %.a,$^) $(PROGLIBS)
$(B)/tests/%: $(B)/tobj/tests/unit/%.o $(B)/tobj/tests/unit/alloc.o $(B)/liblucus-test.so $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D) && $(LINK) $(WRAP) $(RPATH) -o $@ $^ $(LDLIBS) -lcmocka
$(B)/bench/%: $(B)/bench/%.o $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)$(LINK) $(RPATH) -o $@ $^ $(LDLIBS)
$(B)/tests/test_fit: $(B)/tobj/scripts/fit-model.o
# It goes over the same numbers some ten thousand times.
$(FIT) $(FITS): private OURS += -O3
$(B)/fit-ranking: $(FIT) $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)$(LINK) $(RPATH) -o $@ $^ $(LDLIBS)
$(B)/fit-sentences: $(FITS) $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)$(LINK) $(RPATH) -o $@ $^ $(LDLIBS)
# So do those that train the embedding, with the same result on all machines.
TRAINO := $(addprefix $(B)/obj/scripts/,train-pairs.o train-questions.o train-arrays.o train-embed.o train-model.o train-step.o train-expansion.o)
$(TRAINO): private OURS += -O3 -ffp-contract=off -Iscripts
$(B)/train-pairs: $(addprefix $(B)/obj/scripts/,train-pairs.o train-questions.o train-arrays.o)
$(B)/train-embed: $(addprefix $(B)/obj/scripts/,train-embed.o train-model.o train-step.o)
$(B)/train-expansion: $(addprefix $(B)/obj/scripts/,train-expansion.o train-model.o)
LEXICONO := $(addprefix $(B)/obj/scripts/,train-lexicon.o lexicon-read.o lexicon-candidates.o lexicon-cut.o lexicon-learn.o \
	lexicon-terms.o lexicon-again.o lexicon-write.o)
$(LEXICONO): private OURS += -O2 -ffp-contract=off -Iscripts
$(B)/train-lexicon: $(LEXICONO)
TRAIN := $(B)/train-pairs $(B)/train-embed $(B)/train-expansion $(B)/train-lexicon
$(TRAIN): $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)$(LINK) $(RPATH) -o $@ $(filter %.o,$^) $(filter %.a %.so,$^) $(LDLIBS)
# A target of tests/fuzz runs on its corpus with a driver of its own here, and with libFuzzer in build/fuzz.
$(B)/tests/fuzz_%: $(B)/obj/tests/fuzz/fuzz_%.o $(B)/obj/tests/fuzz/driver.o $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D) && $(LINK) $(RPATH) -o $@ $(filter %.o %.a %.so,$^) $(LDLIBS)
# A server that plays providers of models, for tests.
$(B)/tests/fakeapi: $(FAKEAPI) $(B)/liblucus.a $(B)/libvendor.so
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D) && $(LINK) $(RPATH) -o $@ $(filter %.o %.a %.so,$^) $(LDLIBS)
build/fuzz/fuzz_%: $(B)/obj/tests/fuzz/fuzz_%.o $(B)/liblucus.a $(B)/libvendor.a
	$(call say,LD,$@)
	$(Q)$(LINK) -fsanitize=fuzzer -o $@ $(filter %.o %.a,$^) $(LDLIBS)
.SECONDARY:

tests: all $(B)/lib/liblucus.a $(B)/fit-ranking $(B)/fit-sentences $(TRAIN) $(TESTS) $(BENCHES) $(FUZZ:%=$(B)/tests/%) $(B)/tests/fakeapi

# The targets of tests/fuzz with libFuzzer, in build/fuzz: build/fuzz/fuzz_scip tests/fuzz/corpus/scip
FUZZFLAGS := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
fuzz:                   ## build the fuzz targets with clang and libFuzzer, in build/fuzz
	@+$(MAKE) --no-print-directory B=build/fuzz CC=clang CFLAGS='$(FUZZFLAGS)' PCC='$(PCC)' \
		PFLAGS='$(PFLAGS)' $(FUZZ:%=build/fuzz/%)

# ---- man pages, completions, installation, release ----

MAN  := $(wildcard man/*.[135])
COMP := $(addprefix build/completions/,lucus.bash _lucus lucus.fish)

man: all                ## rewrite the option lists in man/ from the option tables
	LUCUS=$(B)/lucus scripts/man.sh

completions: $(COMP)    ## completions for bash, zsh and fish, in build/completions
build/completions/lucus.bash: SHELLNAME := bash
build/completions/_lucus: SHELLNAME := zsh
build/completions/lucus.fish: SHELLNAME := fish
$(COMP): $(B)/lucus
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && $< help --completion $(SHELLNAME) > $@

build/config.sample: $(B)/lucus
	$(call say,GEN,$@)
	$(Q)mkdir -p $(@D) && $< help --config > $@

bench: all $(BENCHES)    ## measure sync and query, BENCH_TREE=DIR chooses the tree
	@B=$(B) scripts/bench.sh $(BENCH_TREE)

bench-query: all $(BENCHES) ## measure queries on stores and their trees, STORES='STORE TREE ...'
	@B=$(B) scripts/bench-query.sh $(STORES)

bench-quality: all      ## measure retrieval on the annotated sets in BENCH=DIR
	@B=$(B) scripts/bench-quality.sh '$(BENCH)'

bench-graph: all        ## measure the call graph against compilers, on the clones in MIRRORS=DIR
	@LUCUS=$(B)/lucus MIRRORS='$(MIRRORS)' scripts/bench-graph/run.sh $(NAMES)

fit-sentences: all $(B)/fit-sentences ## build what scripts/fit-sentences.sh DIR fits what is said of sentences with
fit-ranking: all $(B)/fit-ranking ## build what scripts/fit-ranking.sh DIR fits the reranker with

train-embed: all $(TRAIN) ## build what scripts/train-embed.sh trains the token vectors with

to = $(DESTDIR)$(PREFIX)
install: all $(B)/lib/liblucus.a $(COMP) build/config.sample ## install under PREFIX (/usr/local), below DESTDIR
	install -d $(to)/bin $(to)/share/lucus $(to)/share/man/man1 $(to)/share/man/man3 $(to)/share/man/man5 \
		$(to)/share/bash-completion/completions $(to)/share/zsh/site-functions \
		$(to)/share/fish/vendor_completions.d
	install -m 755 $(B)/lucus $(to)/bin/lucus
	install -m 644 LICENSE build/config.sample $(to)/share/lucus
	$(foreach p,$(MAN),install -m 644 $(p) $(to)/share/man/man$(patsubst .%,%,$(suffix $(p))) &&) true
	install -m 644 build/completions/lucus.bash $(to)/share/bash-completion/completions/lucus
	install -m 644 build/completions/_lucus $(to)/share/zsh/site-functions/_lucus
	install -m 644 build/completions/lucus.fish $(to)/share/fish/vendor_completions.d/lucus.fish
	scripts/install-library.sh $(B)/lib/liblucus.a $(VERSION) '$(PREFIX)' '$(DESTDIR)'

dist: build/vendor.mk   ## a release: build/lucus-VERSION.tar.gz, which needs no npm
	@scripts/dist.sh $(VERSION) $(VENDOR)

-include $(OBJ:.o=.d) $(CMDOBJ:.o=.d) $(TOBJ:.o=.d) $(BENCHES:=.d) $(FIT:.o=.d) $(FITS:.o=.d) $(B)/tobj/scripts/fit-model.d \
	$(FUZZ:%=$(B)/obj/tests/fuzz/%.d) $(TRAINO:.o=.d) $(LEXICONO:.o=.d) $(FAKEAPI:.o=.d) \
	$(patsubst tests/unit/%.c,$(B)/tobj/tests/unit/%.d,$(wildcard tests/unit/*.c))
endif

uninstall:              ## remove what install put there
	rm -rf $(DESTDIR)$(PREFIX)/share/lucus $(DESTDIR)$(PREFIX)/include/lucus
	rm -f $(DESTDIR)$(PREFIX)/lib/liblucus.a $(DESTDIR)$(PREFIX)/lib/pkgconfig/lucus.pc
	rm -f $(DESTDIR)$(PREFIX)/bin/lucus $(DESTDIR)$(PREFIX)/share/man/man1/lucus.1 $(DESTDIR)$(PREFIX)/share/man/man3/lucus.3 \
		$(DESTDIR)$(PREFIX)/share/man/man1/lucus-*.1 $(DESTDIR)$(PREFIX)/share/man/man5/lucus-*.5 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/lucus \
		$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_lucus \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/lucus.fish
