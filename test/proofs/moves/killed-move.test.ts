import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { canRun } from '../database/as-postgres.ts';
import { startTraffic, type Traffic } from '../database/cluster/start-traffic.ts';
import { type CellFixture, type Side, startCell } from './cell-fixture.ts';
import { countCharged, expectRightBooks, untilSaid } from './move-proofs.ts';

const before = ['schema', 'publication', 'subscription', 'copy', 'books', 'server'];
const handOver = ['hand-over', 'fence', 'last changes', 'comparison', 'switch'];
const after = ['cleaning', 'proof'];

const all = [...before, ...handOver, ...after];

/** Two steps last for seconds, the others for some milliseconds. */
const killAfterMs = (step: string) => randomInt(['schema', 'copy'].includes(step) ? 1_000 : 30);

describe.skipIf(!canRun(['/usr/sbin/haproxy']))(
  'a move that is killed (skipped without root and HAProxy)',
  () => {
    let cell: CellFixture;
    let traffic: Traffic;
    let from: Side;
    let to: Side;
    let isWatching = true;
    /** How often both servers were ready at the same time. */
    let bothReady = 0;
    let watching: Promise<void>;

    beforeAll(async () => {
      cell = await startCell();
      [from, to] = cell.sides;
      traffic = startTraffic(cell.url, cell.apiKey, '139');
      watching = watch();
    }, longTimeoutMs);
    afterAll(async () => {
      isWatching = false;
      await watching;
      await cell?.stop();
    });

    /** A server keeps its answer to /readyz for a second, so two that are ready may follow each other that closely. */
    async function watch(): Promise<void> {
      let since: number | undefined;
      while (isWatching) {
        const ready = await Promise.all([from.ready(), to.ready()]);
        const areBoth = ready.every((word) => word === '200');
        since = areBoth ? (since ?? performance.now()) : undefined;
        if (since !== undefined && performance.now() - since > 2_500) bothReady++;
        await sleep(50);
      }
    }

    /** Runs the command until it begins a step, or goes on with a later one, and kills it there. */
    async function killAt(step: string): Promise<void> {
      const move = cell.launchMove(from, '--to', to.url, '--without-server');
      const later = all.slice(all.indexOf(step)).map((one) => `Step: ${one}\n`);
      await untilSaid(move, ...later);
      await sleep(killAfterMs(step));
      if (move.child.exitCode !== null) return;
      move.child.kill('SIGKILL');
      await once(move.child, 'exit');
    }

    /** What an aborted move has made is gone on both sides, and the role of the servers has all that it had. */
    async function expectNothingLeft(): Promise<void> {
      const left = await to.pool.query(
        `select nspname from pg_namespace where nspname = 'cell3'
         union all select subname from pg_subscription
         union all select roname from pg_replication_origin`,
      );
      const kept = await from.pool.query(
        `select pubname from pg_publication
         union all select slot_name from pg_replication_slots
         union all select step from cell_move`,
      );
      expect([...left.rows, ...kept.rows]).toEqual([]);
      const { rows } = await from.pool.query(
        `select rolcanlogin as "mayLogIn" from pg_roles r join pg_namespace n on n.nspowner = r.oid
         where nspname = 'cell3' and rolname = 'cell3'`,
      );
      expect(rows).toEqual([{ mayLogIn: true }]);
    }

    async function untilEnded(child: ChildProcess | undefined): Promise<void> {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      await once(child, 'exit');
    }

    async function expectServing(): Promise<void> {
      const count = traffic.successes.length;
      await expect.poll(() => traffic.successes.length, { timeout: 30_000 }).toBeGreaterThan(count);
    }

    test.each([...before, ...handOver])(
      'in the step %s is aborted, and the old cell serves',
      { timeout: longTimeoutMs },
      async (step) => {
        await killAt(step);
        const { code, stderr } = await cell.move(from, '--to', to.url, '--abort');
        // The kill may have come after the switch: then the move is finished instead.
        if (/already serves/.test(stderr)) return finishAndTurn();
        expect([code, stderr]).toEqual([0, '']);
        await expectServing();
        await expectNothingLeft();
      },
    );

    test.each(['copy', 'server', 'fence', 'last changes', 'switch', 'cleaning'])(
      'in the step %s together with both servers is aborted or finished',
      { timeout: longTimeoutMs },
      async (step) => {
        const move = cell.launchMove(from, '--to', to.url);
        await untilSaid(move, 'Step: publication\n');
        const waiting = to.startServer().catch(() => {});
        await untilSaid(move, ...all.slice(all.indexOf(step)).map((one) => `Step: ${one}\n`));
        await sleep(killAfterMs(step));
        const killed = [move.child, from.server(), to.server()];
        for (const child of killed) child?.kill('SIGKILL');
        await Promise.all([waiting, ...killed.map(untilEnded)]);
        const { code, stderr } = await cell.move(from, '--to', to.url, '--abort');
        if (/already serves|has moved/.test(stderr)) return finishAndTurn();
        expect([code, stderr]).toEqual([0, '']);
        await from.startServer();
        await expectServing();
        await expectNothingLeft();
      },
    );

    test('is aborted under a server that waits for it, which ends and says why', {
      timeout: longTimeoutMs,
    }, async () => {
      await killAt('copy');
      const waiting = to.startServer();
      waiting.catch(() => {});
      await expect.poll(() => to.ready(), { timeout: 30_000 }).toBe('503 cell_arriving');
      const { code, stderr } = await cell.move(from, '--to', to.url, '--abort');
      expect([code, stderr]).toEqual([0, '']);
      await expect(waiting).rejects.toThrow('The move of the cell to here was aborted.');
      // A supervisor starts it again: it must not create an empty cell in the place of the one that did not come.
      await expect(to.startServer()).rejects.toThrow('cell3 does not exist and cannot be created');
      await expectServing();
      await expectNothingLeft();
    });

    test('in every step goes on where it was', { timeout: longTimeoutMs }, async () => {
      for (const step of all) {
        // One that was killed late in a step may have begun the next one.
        await killAt(step).catch((error: Error) => {
          expect(error.message).toMatch(
            /the command ended: (Moved|countersign: The cell has moved)/,
          );
        });
        // The steps after these are short: a kill may come as late as between fence and switch.
        if (['schema', 'publication', 'subscription', 'copy'].includes(step)) await expectServing();
      }
      await finishAndTurn();
    });

    test('that sleeps while another command aborts it can neither switch nor fence', {
      timeout: longTimeoutMs,
    }, async () => {
      for (const step of ['hand-over', 'fence', 'last changes', 'comparison']) {
        const move = cell.launchMove(from, '--to', to.url, '--without-server');
        await untilSaid(move, `Step: ${step}\n`);
        move.child.kill('SIGSTOP');
        // As if its machine were gone: a command that only sleeps keeps the others out.
        await from.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'countersign move'`,
        );
        const { stderr } = await cell.move(from, '--to', to.url, '--abort');
        move.child.kill('SIGCONT');
        await once(move.child, 'exit');
        // It may have been faster than the signal.
        if (/already serves/.test(stderr)) await finishAndTurn();
        else expect([stderr, move.child.exitCode]).toEqual(['', expect.toSatisfy(Boolean)]);
        await expectServing();
      }
    });

    test('leaves right books: no call is lost or charged twice, and both sides never served at once', {
      timeout: longTimeoutMs,
    }, async () => {
      await traffic.finish();
      expect(await countCharged(from.pool)).toBe(traffic.acknowledged.length);
      await expectRightBooks(from.pool);
      expect(bothReady).toBe(0);
    });

    /** Finishes a move of which the switch may have been done; the sides change their parts. */
    async function finishAndTurn(): Promise<void> {
      const { code, stderr } = await cell.move(from, '--to', to.url, '--without-server');
      if (code !== 0) expect(stderr).toMatch(/The cell has moved to/);
      from.server()?.kill('SIGKILL');
      await to.startServer();
      expect((await cell.move(from, '--forget')).code).toBe(0);
      await from.pool.query('alter role cell3 login');
      [from, to] = [to, from];
      await expectServing();
    }
  },
);
