#!/bin/bash
# analyse: its text, its JSON, its plot, and that they agree; the same answers whatever the
# number of threads; what it refuses. The figures themselves are the bots' and may change;
# that giving a won game away costs the game may not.
# Needs build/tobago and node; xmllint has its say where it is installed. Prints TAP.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." && . tests/tap.sh || exit 3

# Finished, by sensible players; in the other ben passes the card that wins the game.
GAME=$PWD/tests/games/four-sensible.tobago
GIVEN=$PWD/tests/games/two-declines-the-win.tobago
MISTAKE=303
LINES_GIVEN=$(wc -l < "$GIVEN")

# says CODE PATTERN WORD...: complains unless analyse ends with this code and, if that is
# not 0, prints nothing but a complaint that matches the pattern
says() {
    local want=$1 pattern=$2 code
    shift 2
    timeout 60 "$TOBAGO" analyse "$@" > "$T/out" 2> "$T/err" < /dev/null
    code=$?
    if [ "$code" != "$want" ]; then
        echo "analyse $*: exit code $code, not $want: $(head -n 1 "$T/err")"
    elif [ "$code" = 0 ] && [ -s "$T/err" ]; then
        echo "analyse $*: stderr: $(head -n 1 "$T/err")"
    elif [ "$code" != 0 ] && [ -s "$T/out" ]; then
        echo "analyse $*: complains, yet prints"
    elif [ "$code" != 0 ] && ! grep -q "^tobago.*$pattern" "$T/err"; then
        echo "analyse $*: says '$(cat "$T/err")', not '$pattern'"
    fi
}

# sound FILE: complains unless it is well-formed XML: UTF-8 that XML allows, elements closed
# in their order, attributes quoted and unique, '&' and '<' escaped
cat > "$T/sound.js" <<'JS'
const bytes = require('fs').readFileSync(process.argv[2]);
const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
const open = [];
const fail = what => { console.log(`no XML: ${what}`); process.exit(1); };
const tag = /^<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9:-]+="[^"<]*")*)(\/?)>/;
const plain = part => /&(?!(amp|lt|gt|quot|#39);)|\]\]>/.test(part) && fail(part.slice(0, 40));
if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)) fail('a character');
if (!text.startsWith('<svg ')) fail('no svg');
for (let at = 0; at < text.length;) {
    const next = text.indexOf('<', at) < 0 ? text.length : text.indexOf('<', at);
    plain(text.slice(at, next));
    if (!open.length && at > 0 && text.slice(at).trim()) fail('more than one root');
    if (next === text.length) break;
    const m = tag.exec(text.slice(next));
    if (!m) fail(text.slice(next, next + 60));
    const names = (m[3].match(/ [a-zA-Z0-9:-]+=/g) || []);
    if (new Set(names).size !== names.length) fail('an attribute twice: ' + m[0]);
    plain(m[3]);
    if (m[1] && open.pop() !== m[2]) fail('closes ' + m[2]);
    if (!m[1] && !m[4]) open.push(m[2]);
    at = next + m[0].length;
}
if (open.length) fail('open: ' + open);
JS
sound() {
    node "$T/sound.js" "$1" || echo "$1 is not sound"
    if command -v xmllint > /dev/null; then xmllint --noout "$1"; fi
}

# ---- What it prints ----

FEW='--iterations 200'
{
    says 0 '' "$GAME" $FEW && cp "$T/out" "$T/game.txt"
    says 0 '' "$GAME" $FEW --json --plot "$T/game.svg" && cp "$T/out" "$T/game.json"
    grep -q '^ line  round  turn  best' "$T/game.txt" || echo 'no heading'
    grep -qE '^   15 +- +-( +[0-9]+\.[0-9]){3}  chloe   atv h7$' "$T/game.txt" || echo 'no line 15'
    [ "$(grep -c ': [0-9]* decisions, mean cost' "$T/game.txt")" = 4 ] || echo 'no summary'
} > "$bad"
verdict 'text: a line a decision and a summary a player'

{
    says 0 '' examples/evening.tobago $FEW --to 16 && cp "$T/out" "$T/begin.txt"
    grep -qE '^ +[0-9.]+ %  line 1[4-6] \(the set-up\): atv ' "$T/begin.txt" || cat "$T/begin.txt"
} > "$bad"
verdict 'text: a mistake of the set-up is in no round'

cat > "$T/agree.js" <<'JS'
const fs = require('fs');
const [text, json, record] = process.argv.slice(2).map(name => fs.readFileSync(name, 'utf8'));
const a = JSON.parse(json), lines = record.split('\n'), rows = text.split('\n');
const say = (good, what) => good || console.log(what);
const tenths = value => Math.round(value * 1000);
const table = []; // each decision and, with two blanks before it, what the expert would do
for (const row of rows.slice(rows.findIndex(row => /^ line /.test(row)) + 1)) {
    if (!row) break;
    if (/^ *\d/.test(row)) table.push(row);
    else table[table.length - 1] += '  ' + row.trim();
}
say(table.length === a.decisions.length, `${table.length} rows`);
a.decisions.forEach((d, i) => {
    const at = `line ${d.line}: `;
    const row = table[i].trim().split(/  +/);
    say(lines[d.line - 1] === d.played, at + 'is not in the record');
    say(i === 0 || a.decisions[i - 1].line < d.line, at + 'out of order');
    say(d.played.startsWith(d.seat + ' '), at + 'another seat');
    // In this game every turn ends with a line of its own
    const turn = lines.slice(0, d.line - 1).filter(line => /^\d (end|exchange)/.test(line)).length + 1;
    const dealt = lines.slice(0, d.line - 1).some(line => /^nature deal/.test(line));
    say(d.turn === (dealt ? turn : 0), at + `turn ${d.turn}, not ${turn}`);
    say(d.round === Math.ceil(d.turn / a.players.length), at + 'round');
    say(tenths(d.cost) === Math.max(0, tenths(d.best) - tenths(d.chance)), at + 'cost');
    say(d.best >= 0 && d.best <= 1 && d.chance >= 0 && d.chance <= 1, at + 'no chances');
    say(d.played !== d.expert || (d.cost === 0 && d.chance === d.best), at + 'the same');
    say(d.chances.length === a.players.length && d.chances.every(c => c >= 0) &&
        Math.abs(d.chances.reduce((x, y) => x + y) - 1) < 0.001, at + 'sum');
    say(Math.abs(d.chances[d.seat - 1] - d.best) < 0.0006, at + 'curve and best differ');
    const want = [d.line, d.round || '-', d.turn || '-', ...[d.best, d.chance, d.cost].map(c => (tenths(c) / 10).toFixed(1)),
        a.players[d.seat - 1].name, d.played.slice(2),
        ...(d.played === d.expert ? [] : ['rather: ' + d.expert.slice(2)])];
    say(row.join('|') === want.join('|'), at + `text ${row} and JSON ${want} differ`);
});
for (const p of a.players) {
    const own = a.decisions.filter(d => d.seat === p.seat);
    const sum = own.reduce((s, d) => s + d.cost, 0);
    const top = own.filter(d => d.cost > 0).sort((x, y) => y.cost - x.cost || x.line - y.line);
    say(p.decisions === own.length, p.name + ': decisions');
    say(Math.abs(p.mean_cost - (own.length ? sum / own.length : 0)) < 0.0001, p.name + ': mean');
    say(JSON.stringify(p.mistakes) ===
        JSON.stringify(top.slice(0, 3).map(d => ({line: d.line, round: d.round, turn: d.turn, cost: d.cost}))),
        p.name + ': mistakes');
    say(text.includes(`${p.name}: ${p.decisions} decisions, mean cost ` +
        `${(p.mean_cost * 100).toFixed(2)} %`), p.name + ': text');
}
JS
node "$T/agree.js" "$T/game.txt" "$T/game.json" "$GAME" > "$bad" 2>&1
verdict 'JSON: parses, agrees with the text, the record and itself'

# Every decision of a seat with a choice, and no other, as 'legal' counts them
{
    for line in $(seq 1 40) $(seq 300 381); do
        moves=$("$TOBAGO" legal "$GAME" --at $((line - 1)) 2> /dev/null | wc -l)
        seat=$(sed -n "${line}p" "$GAME" | grep -c '^[1-4] ')
        want=$((seat == 1 && moves > 1))
        [ "$(grep -cE "^ *$line  " "$T/game.txt")" = "$want" ] || echo "line $line: not $want"
    done
} > "$bad"
verdict 'it judges just the decisions with more than one legal move'

node -e 'const a = JSON.parse(require("fs").readFileSync(process.argv[1]));
    if (JSON.stringify(a.last) !== "[0,0,0,1]") console.log(JSON.stringify(a.last))' \
    "$T/game.json" > "$bad" 2>&1
verdict 'when the game is over the winner has all the chances'

{
    says 0 '' "$GIVEN" --from "$MISTAKE" --level hard
    grep -q 'decisions, hard with 200 iterations$' "$T/out" || head -n 1 "$T/out"
} > "$bad"
verdict 'a level makes its own iterations unless others are asked for'

# ---- Mistakes ----

{
    says 0 '' "$GIVEN" --from "$MISTAKE" --iterations 50
    grep -qE "^ *$MISTAKE +[0-9]+ +[0-9]+ +100\.0 +0\.0 +100\.0  ben +pass\$" "$T/out" || cat "$T/out"
    [ "$(grep -A 1 -E "100\.0 %  line $MISTAKE \(round [0-9]+, turn [0-9]+\): pass" "$T/out" | grep -c '^  *rather: claim$')" = 1 ] ||
        cat "$T/out"
} > "$bad"
verdict 'who passes the card that wins the game loses all her chances'

sed "${MISTAKE}s/pass/claim/; $((MISTAKE + 1))d" "$GIVEN" > "$T/taken.tobago"
"$TOBAGO" legal "$T/taken.tobago" > "$T/rest"
head -n 1 "$T/rest" >> "$T/taken.tobago"
{
    says 0 '' "$T/taken.tobago" --from "$MISTAKE" --iterations 50
    grep -qE "^ *$MISTAKE +[0-9]+ +[0-9]+ +100\.0 +100\.0 +0\.0  ben +claim\$" "$T/out" || cat "$T/out"
    grep 'rather: pass' "$T/out"
} > "$bad"
verdict 'who claims it loses none'

# Another card for the other seat: the decider does not know, and neither does a spectator
{
    turn=$(grep -nE '^1 (clue|move|exchange)' "$GIVEN" | head -n 1 | cut -d: -f1)
    card=$(sed -n "$turn,\$s/^nature draw . //p" "$GIVEN" | head -n 1)
    head -n "$turn" "$GIVEN" > "$T/dealt.tobago"
    sed "0,/^nature deal 2 .*/s//nature deal 2 $card/" "$T/dealt.tobago" > "$T/other.tobago"
    cmp -s "$T/dealt.tobago" "$T/other.tobago" && echo 'nothing was changed'
    says 0 '' "$T/dealt.tobago" $FEW --from "$turn" --json && cut -d, -f2- "$T/out" > "$T/one"
    says 0 '' "$T/other.tobago" $FEW --from "$turn" --json && cut -d, -f2- "$T/out" > "$T/two"
    grep -q "\"line\":$turn," "$T/one" || cat "$T/one"
    cmp "$T/one" "$T/two"
} > "$bad" 2>&1
verdict 'H2: a card that the seat cannot know changes nothing'

# ---- The same answers ----

{
    for jobs in 1 2 7; do
        says 0 '' "$GIVEN" $FEW --jobs "$jobs" --json --plot "$T/$jobs.svg"
        mv "$T/out" "$T/$jobs.json"
        cmp "$T/1.json" "$T/$jobs.json"
        cmp "$T/1.svg" "$T/$jobs.svg"
    done
    says 0 '' "$GIVEN" $FEW --json --seed 2
    cmp -s "$T/1.json" "$T/out" && echo 'another seed changes nothing'
    says 0 '' - $FEW --json
    timeout 60 "$TOBAGO" analyse - $FEW --json < "$GIVEN" | cut -d, -f2- > "$T/pipe"
    cut -d, -f2- "$T/1.json" | cmp - "$T/pipe"
} 2>&1 | grep -v 'analyse -' > "$bad"
verdict 'the same seed gives the same answers, whatever the threads'

{
    says 0 '' "$GIVEN" $FEW --from 100 --to 150 && cp "$T/out" "$T/part"
    says 0 '' "$GIVEN" $FEW && cp "$T/out" "$T/whole"
    grep -E '^ +[0-9]+ .* (ana|ben) ' "$T/whole" | awk '$1 >= 100 && $1 <= 150' |
        tr -s ' ' > "$T/want"
    grep -E '^ +[0-9]+ .* (ana|ben) ' "$T/part" | tr -s ' ' | cmp - "$T/want"
    [ "$(wc -l < "$T/want")" -gt 5 ] || echo 'no decision there'
} > "$bad" 2>&1
verdict '--from and --to show the same, but less of it'

# ---- The plot ----

{
    sound "$T/game.svg"
    [ "$(grep -c '<polyline' "$T/game.svg")" = 4 ] || echo 'not a line a player'
    grep -q '>round</text>' "$T/game.svg" || echo 'the axis is not in rounds'
    raised=$(grep -c '^[1-4] raise ' "$GAME")
    [ "$(grep -c '<circle.*<title>round' "$T/game.svg")" = "$raised" ] ||
        echo "not $raised treasures"
    for name in ana ben chloe dev; do
        grep -q ">$name</text>" "$T/game.svg" || echo "$name is not in the legend"
    done
    grep -iE '<script|href|javascript|onload|url\(' "$T/game.svg"
    for wrong in '<svg><g></svg>' '<svg a="1" a="2"/>' '<svg >&</svg>' '<svg ><b' '<svg />x'; do
        printf '%s' "$wrong" > "$T/wrong.svg"
        ! node "$T/sound.js" "$T/wrong.svg" > /dev/null || echo "$wrong is found sound"
    done
    ! grep -qE 'nan|inf' "$T/game.svg" || echo 'no number'
} > "$bad" 2>&1
verdict 'the plot is sound SVG: a line a player, a dot a treasure, no scripts'

{
    { printf 'tobago 1\nplayers <a>&"b'"'"' ]]>\357\277\276--\n'; tail -n +3 "$GIVEN"; } \
        > "$T/names.tobago"
    says 0 '' "$T/names.tobago" --iterations 20 --plot "$T/names.svg" --from 280
    sound "$T/names.svg"
    grep -q '&lt;a&gt;&amp;&quot;b&#39;' "$T/names.svg" || echo 'the name is not there'
    says 0 '' "$T/names.tobago" --iterations 20 --json --from 280
    node -e 'JSON.parse(require("fs").readFileSync(0))' < "$T/out"
} > "$bad" 2>&1
verdict 'names that mean something to XML and JSON do no harm'

# ---- Beginnings ----

{
    # Cut anywhere a record is a record
    for lines in 4 14 15 20 33 $((MISTAKE - 8)) $((MISTAKE - 3)) $((MISTAKE - 1)); do
        head -n "$lines" "$GIVEN" > "$T/cut.tobago"
        says 0 '' "$T/cut.tobago" --iterations 5 --json --plot "$T/cut.svg"
        node -e 'JSON.parse(require("fs").readFileSync(0))' < "$T/out"
        sound "$T/cut.svg"
        says 0 '' "$T/cut.tobago" --iterations 5
    done
} > "$bad" 2>&1
verdict 'unfinished games are judged as far as they go'

{
    "$TOBAGO" simulate --games 1 --players 3 --seed 5 --out "$T" \
        --options experienced,placed,volcano,volcano-placed > /dev/null
    head -n 150 "$T/000001.tobago" > "$T/volcano.tobago"
    says 0 '' "$T/volcano.tobago" --iterations 20 --level hard --plot "$T/volcano.svg"
    sound "$T/volcano.svg"
    grep -qE '^ +[0-9].*  volcano [a-z]' "$T/out" || echo 'no volcano placed'
} > "$bad" 2>&1
verdict 'with the Volcano, from the first decision on'

# ---- Refusals ----

"$TOBAGO" view "$GIVEN" --as 2 > "$T/view.tobago"
"$TOBAGO" view "$GIVEN" --as spectator > "$T/spectator.tobago"
head -n 2 "$GIVEN" > "$T/header.tobago"
{ head -n 40 "$GIVEN"; echo '1 end of it'; } > "$T/wrong.tobago"
head -c 3000 /dev/urandom > "$T/noise.tobago"
: > "$T/empty.tobago"
{
    says 1 'is a view' "$T/view.tobago"
    says 1 'is a view' "$T/spectator.tobago"
    says 1 'no game yet' "$T/header.tobago"
    says 1 'wrong.tobago:41: ' "$T/wrong.tobago"
    says 1 'noise.tobago' "$T/noise.tobago"
    says 1 'empty' "$T/empty.tobago"
    says 1 "has $LINES_GIVEN lines, not 9999" "$GIVEN" --from 9999
    says 1 "has $LINES_GIVEN lines, not 9999" "$GIVEN" --to 9999
    says 3 'No such file' "$T/none.tobago"
    says 3 'directory' "$T"
    says 3 'No such file' "$GIVEN" --plot "$T/none/x.svg"
    says 3 'directory' "$GIVEN" --plot "$T"
    says 2 'one file' 
    says 2 'one file' "$GIVEN" "$GAME"
    says 2 'hard or expert' "$GIVEN" --level medium
    says 2 'hard or expert' "$GIVEN" --level ''
    says 2 'whole number' "$GIVEN" --iterations 0
    says 2 'whole number' "$GIVEN" --iterations -1
    says 2 'whole number' "$GIVEN" --iterations 99999999999999999999
    says 2 'whole number' "$GIVEN" --jobs 0
    says 2 'whole number' "$GIVEN" --from 0
    says 2 'after' "$GIVEN" --from 20 --to 10
    says 2 'needs a value' "$GIVEN" --plot
    says 2 'of its own' "$GIVEN" --plot ''
    says 2 'no option' "$GIVEN" --plots x
} > "$bad"
verdict 'what it cannot do it says, with the exit codes of the others'

cp "$GIVEN" "$T/own.tobago"
ln -s own.tobago "$T/link.svg"
{
    says 2 'of its own' "$T/own.tobago" --plot "$T/link.svg"
    cmp "$GIVEN" "$T/own.tobago"
    echo kept > "$T/kept.svg"
    says 1 'wrong.tobago:41' "$T/wrong.tobago" --plot "$T/kept.svg"
    [ "$(cat "$T/kept.svg")" = kept ] || echo 'a refusal wrote the plot'
    says 1 'wrong.tobago:41' "$T/wrong.tobago" --plot "$T/none.svg"
    ! [ -e "$T/none.svg" ] || echo 'a refusal left a plot'
    timeout 60 "$TOBAGO" analyse - --plot "$T/own.tobago" < "$T/own.tobago" > "$T/out" 2> "$T/err"
    [ $? = 2 ] && grep -q 'of its own' "$T/err" || cat "$T/err"
    cmp "$GIVEN" "$T/own.tobago"
    # told before the work, which would take hours
    says 3 'directory' "$GAME" --iterations 10000000 --plot "$T"
    says 3 'No such file' "$GAME" --iterations 10000000 --plot "$T/none/x.svg"
    timeout -s INT 0.5 "$TOBAGO" analyse "$GAME" --iterations 10000000 --plot "$T/kept.svg"
    [ "$(cat "$T/kept.svg")" = kept ] || echo 'an interruption spoiled the old plot'
} > "$bad" 2>&1
verdict 'the plot never overwrites the record, a refusal writes no plot'

if [ -e /dev/full ]; then
    {
        says 3 'full' "$GIVEN" --iterations 5 --from 300 --plot /dev/full |
            grep -v 'yet prints'
        "$TOBAGO" analyse "$GIVEN" --iterations 5 --from 300 > /dev/full 2> "$T/err"
        [ $? = 3 ] || echo 'a full disk is no failure'
        "$TOBAGO" analyse "$GIVEN" --iterations 5 --from 300 > "$T/out" 2> "$T/err" >&-
        [ $? = 3 ] && [ -s "$T/err" ] || echo 'a closed stdout is no failure'
        "$TOBAGO" analyse "$GAME" --iterations 5 --json 2> "$T/err" | head -c 1 > "$T/out"
        case ${PIPESTATUS[0]} in 0 | 3) ;; *) echo 'a reader that goes away' ;; esac
        cat "$T/err"
    } > "$bad"
    verdict 'a full disk is told, a reader that goes away is not'
else
    skip 'a full disk is told' 'there is no /dev/full'
fi

finish
