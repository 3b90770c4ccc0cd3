// Geometry: names, neighbours and outlines of hexes; zooming.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {engine as fresh, source} from '../lib/source.mjs';

const {axial, nameOf, neighbours, outline, arrow, parking, scaled, around, stretch, moved} = await source('ui/draw/hex.ts', 'ui/draw/textures.ts', 'ui/draw/cell.tsx', 'ui/zoom.ts');
const engine = await fresh();

test('names and coordinates are those of the module', () => {
    engine.read('tobago 1\nplayers a b\nisland AbC1\n');
    const {hexes} = engine.board();
    for (const {name, q, r} of hexes) {
        assert.deepEqual(axial(name), [q, r], name);
        assert.equal(nameOf([q, r]), name);
    }
});

test('an outline closes: every hex has six sides, two hexes share one', () => {
    const corners = (path) => path.match(/[ML]/g).length;
    assert.equal(corners(outline(new Set(['h8']))), 6);
    assert.equal(corners(outline(new Set(['h8', 'h9']))), 10);
    const ring = outline(new Set(neighbours('h8')));
    assert.equal(ring.match(/z/g).length, 2, 'a ring has an outer and an inner loop');
});

test('arrow keys walk up and down, and keep the row sideways', () => {
    const all = () => true;
    assert.equal(arrow('h8', 'ArrowUp', all), 'h7');
    assert.equal(arrow('h8', 'ArrowDown', all), 'h9');
    const right = arrow('h8', 'ArrowRight', all);
    assert.equal(arrow(arrow(right, 'ArrowRight', all), 'ArrowLeft', all), right);
    const twice = axial(arrow(right, 'ArrowRight', all)), start = axial('h8');
    assert.equal(twice[1] + twice[0] / 2, start[1] + start[0] / 2, 'two steps to the right keep the height');
    assert.equal(arrow('h8', 'ArrowUp', () => false), null);
});

test('no two ATVs of a space stand on one spot', () => {
    for (const object of [false, true])
        for (const cubes of [0, 1, 4])
            for (let count = 1; count <= 4; count++) {
                const spots = parking(count, cubes, object).map(String);
                assert.equal(new Set(spots).size, count);
            }
});

test('zooming stays within the island and between one and three times', () => {
    const whole = {x: 0, y: 0, width: 900, height: 600};
    let view = whole;
    for (let i = 0; i < 20; i++) view = scaled(whole, view, 1.3, 890, 590);
    assert.ok(Math.abs(view.width - 300) < 1e-6);
    assert.ok(view.x + view.width <= 900 + 1e-6 && view.y + view.height <= 600 + 1e-6);
    for (let i = 0; i < 20; i++) view = scaled(whole, view, 0.7, 100, 100);
    assert.ok(Math.abs(view.width - 900) < 1e-6);
    assert.ok(around(whole, ['h7'], 1.5).width >= 300);
});

test('a picture that is stretched shows each place where it will be drawn', () => {
    const box = {x: 200, y: 50, width: 760, height: 600}, drawn = {x: -500, y: -400, width: 1100, height: 1000}, view = {x: -120, y: -300, width: 550, height: 500};
    const shown = ([x, y], {x: left, y: top, width, height}) => {
        const scale = Math.min(box.width / width, box.height / height);
        return [scale * (x - left - width / 2), scale * (y - top - height / 2)];
    };
    const [dx, dy, scale] = stretch(box, drawn, view).match(/-?\d+\.?\d*/g).map(Number);
    for (const place of [[0, 0], [100, -250], [-400, 90]]) {
        const [x, y] = shown(place, drawn), [wantX, wantY] = shown(place, view);
        assert.ok(Math.abs(x * scale + dx - wantX) < 0.1 && Math.abs(y * scale + dy - wantY) < 0.1, `${place}`);
    }
});

test('path data moves and mirrors, command by command', () => {
    assert.equal(moved('M-24-30h0M10 34l-1-4v6H3V2z', 100, 50), 'M76 20h0M110 84l-1-4v6H103V52z');
    assert.equal(moved('M-24-30h5q5-6 10 0t10 0', 100, 50, true), 'M124 20h-5q-5-6-10 0t-10 0');
    assert.equal(moved('M24.5 22c.5-8 12-8 13 0z', 0, 0, true), 'M-24.5 22c-.5-8-12-8-13 0z'.replace('-.5', '-0.5'));
});
