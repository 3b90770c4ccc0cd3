# libFuzzer targets: every fuzz/fuzz_*.c is one, built by clang with the sanitizers and
# the state checker. fuzz/seeds.c writes the corpora that they begin with. tests/fuzz.sh
# runs them for a bounded time.

FUZZ_C     = $(wildcard fuzz/fuzz_*.c)
FUZZ_BINS  = $(patsubst fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_C))
FUZZ_SEEDS = $(BUILD)/fuzz/seeds.made

fuzz: $(FUZZ_BINS) $(FUZZ_SEEDS)

# What tables are made of, beside the library, and the acts of the tests.
FUZZ_TABLE_C = $(wildcard src/table/*.c) src/host/record.c src/host/report.c \
               src/host/text.c tests/world.c

$(FUZZ_BINS): $(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/fuzz/%.o $(call objects,fuzz,$(CORE_C))
	$(CLANG) $(SANITIZE) -fsanitize=fuzzer $^ $(FUZZ_LIBS) -o $@
$(BUILD)/fuzz/fuzz_table: $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(FUZZ_TABLE_C))

# Requests and frames: the parts of the server that know no network.
FUZZ_SERVER_C = $(patsubst %,src/net/%.c,frames handshake request answer site types) \
                src/host/report.c src/host/text.c
$(BUILD)/fuzz/fuzz_frames $(BUILD)/fuzz/fuzz_http: \
    $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(FUZZ_SERVER_C))
$(BUILD)/fuzz/fuzz_frames $(BUILD)/fuzz/fuzz_http: FUZZ_LIBS = -lsodium

# The hub: all of the server but its network.
FUZZ_HUB_C = $(wildcard src/store/*.c) $(filter src/table/%,$(FUZZ_TABLE_C)) \
             $(filter-out $(patsubst %,src/server/%.c,checks postman serve without),\
                 $(wildcard src/server/*.c)) \
             $(filter-out $(patsubst %,src/net/%.c,net http socket tls),$(wildcard src/net/*.c)) \
             $(patsubst %,src/host/%.c,record report text)
$(BUILD)/fuzz/fuzz_hub: $(patsubst %.c,$(BUILD)/fuzz/obj/%.o,$(FUZZ_HUB_C))
$(BUILD)/fuzz/fuzz_hub: FUZZ_LIBS = $(shell pkg-config --libs sqlite3 libsodium jansson libcrypto zlib)

$(BUILD)/fuzz/seeds: $(BUILD)/release/obj/fuzz/seeds.o \
                     $(call objects,release,$(CORE_C) $(FUZZ_TABLE_C))
	@mkdir -p $(@D)
	$(CC) $(OPTIMISE) $^ -o $@

$(FUZZ_SEEDS): $(BUILD)/fuzz/seeds
	@rm -rf $(BUILD)/fuzz/seed
	@mkdir -p $(patsubst fuzz/%.c,$(BUILD)/fuzz/seed/%,$(FUZZ_C))
	$(BUILD)/fuzz/seeds $(BUILD)/fuzz
	@touch $@

.PRECIOUS: $(BUILD)/fuzz/obj/%.o
.PHONY: fuzz
