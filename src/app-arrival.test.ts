import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../test/kit/fixture.ts';

let platform: Fixture;
beforeEach(async () => {
  platform = await createFixture({ isArriving: true });
});
afterEach(() => platform.close());

const ask = async (path: string, init: RequestInit = {}) => {
  const reply = await fetch(`${platform.url}${path}`, init);
  const { reason } = (await reply.json()) as { reason?: string };
  return [reply.status, reason, reply.headers.get('retry-after')];
};

// @mutant src/surfaces/http/server.ts
// - options.isDraining() || options.isArriving?.() === true,
// + options.isDraining(),
test('an app refuses everything until its cell has arrived, and has then read it again', async () => {
  const refused = [503, 'cell_arriving', '1'];
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': platform.apiKey },
    body: JSON.stringify({ mobile: '13800000000', code: '246810' }),
  };
  expect(await ask('/api/v1/sms_code', call)).toEqual(refused);
  for (const path of ['/readyz', '/openapi.json', '/nowhere', '/nowhere/']) {
    expect([path, ...(await ask(path))]).toEqual([path, ...refused]);
  }
  // A person gets a page.
  expect((await fetch(`${platform.url}/v/x`)).status).toBe(503);
  expect((await ask('/healthz'))[0]).toBe(200);
  expect(await platform.calls()).toBe(0);

  await platform.app.arrive();
  expect((await ask('/api/v1/sms_code', call))[0]).toBe(201);
  expect((await ask('/readyz'))[0]).toBe(200);
});

test('an app that waits for its cell writes nothing to the copy', async () => {
  const reports = () => platform.pool.query('select from data_key_servers');
  expect((await reports()).rowCount).toBe(0);
  await platform.app.arrive();
  expect((await reports()).rowCount).toBe(1);
});
