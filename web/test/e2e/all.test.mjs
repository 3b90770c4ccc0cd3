// Every test in a browser, in one process.
import {readdirSync} from 'node:fs';
import {start} from '../lib/suite.mjs';

const here = new URL('.', import.meta.url);
await Promise.all(readdirSync(here).filter((name) => name.endsWith('.test.mjs') && name !== 'all.test.mjs').map((name) => import(new URL(name, here))));
start();
