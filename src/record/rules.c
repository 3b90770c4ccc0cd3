/* The text of the rules as JSON. */
#include "record/json.h"
#include "tobago/clauses.h"
#include "tobago/json.h"

size_t rec_rules_json(const char *question, size_t length, char *out, size_t room)
{
    rec_json json = json_begin(out, room);
    const tob_section *section;
    const tob_clause *clause;

    json_open(&json, NULL, '{');
    json_open(&json, "sections", '[');
    for (unsigned i = 0; (section = tob_section_at(i)); i++) {
        if (!tob_section_fits(section, question, length))
            continue;
        json_open(&json, NULL, '{');
        json_text(&json, "letters", section->letters);
        json_text(&json, "title", section->title);
        json_text(&json, "text", section->text);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_open(&json, "clauses", '[');
    for (unsigned i = 0; (clause = tob_clause_at(i)); i++) {
        if (!tob_clause_fits(clause, question, length))
            continue;
        json_open(&json, NULL, '{');
        json_text(&json, "id", clause->id);
        json_text(&json, "section", tob_section_at(clause->section)->title);
        json_text(&json, "text", clause->text);
        json_number(&json, "rulings", clause->rulings);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return text_end(&json.text);
}
