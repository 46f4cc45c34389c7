import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutPassword } from '../../../src/foundation/db/connection-target.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { canRun } from '../database/as-postgres.ts';
import { startTraffic, type Traffic } from '../database/cluster/start-traffic.ts';
import { type CellFixture, type Side, startCell } from './cell-fixture.ts';
import { countCharged, expectRightBooks, untilSaid } from './move-proofs.ts';

describe.skipIf(!canRun(['/usr/sbin/haproxy']))(
  'a cell of several processes that two commands move (skipped without root and HAProxy)',
  () => {
    let cell: CellFixture;
    let one: Side;
    let two: Side;
    let traffic: Traffic;
    /** Another database on the new side. */
    let elsewhere: string;

    beforeAll(async () => {
      cell = await startCell({ WORKERS: '2' });
      [one, two] = cell.sides;
      await two.pool.query('create database elsewhere');
      elsewhere = two.url.replace(/\/cells$/, '/elsewhere');
      traffic = startTraffic(cell.url, cell.apiKey, '139');
    }, longTimeoutMs);
    afterAll(() => cell?.stop());

    test('obeys one of two that begin at the same time, and refuses the other', {
      timeout: longTimeoutMs,
    }, async () => {
      const both = [two.url, elsewhere].map((to) =>
        cell.launchMove(one, '--to', to, '--without-server'),
      );
      // The one that begins is killed in its copy; the other one has ended by itself.
      const winner = await Promise.any(
        both.map(async (move) => {
          await untilSaid(move, 'Step: copy\n');
          return move;
        }),
      );
      const loser = both.find((move) => move !== winner) as typeof winner;
      if (loser.child.exitCode === null) await once(loser.child, 'exit');
      expect([loser.child.exitCode, loser.output.stderr]).toEqual([
        1,
        expect.stringContaining('Another command is moving this cell.'),
      ]);
      winner.child.kill('SIGKILL');
      await once(winner.child, 'exit');
      const [to, other] = winner === both[0] ? [two.url, elsewhere] : [elsewhere, two.url];
      for (const words of [[], ['--abort']]) {
        const { code, stderr } = await cell.move(one, '--to', other, ...words);
        const under = `A move to ${withoutPassword(to)} is under way.`;
        expect([code, stderr]).toEqual([1, expect.stringContaining(under)]);
      }
      expect(await cell.move(one, '--to', to, '--abort')).toMatchObject({ code: 0, stderr: '' });
      expect(await one.ready()).toBe('200');
    });

    test('moves once while other commands try to move, abort and forget it, and loses no call', {
      timeout: longTimeoutMs,
    }, async () => {
      const move = cell.launchMove(one, '--to', two.url);
      await untilSaid(move, 'Start a server on the new database');
      const attempts = [
        ['--to', two.url],
        ['--to', elsewhere],
        ['--to', two.url, '--abort'],
        ['--forget'],
      ];
      for (const words of attempts) {
        const { code, stderr } = await cell.move(one, ...words);
        expect([code, stderr]).toEqual([1, 'countersign: Another command is moving this cell.\n']);
      }
      await two.startServer();
      await untilSaid(move, 'Moved to');
      await expect.poll(() => two.ready()).toBe('200');
      await expect.poll(() => one.ready()).toBe('503 cell_fenced');
      await traffic.finish();
      expect(await countCharged(two.pool)).toBe(traffic.acknowledged.length);
      await expectRightBooks(two.pool);
      const { rows } = await two.pool.query(
        `select datname from pg_database where datname = 'elsewhere'
         and exists (select from pg_subscription where subdbid = pg_database.oid)`,
      );
      expect(rows).toEqual([]);
    });

    test('has no process on the old side that answers a call', async () => {
      // New connections reach both processes in turn.
      const statuses = new Set<number>();
      for (let count = 0; count < 20; count++) {
        const reply = await fetch(`${one.serverUrl}/api/v1/balance`, {
          ...{ method: 'POST', body: '{}' },
          headers: {
            ...{ 'x-api-key': cell.apiKey, connection: 'close' },
            'content-type': 'application/json',
          },
        });
        await reply.body?.cancel();
        statuses.add(reply.status);
      }
      expect([...statuses]).toEqual([503]);
    });
  },
);
