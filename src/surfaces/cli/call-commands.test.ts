import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import {
  callIdOf,
  createLedgerWorld,
  type LedgerWorld,
  playLedgerTable,
} from '../../../test/kit/ledger-table.ts';

let database: TestDatabase;
let line: CommandLineFixture;
let world: LedgerWorld;

beforeAll(async () => {
  database = await createTestDatabase();
  line = createCommandLineFixture(database);
  world = await createLedgerWorld(database.pool);
  await playLedgerTable(
    world,
    `top-up 9 A | made | 9 0
     hold one 2 | held | 7 2
     settle one | done | 7 0
     hold two 1 | held | 6 1
     lose-sight two | unknown | 6 1
     hold three 3 | held | 3 4
     lose-sight three | unknown | 3 4`,
  );
});
afterAll(() => database.drop());

test('calls are listed page by page, and the last page is marked as last', async () => {
  const list = `call list --account ${world.accountId} --most 2`;
  const first = await line.json(list);
  expect(first.calls).toHaveLength(2);
  expect(first.next).toBe(first.calls[1].requestId);
  expect((await line.run(list)).out).toContain(`There are more: --before ${first.next}`);
  const second = await line.json(`${list} --before ${first.next}`);
  expect([second.calls.length, second.next]).toEqual([1, null]);
});

test('a margin covers whole days, including the last one, in the platform’s time zone', async () => {
  const callId = callIdOf(world, 'one');
  const today = Temporal.Now.zonedDateTimeISO('Asia/Shanghai').startOfDay();
  // A call keeps its time for good, and so does its copy: the test moves both.
  const hold = async (at: Temporal.ZonedDateTime) => {
    for (const table of ['calls', 'call_search']) {
      await database.pool.query(`update ${table} set held_at = $2 where call_id = $1`, [
        callId,
        new Date(at.epochMilliseconds),
      ]);
    }
  };
  const callsOf = async (from: Temporal.ZonedDateTime, to = from) => {
    const days = `--from ${from.toPlainDate()} --to ${to.toPlainDate()}`;
    return (await line.json(`call margin ${days}`)).total.calls;
  };
  const yesterday = today.subtract({ days: 1 });
  await hold(today);
  expect([await callsOf(today), await callsOf(yesterday)]).toEqual([1, 0]);
  expect(await callsOf(yesterday, today)).toBe(1);
  await hold(today.subtract({ milliseconds: 1 }));
  expect([await callsOf(today), await callsOf(yesterday)]).toEqual([0, 1]);
  await line.expectRefusal(
    'call margin --from 2030-01-02 --to 2030-01-01',
    '--from must not be after --to.',
  );
});

test('a call is named by its id alone, or by --request-id', async () => {
  const requestId = callIdOf(world, 'one');
  const shown = await line.json(['call', 'show', requestId.toUpperCase()]);
  expect(shown).toMatchObject({ requestId });
  expect(shown).not.toHaveProperty('callId');
  expect(await line.json(['call', 'show', '--request-id', requestId])).toEqual(shown);
  await line.expectRefusal('call show', "Add the call's request ID.", 2);
  await line.expectRefusal('call show 5', 'Use a request ID', 2);
});

test('the number of rows is --limit, and --most means the same', async () => {
  for (const option of ['limit', 'most']) {
    const { calls } = await line.json(`call list --account ${world.accountId} --${option} 1`);
    expect(calls).toHaveLength(1);
  }
  expect((await line.run('call list --help')).out).not.toContain('--most');
});

test('an empty list says what is empty', async () => {
  expect((await line.run('call list --provider none')).out).toBe('No calls.\n');
  expect((await line.run('call review')).out).toBe('No calls in review.\n');
});

test('the operator’s decision ends a call, and needs a reason', async () => {
  const of = (name: string) => ['--request-id', callIdOf(world, name)];
  for (const verb of ['settle', 'release']) {
    await line.expectRefusal(['call', verb, ...of('two'), '--reason', ' '], /Enter the evidence/);
  }
  const settled = await line.json(['call', 'settle', ...of('two'), '--reason', 'it arrived']);
  expect(settled).toMatchObject({ state: 'done', evidence: expect.stringContaining('it arrived') });
  const released = await line.json(['call', 'release', ...of('three'), '--reason', 'it did not']);
  expect(released).toMatchObject({ state: 'unavailable' });
  const { available, held } = await line.json(
    `wallet show --account ${world.accountId} --mode live`,
  );
  expect({ available, held }).toEqual({ available: '6.0000', held: '0.0000' });
});
