// Random play in the wasm build: prints moves a second.
//   node bench/wasm.mjs build/wasm/tobago.wasm SECONDS
import {readFileSync} from 'node:fs';

const [path, seconds] = process.argv.slice(2);
if (!path || !(Number(seconds) > 0)) {
    console.error('usage: node bench/wasm.mjs MODULE SECONDS');
    process.exit(2);
}
const {instance} = await WebAssembly.instantiate(readFileSync(path), {});
const {random_play} = instance.exports;

random_play(0n, 10_000_000); // lets the engine compile the module for speed
const begin = performance.now();
let moves = 0;
let spent = 0;
for (let seed = 1n; spent < Number(seconds) * 1000; seed++) {
    moves += random_play(seed, 1_000_000);
    spent = performance.now() - begin;
}
console.log((moves / spent * 1000).toFixed(0));
