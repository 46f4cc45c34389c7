import { expect, test } from 'vitest';
import { addCitusCatalog, placeSchema } from '../../../test/kit/citus-catalog.ts';
import { createTestDatabase } from '../../../test/kit/database.ts';
import { createDatabaseProxy } from '../../../test/kit/database-proxy.ts';
import { listen } from './listen.ts';
import { createOutageLog } from './outage-log.ts';
import { quietLog } from './quiet-log.ts';
import { withSchema } from './session-settings.ts';

const quiet = createOutageLog(quietLog);

test('reports each lost connection, and reconnects once each time', async () => {
  const database = await createTestDatabase();
  const words: string[] = [];
  const states: boolean[] = [];
  const said: string[] = [];
  const lost = () => said.push('lost');
  const listener = listen({
    target: database.target,
    onWord: (word) => words.push(word),
    onState: (isListening) => states.push(isListening),
    log: { ...quiet, lost, back: () => said.push('back') },
  });
  await listener.ready;
  for (let time = 1; time <= 3; time++) {
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'countersign listen catalog_public %' and datname = current_database()`,
    );
    const heard = [true, ...Array.from({ length: time }, () => [false, true]).flat()];
    await expect.poll(() => states).toEqual(heard);
    expect(said.slice(-2)).toEqual(['lost', 'back']);
  }
  await database.pool.query(`select pg_notify('catalog_public', 'x')`);
  await expect.poll(() => words.length).toBeGreaterThan(0);
  // Two connections would receive it twice.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(words).toEqual(['x']);
  await listener.close();
  await database.drop();
});

test('does not report that it is listening before it is', async () => {
  const database = await createTestDatabase();
  const states: boolean[] = [];
  const listener = listen({
    target: withSchema(database.target, 'missing'),
    onWord() {},
    onState: (isListening) => states.push(isListening),
    log: quiet,
  });
  await expect.poll(() => states.length).toBeGreaterThan(1);
  expect(states).not.toContain(true);
  await listener.close();
  await database.drop();
});

test('reports a connection that goes silent as lost, and replaces it', async () => {
  const database = await createTestDatabase();
  const proxy = await createDatabaseProxy(database.target);
  const words: string[] = [];
  const states: boolean[] = [];
  const listener = listen({
    target: proxy.target,
    onWord: (word) => words.push(word),
    onState: (isListening) => states.push(isListening),
    log: quiet,
  });
  await listener.ready;
  proxy.silence();
  await expect.poll(() => states).toEqual([true, false, true]);
  await database.pool.query(`select pg_notify('catalog_public', 'x')`);
  await expect.poll(() => words).toEqual(['x']);
  await listener.close();
  await proxy.close();
  await database.drop();
});

/** A listener on one of two addresses of a database, and what it reported. */
async function listenOnTwo(target: string) {
  const proxies = [await createDatabaseProxy(target), await createDatabaseProxy(target)] as const;
  const hosts = proxies.map(({ port }) => `127.0.0.1:${port}`).join();
  const heard = { states: [] as boolean[], moves: 0 };
  const listener = listen({
    target: proxies[0].target.replace(/127\.0\.0\.1:\d+/, hosts),
    onWord() {},
    onState: (isListening) => heard.states.push(isListening),
    onMoved: () => {
      heard.moves++;
    },
    log: quiet,
  });
  await listener.ready;
  const close = async () => {
    await listener.close();
    await proxies[1].close();
  };
  return { first: proxies[0], heard, close };
}

test.each([
  ['another server of plain PostgreSQL ends no session', 0],
  ['another node of Citus ends the sessions on the one before', 1],
])('%s', async (_, moves) => {
  const database = await createTestDatabase();
  if (moves) await addCitusCatalog(database.pool);
  const { first, heard, close } = await listenOnTwo(database.target);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'countersign listen catalog_public %' and datname = current_database()`,
  );
  await expect.poll(() => heard.states).toEqual([true, false, true]);
  expect(heard.moves).toBe(0);
  await first.close();
  await expect.poll(() => heard.states).toEqual([true, false, true, false, true]);
  expect(heard.moves).toBe(moves);
  await close();
  await database.drop();
});

// @mutant src/foundation/db/listen.ts
// - await requireHolder(asking(client))
// + await ask(client, 'select 1')
test('ends all sessions once when the node no longer holds the schema, and listens when one does', async () => {
  const database = await createTestDatabase();
  await addCitusCatalog(database.pool);
  const { first, heard, close } = await listenOnTwo(database.target);
  await placeSchema(database.pool, 2);
  await expect.poll(() => heard.states.slice(0, 2)).toEqual([true, false]);
  expect(heard.moves).toBe(1);
  await first.close();
  await placeSchema(database.pool, 1);
  await expect.poll(() => heard.states.at(-1)).toBe(true);
  expect(heard.moves).toBe(1);
  await close();
  await database.drop();
});
