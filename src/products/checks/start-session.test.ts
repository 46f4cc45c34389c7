import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AskedCheck,
  agreement,
  type CheckFixture,
  createCheckFixture,
} from '../../../test/kit/check-fixture.ts';
import { createCommandLineFixture } from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { withTraceParent } from '../../foundation/outbound/request-trace.ts';
import { createVault } from '../../foundation/vault.ts';
import type { FaceProvider, SessionStarted } from '../../vendors/providers/provider.ts';

let database: TestDatabase;
let fixture: CheckFixture;
let asked = 0;
let sentHeaders: object;
let answer: SessionStarted;
const away: SessionStarted = {
  kind: 'unavailable',
  reason: 'provider_fault',
  vendorCode: 'E7',
  detail: '张小明 cannot be checked today',
};

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target, {
    extendRegistry: (registry) => ({
      ...registry,
      face: new Map([
        ...registry.face,
        ...['lens', 'mirror'].map((code): [string, FaceProvider] => [code, provider(code)]),
      ]),
    }),
  });
});
beforeEach(() => {
  asked = 0;
  answer = away;
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

function provider(code: string): FaceProvider {
  return {
    ...{ kind: 'face', code, vendorCode: code, title: { en: code, zh: code }, horizonHours: 72 },
    ...{ devices: ['mobile'], needsNationalId: false, browserData: null },
    screen: () => ({ kind: 'done', providerRef: '' }),
    async startSession(_start, { signal }) {
      asked++;
      sentHeaders = withTraceParent({}, signal);
      return answer;
    },
    queryResult: async () => ({ state: 'open', taskId: '' }),
    erase: async () => {},
  };
}

async function ask(code: string): Promise<AskedCheck> {
  const check = await fixture.ask();
  await database.pool.query('update checks set provider_code = $2 where check_id = $1', [
    check.requestId,
    code,
  ]);
  await fixture.post(`${check.path}/consent`, { ...agreement, providers: [code] });
  return check;
}

const start = ({ path }: AskedCheck) => fixture.post(`${path}/session?device=mobile`);

test('a failed start is in the story of its check, without personal data', async () => {
  const check = await ask('lens');
  await start(check);
  answer = { kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' };
  await start(check);
  answer = {
    ...{ kind: 'started', sessionRef: 'secret-ref', url: 'https://lens.test/secret' },
    expiresAt: new Date(Date.now() + 60_000),
  };
  expect((await start(check)).body).toMatchObject({ url: 'https://lens.test/secret' });

  const cli = createCommandLineFixture(database, createVault(randomBytes(32)));
  const story = ['call', 'show', '--request-id', check.requestId];
  const shown = await cli.json(story);
  expect(shown.attempts).toMatchObject([
    { attempt: 1, provider_code: 'lens', outcome: 'unavailable', reason: 'provider_fault' },
    { attempt: 2, provider_code: 'lens', outcome: 'unknown', reason: 'no_answer' },
  ]);
  expect(shown.attempts[0]).toMatchObject({
    vendor_code: 'E7',
    words: '*** cannot be checked today',
  });
  expect(shown).toMatchObject({ check: { status: 0 }, sessions: [{ provider_code: 'lens' }] });
  const { out } = await cli.run(story);
  expect(out).toMatch(/^Check +pending$/m);
  expect(`${out}${JSON.stringify(shown)}`).not.toMatch(/secret/);
});

test('the vendor learns the trace of the call', async () => {
  const check = await ask('lens');
  await start(check);
  expect(sentHeaders).toEqual({});
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await database.pool.query('insert into call_traces (call_id, trace) values ($1, $2)', [
    check.requestId,
    `${traceId}-01`,
  ]);
  await start(check);
  const parent = check.requestId.replaceAll('-', '').slice(-16);
  expect(sentHeaders).toEqual({ traceparent: `00-${traceId}-${parent}-01` });
});

test('a start that throws does not block the next one', async () => {
  const check = await ask('lens');
  // Sealed with an unknown key.
  await database.pool.query(`update checks set sealed = '\\x00' where check_id = $1`, [
    check.requestId,
  ]);
  expect((await start(check)).status).toBe(500);
  const { rows } = await database.pool.query(
    'select starting_until as "startingUntil" from checks where check_id = $1',
    [check.requestId],
  );
  expect(rows).toEqual([{ startingUntil: null }]);
});

test('a person who declines after a failed start is not told that nothing was sent', async () => {
  const fetchPage = async ({ path }: AskedCheck) => (await fixture.get(path)).body;
  const [untouched, tried] = [await ask('mirror'), await ask('mirror')];
  answer = { kind: 'unknown', reason: 'provider_fault', detail: 'no answer in time' };
  await start(tried);
  for (const { path } of [untouched, tried]) await fixture.post(`${path}/cancel`);
  expect(await fetchPage(untouched)).toContain('Nothing was sent');
  expect(await fetchPage(tried)).not.toContain('Nothing was sent');
});

test('repeated failed starts open the breaker, and a limited number is stored', async () => {
  const check = await ask('mirror');
  for (let i = 0; i < 60; i++) await start(check);
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(60);
  expect(fixture.app.line.breakers.isBroken('mirror')).toBe(true);
  expect(fixture.app.line.breakers.isBroken('lens')).toBe(false);
  const { rows } = await database.pool.query(
    'select count(*)::integer as kept from attempts where call_id = $1',
    [check.requestId],
  );
  expect(rows).toEqual([{ kept: 20 }]);
});
