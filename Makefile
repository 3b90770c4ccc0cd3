# Tobago: one program, one library.
#
#   make              build/tobago and build/libtobago.a, optimised
#   make debug        build/debug/tobago: ASan, UBSan, the state checker after every move
#   make tsan         build/tsan/tobago and tests of the server: ThreadSanitizer
#   make fuzz         build/fuzz/fuzz-*: libFuzzer targets (clang)
#   make wasm         build/wasm/tobago.wasm (clang, lld)
#   make site         build/site, the page as static files (node, npm; clang, lld)
#   make test         all tests; LONG=1 for the full sizes (./test installs what they need)
#   make bench        build/tobago bench
#   make page-bench   the page in Chromium: load, answers, scrubbing, memory, size
#   make install      PREFIX=/usr/local DESTDIR=; with build/site, if it was built
#   make deb          Debian packages into build/deb (debhelper; SITE=DIR: a page built elsewhere)
#   make format       clang-format over the sources
#   make clean
#
# CC=clang builds with clang. WERROR= lets warnings pass.

ifeq ($(origin CC),default)
CC       = gcc
endif
CLANG    = clang
AR       = ar
LD       = ld
OBJCOPY  = objcopy
WERROR   = -Werror
LDFLAGS  =
PREFIX   = /usr/local
LIB      = lib
DESTDIR  =
VERSION  = $(shell sed -n 's/^.define TOB_VERSION *"\(.*\)"/\1/p' include/tobago/types.h)
SOVERSION = $(firstword $(subst ., ,$(VERSION)))
BUILD    = build

WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wvla -Wwrite-strings -Wundef $(WERROR)
CPPFLAGS = -Iinclude -Isrc -I.
# The bots compute the same everywhere: no fused operations, square roots in line.
CSTD     = -std=c17 -D_DEFAULT_SOURCE -ffp-contract=off -fno-math-errno
OPTIMISE = -O3 -g -fno-plt -fvisibility=hidden
SANITIZE = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
           -fno-omit-frame-pointer -DTOB_DEBUG
TSAN     = -O1 -g -fsanitize=thread -fno-omit-frame-pointer
DEPS     = -MMD -MP
LIBS     = -ledit -lncursesw -ltinfo -lpthread -lm

ENGINE_C = $(wildcard src/engine/*.c)
RECORD_C = $(wildcard src/record/*.c)
AI_C     = $(wildcard src/ai/*.c)
# 'tobago serve' and 'tobago connect' need these libraries. Without one of them, or with
# SERVER=no, the program is built without the two.
NETWORK   = libwebsockets libuv sqlite3 libsodium jansson openssl zlib
SERVER   := $(shell pkg-config --exists $(NETWORK) 2>/dev/null && echo yes || echo no)
ifeq ($(SERVER),yes)
LIBS     += $(shell pkg-config --libs $(NETWORK))
SERVER_C  = $(foreach room,store net server client control,\
                $(filter-out src/$(room)/without.c,$(wildcard src/$(room)/*.c)))
else
SERVER_C  = src/net/addresses.c src/net/listen.c src/server/limits.c src/server/settings.c \
            $(wildcard src/server/without.c src/client/without.c src/control/without.c)
endif
PROGRAM_C = $(foreach room,host study arena tui box table,$(wildcard src/$(room)/*.c)) \
            $(SERVER_C) $(wildcard src/cli/*.c)
TABLES   = tables weights clauses
TABLES_C = $(TABLES:%=$(BUILD)/gen/%.c)
CORE_C   = $(ENGINE_C) $(RECORD_C) $(AI_C)

# objects,TREE,SOURCES: where a tree keeps the objects of these sources
objects  = $(patsubst %.c,$(BUILD)/$(1)/obj/%.o,$(2)) \
           $(patsubst %,$(BUILD)/$(1)/obj/gen/%.o,$(TABLES))

all: native
native: $(BUILD)/tobago $(BUILD)/libtobago.a $(BUILD)/libtobago.so.$(VERSION)
ifneq ($(shell command -v wasm-ld 2>/dev/null),)
all: wasm
endif
debug: $(BUILD)/debug/tobago
tsan: $(BUILD)/tsan/tobago

# ---- The tables made from data/ and docs/rules.md ----

$(BUILD)/generate: data/generate.c data/reject.h include/tobago/types.h include/tobago/bot.h include/tobago/train.h
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARNINGS) $(CPPFLAGS) -O1 $< -o $@

$(BUILD)/gen/%.c: $(BUILD)/generate $(wildcard data/*.txt)
	@mkdir -p $(@D)
	$(BUILD)/generate $* data > $@.tmp && mv $@.tmp $@

$(BUILD)/clauses: data/clauses.c data/reject.h
	@mkdir -p $(@D)
	$(CC) $(CSTD) $(WARNINGS) $(CPPFLAGS) -O1 $< -o $@

$(BUILD)/gen/clauses.c: $(BUILD)/clauses docs/rules.md
	@mkdir -p $(@D)
	$(BUILD)/clauses docs/rules.md > $@.tmp && mv $@.tmp $@

# ---- Trees: release, debug, pic (for the shared library) ----

# tree,NAME,COMPILER,FLAGS
define tree
$(BUILD)/$(1)/obj/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$(2) $(CSTD) $(WARNINGS) $(CPPFLAGS) $(3) $(DEPS) -c $$< -o $$@
$(BUILD)/$(1)/obj/gen/%.o: $(BUILD)/gen/%.c
	@mkdir -p $$(@D)
	$(2) $(CSTD) $(WARNINGS) $(CPPFLAGS) $(3) $(DEPS) -c $$< -o $$@
endef
$(eval $(call tree,release,$(CC),$(OPTIMISE)))
$(eval $(call tree,debug,$(CC),$(SANITIZE)))
$(eval $(call tree,tsan,$(CC),$(TSAN)))
$(eval $(call tree,pic,$(CC),$(OPTIMISE) -fPIC))
$(eval $(call tree,fuzz,$(CLANG),$(SANITIZE) -fsanitize=fuzzer-no-link))

$(BUILD)/tobago: $(call objects,release,$(CORE_C) $(PROGRAM_C))
	$(CC) $(OPTIMISE) $(LDFLAGS) $^ $(LIBS) -o $@
ifneq ($(SERVER),yes)
	@echo "libraries are missing ($(NETWORK)): 'tobago serve' is left out"
endif
$(BUILD)/debug/tobago: $(call objects,debug,$(CORE_C) $(PROGRAM_C))
	$(CC) $(SANITIZE) $^ $(LIBS) -o $@

$(BUILD)/tsan/tobago: $(call objects,tsan,$(CORE_C) $(PROGRAM_C))
	$(CC) $(TSAN) $^ $(LIBS) -o $@

# The library is engine, records and bots: what a host or a bot author links against. It
# shows what include/tobago/ declares and nothing else, the archive too: its objects are
# linked into one, in which hidden names become local.
$(BUILD)/libtobago.a: $(call objects,release,$(CORE_C))
	$(LD) -r $^ -o $(BUILD)/release/obj/libtobago.o
	$(OBJCOPY) --localize-hidden $(BUILD)/release/obj/libtobago.o
	rm -f $@ && $(AR) rcs $@ $(BUILD)/release/obj/libtobago.o
$(BUILD)/libtobago.so.$(VERSION): $(call objects,pic,$(CORE_C))
	$(CC) -shared $(LDFLAGS) -Wl,-soname,libtobago.so.$(SOVERSION) $^ -lm -o $@

# ---- WebAssembly: the same sources, no libc ----

WASM_FLAGS = --target=wasm32 -std=c17 -O3 -ffp-contract=off -fno-math-errno -ffreestanding -nostdlib -fvisibility=hidden \
             -mbulk-memory $(WARNINGS) $(CPPFLAGS)
wasm: $(BUILD)/wasm/tobago.wasm
$(BUILD)/wasm/tobago.wasm: $(CORE_C) $(wildcard src/wasm/*.c) $(TABLES_C) \
                           $(wildcard include/tobago/*.h src/*/*.h)
	@mkdir -p $(@D)
	$(CLANG) $(WASM_FLAGS) $(filter %.c,$^) -Wl,--no-entry -Wl,--strip-all \
	    -Wl,-z,stack-size=262144 -o $@

# ---- The page: static files made from web/, which any web host can serve ----

# The folder is replaced as a whole, so that a server never sees half of it.
ifneq ($(wildcard web/package.json),)
SITE_FROM = $(shell find web -path web/node_modules -prune -o -type f -print) docs/rules.md
site: $(BUILD)/site/index.html
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error --fetch-retries=2 \
	    --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=3000
	touch $@
$(BUILD)/site/index.html: web/node_modules/.package-lock.json $(SITE_FROM) \
                          $(BUILD)/wasm/tobago.wasm
	rm -rf $(BUILD)/site.new $(BUILD)/site.old
	cd web && npm run --silent build -- --out $(abspath $(BUILD))/site.new \
	    --wasm $(abspath $(BUILD))/wasm/tobago.wasm --compress
	[ ! -e $(BUILD)/site ] || mv $(BUILD)/site $(BUILD)/site.old
	mv $(BUILD)/site.new $(BUILD)/site
	rm -rf $(BUILD)/site.old
	touch $@
else
site:
	@echo "make: there is no web/ to build the page from" >&2; false
endif

# ---- Tests, fuzzing, benchmarks: their rules live beside their sources ----

# bench/load builds and runs this: players for the game server.
LOAD_C = $(wildcard bench/*.c)
LOAD   = $(if $(filter yes,$(SERVER)),$(BUILD)/load)
$(BUILD)/load: $(call objects,release,$(CORE_C) $(wildcard src/host/*.c) $(LOAD_C))
	$(CC) $(OPTIMISE) $^ -lpthread -lm -o $@

include tests/tests.mk
include fuzz/fuzz.mk

bench: $(BUILD)/tobago wasm
	$(BUILD)/tobago bench

page-bench: $(BUILD)/tobago $(LOAD) site
	TOBAGO=$(BUILD)/tobago TOBAGO_SITE=$(BUILD)/site node web/bench/page.mjs

# ---- Installing ----

install: native
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig \
	    $(DESTDIR)$(PREFIX)/include/tobago $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 755 $(BUILD)/tobago $(DESTDIR)$(PREFIX)/bin/tobago
	install -m 644 $(BUILD)/libtobago.a $(DESTDIR)$(PREFIX)/$(LIB)/libtobago.a
	install -m 755 $(BUILD)/libtobago.so.$(VERSION) $(DESTDIR)$(PREFIX)/$(LIB)/
	ln -sf libtobago.so.$(VERSION) $(DESTDIR)$(PREFIX)/$(LIB)/libtobago.so.$(SOVERSION)
	ln -sf libtobago.so.$(SOVERSION) $(DESTDIR)$(PREFIX)/$(LIB)/libtobago.so
	install -m 644 include/tobago/*.h $(DESTDIR)$(PREFIX)/include/tobago/
	install -m 644 docs/tobago.1 $(DESTDIR)$(PREFIX)/share/man/man1/tobago.1
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIB@|$(LIB)|' -e 's|@VERSION@|$(VERSION)|' \
	    docs/tobago.pc.in > $(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig/tobago.pc
	rm -rf $(DESTDIR)$(PREFIX)/share/tobago/site
	if [ -d $(BUILD)/site ]; then \
	    install -d $(DESTDIR)$(PREFIX)/share/tobago/site && \
	    cp -R $(BUILD)/site/. $(DESTDIR)$(PREFIX)/share/tobago/site/ && \
	    chmod -R u=rwX,go=rX $(DESTDIR)$(PREFIX)/share/tobago/site; \
	fi

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/tobago $(DESTDIR)$(PREFIX)/$(LIB)/libtobago.* \
	    $(DESTDIR)$(PREFIX)/$(LIB)/pkgconfig/tobago.pc \
	    $(DESTDIR)$(PREFIX)/share/man/man1/tobago.1
	rm -rf $(DESTDIR)$(PREFIX)/include/tobago $(DESTDIR)$(PREFIX)/share/tobago

# The tree is copied and built anew there, with the page as it is: npm needs a network, which
# builders of packages do not have.
SITE =
deb: $(if $(SITE),,site)
	debian/build.sh $(VERSION) $(or $(SITE),$(BUILD)/site) $(BUILD)/deb

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf $(BUILD)

%.d: ;
-include $(shell find $(wildcard $(BUILD)/*/obj) /dev/null -name '*.d')

.PHONY: all native debug tsan wasm site bench page-bench install uninstall deb format clean
