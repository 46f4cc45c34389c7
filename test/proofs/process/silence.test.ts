import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseProxy, type DatabaseProxy } from '../../kit/database-proxy.ts';
import { createFixture, type Fixture } from '../../kit/fixture.ts';

let fixture: Fixture;
let proxy: DatabaseProxy;

beforeEach(async () => {
  fixture = await createFixture({
    async connectBy(target) {
      proxy = await createDatabaseProxy(target);
      return proxy.target;
    },
  });
});
afterEach(async () => {
  await fixture.close();
  await proxy.close();
});

const message = { mobile: '13800000000', code: '246810' };
const send = () => fixture.call('sms_code', message);

/** Far more than the statement timeout, and still limited. */
const boundedMs = 50_000;

describe('a database that stops answering', () => {
  test('costs the calls under way a 503 at most, and later ones nothing', async () => {
    expect((await send()).status).toBe(201);
    proxy.silence();
    const from = performance.now();
    const replies = await Promise.all([send(), send(), send()]);
    expect(performance.now() - from).toBeLessThan(boundedMs);
    for (const { status } of replies) expect([201, 503]).toContain(status);
    await expect.poll(async () => (await send()).status, { timeout: boundedMs }).toBe(201);
  });

  test('is reported to callers in time while it lasts, and recovery is immediate', async () => {
    const { principals } = fixture.app.line;
    await expect.poll(async () => (await send()) && principals.known(fixture.apiKey)).toBeTruthy();
    proxy.silence({ newOnes: true });
    const from = performance.now();
    const first = send();
    // From then on it is known that no answer comes, so no other call waits for it.
    await expect.poll(() => fixture.app.line.holds.isFull()).toBe(true);
    // Overload is refused while requests are read, so this one goes over a socket.
    const later = await fetch(`${fixture.url}/api/v1/sms_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': fixture.apiKey },
      body: JSON.stringify(message),
    });
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '1']);
    // A call that had waited for the database would get another reason.
    expect(await later.json()).toMatchObject({ reason: 'overloaded' });
    expect((await first).status).toBe(503);
    expect(performance.now() - from).toBeLessThan(boundedMs);
    proxy.speak();
    await expect.poll(async () => (await send()).status).toBe(201);
    expect(await fixture.calls()).toBeGreaterThan(1);
  });

  test('does not keep the server from stopping', async () => {
    proxy.silence({ newOnes: true });
    void send();
    const from = performance.now();
    await fixture.app.close();
    expect(performance.now() - from).toBeLessThan(boundedMs);
  });
});
