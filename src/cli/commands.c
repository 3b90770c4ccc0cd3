/* The table of subcommands with their help. */
#include "cli/commands.h"
#include "server/settings.h"

/* The help of 'serve' is made from two tables, and longer than C99 promises a literal to
 * be; gcc and clang know no such bound. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

#define JSON_HELP "  --json          print JSON\n"
#define OPTIONS_HELP                                                                    \
    "  --options LIST  experienced, placed (the players place the objects), volcano,\n" \
    "                  volcano-placed, triads-random; separated by commas\n"
#define SVG_HELP "  --svg FILE      write a picture of the board with the answer lit up\n"
#define CLUE_HELP                                                                       \
    "A clue is a relation and a landmark, in any case, with hyphens or blanks:\n"       \
    "in-jungle, \"not next to a hut\", not in sight of the largest lake.\n\n"           \
    "  relations       in, next, sight, not-in, not-next, not-sight\n"                  \
    "  landmarks       beach, jungle, lake, mountain, river, scrubland; with largest\n" \
    "                  before it the largest area of a terrain; hut, palm, statue,\n"   \
    "                  ocean, volcano, lava (not after 'in')\n\n"
#define BOARD_HELP                                                                    \
    "  --objects LIST  like hut:e5,palm:k7,statue:h8:NE; may be partial\n"            \
    "  --volcano SPACE the volcano's middle; it covers that hex and its neighbours\n" \
    "  --triads LIST   like beach-jungle:c5:NE: the space of its lava, and from "     \
    "there\n"                                                                         \
    "                  the direction of its first terrain; the second is clockwise\n" \
    "  --lava LIST     like h6,h5: lava tiles in the order in which they were placed\n"

const cli_command cli_commands[] = {
    {"play", "play a game in this terminal",
     "usage: tobago play [FILE] [--seats LIST] [--players N] [--island CODE]\n"
     "                   [--options LIST] [--first N] [--seed S] [--iterations K]\n"
     "                   [--time MS] [--threads N] [--pace MS] [--new] [--ask-end]\n"
     "                   [--plain] [--stderr]\n"
     "       tobago play FILE --replay [--at N]\n\n"
     "Plays a game in the terminal, full-screen: ? shows the keys. Without arguments it\n"
     "opens a menu. FILE keeps the record, line by line; a game that it already holds\n"
     "goes on, and one that does not exist begins after a question. A game without FILE\n"
     "is kept in the data folder (~/.local/share/tobago) under its date, and the menu\n"
     "offers it. q, Ctrl-C, SIGTERM and SIGHUP leave the game, with exit code 0.\n"
     "Without a terminal, or with --plain, the game is played line by line: type a\n"
     "record line (Tab completes it), the number of a move from the list, or 'help'.\n\n"
     "  --seats LIST    for each seat human or a bot: random, greedy, easy, medium,\n"
     "                  hard, expert, expert:10000 with its own iterations, or\n"
     "                  cmd:PROGRAM for a program that speaks the bot protocol\n"
     "                  (default human,medium; seats not named: medium)\n"
     "  --players N     2 to 4 (default: as many as --seats names, 2 at least)\n"
     "  --island CODE   like AbC1 (default: at random)\n" OPTIONS_HELP
     "  --first N       the seat that begins (default: at random)\n"
     "  --seed S        the seed of the cards and of the bots\n"
     "  --iterations K  iterations of a bot's search for each move (default: its "
     "level's)\n"
     "  --time MS       the longest a bot may think about a move; an expert searches\n"
     "                  until then, or until its choice is settled (default: its\n"
     "                  iterations within 1000; no limit with --iterations)\n"
     "  --threads N     threads of a bot's search (default 1)\n"
     "  --pace MS       how long a bot's move is shown (default 250)\n"
     "  --new           begin a game in a file that does not exist without asking\n"
     "  --ask-end       let no turn end by itself, even if nothing else is possible\n"
     "  --plain         play line by line, even on a terminal\n"
     "  --stderr        let the standard error of programs through\n"
     "  --replay        step through the record with the cursor keys\n"
     "  --at N          begin the replay after the first N lines\n\n"
     "example: tobago play evening.tobago --seats human,hard,cmd:./mine\n",
     cli_run_play},
    {"serve", "serve the page and tables for playing together",
     "usage: tobago serve [--config FILE] [--check-config] [--NAME VALUE]...\n\n"
     "Serves the page over HTTP and hosts tables over WebSockets until it is told to "
     "end\n"
     "(Ctrl-C), and prints its address. Friends join a table by its link. Every move is\n"
     "stored before it is shown to anyone, so nothing is lost if the machine fails.\n\n"
     "  --config FILE   read settings from a file of lines 'name = value'; a '#' begins "
     "a\n"
     "                  comment\n"
     "  --check-config  print every setting with its value and where it comes from, and\n"
     "                  do not serve; exit code 1 if something is wrong\n\n"
     "Settings, by the names that the file uses, too. --data DIR is 'data = DIR' there "
     "and\n"
     "TOBAGO_DATA in the environment; a flag wins over the environment, that over the "
     "file.\n\n" SRV_SETTINGS_HELP
     "  --limit NAME=N  bound what clients may use up, 'limit-NAME = N' in the file; "
     "the\n"
     "                  limits and their defaults:\n" SRV_LIMITS_HELP
     "\nexample: tobago serve --lan --limit tables_guest=10\n",
     cli_run_serve},
    {"admin", "look after a server: tables, guests, backups",
     "usage: tobago admin [--data DIR | --socket PATH] COMMAND [ARGUMENTS]\n\n"
     "Looks after a server that runs, over the control socket in its data folder, as "
     "its\n"
     "user or as root. Without a server most commands work on the folder itself. What\n"
     "changes something, or shows what players may not see, stands in audit.log "
     "there.\n\n"
     "  list [--state STATE]        all tables\n"
     "  show TABLE [--seat N]       a table as a spectator sees it, or as seat N does;\n"
     "                              --full shows hidden cards, and is logged\n"
     "  who                         the connections, with their addresses\n"
     "  top [--once]                live figures\n"
     "  export TABLE                print a table, secrets and all, to import it "
     "elsewhere\n"
     "  import FILE                 take in a table that 'export' has printed\n"
     "  patch TABLE --to LINE [--why TEXT]\n"
     "                              cut a game back to so many lines of its record\n"
     "  close TABLE [--why TEXT]    end a game\n"
     "  delete TABLE                remove a table with all that belongs to it\n"
     "  links TABLE                 its links, for someone who has lost hers\n"
     "  guest ID [show]             what is stored of a guest, in short\n"
     "  guest ID export             all of it, as JSON\n"
     "  guest ID delete             delete her, and her name from all tables\n"
     "  reports [--all]             what players report; --all: the resolved ones, too\n"
     "  resolve NUMBER              mark a report as resolved\n"
     "  mute GUEST --for TIME       let a guest say nothing for a while; --off ends it\n"
     "  ban ADDRESS --for TIME      answer nothing to an address, like 10m, 2h, 3d, 1w\n"
     "  unban ADDRESS, bans         lift a ban; list them\n"
     "  motd [TEXT | --off]         the message of the day\n"
     "  drain [--wait | --off]      let no game begin, and wait for those with people\n"
     "  check                       replay every game, check the database, and say what "
     "is\n"
     "                              wrong\n"
     "  backup FILE                 write a backup, while the server runs\n"
     "  restore FILE                make a data folder of a backup\n\n"
     "  --data DIR      the server's data folder (default: $TOBAGO_DATA,\n"
     "                  or else 'server' in the user's)\n"
     "  --socket PATH   the control socket itself\n" JSON_HELP
     "\nexample: tobago admin --data /var/lib/tobago patch k7q2m4xh9d --to 120\n",
     cli_run_admin},
    {"connect", "play at a server's tables, by hand or with a bot",
     "usage: tobago connect URL [--name NAME] [--table ID | --create SEATS]\n"
     "       tobago connect URL --bot LEVEL|cmd:COMMAND [--table ID | --create SEATS]\n"
     "       tobago connect URL --list [--json]\n"
     "       tobago connect URL --my-data | --delete-me\n\n"
     "Goes to a server, as 'tobago serve' is one, and plays in this terminal. URL may "
     "be\n"
     "a link that somebody sent: http://HOST:PORT/#join=... or #seat=... The server "
     "knows\n"
     "you by a cookie, which is kept in the data folder. A lost connection comes back "
     "by\n"
     "itself. ':' in the game, or a plain line, takes commands: say TEXT, yes, no, "
     "undo,\n"
     "links and more ('help').\n\n"
     "  --name NAME     your name there\n"
     "  --password-file FILE\n"
     "                  the password, in its first line, that the server asks new guests "
     "for\n"
     "  --my-data       print all that the server has stored of you, as JSON\n"
     "  --delete-me     have it deleted; others keep the games that you shared, without "
     "your\n"
     "                  name\n"
     "  --table ID      the table, if the URL is no link\n"
     "  --seat N        the seat that you would like (default: the first free one)\n"
     "  --watch         do not sit down\n"
     "  --list          list your tables, and those to join or to watch\n"
     "  --create SEATS  make a table: 2 to 4 of me, open, or a level, like me,open,hard\n"
     "  --island CODE   its island (default: any)\n"
     "  --options LIST  its options, like experienced,volcano\n"
     "  --clock CLOCK   none, live:MINUTES+SECONDS or days:N\n"
     "  --open          anyone may join and watch\n"
     "  --start         begin as soon as nobody is missing\n"
     "  --bot PLAYER    a bot plays for you: a level, or a program that speaks the bot\n"
     "                  protocol (docs/bots.md); it joins labelled as a program\n"
     "  --iterations N, --time MS\n"
     "                  how long it thinks about a move\n"
     "  --plain         play line by line, also without a terminal\n"
     "  --ask-end       never end a turn by itself\n" JSON_HELP
     "\nexample: tobago connect http://127.0.0.1:8700 --create me,open --name Ada\n",
     cli_run_connect},
    {"replay", "show a game after any of its lines",
     "usage: tobago replay FILE [--at N] [--as SEAT] [--json]\n"
     "       tobago replay FILE --json --watch [--as SEAT]\n\n"
     "Draws the board and everything else that a seat may see.\n\n"
     "  --at N          after the first N lines of the file (default: all)\n"
     "  --as SEAT       1 to 4 or spectator (default: everything in the "
     "record)\n" JSON_HELP
     "  --watch         print the position after every line, as the lines come; one\n"
     "                  that is refused is answered with an error and left out\n"
     "\nColours appear on a terminal unless NO_COLOR is set.\n\n"
     "example: tobago replay evening.tobago --at 120 --as 2\n",
     cli_run_replay},
    {"check", "replay records and verify every line",
     "usage: tobago check FILE... [--json]\n\n"
     "Replays each record or view ('-': standard input) and says what is wrong, with\n"
     "file, line, word and clause. Exit code 1 if any line is refused.\n\n" JSON_HELP
     "\nexample: tobago check games/*.tobago\n",
     cli_run_check},
    {"verify", "check the proof that a game's cards were fair",
     "usage: tobago verify PROOF [-v] [--json]\n\n"
     "Checks the proof of a game that was played on a server ('-': standard input): the\n"
     "secret is the one that was promised before the game, and the island, the first\n"
     "player and every card follow from it and from what the players added. Says in\n"
     "which line a proof fails. Exit code 1 if it does.\n\n"
     "  -v              show each line and what was checked of it\n" JSON_HELP
     "\nexample: tobago verify examples/fair.proof -v\n",
     cli_run_verify},
    {"legal", "list every legal move at a point of a game",
     "usage: tobago legal FILE [--at N] [--json]\n\n"
     "Prints every legal move after the first N lines of the file, one per line, in\n"
     "record notation. For a view: every move that may be legal as far as its holder\n"
     "knows.\n\n"
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
     "Prints the record with hidden cards as '?'. The output is a record too.\n\n"
     "  --as SEAT       1 to 4 or spectator\n" JSON_HELP
     "\nexample: tobago view evening.tobago --as 2 > seat2.tobago\n",
     cli_run_view},
    {"simulate", "play random games, count, and write records",
     "usage: tobago simulate [--games N] [--players P] [--seed S] [--island CODE]\n"
     "                       [--options LIST] [--jobs J] [--out DIR] [--json]\n\n"
     "Plays uniformly random legal games and prints a summary. The same seed gives the\n"
     "same games for any J.\n\n"
     "  --games N       how many (default 100)\n"
     "  --players P     2 to 4 (default 4)\n"
     "  --seed S        any whole number (default 1)\n"
     "  --island CODE   like AbC1 (default: at random for each game)\n" OPTIONS_HELP
     "  --jobs J        threads (default: the number of cores)\n"
     "  --out DIR       write the record of each game: DIR/000001.tobago and so "
     "on\n" JSON_HELP
     "\nexample: tobago simulate --games 1000 --players 4 --seed 7 --out games\n",
     cli_run_simulate},
    {"analyse", "judge each decision of a game as the expert would",
     "usage: tobago analyse FILE [--iterations N] [--level LEVEL] [--jobs J] [--seed S]\n"
     "                      [--from LINE] [--to LINE] [--plot FILE.svg] [--json]\n\n"
     "Judges each decision of a full record that had more than one legal move: what the\n"
     "expert would have done, knowing what that seat knew, and what the move played\n"
     "cost in chances to win. Then prints each player's mean cost and costliest\n"
     "mistakes. The same seed gives the same answers for any J.\n\n"
     "  --iterations N  iterations for each decision (default: the level's; expert "
     "10000)\n"
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
     "                    [--pairs] [--fresh] [--stderr] [--json]\n\n"
     "Plays each deal with all seatings and prints a line for each bot: games, games\n"
     "won alone, share of wins (ties shared) with its 95 % interval, coins, Elo, and\n"
     "time per move; then the rounds that games took, and the clauses that ended\n"
     "them. The same seed gives the same numbers for any J.\n\n"
     "  --bots LIST     2 to 4, separated by commas: random, greedy, easy, medium, "
     "hard,\n"
     "                  expert; expert:10000 with its own iterations; cmd:PROGRAM "
     "with\n"
     "                  arguments for a program that speaks the bot protocol;\n"
     "                  open-expert, a level that sees the hidden cards of others, as a\n"
     "                  ruler\n"
     "  --games N       how many (default 100); best a multiple of the different\n"
     "                  seatings: 2, 6 or 24, fewer with equal bots\n"
     "  --seed S        any whole number (default 1)\n"
     "  --jobs J        threads (default: the number of cores)\n"
     "  --iterations K  iterations of a bot's search for each move (default: its "
     "level's)\n"
     "  --time MS       milliseconds that a bot may think about a move; an expert\n"
     "                  searches until then, or until its choice is settled; the other\n"
     "                  levels stop at their own iterations\n"
     "  --limit MS      milliseconds after which the arena gives up on a program that\n"
     "                  does not answer (default: 10000 more than --time)\n"
     "  --island CODE   like AbC1 (default: at random for each deal)\n" OPTIONS_HELP
     "  --state FILE    keep the results there, and continue from those that it holds\n"
     "  --pairs         let every two of up to 8 bots play N games, and rate all in one\n"
     "                  table; --state is a folder with a file for each pair then\n"
     "  --plot FILE     draw how the shares developed, as SVG\n"
     "  --out DIR       write the record of each game: DIR/000000.tobago and so on\n"
     "  --fresh         start programs again for each game\n"
     "  --stderr        let the standard error of programs through\n" JSON_HELP
     "\nexample: tobago arena --bots hard,medium,medium,easy --games 400 --seed 7\n",
     cli_run_arena},
    {"bot", "speak the bot protocol on standard input and output",
     "usage: tobago bot LEVEL [--seed S] [--iterations K] [--threads N]\n\n"
     "Plays for any program that speaks the bot protocol (docs/bots.md).\n\n"
     "  LEVEL           random, greedy, easy, medium, hard or expert\n"
     "  --seed S        mixed with the seed of each game (default: the game's alone)\n"
     "  --iterations K  iterations of its search for each move (default: as asked, or "
     "its\n"
     "                  level's)\n"
     "  --threads N     threads of its search (default 1)\n\n"
     "example: tobago bot hard --iterations 1000\n",
     cli_run_bot},
    {"ask", "answer questions about a game in JSON, line by line",
     "usage: tobago ask [FILE]\n\n"
     "Reads lines from standard input and answers each with one line of JSON: lines of "
     "a\n"
     "record, which it keeps, and questions about the game, such as 'position',\n"
     "'legal', 'clues', 'what-if 1 leg h8'. For bots, which need no process for each\n"
     "question. The request 'help' lists all requests; docs/bots.md explains them.\n\n"
     "  FILE            the record or view to begin with (default: none)\n\n"
     "example: tobago ask evening.tobago\n",
     cli_run_ask},
    {"island", "draw an island, or list its spaces",
     "usage: tobago island CODE [--objects LIST] [--volcano SPACE] [--triads LIST]\n"
     "                     [--lava LIST] [--list] [--svg FILE] [--json]\n\n"
     "Draws the island with the names of its spaces and what stands on them. With "
     "--list,\n"
     "prints a line for each space, by column and row: NAME TERRAIN AREASIZE, then any "
     "of\n"
     "largest, coast, hut, palm, statue:DIR.\n\n"
     "  CODE            three sides clockwise from A or a, and the interlock: ABC0 ... "
     "acb1\n" BOARD_HELP "  --list          print the spaces as lines\n"
     "  --svg FILE      write a picture instead\n" JSON_HELP
     "\nexample: tobago island AbC1 --objects statue:h8:NE,hut:e5\n",
     cli_run_island},
    {"islands", "show all 32 islands, or find the one on the table",
     "usage: tobago islands [--sides LETTERS] [--spot LIST] [--svg FILE] [--list] "
     "[--json]\n\n"
     "Draws the islands small, each under its code. --sides and --spot leave those that\n"
     "look like the island on the table, whichever way round it lies; then the next "
     "spot\n"
     "to look for is suggested.\n\n"
     "  --sides LETTERS sides that lie up, in any order, like AbC or a;\n"
     "                  'show' draws the six sides\n"
     "  --spot LIST     spots of the coast, separated by commas: the terrain of a "
     "space,\n"
     "                  and clockwise what lies around it: m:oobjbo is a mountain, then\n"
     "                  ocean, ocean, beach, jungle, beach, ocean. Letters are b j l m r "
     "s,\n"
     "                  o for the ocean, ? for anything; words do as well. Neighbours "
     "that\n"
     "                  are left out may be anything\n"
     "  --svg FILE      write a picture of these islands instead\n"
     "  --list          print their codes\n" JSON_HELP
     "\nexample: tobago islands --sides aC --spot b:oobssm,\"beach: ocean ocean "
     "ocean\"\n",
     cli_run_islands},
    {"sites", "list the spaces that some clues allow",
     "usage: tobago sites CODE [--objects LIST] [--volcano SPACE] [--triads LIST]\n"
     "                    [--lava LIST] [--svg FILE] [--json] CLUE...\n\n"
     "Prints the spaces that all the clues allow, on one line: where the cubes go on a\n"
     "board on the table. The line is empty if there are none. Clues about huts, palms,\n"
     "statues or the volcano need to know where they are.\n\n" CLUE_HELP BOARD_HELP
         SVG_HELP JSON_HELP
     "\nexample: tobago sites AbC1 --objects hut:e5,hut:k7 next-hut not-in-jungle\n",
     cli_run_sites},
    {"reach", "list where an ATV can go in 1, 2 and 3 legs",
     "usage: tobago reach CODE SPACE [--objects LIST] [--volcano SPACE]\n"
     "                    [--triads LIST] [--lava LIST] [--pay] [--svg FILE] [--json]\n\n"
     "Prints three lines, '1: ...' to '3: ...', with the spaces where a movement of at\n"
     "most that many legs can end, the start included.\n\n" BOARD_HELP
     "  --pay           cross lava, at its price (V5)\n" SVG_HELP JSON_HELP
     "\nexample: tobago reach AbC1 h8\n",
     cli_run_reach},
    {"sight", "say where a statue's amulet surfaces",
     "usage: tobago sight CODE SPACE DIR [--objects LIST] [--volcano SPACE]\n"
     "                    [--triads LIST] [--lava LIST] [--svg FILE] [--json]\n\n"
     "Prints the farthest space that a statue on SPACE sees in direction DIR (N NE SE S\n"
     "SW NW), even beyond water, or an empty line if there is none.\n\n" BOARD_HELP
         SVG_HELP JSON_HELP "\nexample: tobago sight AbC1 h8 NE\n",
     cli_run_sight},
    {"companion", "keep the maps of a real table",
     "usage: tobago companion [FILE] [--plain]\n\n"
     "Helps at a real table. Say which island and objects lie there, then type clues as\n"
     "they are played, amulets and raised treasures. It shows where the cubes go, what "
     "each\n"
     "clue would leave and where the statues' amulets surface, and asks for nothing "
     "that\n"
     "is hidden. FILE keeps the table, line by line, and goes on with the one that it "
     "holds\n"
     "(default: companion.table in the user's data folder).\n\n"
     "  island AbC1     the island; 'find aC m:oob' finds it, see 'tobago islands'\n"
     "  statue h8 NE, hut e5, palm k7\n"
     "                  what stands where; several with commas between them\n"
     "  white not next to a hut\n"
     "                  a clue on a map; 'tobago sites --help' lists all clues\n"
     "  remove white h8 an amulet takes a cube away (A1)\n"
     "  raise white     a treasure is raised: amulets surface, the statues turn (N)\n"
     "  take h8, spend  an amulet is taken from the island, or goes back to the pile\n"
     "  amulet h8, face h8 NE\n"
     "                  put right what lies there\n"
     "  volcano h7, triad beach-jungle c5 NE, lava h6\n"
     "                  the Volcano\n"
     "  would white, would next-hut, would white next-hut\n"
     "                  what each clue would leave\n"
     "  maps, statues, reach h8, board, picture FILE.svg, undo, help, quit\n\n"
     "  --plain         answer line by line, even on a terminal\n\n"
     "example: tobago companion evening.table\n",
     cli_run_companion},
    {"train", "learn the bots' weights from self-play",
     "usage: tobago train [--players N] [--generations G] [--games N] [--iterations K]\n"
     "                    [--seed S] [--jobs J] [--options LIST] [--state FILE]\n\n"
     "Plays the searching bot against itself, fits the evaluation to what each seat "
     "still\n"
     "gained, and starts over with the new weights. Measures each generation against "
     "the\n"
     "weights that it began with. Prints the weights in the form of data/weights.txt.\n\n"
     "  --players N       2 to 4 (default 2); each number has weights of its own\n"
     "  --generations G   how many generations (default 4)\n"
     "  --games N         games in each generation (default 1000)\n"
     "  --iterations K    iterations of the search for each move (default 100)\n"
     "  --seed S          any whole number (default 1)\n"
     "  --jobs J          threads (default: the number of cores)\n"
     "  --options LIST    game options, separated by commas\n"
     "  --state FILE      saved after each generation; training continues from there if\n"
     "                    all options but --generations and --jobs are the same\n\n"
     "example: tobago train --players 4 --generations 6 --state four.training\n",
     cli_run_train},
    {"bench", "measure the engine",
     "usage: tobago bench [PART...] [--seconds N] [--json]\n\n"
     "Measures on one core, through the public API, and prints lines NAME VALUE UNIT:\n\n"
     "  random_moves, random_games\n"
     "                  uniformly random 4-player games: every decision generates all\n"
     "                  legal moves and applies one, nature's included\n"
     "  volcano_moves, volcano_games\n"
     "                  the same with the Volcano\n"
     "  wasm_moves      random_moves in the wasm build, through node\n"
     "  replay          reading a finished game\n"
     "  search          iterations of the expert in the middle of a 4-player game\n"
     "  slowest_easy, slowest_medium, slowest_hard\n"
     "                  the slowest decision of a level, in games of all kinds\n"
     "  state, board    their bytes\n\n"
     "A figure that cannot be measured is left out (null in JSON); the reason goes to\n"
     "stderr and the exit code is 3. wasm_moves needs node and 'make wasm'.\n\n"
     "  PART            random, volcano, wasm, replay, search, slowest or sizes: "
     "measure\n"
     "                  only these (default: all)\n"
     "  --seconds N     how long each figure is measured, 1 to 60 (default 2)\n" JSON_HELP
     "\nexample: tobago bench search --seconds 5\n",
     cli_run_bench},
    {"rules", "print the rules, a clause, or what they say about a word",
     "usage: tobago rules [CLAUSE|WORD...] [--json]\n\n"
     "Prints the rules of the game, or of them\n\n"
     "  CLAUSE          these clauses or sections: C3, 'C2 C3', C\n"
     "  WORD...         the clauses that mention all these words, in any case\n" JSON_HELP
     "\nExit code 1 if nothing fits, with the nearest words on stderr. Lines are as wide "
     "as\n"
     "the terminal.\n\n"
     "example: tobago rules amulet curse\n",
     cli_run_rules},
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
