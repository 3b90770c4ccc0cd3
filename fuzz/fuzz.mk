# libFuzzer targets: every fuzz/fuzz_*.c is one, built by clang with the sanitizers and
# the state checker. fuzz/seeds.c writes the corpora that they begin with. tests/fuzz.sh
# runs them for a bounded time.

FUZZ_C     = $(wildcard fuzz/fuzz_*.c)
FUZZ_BINS  = $(patsubst fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_C))
FUZZ_SEEDS = $(BUILD)/fuzz/seeds.made

fuzz: $(FUZZ_BINS) $(FUZZ_SEEDS)

$(FUZZ_BINS): $(BUILD)/fuzz/%: $(BUILD)/fuzz/obj/fuzz/%.o $(call objects,fuzz,$(CORE_C))
	$(CLANG) $(SANITIZE) -fsanitize=fuzzer $^ -o $@

$(BUILD)/fuzz/seeds: $(BUILD)/release/obj/fuzz/seeds.o $(call objects,release,$(CORE_C))
	@mkdir -p $(@D)
	$(CC) $(OPTIMISE) $^ -o $@

$(FUZZ_SEEDS): $(BUILD)/fuzz/seeds
	@rm -rf $(BUILD)/fuzz/seed
	@mkdir -p $(patsubst fuzz/%.c,$(BUILD)/fuzz/seed/%,$(FUZZ_C))
	$(BUILD)/fuzz/seeds $(BUILD)/fuzz
	@touch $@

.PRECIOUS: $(BUILD)/fuzz/obj/%.o
.PHONY: fuzz
