import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../../test/kit/fixture.ts';

let fixture: Fixture;
let proxied: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
  // Behind a proxy, the framework handles every request.
  proxied = await createFixture({ settings: { trustProxy: ['127.0.0.1'] } });
});
afterAll(async () => {
  await fixture.close();
  await proxied.close();
});

type Line = Record<string, unknown>;

/** The lines about requests that were logged while the work ran. */
async function linesOf({ logged }: Fixture, work: () => Promise<unknown>, count = 1) {
  const before = logged.length;
  const lines = () =>
    logged
      .slice(before)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ msg }) => msg === 'request');
  await work();
  await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  return lines();
}

const mobile = '13800000000';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** Sends a call over the network; `call` of the fixture would bypass the fast path. */
function post({ url, apiKey }: Fixture, body: object, headers: Record<string, string> = {}) {
  return fetch(`${url}/api/v1/sms_code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey, ...headers },
    body: JSON.stringify(body),
  }).then((reply) => reply.json() as Promise<{ requestId: string }>);
}

test.each([['the fast path', () => fixture] as const, ['the framework', () => proxied] as const])(
  'a call by %s is one line: who called what, how it ended, in which trace',
  async (_, which) => {
    let requestId = '';
    const lines = await linesOf(which(), async () => {
      ({ requestId } = await post(which(), { mobile, code: '246810' }, { traceparent }));
    });
    const { time: _time, ms, pid: _pid, hostname: _host, ...line } = lines[0] as Line;
    expect(lines).toHaveLength(1);
    expect(line).toEqual({
      ...{ level: 30, msg: 'request', requestId, method: 'POST', path: '/api/v1/sms_code' },
      ...{ status: 201, account: which().accountId, traceId },
    });
    expect(ms).toBeGreaterThan(0);
  },
);

// @mutant src/line/calls/run-call.ts
// - progress.onCaller(caller.accountId);
test.each([['the fast path', () => fixture] as const, ['the framework', () => proxied] as const])(
  'a refused call by %s is one line with its reason',
  async (_, which) => {
    const [known] = await linesOf(which(), () => post(which(), { mobile, code: '' }));
    expect(known).toMatchObject({ status: 400, reason: 'invalid_request' });
    expect(known).toMatchObject({ account: which().accountId });
    const [unknown] = await linesOf(which(), () =>
      post(which(), { mobile, code: '1' }, { 'x-api-key': 'cs_test_none' }),
    );
    expect(unknown).toMatchObject({ status: 403, reason: 'key_invalid' });
    expect(unknown).not.toHaveProperty('account');
  },
);

test('a line names the pattern of a path, and nothing that a request contains', async () => {
  const secret = 'Geheim1234567890';
  const lines = await linesOf(
    fixture,
    async () => {
      await fetch(`${fixture.url}/v/${secret}?name=${secret}`);
      await fetch(`${fixture.url}/${secret}/x?name=${secret}`, {
        headers: { traceparent: secret },
      });
      await post(fixture, { mobile: secret, code: secret }, { 'idempotency-key': secret });
    },
    3,
  );
  expect(lines.map(({ path, status }) => [path, status])).toEqual([
    ['/v/:link', 404],
    ['unknown', 404],
    ['/api/v1/sms_code', 400],
  ]);
  expect(fixture.logged.join('')).not.toContain(secret);
});
