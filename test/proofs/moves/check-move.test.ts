import type { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { checkMove } from '../../../src/installation/moves/check-move.ts';
import { moveCell } from '../../../src/installation/moves/move-cell.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { hasDebianPostgres, startDebianPostgres } from '../database/start-debian-postgres.ts';

/** A PostgreSQL with its own settings, and a role for the servers of a cell. */
interface Cluster {
  url: string;
  pool: Pool;
  query(text: string): Promise<unknown>;
}

const schema = 'cell3';
const ready = ['wal_level=logical'];

describe.skipIf(!hasDebianPostgres)('a move (skipped without Debian’s PostgreSQL)', () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));

  /** Started once for each list of settings. */
  const started = new Map<string, Promise<Cluster>>();
  function clusterWith(part: 'old' | 'new', ...settings: string[]): Promise<Cluster> {
    const name = [part, ...settings].join(' ');
    const cluster = started.get(name) ?? start(part, settings);
    started.set(name, cluster);
    return cluster;
  }

  async function start(part: 'old' | 'new', settings: readonly string[]): Promise<Cluster> {
    const { urlOf, query, stop } = await startDebianPostgres(...settings);
    const url = urlOf('postgres', 'postgres');
    const pool = createPool(withSchema(url, schema), { max: 4, applicationName: 'proof' });
    stops.push(() => pool.end().then(stop));
    await query('create role cell3 login');
    if (part === 'old') {
      await query('create schema cell3 authorization cell3');
      await query('create table cell3.calls (call_id integer primary key)');
    }
    return { url, pool, query };
  }

  async function why(old: Cluster, target: Cluster): Promise<[unknown, string]> {
    const sides = { source: old.pool, target: target.pool, schema, sourceUrl: old.url };
    const fault = await checkMove(sides).then(
      () => undefined,
      (error: Error & { code?: string }) => error,
    );
    return [fault?.code, fault?.message ?? ''];
  }

  test.each([
    [
      'cell_move_wal_level',
      ['wal_level=replica'],
      [],
      /wal_level .* is replica. Set it to logical/,
    ],
    [
      'cell_move_slots',
      [...ready, 'max_replication_slots=2'],
      [],
      /too few free replication slots: 2 of 3/,
    ],
    ['cell_move_senders', [...ready, 'max_wal_senders=2'], [], /too few free WAL senders: 2 of 3/],
    [
      'cell_move_workers',
      ready,
      ['max_logical_replication_workers=1'],
      /too few free workers for logical replication: 1 of 2/,
    ],
    [
      'cell_move_origins',
      ready,
      ['max_replication_slots=1'],
      /too few free replication origins: 1 of 3/,
    ],
  ] as const)(
    'is refused with %s',
    { timeout: longTimeoutMs },
    async (reason, old, other, words) => {
      const [from, to] = [await clusterWith('old', ...old), await clusterWith('new', ...other)];
      const [found, sentence] = await why(from, to);
      expect([found, sentence]).toEqual([reason, expect.stringMatching(words)]);
    },
  );

  test('is refused while the role has another schema or sessions elsewhere', {
    timeout: longTimeoutMs,
  }, async () => {
    const [from, to] = [await clusterWith('old', ...ready), await clusterWith('new')];
    await from.query('create schema other authorization cell3');
    expect((await why(from, to))[1]).toContain(
      'role cell3 is not used by this cell alone: see other.',
    );
    await from.query('drop schema other');
    await from.query('create database elsewhere');
    const visitor = createPool(
      from.url.replace('postgres@', 'cell3@').replace(/\w+$/, 'elsewhere'),
      {
        ...{ max: 1, applicationName: 'proof' },
      },
    );
    await visitor.query('select 1');
    expect((await why(from, to))[1]).toContain('see elsewhere.');
    await visitor.end();
    await expect.poll(async () => (await why(from, to))[0]).toBeUndefined();
  });

  test('is refused while a server on the new database could create an empty cell', {
    timeout: longTimeoutMs,
  }, async () => {
    const [from, to] = [await clusterWith('old', ...ready), await clusterWith('new')];
    await to.query('grant create on database postgres to cell3');
    expect((await why(from, to))[1]).toContain('cell3 may create schemas in the new database');
    await to.query('revoke create on database postgres from cell3');
    expect((await why(from, to))[0]).toBeUndefined();
  });

  test('is refused if the new database has the schema, and leaves it as it is', {
    timeout: longTimeoutMs,
  }, async () => {
    const [from, to] = [await clusterWith('old', ...ready), await clusterWith('new')];
    await from.query(
      `create table cell3.cell_move (move_id uuid, target text, role text, step text)`,
    );
    await to.query('create schema cell3; create table cell3.kept (id integer)');
    const sides = { source: from.pool, target: to.pool, schema, sourceUrl: from.url };
    const more = { openOwn: () => to.pool, isUnattended: true, say: () => {} };
    await expect(moveCell({ ...sides, ...more, to: to.url })).rejects.toThrow(
      'The new database already has a schema cell3. Drop it, or give another database.',
    );
    await to.query('select from cell3.kept');
    const { rowCount } = await from.pool.query('select from cell_move');
    expect(rowCount).toBe(0);
  });
});
