#include "box/setting.h"

#include <string.h>

bool box_set_island(box_setting *set, box_span code, char why[BOX_WHY_MAX])
{
    const int island = box_find_island(code);

    if (island < 0) {
        box_explain_island(why, code);
        return false;
    }
    *set = (box_setting){.volcano = TOB_NONE};
    tob_board_init(&set->board, (unsigned)island);
    tob_island_name((unsigned)island, set->code);
    memset(set->statue, TOB_NONE, sizeof set->statue);
    return true;
}

bool box_need_space(const box_setting *set, box_span name, unsigned *space,
                    char why[BOX_WHY_MAX])
{
    *space = box_find_space(&set->board, name);
    if (*space == TOB_NONE)
        box_explain_space(why, &set->board, name);
    return *space != TOB_NONE;
}

bool box_need_free_space(const box_setting *set, box_span name, unsigned *space,
                         char why[BOX_WHY_MAX])
{
    if (!box_need_space(set, name, space, why))
        return false;
    if (tob_hexset_has(set->board.spaces, *space))
        return true;
    box_say(why, "'%.*s' is %s, not a space (V1)", (int)name.length, name.text,
            tob_terrain_name(set->board.terrain[*space]));
    return false;
}

/* Splits an entry like "statue:h8:NE" at colons and blanks into exactly 'wanted' words.
 */
static bool split_entry(box_span entry, box_span *words, unsigned wanted)
{
    unsigned count = 0;

    entry = box_trim(entry);
    while (entry.length) {
        size_t length = 0;
        while (length < entry.length && entry.text[length] != ':' &&
               entry.text[length] != ' ')
            length++;
        if (count == wanted || !length)
            return false;
        words[count++] = (box_span){entry.text, length};
        if (length == entry.length)
            break;
        entry = box_trim((box_span){entry.text + length + 1, entry.length - length - 1});
        if (!entry.length)
            return false;
    }
    return count == wanted;
}

/* Is there a reason against an entry? Writes it. */
static bool refuse(char why[BOX_WHY_MAX], box_span entry, tob_reason reason)
{
    if (reason)
        box_say(why, "'%.*s' (%s): %s", (int)entry.length, entry.text,
                tob_reason_clause(reason), tob_reason_text(reason));
    return reason != TOB_OK;
}

static bool misread(char why[BOX_WHY_MAX], box_span entry, const char *wanted)
{
    box_say(why, "'%.*s' is not %s", (int)entry.length, entry.text, wanted);
    return false;
}

/* An object whose first word is no name of one, or that lacks a word. */
static bool misread_object(char why[BOX_WHY_MAX], box_span entry)
{
    size_t length = 0;

    while (length < entry.length && !strchr(": ", entry.text[length]))
        length++;
    misread(why, entry, "an object like hut:e5, palm:k7 or statue:h8:NE (O)");
    if (box_find_object((box_span){entry.text, length}) < 0)
        box_suggest(why, (box_span){entry.text, length}, box_object_at);
    return false;
}

bool box_put_object(box_setting *set, box_span entry, char why[BOX_WHY_MAX])
{
    box_span word[3];
    unsigned space;
    int object, facing = 0;
    const bool turned = split_entry(entry, word, 3);

    if (!turned && !split_entry(entry, word, 2))
        return misread_object(why, entry);
    object = box_find_object(word[0]);
    if (object < 0 || turned != (object == TOB_STATUE))
        return misread_object(why, entry);
    if (turned && (facing = box_find_direction(word[2])) < 0) {
        box_explain_direction(why, word[2]);
        return false;
    }
    if (!box_need_space(set, word[1], &space, why) ||
        refuse(why, entry,
               tob_board_object_reason(&set->board, (tob_object)object, space,
                                       (unsigned)facing)))
        return false;
    tob_board_put(&set->board, (tob_object)object, space);
    set->given |= (uint8_t)(1u << object);
    if (object == TOB_STATUE) {
        set->facing[space] = (uint8_t)facing;
        set->statue[set->statues++] = (uint8_t)space;
    }
    return true;
}

bool box_put_volcano(box_setting *set, box_span entry, char why[BOX_WHY_MAX])
{
    unsigned space;

    if (!box_need_space(set, entry, &space, why) ||
        refuse(why, entry, tob_board_volcano_reason(&set->board, space, false)))
        return false;
    tob_board_volcano(&set->board, space);
    set->volcano = (uint8_t)space;
    return true;
}

bool box_put_triad(box_setting *set, box_span entry, char why[BOX_WHY_MAX])
{
    box_span word[3];
    unsigned space, direction;
    int triad, facing;
    tob_reason reason;

    if (!split_entry(entry, word, 3) || (triad = box_find_triad(word[0])) < 0 ||
        (facing = box_find_direction(word[2])) < 0) {
        misread(why, entry, "a triad like beach-jungle:e5:NE (V2)");
        if (split_entry(entry, word, 3) && box_find_triad(word[0]) < 0)
            box_suggest(why, word[0], box_triad_at);
        return false;
    }
    if (!box_need_space(set, word[1], &space, why))
        return false;
    direction = (unsigned)facing;
    reason = tob_board_triad_reason(&set->board, (unsigned)triad, space, direction);
    if (set->used_triads >> triad & 1)
        reason = TOB_REASON_V2_GONE;
    if (refuse(why, entry, reason))
        return false;
    set->used_triads |= (uint8_t)(1u << triad);
    tob_board_triad(&set->board, (unsigned)triad, space, direction);
    uint8_t *hexes = set->triad[set->triads++];
    hexes[0] = (uint8_t)space;
    hexes[1] = (uint8_t)tob_board_step(&set->board, space, direction);
    hexes[2] = (uint8_t)tob_board_step(&set->board, space,
                                       (direction + 1) % TOB_DIRECTION_COUNT);
    return true;
}

bool box_put_lava(box_setting *set, box_span entry, char why[BOX_WHY_MAX])
{
    unsigned space;

    if (!box_need_space(set, entry, &space, why))
        return false;
    if (set->tiles == tob_lava_tile_count()) {
        box_say(why, "'%.*s' (V2): there are %u lava tiles", (int)entry.length,
                entry.text, tob_lava_tile_count());
        return false;
    }
    if (refuse(why, entry, tob_board_lava_reason(&set->board, space)))
        return false;
    tob_board_lava(&set->board, space);
    set->tiles++;
    return true;
}

bool box_put_list(box_setting *set, const char *list, box_put *put, char why[BOX_WHY_MAX])
{
    while (list && *list) {
        const size_t length = strcspn(list, ",");
        if (!put(set, box_trim((box_span){list, length}), why))
            return false;
        list += length;
        if (*list == ',' && !*++list) {
            box_say(why, "the list ends in a comma");
            return false;
        }
    }
    return true;
}

const char *box_clue_lacks(const box_setting *set, tob_clue clue)
{
    switch (clue.landmark) {
    case TOB_LANDMARK_HUT: return set->given >> TOB_HUT & 1 ? NULL : "hut";
    case TOB_LANDMARK_PALM: return set->given >> TOB_PALM & 1 ? NULL : "palm";
    case TOB_LANDMARK_STATUE: return set->given >> TOB_STATUE & 1 ? NULL : "statue";
    case TOB_LANDMARK_VOLCANO: return set->volcano != TOB_NONE ? NULL : "volcano";
    case TOB_LANDMARK_LAVA:
        return set->volcano != TOB_NONE || set->used_triads || set->tiles ? NULL : "lava";
    default: return NULL;
    }
}

void box_fill_game(const box_setting *set, tob_game *game)
{
    *game = (tob_game){.island = set->board.island,
                       .options = set->volcano != TOB_NONE ? TOB_OPTION_VOLCANO : 0,
                       .phase = TOB_PHASE_TURN,
                       .viewer = tob_viewer_spectator(),
                       .volcano = set->volcano};
    memset(game->atv, TOB_NONE, sizeof game->atv);
    memset(game->hut, TOB_NONE, sizeof game->hut);
    memset(game->palm, TOB_NONE, sizeof game->palm);
    for (unsigned i = 0; i < TOB_STATUES; i++) {
        game->statue[i] = set->statue[i];
        game->facing[i] =
            set->statue[i] == TOB_NONE ? TOB_N : set->facing[set->statue[i]];
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        game->map[treasure].sites = set->board.spaces;
        game->map[treasure].count = (uint8_t)tob_hexset_count(set->board.spaces);
        game->map[treasure].lowest = TOB_NONE;
    }
}

tob_hexset box_sites(const box_setting *set, const tob_clue *clues, unsigned count)
{
    tob_hexset sites = set->board.spaces;

    for (unsigned i = 0; i < count; i++)
        sites = tob_hexset_and(sites, tob_board_clue(&set->board, clues[i]));
    return sites;
}
