/* The table of subcommands with their help. */
#include "cli/commands.h"

#define JSON_HELP "  --json          print JSON\n"
#define OPTIONS_HELP                                                                    \
    "  --options LIST  experienced, placed (the players place the objects), volcano,\n" \
    "                  volcano-placed, triads-random; separated by commas\n"
#define BOARD_HELP                                                                    \
    "  --objects LIST  like hut:e5,palm:k7,statue:h8:NE; may be partial\n"            \
    "  --volcano SPACE the volcano's middle; it covers that hex and its neighbours\n" \
    "  --triads LIST   like beach-jungle:c5:NE: the space of its lava, and the way "  \
    "from\n"                                                                          \
    "                  there to its first terrain; the second comes clockwise\n"      \
    "  --lava LIST     like h6,h5: lava tiles in the order in which they are placed\n"

const cli_command cli_commands[] = {
    {"play", "play a game in this terminal",
     "usage: tobago play [FILE] [--seats LIST] [--players N] [--island CODE]\n"
     "                   [--options LIST] [--first N] [--seed S] [--iterations K]\n"
     "                   [--time MS] [--threads N] [--pace MS] [--plain]\n"
     "                   [--stderr]\n"
     "       tobago play FILE --replay\n\n"
     "Plays a game in the terminal, full-screen: ? shows the keys. FILE is the record:\n"
     "it is written line by line, and a game that it holds already goes on. Without a\n"
     "terminal, and with --plain, the game is played line by line: type a record line\n"
     "(Tab completes it), the number of a move from the list, or 'help'.\n\n"
     "  --seats LIST    for each seat human or a bot: random, greedy, easy, medium,\n"
     "                  hard, expert, expert:10000 with its own iterations, or\n"
     "                  cmd:PROGRAM (default human,medium; seats not named: medium)\n"
     "  --players N     2 to 4 (default: as many as --seats names, 2 at least)\n"
     "  --island CODE   like AbC1 (default: at random)\n" OPTIONS_HELP
     "  --first N       the seat that begins (default: at random)\n"
     "  --seed S        the seed of what is dealt and of the bots\n"
     "  --iterations K  of a bot's search, for each move (default: its level's own)\n"
     "  --time MS       the most a bot may think about a move; an expert fills it "
     "(default:\n"
     "                  its iterations within 1000; no limit with --iterations)\n"
     "  --threads N     that a bot's search uses (default 1)\n"
     "  --pace MS       how long a bot's move is shown (default 250)\n"
     "  --plain         line by line, on a terminal too\n"
     "  --stderr        let the standard error of programs through\n"
     "  --replay        step through the record with the cursor keys\n\n"
     "example: tobago play evening.tobago --seats human,human,hard\n",
     cli_run_play},
    {"replay", "show a game after any of its lines",
     "usage: tobago replay FILE [--at N] [--as SEAT] [--json]\n\n"
     "Draws the board and everything else that a seat may see.\n\n"
     "  --at N          after the first N lines of the file (default: all)\n"
     "  --as SEAT       1 to 4 or spectator (default: all that the record "
     "knows)\n" JSON_HELP "\nColours appear on a terminal unless NO_COLOR is set.\n\n"
     "example: tobago replay evening.tobago --at 120 --as 2\n",
     cli_run_replay},
    {"check", "replay records and verify every line",
     "usage: tobago check FILE... [--json]\n\n"
     "Replays each record or view ('-': standard input) and says what is wrong where:\n"
     "file, line, word, clause. Exit code 1 if any line is refused.\n\n" JSON_HELP
     "\nexample: tobago check games/*.tobago\n",
     cli_run_check},
    {"legal", "list every legal move at a point of a game",
     "usage: tobago legal FILE [--at N] [--json]\n\n"
     "Prints each legal move after the first N lines of the file, one a line, in record\n"
     "notation. For a view: each move that may be legal as far as its holder knows.\n\n"
     "  --at N          after the first N lines (default: all)\n" JSON_HELP
     "\nexample: tobago legal evening.tobago --at 40\n",
     cli_run_legal},
    {"why", "say whether a move is legal, and why not",
     "usage: tobago why FILE [--at N] [--json] MOVE\n\n"
     "Answers 'legal' (exit code 0), or the reason in words with the clause of the "
     "rules\n"
     "(exit code 1). MOVE is a record line, as one or several words.\n\n"
     "  --at N          after the first N lines (default: all)\n" JSON_HELP
     "\nexample: tobago why evening.tobago --at 40 1 clue white next-hut\n",
     cli_run_why},
    {"view", "print a record as one seat may know it",
     "usage: tobago view FILE --as SEAT [--json]\n\n"
     "Prints the record with hidden cards as '?'. What it prints is a record too.\n\n"
     "  --as SEAT       1 to 4 or spectator\n" JSON_HELP
     "\nexample: tobago view evening.tobago --as 2 > seat2.tobago\n",
     cli_run_view},
    {"simulate", "play random games, count, and write records",
     "usage: tobago simulate [--games N] [--players P] [--seed S] [--island CODE]\n"
     "                       [--options LIST] [--jobs J] [--out DIR] [--json]\n\n"
     "Plays uniformly random legal games and prints a summary. The same seed gives the\n"
     "same games, whatever J.\n\n"
     "  --games N       how many (default 100)\n"
     "  --players P     2 to 4 (default 4)\n"
     "  --seed S        any whole number (default 1)\n"
     "  --island CODE   like AbC1 (default: at random for each game)\n" OPTIONS_HELP
     "  --jobs J        threads (default: the number of cores)\n"
     "  --out DIR       write a full record a game: DIR/000001.tobago and so "
     "on\n" JSON_HELP
     "\nexample: tobago simulate --games 1000 --players 4 --seed 7 --out games\n",
     cli_run_simulate},
    {"analyse", "judge each decision of a game as the expert would",
     "usage: tobago analyse FILE [--iterations N] [--level LEVEL] [--jobs J] [--seed S]\n"
     "                      [--from LINE] [--to LINE] [--plot FILE.svg] [--json]\n\n"
     "For each decision of a full record that had more than one legal move: what the\n"
     "expert would have done, knowing what that seat knew, and what the move played\n"
     "cost in chances to win. Then each player's mean cost and costliest mistakes.\n"
     "The same seed gives the same answers, whatever J.\n\n"
     "  --iterations N  of the search, for each decision (default: its level's, 10000)\n"
     "  --level LEVEL   hard or expert (default expert)\n"
     "  --jobs J        threads (default: the number of cores)\n"
     "  --seed S        any whole number (default 1)\n"
     "  --from LINE     leave out the decisions before this line of the file\n"
     "  --to LINE       read the file up to this line only\n"
     "  --plot FILE.svg draw the players' chances to win over the game\n" JSON_HELP
     "\nexample: tobago analyse evening.tobago --plot evening.svg\n",
     cli_run_analyse},
    {"arena", "let bots play each other and measure their strength",
     "usage: tobago arena --bots LIST [--games N] [--seed S] [--jobs J]\n"
     "                    [--iterations K] [--time MS] [--limit MS] [--island CODE]\n"
     "                    [--options LIST] [--state FILE] [--plot FILE] [--out DIR]\n"
     "                    [--fresh] [--stderr] [--json]\n\n"
     "Plays each deal with all seatings and prints a line for each bot: games, games\n"
     "won alone, share of wins (ties shared) with its 95 % interval, coins, Elo, and "
     "the\n"
     "time a move took. The same seed gives the same numbers, whatever J.\n\n"
     "  --bots LIST     2 to 4, separated by commas: random, greedy, easy, medium, "
     "hard,\n"
     "                  expert; expert:10000 with its own iterations; cmd:PROGRAM "
     "with\n"
     "                  arguments for a bot that speaks the bot protocol; open-expert, "
     "a\n"
     "                  level that is told the hidden cards of others, as a ruler\n"
     "  --games N       how many (default 100); best a multiple of the seatings that\n"
     "                  differ: 2, 6 or 24, fewer with bots alike\n"
     "  --seed S        any whole number (default 1)\n"
     "  --jobs J        threads (default: the number of cores)\n"
     "  --iterations K  of a bot's search for each move (default: its level's)\n"
     "  --time MS       milliseconds that a bot may think about a move; an expert fills\n"
     "                  them, the other levels stop at their own iterations\n"
     "  --limit MS      milliseconds after which an external bot is given up (default\n"
     "                  10000, and what --time grants)\n"
     "  --island CODE   like AbC1 (default: at random for each deal)\n" OPTIONS_HELP
     "  --state FILE    keep the results there, and go on with those that it holds\n"
     "  --plot FILE     draw how the shares developed, as SVG\n"
     "  --out DIR       write the record of each game there\n"
     "  --fresh         start external bots anew for each game\n"
     "  --stderr        let the standard error of external bots through\n" JSON_HELP
     "\nexample: tobago arena --bots hard,medium,medium,easy --games 400 --seed 7\n",
     cli_run_arena},
    {"bot", "speak the bot protocol on standard input and output",
     "usage: tobago bot LEVEL [--seed S] [--iterations K] [--threads N]\n\n"
     "Plays as any program that runs bots asks it to, in lines (docs/bots.md).\n\n"
     "  LEVEL           random, greedy, easy, medium, hard or expert\n"
     "  --seed S        mixed with the seed of each game (default: that one alone)\n"
     "  --iterations K  of its search for each move (default: as asked, or its "
     "level's)\n"
     "  --threads N     that its search uses (default 1)\n\n"
     "example: tobago bot hard --iterations 1000\n",
     cli_run_bot},
    {"island", "list the spaces of an island",
     "usage: tobago island CODE [--objects LIST] [--volcano SPACE] [--triads LIST]\n"
     "                     [--lava LIST] [--json]\n\n"
     "Prints a line a space, by column and row: NAME TERRAIN AREASIZE, then any of\n"
     "largest, coast, hut, palm, statue:DIR.\n\n"
     "  CODE            three sides clockwise from A or a, and the interlock: ABC0 ... "
     "acb1\n" BOARD_HELP JSON_HELP
     "\nexample: tobago island AbC1 --objects statue:h8:NE,hut:e5\n",
     cli_run_island},
    {"sites", "list the spaces that some clues allow",
     "usage: tobago sites CODE [--objects LIST] [--volcano SPACE] [--triads LIST]\n"
     "                    [--lava LIST] [--json] CLUE...\n\n"
     "Prints the spaces that all the clues allow, on one line: where the cubes go on a\n"
     "board on the table. No space: an empty line.\n\n" BOARD_HELP
     "  CLUE            relation-landmark, like in-jungle or "
     "not-next-largest-lake\n" JSON_HELP
     "\nexample: tobago sites AbC1 --objects hut:e5,hut:k7 next-hut not-in-jungle\n",
     cli_run_sites},
    {"reach", "list where an ATV can go in 1, 2 and 3 legs",
     "usage: tobago reach CODE SPACE [--objects LIST] [--volcano SPACE]\n"
     "                    [--triads LIST] [--lava LIST] [--pay] [--json]\n\n"
     "Prints three lines, '1: ...' to '3: ...': where a move of at most that many legs\n"
     "can end, the start included.\n\n" BOARD_HELP
     "  --pay           cross lava, at its price (V5)\n" JSON_HELP
     "\nexample: tobago reach AbC1 h8\n",
     cli_run_reach},
    {"sight", "tell where a statue's amulet surfaces",
     "usage: tobago sight CODE SPACE DIR [--objects LIST] [--volcano SPACE]\n"
     "                    [--triads LIST] [--lava LIST] [--json]\n\n"
     "Prints the farthest space that a statue on SPACE sees in direction DIR (N NE SE S\n"
     "SW NW), even beyond water; an empty line if there is none.\n\n" BOARD_HELP JSON_HELP
     "\nexample: tobago sight AbC1 h8 NE\n",
     cli_run_sight},
    {"train", "learn the bots' weights from self-play",
     "usage: tobago train [--players N] [--generations G] [--games N] [--iterations K]\n"
     "                    [--seed S] [--jobs J] [--options LIST] [--state FILE]\n\n"
     "Plays games of the searching bot against itself, fits the evaluation to what the\n"
     "seats still gained, and begins again with the new weights. After each generation "
     "it\n"
     "says how it does against the weights it began with. Prints the weights in the "
     "form\n"
     "of data/weights.txt.\n\n"
     "  --players N       2 to 4 (default 2): weights are one set a player count\n"
     "  --generations G   how often (default 4)\n"
     "  --games N         games a generation (default 1000)\n"
     "  --iterations K    of the search, for each move (default 100)\n"
     "  --seed S          any whole number (default 1)\n"
     "  --jobs J          threads (default: the number of cores)\n"
     "  --options LIST    game options, separated by commas\n"
     "  --state FILE      kept after each generation; training goes on from there, if\n"
     "                    the other options but --generations and --jobs are the same\n\n"
     "example: tobago train --players 4 --generations 6 --state four.training\n",
     cli_run_train},
    {"bench", "measure the engine",
     "usage: tobago bench [PART...] [--seconds N] [--json]\n\n"
     "Prints lines NAME VALUE UNIT, measured on one core through the public API:\n"
     "random_moves and random_games (uniformly random 4-player games, all legal moves "
     "of\n"
     "every decision generated and one applied, nature's included), wasm_moves (the "
     "same\n"
     "in the wasm build through node), volcano_moves and volcano_games (random games "
     "with\n"
     "the Volcano), replay (reading a finished game), search (iterations of the "
     "expert's\n"
     "search in the middle of a 4-player game), slowest_easy, slowest_medium and\n"
     "slowest_hard (the slowest decision of these levels in games of all kinds), state "
     "and\n"
     "board (their bytes).\n"
     "A figure that cannot be measured is left out (in JSON its value is null), its "
     "reason\n"
     "is told, and the exit code is 3: wasm_moves needs node and 'make wasm'.\n\n"
     "  PART            random, volcano, wasm, replay, search, slowest or sizes: only\n"
     "                  their figures (default: all)\n"
     "  --seconds N     how long each figure is measured, 1 to 60 (default 2)\n" JSON_HELP
     "\nexample: tobago bench search --seconds 5\n",
     cli_run_bench},
    {"version", "print the version",
     "usage: tobago version\n\nPrints the version.\n\nexample: tobago version\n",
     cli_run_version},
    {"help", "list the commands, or explain one",
     "usage: tobago help [COMMAND]\n\n"
     "Lists the commands, or explains one of them with an example.\n\n"
     "example: tobago help arena\n",
     cli_run_help},
    {NULL, NULL, NULL, NULL},
};
