/* What a space holds, in words: the label of its hex. */
import type { BoardHex, Position, Space } from '../engine/types';
import { list, t } from '../text/gettext';
import { lower, word } from '../text/words';
import type { Pieces } from './draw/cell';

export function spaceLabel(hex: BoardHex, position: Position, pieces: Map<Space, Pieces>): string {
    const here = pieces.get(hex.name), parts = [hex.name, word(hex.terrain)];
    if (here?.object) parts.push(here.object.facing
        ? t('statue facing {way}', { way: word(here.object.facing) }) : word(here.object.kind));
    if (here?.amulet) parts.push(t('amulet'));
    for (const seat of here?.atvs ?? []) parts.push(t('ATV of {name}', { name: position.seats[seat - 1]!.name }));
    if (here?.cubes.length) parts.push(t('possible site of {treasures}', { treasures: list(here.cubes.map(lower)) }));
    return parts.filter(Boolean).join(', ');
}
