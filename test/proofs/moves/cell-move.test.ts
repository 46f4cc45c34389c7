import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { canRun } from '../database/as-postgres.ts';
import { longestGap } from '../database/cluster/gaps.ts';
import { startTraffic } from '../database/cluster/start-traffic.ts';
import { type CellFixture, type Side, startCell } from './cell-fixture.ts';
import { countCharged, expectRightBooks, untilSaid } from './move-proofs.ts';

describe.skipIf(!canRun(['/usr/sbin/haproxy']))('a cell (skipped without root and HAProxy)', () => {
  let cell: CellFixture;
  let one: Side;
  let two: Side;
  beforeAll(async () => {
    cell = await startCell();
    [one, two] = cell.sides;
  }, longTimeoutMs);
  afterAll(() => cell?.stop());

  test('that cannot be moved is not touched, and the reason is one sentence', {
    timeout: longTimeoutMs,
  }, async () => {
    const asServer = { ...one, url: one.url.replace('postgres@', 'cell3@') };
    await two.pool.query(
      `create database ascii encoding 'SQL_ASCII' template template0 locale 'C'`,
    );
    const asRole = two.url.replace('postgres@', 'cell3@');
    const cases: [from: Side, words: string[], sentence: RegExp][] = [
      [one, [], /Give the URL of the new database/],
      [one, ['--to', 'http://x'], /malformed/],
      [one, ['--to', one.url], /Both URLs lead to the same PostgreSQL/],
      [asServer, ['--to', two.url], /names cell3, the role of the cell's servers/],
      [
        one,
        ['--to', two.url.replace('/cells', '/ascii')],
        /encoding of the new database is SQL_ASCII/,
      ],
      [one, ['--to', asRole], /The new database cannot take the cell, or cannot reach the old one/],
      [one, ['--to', two.url, '--abort'], /No move of this cell is under way/],
      [one, ['--forget'], /No move of this cell is under way/],
    ];
    for (const [from, words, sentence] of cases) {
      const { code, stderr } = await cell.move(from, ...words);
      expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    }
    await two.pool.query('alter role cell3 nologin');
    expect((await cell.move(one, '--to', two.url)).stderr).toMatch(/has no role cell3 that may/);
    await two.pool.query('alter role cell3 login');
    const { rowCount } = await one.pool.query('select from cell_move');
    expect([rowCount, await one.ready()]).toEqual([0, '200']);
  });

  test('moves under traffic: calls wait for seconds at most, and none is lost or charged twice', {
    timeout: longTimeoutMs,
  }, async () => {
    const traffic = startTraffic(cell.url, cell.apiKey, '139');
    const move = cell.launchMove(one, '--to', two.url);
    await untilSaid(move, 'Start a server on the new database');
    // A server that could not serve the cell says so before the switch, and is not counted.
    const wrong = two.startServer({ DATA_KEY: '4'.repeat(64) });
    await expect(wrong).rejects.toThrow('The data key is not the one');
    await two.startServer();
    expect(await two.ready()).toBe('503 cell_arriving');
    const from = performance.now();
    await untilSaid(move, 'Moved to');
    await expect.poll(() => two.ready()).toBe('200');
    // Past the time in which the old server's last answer to /readyz is kept.
    await expect.poll(() => one.ready()).toBe('503 cell_fenced');
    await sleep(1_000);
    // A call whose provider was being asked at the fence has an unknown outcome, which the new cell resolves.
    const words = Object.keys(traffic.replies);
    expect(words.filter((word) => !/^(201|503 \w+|50[24] \w+)$/.test(word))).toEqual([]);
    expect([longestGap(traffic.successes, from), traffic.replies, move.output.stderr]).toEqual([
      // About a second on a machine of its own; bench/MOVE.md has the figures.
      expect.toSatisfy((ms: number) => ms < 30_000),
      ...[expect.anything(), expect.anything()],
    ]);
    await traffic.finish();
    expect(await countCharged(two.pool)).toBe(traffic.acknowledged.length);
    await expectRightBooks(two.pool);
  });

  test('that has moved is fenced: its old server wakes and writes nothing', {
    timeout: longTimeoutMs,
  }, async () => {
    const before = await one.pool.query('select count(*) from calls');
    const { status, retryAfter } = await callDirectly(one);
    expect([status, retryAfter]).toEqual([503, '1']);
    expect((await one.pool.query('select count(*) from calls')).rows).toEqual(before.rows);
    for (const words of [[], ['--abort']]) {
      const { code, stderr } = await cell.move(one, '--to', two.url, ...words);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/The cell has moved to/)]);
    }
    expect((await cell.move(one, '--forget')).code).toBe(0);
    const left = await one.pool.query(
      `select nspname from pg_namespace where nspname = 'cell3'
       union all select slot_name from pg_replication_slots
       union all select pubname from pg_publication`,
    );
    expect(left.rows).toEqual([]);
  });

  test('moves back while its server is frozen, which writes nothing when it wakes', {
    timeout: longTimeoutMs,
  }, async () => {
    await one.pool.query('alter role cell3 login');
    const server = two.server();
    one.server()?.kill('SIGKILL');
    const traffic = startTraffic(cell.url, cell.apiKey, '137');
    const move = cell.launchMove(two, '--to', one.url);
    await untilSaid(move, 'Start a server on the new database');
    server?.kill('SIGSTOP');
    await one.startServer();
    await untilSaid(move, 'Moved to');
    await expect.poll(() => one.ready()).toBe('200');
    const before = await two.pool.query('select count(*), max(call_id::text) from calls');
    server?.kill('SIGCONT');
    await expect.poll(() => two.ready(), { timeout: 30_000 }).toBe('503 cell_fenced');
    expect((await callDirectly(two)).status).toBe(503);
    await traffic.finish();
    const after = await two.pool.query('select count(*), max(call_id::text) from calls');
    expect(after.rows).toEqual(before.rows);
    await expectRightBooks(one.pool);
  });

  async function callDirectly({ serverUrl }: Side) {
    const reply = await fetch(`${serverUrl}/api/v1/sms_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': cell.apiKey },
      body: JSON.stringify({ mobile: '13712345678', code: '1' }),
    });
    await reply.body?.cancel();
    return { status: reply.status, retryAfter: reply.headers.get('retry-after') };
  }
});
