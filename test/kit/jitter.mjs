/**
 * Loaded into every process of `npm run jitter`. It delays database answers and timers at random,
 * and shuffles ids within a window of 256 ms: code that relies on either fails here, and not once a
 * month.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import pg from 'pg';

const chance = 0.2;
const maxMs = 40;

let state = Number(process.env.JITTER_SEED);

/** The next number of mulberry32, from 0 to 1. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const lateMs = () => (random() < chance ? random() * maxMs : 0);

const { setTimeout: startTimer } = globalThis;
const { setTimeout: sleep } = timers;
const lateTimer = (action, ms = 1, ...args) => startTimer(action, ms + lateMs(), ...args);
globalThis.setTimeout = Object.defineProperties(
  lateTimer,
  Object.getOwnPropertyDescriptors(startTimer),
);
timers.setTimeout = (ms = 1, ...args) => sleep(ms + lateMs(), ...args);

async function late() {
  const ms = lateMs();
  if (ms > 0) await sleep(ms);
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function lateQuery(...args) {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    args[args.length - 1] = (...answer) => void late().then(() => callback(...answer));
  }
  const answer = query.apply(this, args);
  if (typeof answer?.then !== 'function') return answer;
  return answer.finally(late);
};

const { randomUUIDv7 } = crypto;
/** The last two digits of the time in an id cover 256 ms. */
crypto.randomUUIDv7 = (options) => {
  const id = randomUUIDv7(options);
  const anyMs = Math.floor(random() * 256)
    .toString(16)
    .padStart(2, '0');
  return `${id.slice(0, 11)}${anyMs}${id.slice(13)}`;
};
syncBuiltinESMExports();
