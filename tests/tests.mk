# Every tests/test_*.c is one cmocka program, built in the release and the debug tree and
# linked with the other tests/*.c and everything but the program's main. Every
# tests/cli_*.sh is a script that prints TAP. tests/run runs them all and counts.

TEST_C    = $(wildcard tests/test_*.c)
SUPPORT_C = $(filter-out $(TEST_C),$(wildcard tests/*.c))
TESTED_C  = $(CORE_C) $(filter-out src/cli/main.c,$(PROGRAM_C))
TEST_LIBS = -lcmocka -lsodium $(LIBS)

$(BUILD)/release/tests/%: $(BUILD)/release/obj/tests/%.o \
                          $(call objects,release,$(TESTED_C) $(SUPPORT_C))
	@mkdir -p $(@D)
	$(CC) $(OPTIMISE) $^ $(TEST_LIBS) -o $@
$(BUILD)/debug/tests/%: $(BUILD)/debug/obj/tests/%.o \
                        $(call objects,debug,$(TESTED_C) $(SUPPORT_C))
	@mkdir -p $(@D)
	$(CC) $(SANITIZE) $^ $(TEST_LIBS) -o $@
# ThreadSanitizer, for tests in which threads of the server meet.
TSAN_TESTS = tests/test_net.c tests/test_bots.c
$(BUILD)/tsan/tests/%: $(BUILD)/tsan/obj/tests/%.o \
                       $(call objects,tsan,$(TESTED_C) $(SUPPORT_C))
	@mkdir -p $(@D)
	$(CC) $(TSAN) $^ $(TEST_LIBS) -o $@
tsan: $(patsubst tests/%.c,$(BUILD)/tsan/tests/%,$(TSAN_TESTS))

tests: $(patsubst tests/%.c,$(BUILD)/release/tests/%,$(TEST_C)) \
       $(patsubst tests/%.c,$(BUILD)/debug/tests/%,$(TEST_C)) $(LOAD)

# The same sources through the other compiler: warnings are errors there too.
$(eval $(call tree,clang,$(CLANG),-O1))
clang: $(call objects,clang,$(CORE_C) $(PROGRAM_C) $(SUPPORT_C) $(TEST_C) $(LOAD_C))

test: all debug tests tsan clang wasm fuzz
	tests/run

.PRECIOUS: $(BUILD)/release/obj/%.o $(BUILD)/debug/obj/%.o $(BUILD)/tsan/obj/%.o
.PHONY: tests test clang
