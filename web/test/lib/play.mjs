// Plays a game at random by activating whatever carries data-move or data-pick.

/* Runs inside the page: plays until the game is over or the steps are used up. What is picked
 * must not add a line, what commits must; 'committed' tells which line was to be where. */
export async function playRandomly({seed, steps, keepsPicking}) {
    let state = seed >>> 0 || 1;
    const random = (n) => {
        state ^= state << 13; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
        return state % n;
    };
    const root = document.documentElement, channel = new MessageChannel();
    const frame = () => new Promise((go) => { channel.port1.onmessage = go; channel.port2.postMessage(0); });
    const count = {moves: 0, picks: 0, kinds: {}, committed: []};
    const press = (element) => element.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));
    /* Whoever raises and plays clues comes to an end; nine times of ten that goes first. */
    const likely = (moves) => {
        const good = moves.filter((move) => / (raise|clue|claim|start)/.test(move.dataset.move));
        return good.length && random(10) ? good[random(good.length)] : moves[random(moves.length)];
    };
    let picks = 0, idle = 0;
    while (count.moves < steps && root.dataset.screen !== 'end') {
        await frame();
        const pass = document.querySelector('[data-do="show-hand"]');
        if (pass) { press(pass); continue; }
        const moves = [...document.querySelectorAll('[data-move]')], offers = [...document.querySelectorAll('[data-pick]:not([data-pick=""])')];
        if (!moves.length && !offers.length) {
            if (++idle > 4000) throw new Error(`nothing to activate on ${root.dataset.screen} at line ${root.dataset.line}`);
            await new Promise((go) => setTimeout(go, 2));
            continue;
        }
        idle = 0;
        const at = Number(root.dataset.line), pick = offers.length && picks < 3 && (!moves.length || random(10) < keepsPicking);
        if (pick) {
            const chosen = offers[random(offers.length)], word = chosen.dataset.pick;
            press(chosen);
            await frame();
            if (Number(root.dataset.line) !== at) throw new Error(`picking ${word} at line ${at} committed something`);
            picks++;
            count.picks++;
        } else if (moves.length) {
            const chosen = likely(moves);
            for (const line of chosen.dataset.move.split(';')) {
                const kind = line.split(' ').slice(1, line.includes(' amulet ') ? 3 : 2).join(' ');
                count.kinds[kind] = (count.kinds[kind] ?? 0) + 1;
            }
            count.committed.push([at + 1, chosen.dataset.move.split(';')[0]]);
            press(chosen);
            picks = 0;
            count.moves++;
        } else {
            const back = document.querySelector('[data-pick=""]');
            if (!back && !offers.length) throw new Error(`a dead end at line ${root.dataset.line}: ${document.querySelector('.prompt')?.textContent}`);
            if (back) press(back);
            picks = 0;
        }
    }
    return {...count, screen: root.dataset.screen, line: Number(root.dataset.line)};
}
