import { afterEach, describe, expect, test } from 'vitest';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { registerHealth } from './health.ts';
import { type ApiServer, createServer } from './server.ts';

let server: ApiServer;
let isDraining = false;
afterEach(async () => {
  isDraining = false;
  await server.close(0);
});

function serve(tryDatabase: () => Promise<unknown>) {
  server = createServer({
    log: quietLog,
    publicUrl: () => 'http://127.0.0.1:8080',
    trustProxy: [],
    isDraining: () => isDraining,
  });
  registerHealth(server.app, { tryDatabase });
  return async (url: string) => {
    const { statusCode, headers, payload } = await server.app.inject({ url });
    return [statusCode, JSON.parse(payload).reason ?? 'well', headers['retry-after'] ?? null];
  };
}

describe('a server', () => {
  test('is ready while its database answers', async () => {
    const ask = serve(async () => 1);
    expect(await ask('/readyz')).toEqual([200, 'well', null]);
  });

  test.each([
    ['refuses', () => Promise.reject(new Error('no'))],
    ['says nothing', () => new Promise(() => {})],
  ])('is alive, and not ready, while its database %s', async (_, tryDatabase) => {
    const ask = serve(tryDatabase);
    expect(await ask('/readyz')).toEqual([503, 'database_unavailable', '1']);
    expect(await ask('/healthz')).toEqual([200, 'well', null]);
  });

  test.each([
    ['53100', 'database_disk_full'],
    ['25006', 'database_read_only'],
    ['28000', 'cell_fenced'],
    ['57P03', 'database_unavailable'],
  ])('says why it is not ready: SQLSTATE %s is %s', async (state, reason) => {
    const ask = serve(() => Promise.reject(Object.assign(new Error('no'), { code: state })));
    expect(await ask('/readyz')).toEqual([503, reason, '1']);
  });

  test('tries its database once a second, however many ask, and while one attempt lasts no other', async () => {
    let attempts = 0;
    let answer = (): void => {};
    const ask = serve(() => {
      attempts++;
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    });
    // Asked again after the first one has given up waiting.
    expect(await ask('/readyz')).toEqual([503, 'database_unavailable', '1']);
    const many = Promise.all(Array.from({ length: 20 }, () => ask('/readyz')));
    answer();
    expect(new Set((await many).map(([status]) => status))).toEqual(new Set([200]));
    expect(attempts).toBe(1);
    const askAgain = () => {
      void ask('/readyz');
      return attempts;
    };
    await expect.poll(askAgain).toBe(2);
    answer();
  });

  test('that stops is alive, and not ready', async () => {
    const ask = serve(async () => 1);
    isDraining = true;
    expect(await ask('/readyz')).toEqual([503, 'shutting_down', '5']);
    expect(await ask('/healthz')).toEqual([200, 'well', null]);
  });
});
