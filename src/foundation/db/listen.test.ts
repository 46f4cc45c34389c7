import { expect, test } from 'vitest';
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
