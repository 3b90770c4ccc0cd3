/* The rules as text: every clause of docs/rules.md, and finding something in them. */
#include "support.h"

#include "json.h"
#include "tobago/clauses.h"

static char text[REC_JSON_MAX];

static const tob_clause *clause(const char *id)
{
    const tob_clause *found = tob_clause_find(id, strlen(id));

    if (!found)
        fail_msg("there is no clause %s", id);
    return found;
}

static bool fits(const char *id, const char *question)
{
    return tob_clause_fits(clause(id), question, strlen(question));
}

static bool section_fits(const char *letter, const char *question)
{
    const tob_section *section = tob_section_find(letter, strlen(letter));

    assert_non_null(section);
    return tob_section_fits(section, question, strlen(question));
}

/* ---- The tables ---- */

static void sections_and_clauses_lie_in_order(void **state)
{
    unsigned clauses = 0, sections = 0;
    (void)state;

    for (; tob_section_at(sections); sections++) {
        const tob_section *section = tob_section_at(sections);
        assert_int_equal(section->first, clauses);
        assert_int_equal(section->count == 0, sections == 0);
        assert_true(*section->title);
        for (unsigned i = 0; i < section->count; i++, clauses++) {
            const tob_clause *at = tob_clause_at(clauses);
            assert_int_equal(at->section, sections);
            assert_non_null(strchr(section->letters, at->id[0]));
            assert_int_equal(strlen(at->id), 2);
        }
    }
    assert_null(tob_clause_at(clauses));
    assert_true(clauses >= 70 && sections >= 16);
}

/* Takes the marks out of the file, as a reader does, and joins its lines. */
static void read_plain(char *plain, size_t room)
{
    FILE *file = fopen("docs/rules.md", "r");
    size_t length = 0;
    int byte;

    assert_non_null(file);
    while ((byte = fgetc(file)) != EOF && length + 1 < room)
        if (byte == '\n' || byte == ' ') {
            if (length && plain[length - 1] != ' ')
                plain[length++] = ' ';
        } else if (byte != '*' && byte != '`') {
            plain[length++] = (char)byte;
        }
    plain[length] = '\0';
    fclose(file);
}

static void every_clause_has_the_words_of_the_document(void **state)
{
    static char document[1 << 17], wanted[1 << 13];
    unsigned rulings = 0, written = 0;
    (void)state;

    read_plain(document, sizeof document);
    for (unsigned i = 0; tob_clause_at(i); i++) {
        const tob_clause *at = tob_clause_at(i);
        snprintf(wanted, sizeof wanted, "- %s %s", at->id, at->text);
        for (char *byte = wanted; *byte; byte++)
            if (*byte == '\n')
                *byte = ' ';
        if (!strstr(document, wanted))
            fail_msg("docs/rules.md does not say: %s", wanted);
        rulings += at->rulings;
    }
    for (const char *at = document; (at = strstr(at, " Ruling")); at++)
        written += at[7] == ':' || at[8] == '(';
    assert_int_equal(rulings, written);
}

static void a_ruling_is_a_paragraph(void **state)
{
    (void)state;

    for (unsigned i = 0; tob_clause_at(i); i++) {
        const tob_clause *at = tob_clause_at(i);
        unsigned rulings = strncmp(at->text, "Ruling", 6) == 0;
        for (const char *line = at->text; (line = strchr(line, '\n')); line++)
            rulings += strncmp(line, "\nRuling", 7) == 0;
        assert_int_equal(rulings, at->rulings);
        assert_null(strpbrk(at->text, "*`"));
    }
    assert_int_equal(clause("C2")->rulings, 0);
    assert_true(clause("V3")->rulings >= 3);
    assert_true(strncmp(clause("E3")->text, "Ruling: ", 8) == 0);
}

static void the_clause_of_every_reason_is_found(void **state)
{
    (void)state;

    for (unsigned i = 1; i < TOB_REASON_COUNT; i++) {
        const char *id = tob_reason_clause((tob_reason)i);
        if (!tob_clause_find(id, strlen(id)) && !tob_section_find(id, strlen(id)))
            fail_msg("%s: the rules have no %s", tob_reason_name((tob_reason)i), id);
    }
    for (unsigned i = 0; i < TOB_MOVE_COUNT; i++) {
        const char *id = tob_kind_of(i)->clause;
        if (!tob_clause_find(id, strlen(id)) && !tob_section_find(id, strlen(id)))
            fail_msg("%s: the rules have no %s", tob_kind_of(i)->word, id);
    }
}

/* ---- Finding ---- */

static void clauses_and_sections_are_found_in_any_case(void **state)
{
    (void)state;

    assert_string_equal(tob_clause_find("c3 more", 2)->id, "C3");
    assert_string_equal(tob_clause_find("X1", 2)->id, "X1");
    assert_null(tob_clause_find("C", 1));
    assert_null(tob_clause_find("C33", 3));
    assert_null(tob_clause_find("C9", 2));
    assert_null(tob_clause_find("", 0));
    assert_string_equal(tob_section_find("x", 1)->letters, "AX");
    assert_ptr_equal(tob_section_find("A", 1), tob_section_find("X", 1));
    assert_null(tob_section_find("Z", 1));
    assert_null(tob_section_find("", 0));
    assert_null(tob_section_find("CC", 2));
    assert_string_equal(tob_section_at(0)->letters, "");
}

static void a_question_of_ids_finds_these_alone(void **state)
{
    (void)state;

    assert_true(fits("C3", "c3"));
    assert_false(fits("V3", "C3")); /* although it mentions C3 */
    assert_true(fits("C2", " C2\tC3 "));
    assert_true(fits("C3", "C2 C3"));
    assert_false(fits("C4", "C2 C3"));
    assert_true(fits("P2", "C2 P"));
    assert_true(section_fits("P", "C2 p"));
    assert_false(section_fits("C", "C2 P"));
}

static void a_question_of_words_finds_what_mentions_them_all(void **state)
{
    (void)state;

    assert_true(fits("A4", "ward"));
    assert_true(fits("A4", "CURSES ward"));
    assert_false(fits("A4", "ward lava"));
    assert_false(fits("A4", "ard"));      /* words are found by their beginning */
    assert_true(fits("K1", "curses"));    /* the title counts, and an s does not */
    assert_true(fits("V3", "C3 amulet")); /* not ids alone */
    assert_true(fits("L4", "not-next"));
    assert_true(fits("A4", ""));
    assert_true(fits("A4", "  "));
    assert_false(fits("A4", "\xff"));
    assert_true(section_fits("L", "landmark"));
    assert_false(section_fits("L", "atv"));
}

static void the_end_of_a_question_is_where_its_length_says(void **state)
{
    (void)state;

    assert_true(tob_clause_fits(clause("A4"), "wardrobe", 4));
    assert_false(tob_clause_fits(clause("A4"), "wardrobe", 8));
}

/* ---- JSON ---- */

static void the_rules_are_json(void **state)
{
    const size_t length = rec_rules_json("", 0, text, sizeof text);
    char small[100];
    (void)state;

    assert_true(length < sizeof text && strlen(text) == length && is_json(text));
    assert_non_null(strstr(text,
                           "{\"id\":\"C1\",\"section\":\"Playing a clue\",\"text\":\""
                           "Put a card from your hand"));
    assert_non_null(strstr(text, "{\"letters\":\"AX\",\"title\":\"Amulets and "));
    rec_rules_json("k1", 2, text, sizeof text);
    assert_string_equal(text, "{\"sections\":[],\"clauses\":[{\"id\":\"K1\",\"section\":"
                              "\"Curses\",\"text\":\"A curse ends the sharing at once.\","
                              "\"rulings\":0}]}");
    assert_int_equal(rec_rules_json("", 0, small, sizeof small), length);
    assert_int_equal(strlen(small), sizeof small - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_and_clauses_lie_in_order),
        cmocka_unit_test(every_clause_has_the_words_of_the_document),
        cmocka_unit_test(a_ruling_is_a_paragraph),
        cmocka_unit_test(the_clause_of_every_reason_is_found),
        cmocka_unit_test(clauses_and_sections_are_found_in_any_case),
        cmocka_unit_test(a_question_of_ids_finds_these_alone),
        cmocka_unit_test(a_question_of_words_finds_what_mentions_them_all),
        cmocka_unit_test(the_end_of_a_question_is_where_its_length_says),
        cmocka_unit_test(the_rules_are_json),
    };

    return cmocka_run_group_tests_name("clauses", tests, NULL, NULL);
}
