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

function serve(askDatabase: () => Promise<unknown>) {
  server = createServer({
    log: quietLog,
    publicUrl: () => 'http://127.0.0.1:8080',
    trustProxy: [],
    isDraining: () => isDraining,
  });
  registerHealth(server.app, { askDatabase });
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
  ])('is alive, and not ready, while its database %s', async (_, askDatabase) => {
    const ask = serve(askDatabase);
    expect(await ask('/readyz')).toEqual([503, 'database_unavailable', '1']);
    expect(await ask('/healthz')).toEqual([200, 'well', null]);
  });

  test('that stops is alive, and not ready', async () => {
    const ask = serve(async () => 1);
    isDraining = true;
    expect(await ask('/readyz')).toEqual([503, 'shutting_down', '5']);
    expect(await ask('/healthz')).toEqual([200, 'well', null]);
  });
});
