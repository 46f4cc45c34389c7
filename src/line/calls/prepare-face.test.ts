import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createRehearsalFixture,
  type RehearsalFixture,
} from '../../../test/vendors/rehearsal-fixture.ts';
import { particulars } from '../../../test/vendors/rehearse.ts';
import { systemClock } from '../../foundation/clock.ts';
import { createVault } from '../../foundation/vault.ts';
import { cardHashOf, openCheck } from '../../products/checks/check-secrets.ts';
import { httpFaceSimulator } from '../../vendors/simulators/http-face.ts';
import type { Principal } from '../callers/principal.ts';
import { personalValuesOf, replyDataOf } from './order.ts';
import { prepareFace } from './prepare-face.ts';

let rehearsal: RehearsalFixture;

beforeAll(async () => {
  rehearsal = await createRehearsalFixture({ withJobs: false });
});
afterAll(() => rehearsal.close());

const person = { name: '张小明', cardNo: '11010519491231002X' };

// @mutant src/line/calls/prepare-face.ts
// - if (caller.mode === 'live' && !caller.isOperatorNamed)
// + if (false)
test('no live check starts before the operator and the provider can be named to the person', async () => {
  const { fixture, cli } = rehearsal;
  const provider = await rehearsal.addProvider(httpFaceSimulator);
  const caller = await rehearsal.newCaller('face_verify', [provider]);
  const ask = async () => {
    const { status, body } = await caller.call('face_verify', person);
    return [status, body.reason];
  };
  expect(await ask()).toEqual([201, undefined]);

  const { rows } = await fixture.pool.query('delete from operator_particulars returning *');
  const before = [await caller.wallet(), await caller.calls()];
  expect(await ask()).toEqual([403, 'product_not_available']);
  // A test check needs no consent, and neither does a message.
  expect((await fixture.call('face_verify', person)).status).toBe(201);
  await fixture.pool.query(
    'insert into operator_particulars select * from jsonb_populate_record(null::operator_particulars, $1)',
    [rows[0]],
  );

  for (const name of Object.keys(particulars)) {
    await fixture.pool.query(
      `update providers set particulars = particulars - $2::text, version = version + 1
       where provider_code = $1`,
      [provider.code, name],
    );
    expect(await ask(), name).toEqual([403, 'product_not_available']);
    await cli.json(['provider', 'set', '--code', provider.code, '--particulars', said]);
  }
  expect([await caller.wallet(), await caller.calls()]).toEqual(before);
  // Servers are notified asynchronously.
  await expect.poll(ask).toEqual([201, undefined]);
});

const said = JSON.stringify(particulars);

// @mutant src/vendors/providers/live-registry.ts
// - || (kind === 'face' && particularsProblems(particulars).length > 0)
test('a provider that cannot be named is left out, and the others check', async () => {
  const { fixture } = rehearsal;
  const [silent, named] = [
    await rehearsal.addProvider(httpFaceSimulator),
    await rehearsal.addProvider(httpFaceSimulator),
  ] as const;
  const caller = await rehearsal.newCaller('face_verify', [silent, named]);
  await fixture.pool.query(
    `update providers set particulars = '{}', version = version + 1 where provider_code = $1`,
    [silent.code],
  );
  const { body } = await caller.call('face_verify', person);
  expect(body.data.providerCode).toBe(named.code);
});

interface Prepared {
  caller?: Partial<Principal>;
  body?: object;
  nationalIdCheck?: boolean;
  needsNationalId?: boolean;
  now?: Date;
}

const vault = createVault(Buffer.alloc(32));

/** The order of a test call, or why it is refused before any money moves. */
function prepare(asked: Prepared) {
  const { caller, body, nationalIdCheck = false, needsNationalId = false } = asked;
  const settings = { nationalIdCheck, linkLifeMinutes: 120, personUrl: () => 'https://id.example' };
  const ports = {
    registry: { face: new Map([['first', { needsNationalId }]]) },
    clock: { ...systemClock, now: () => asked.now ?? new Date() },
    ...{ settings, vault, cells: {} },
  } as unknown as Parameters<typeof prepareFace>[0];
  const routes = [{ product: 'face_verify', region: null, providers: [{ code: 'first' }] }];
  const whole = {
    ...{ mode: 'test', routes, redirectOrigins: null, nationalIdCheck: null },
    ...caller,
  } as unknown as Principal;
  return prepareFace(ports, whole, 'call', { ...person, ...body }, 'zh');
}

function refusalOf(asked: Prepared): string | undefined {
  try {
    prepare(asked);
    return undefined;
  } catch (refusal) {
    return (refusal as { reason: string }).reason;
  }
}

test.each<[readonly string[] | null, string | undefined, boolean]>([
  [null, 'https://anywhere.example/done', true],
  [['https://shop.example', 'shop:'], 'https://shop.example/done?x=1', true],
  [['https://shop.example', 'shop:'], 'shop://done', true],
  [['https://shop.example', 'shop:'], undefined, true],
  [['https://shop.example', 'shop:'], 'https://shop.example:8443/done', false],
  [['https://shop.example', 'shop:'], 'http://shop.example/done', false],
  [['https://shop.example', 'shop:'], 'https://shop.example.evil.test/', false],
  [['https://shop.example', 'shop:'], 'shopping://done', false],
  [[], 'https://shop.example/', false],
])(
  'with the origins %j, redirecting to %s is allowed: %s',
  (redirectOrigins, redirectUrl, isOne) => {
    const asked = { caller: { redirectOrigins }, body: redirectUrl ? { redirectUrl } : {} };
    expect(refusalOf(asked)).toBe(isOne ? undefined : 'redirect_not_allowed');
  },
);

test.each<[boolean | null, boolean, boolean, boolean]>([
  [null, false, false, false],
  [null, true, false, true],
  [true, false, false, true],
  [false, true, false, false],
  [false, false, true, true],
])(
  'with %s for the account, %s for the platform and %s for a provider, an ID number is validated: %s',
  (ofAccount, nationalIdCheck, needsNationalId, isNeeded) => {
    const settings = { caller: { nationalIdCheck: ofAccount }, nationalIdCheck, needsNationalId };
    expect(refusalOf(settings)).toBeUndefined();
    const passport = { ...settings, body: { cardNo: 'E12345678' } };
    expect(refusalOf(passport)).toBe(isNeeded ? 'invalid_request' : undefined);
  },
);

test('a birth date is compared with today’s local date: nobody is born tomorrow', () => {
  const asked = { nationalIdCheck: true, now: new Date('1949-12-30T00:00:00Z') };
  expect(refusalOf(asked)).toBe('invalid_request');
  expect(refusalOf({ ...asked, now: new Date('1950-01-02T00:00:00Z') })).toBeUndefined();
});

test('a check has the configured lifetime and the call’s language, and exposes no person', () => {
  const redirectUrl = 'https://shop.example/done';
  const order = prepare({ body: { redirectUrl } });
  const check = JSON.parse(order.check ?? '');
  expect(check).toMatchObject({ lifeMinutes: 120, language: 'zh' });
  expect(check.cardHash).toBe(cardHashOf(vault, person.cardNo).toString('hex'));
  const sealed = Buffer.from(check.sealed, 'hex');
  expect(openCheck(vault, 'call', sealed)).toEqual({ ...person, redirectUrl });
  expect(personalValuesOf(order)).toEqual([person.name, person.cardNo]);
  const { authToken, authUrl } = replyDataOf(order, 'first') as Record<string, string>;
  expect(authUrl).toMatch(/^https:\/\/id\.example\/v\/./);
  expect(order.check).not.toContain(authToken);
  expect(order.check).not.toContain(person.cardNo);
});
