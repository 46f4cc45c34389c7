import { createHash, randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeToken } from '../../../src/people/sign-in/token.ts';
import { cookieNames } from '../../../src/surfaces/console/session/session-cookies.ts';
import { createConsoleVisitor } from '../../kit/console-visitor.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';

const consoles = 200;
const seconds = 10;

let fixture: Fixture;
let personId: number;
beforeAll(async () => {
  fixture = await createFixture({ withJobs: true });
  ({ personId } = await createConsoleVisitor(fixture.app).arrive('owner'));
}, longTimeoutMs);
afterAll(() => fixture?.close());

/** Operators with a session each: everyone of them has their own console open. */
async function signIn(count: number): Promise<{ token: string; personId: number }[]> {
  const people = Array.from({ length: count }, (_, at) => ({
    token: makeToken(),
    personId: personId + 1 + at,
  }));
  for (const one of people) {
    const { pool } = fixture;
    await pool.query('insert into people (person_id, name, email) values ($1, $2, $3)', [
      ...[one.personId, 'Ada', `ada${one.personId}@example.com`],
    ]);
    await pool.query("insert into operators (person_id, role) values ($1, 'support')", [
      one.personId,
    ]);
    await pool.query(
      `insert into console_sessions (
         session_id, token_hash, person_id, stage, factor_at, ends_at, address, agent
       )
       values ($1, $2, $3, 'full', now(), now() + interval '1 hour', '203.0.113.7', 'Test')`,
      [randomUUID(), createHash('sha256').update(one.token).digest(), one.personId],
    );
  }
  return people;
}

/** Follows the list of calls, and counts the changes that it hears of. */
function follow(token: string, signal: AbortSignal): { heard: number; isOpen: boolean } {
  const state = { heard: 0, isOpen: false };
  const name = cookieNames(fixture.app.line.cells.cell).session;
  const request = get(`${fixture.url}/console/api/platform/calls/live?mode=test`, {
    headers: { cookie: `${name}=${token}`, 'sec-fetch-site': 'same-origin' },
    agent: false,
    signal,
  });
  request.on('error', () => {});
  request.on('response', (response) => {
    state.isOpen = response.statusCode === 200;
    response.on('error', () => {});
    response.on('data', (chunk) => {
      if (String(chunk).includes('data:')) state.heard++;
    });
    response.on('close', () => {
      state.isOpen = false;
    });
  });
  return state;
}

test(
  'two hundred consoles that follow a busy list cost a few queries a second',
  async () => {
    const people = await signIn(consoles);
    const gone = new AbortController();
    const streams = people.map(({ token }) => follow(token, gone.signal));
    await vi.waitFor(() => expect(streams.every(({ isOpen }) => isOpen)).toBe(true), 60_000);
    await sleep(3_000);
    const queries = vi.spyOn(pg.Pool.prototype, 'query');
    const before = streams.map(({ heard }) => heard);
    const endsAt = performance.now() + seconds * 1_000;
    let calls = 0;
    const callers = Array.from({ length: 20 }, async () => {
      while (performance.now() < endsAt) {
        await fixture.call('sms_code', { mobile: '13800000000', code: '1234' });
        calls++;
      }
    });
    await Promise.all(callers);
    const texts = queries.mock.calls.map(([text]) => String(text));
    queries.mockRestore();
    const count = (part: string) => texts.filter((text) => text.includes(part)).length;
    const figures = {
      callsPerSecond: Math.round(calls / seconds),
      sessionReads: count('from console_sessions'),
      listReads: count('search_calls_of_kinds'),
      leastHeard: Math.min(...streams.map(({ heard }, at) => heard - (before[at] ?? 0))),
    };
    console.info(`${consoles} consoles, ${seconds} s: ${JSON.stringify(figures)}`);
    expect(figures.leastHeard).toBeGreaterThan(1);
    // One look every two seconds, by as many reads as the moments at which streams awake.
    expect(figures.sessionReads).toBeGreaterThan(0);
    expect(figures.listReads).toBeGreaterThan(0);
    expect(figures.sessionReads).toBeLessThan(seconds * 5);
    expect(figures.listReads).toBeLessThan(seconds * 3);

    // Sessions end and roles go; the streams of these people end, and those of the others go on.
    await fixture.pool.query('delete from console_sessions where person_id = $1', [
      people[0]?.personId,
    ]);
    await fixture.pool.query('delete from operators where person_id = $1', [people[1]?.personId]);
    await vi.waitFor(() => {
      expect(streams.slice(0, 2).map(({ isOpen }) => isOpen)).toEqual([false, false]);
    }, 20_000);
    expect(streams.slice(2).every(({ isOpen }) => isOpen)).toBe(true);
    gone.abort();
  },
  longTimeoutMs,
);
