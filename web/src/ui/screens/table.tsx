/* The table: island, maps, hand, players, log, and one dock for the decision. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Card, Treasure } from '../../engine/types';
import type { Game } from '../../table/game';
import { Log } from '../../table/log';
import type { Act } from '../../table/offer';
import { t, tn } from '../../text/gettext';
import { reasonWords } from '../../text/reasons';
import { Board } from '../board';
import { Pictogram } from '../draw/art';
import { Dock, Hand, LogPanel, MapColumn, Piles, Players } from '../parts';
import { Clause, IconButton, TopBar } from '../top';
import { HintPanel } from '../hint';
import { Inspector } from '../inspector';
import { PowerRing } from '../powers';
import { CardWords, Rich } from '../rich';
import { CurseScene, ShareScene } from '../share';
import { Sheet } from '../sheet';
import { Announcer } from '../announce';
import { Facts, isSetting, Steps, TriadPicker } from '../setup';
import { EndScene, looking } from './end';
import { Flights } from '../flights';
import { Ladders } from '../ladder';
import { lazy } from '../lazy';
import { pointed } from '../pointed';
import { drawer } from '../state';

const OnlineSide = lazy(async () => (await import('../online')).OnlineSide);
const TalkButton = lazy(async () => (await import('../online')).TalkButton);
const OnlineBar = lazy(async () => (await import('../online')).OnlineBar);
const StandingSheet = lazy(async () => (await import('../standing')).StandingSheet);
const StandingBox = lazy(async () => (await import('../standing')).StandingBox);
const AwaySheet = lazy(async () => (await import('../away')).AwaySheet);
const ProofSheet = lazy(async () => (await import('../proof')).ProofSheet);
const RulesDrawer = lazy(async () => (await import('../rules')).RulesDrawer);

function Middle({ game }: { game: Game }): JSX.Element {
    const position = game.position.value, volcano = position.volcano;
    const parts = [
        isSetting(position) ? t('Setting up') : position.phase === 'over' ? t('The end') : t('Round {n}', { n: position.round }),
        ...(volcano ? [tn('{n} lava tile left', '{n} lava tiles left', volcano.tiles)] : []),
        ...(position.options.includes('experienced') ? [t('experienced')] : []),
    ];
    return <>{parts.join(' · ')} · {t('island')} <b>{position.island}</b></>;
}

/* The sentence and the buttons while nothing is asked of this screen. */
function waitingDock(game: Game): JSX.Element {
    const position = game.position.value, names = position.seats.map((seat) => seat.name), asked = position.to_move;
    const acts: Act[] = [{ label: t('Skip'), sub: t('show it all at once'), icon: 'i-next', kind: 'plain', do: 'skip' }];
    const title = typeof asked === 'number' ? <Rich text={t('{who} decides', { who: `@${asked}@` })} names={names} /> : position.phase === 'over' ? t('The game is over') : t('The cards are drawn');
    return <Dock title={title} detail={typeof asked === 'number' ? game.source.remote ? '' : t('Bots think while you watch.') : ''} acts={position.phase === 'over' ? [{ label: t('The result'), sub: t('places and cards'), icon: 'i-chart', kind: 'main', do: 'show-result' }] : game.source.remote && game.shown.value >= game.lines.value ? [] : acts} />;
}

/* Where everything is chosen on the island, the dock offers advice. */
const askHint = (): Act => ({ label: t('Ask for a hint'), sub: t('what an expert would do'), icon: 'i-bot', kind: 'plain', do: 'hint' });

/* The first clue lies where the hand will be, lifted. */
const FirstCard = ({ card }: { card: Card }): JSX.Element => <section class="hand" aria-label={t('Your first clue')}><ul>
    <li class="hslot" data-card={card}><div class="hcard is-sel"><Pictogram card={card} /><CardWords card={card} /></div></li>
    {[1, 2, 3].map((each) => <li key={each} class="hback" aria-hidden="true" />)}</ul></section>;

function modeOf(game: Game): string {
    const { mode, card } = game.picks.value, { phase } = game.position.value;
    const driving = mode === 'drive' || mode === 'amulet move' || mode === 'amulet remove';
    return [card ? 'lift' : '', driving || phase === 'lava' ? 'move' : '', isSetting(game.position.value) ? 'setup' : '', mode === 'amulet swap' || mode === 'amulet double' ? 'swapping' : '', game.offer.value?.powers ? 'ringing' : ''].filter(Boolean).join(' ');
}

/* Only this and the maps follow the pointer. */
const Island = ({ game }: { game: Game }): JSX.Element => <Board board={game.board.value} position={game.position.value} offer={game.offer.value}
    overlay={game.preview.value?.overlay?.lift ? game.preview.value.overlay : pointed.value?.overlay ?? game.preview.value?.overlay} motion={game.motion.value} marked={game.pinned.value}
    onLong={(space) => { game.pinned.value = space; }} onHover={(space) => { game.hover.value = space; }} />;

function Maps({ game, me }: { game: Game; me: number }): JSX.Element {
    const position = game.position.value, offer = game.offer.value, preview = game.preview.value;
    const looked = game.pinned.value ?? game.hover.value ?? game.picks.value.space ?? null;
    const inspected = !isSetting(position) && !game.picks.value.card ? looked : null;
    const placing = ['volcano', 'object', 'triad', 'atv'].includes(position.phase);
    const over = (event: PointerEvent): void => {
        if (event.pointerType === 'mouse') game.hoverMap.value = ((event.target as Element).closest<HTMLElement>('[data-treasure]')?.dataset.treasure as Treasure | undefined) ?? null;
    };
    return <section class="maps" aria-label={t('Treasure maps')}>
        {!placing && <div class="cols" role="group" aria-label={t('Treasure maps')} tabIndex={0} onPointerOver={over} onPointerLeave={() => { game.hoverMap.value = null; }}>{position.maps.map((map) => <MapColumn key={map.treasure} map={map} seat={me}
            offer={preview?.maps[map.treasure] ?? offer?.maps[map.treasure]} clues={offer?.clues} chosen={offer?.chosen} />)}</div>}
        {offer?.triads && <TriadPicker triads={offer.triads} chosen={game.picks.value.triad} />}
        <Facts facts={preview?.facts.length ? preview.facts : offer?.facts ?? []} seat={me} />
        <div class="reading"><HintPanel playing={game} />{inspected && <Inspector game={game} space={inspected} me={me} />}</div>
        {!placing && !inspected && <Piles position={position} />}
    </section>;
}

export function TableScreen({ game }: { game: Game }): JSX.Element {
    const position = game.position.value, offer = game.offer.value, viewer = game.viewer.value;
    const me = viewer >= 1 && viewer <= 4 ? viewer : 1, names = position.seats.map((seat) => seat.name);
    const log = useMemo(() => new Log(game.source.engine), [game]);
    const entries = log.read(game.shown.value, viewer);
    const hand = position.seats[me - 1]!.hand ?? [], refused = game.refused.value;
    const sharing = position.raised && (position.phase === 'offer' || position.phase === 'reveal' || position.phase === 'peek' || position.phase === 'add');
    const over = position.phase === 'over';
    const panel = useMemo(() => isSetting(position) ? <Steps position={position} /> : <LogPanel entries={entries} names={names}
        last={typeof position.to_move === 'number' ? <Rich text={t('{who} decides…', { who: `@${position.to_move}@` })} names={names} /> : null} />, [position, game.shown.value]);
    /* What a pick does not change is not looked at again. */
    const claimed = game.latest.value?.effects?.claimed ?? null, shown = game.shown.value, undo = game.canTakeBack.value, hint = !!offer;
    const top = useMemo(() => <TopBar middle={<Middle game={game} />}>
        <IconButton icon="i-undo" label={t('Take back')} act="undo" off={!undo} />
        {game.source.remote ? <TalkButton /> : <IconButton icon="i-bot" label={t('Hint')} act="hint" off={!hint} />}
        <IconButton icon="i-book" label={t('Rules')} act="rules" />
        <IconButton icon="i-menu" label={t('Menu')} act="menu" />
    </TopBar>, [game, undo, hint]);
    const side = useMemo(() => <aside class="side"><Players position={position} me={me} claimed={claimed} at={shown} />{game.source.remote ? <OnlineSide>{panel}</OnlineSide> : panel}</aside>, [position, me, shown, panel]);
    return <div class={`table ${modeOf(game)}${over && !looking.value ? ' ending' : ''}${drawer.value ? ' rules' : ''}`}>
        {top}{side}
        <main class="board"><h1 class="unseen">{t('The table')}</h1><Island game={game} /></main>
        <Maps game={game} me={me} />
        <div class="dock">{position.card && <FirstCard card={position.card} />}{offer?.ladder ? <Ladders game={game} lines={offer.ladder} /> : hand.length > 0 && <Hand cards={hand} offer={offer} chosen={game.picks.value.card} />}
            {refused ? <Dock title={t('That is not possible')} detail={<><Clause clause={refused.clause} />{reasonWords(refused.name)}</>} acts={offer?.acts ?? []} />
                : sharing ? null : offer ? <Dock title={offer.title} detail={offer.detail} good={offer.good} base={offer.base} mine acts={offer.acts.length || game.source.remote ? offer.acts : [askHint()]} /> : waitingDock(game)}</div>
        {offer?.powers && <PowerRing powers={offer.powers} seat={me} amulets={position.seats[me - 1]!.amulets} />}
        {sharing && <ShareScene game={game} me={me} offer={offer} answers={game.source.remote && <StandingBox />} />}
        {game.curse.value && <CurseScene curse={game.curse.value} position={position} />}
        {over && <EndScene playing={game} />}
        {game.source.remote && <><OnlineBar names={names} over={over} /><StandingSheet /><AwaySheet /><ProofSheet /></>}
        <div class="overall"><HintPanel playing={game} />{game.pinned.value && !isSetting(position) && <Inspector game={game} space={game.pinned.value} me={me} />}</div>
        <Sheet game={game} entries={entries} names={names} />
        {drawer.value && <RulesDrawer />}
        <Flights game={game} />
        <Announcer entries={entries} names={names} />
    </div>;
}

