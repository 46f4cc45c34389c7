import { expect, test } from 'vitest';
import { createFakeSms, type FakeSms } from '../../../test/kit/fake-sms.ts';
import { thisMoment } from '../../foundation/clock.ts';
import { createVault } from '../../foundation/vault.ts';
import { type Mobile, parseMobile } from '../../products/messages/mobile.ts';
import { readTemplate } from '../../products/messages/template.ts';
import type { FormFault } from '../../vendors/providers/provider.ts';
import { rehearsals } from '../../vendors/sandbox/sandbox-scripts.ts';
import type { Principal } from '../callers/principal.ts';
import { attemptProviders } from './attempt-providers.ts';
import { codeHashOf } from './hold-calls.ts';
import type { Line } from './line.ts';
import { personalValuesOf } from './order.ts';
import { orderMessage, reachOf, readMobile } from './order-message.ts';

const forms = { first: { code: '1' }, second: { code: '2', variables: { name: 'n' } } };
const template = readTemplate({ templateId: 'T', text: '{name}: {content}', forms });
const providers = [{ code: 'first' }, { code: 'second' }];
const routes = [
  { product: 'sms_notice', region: null, providers },
  { product: 'sms_code', region: null, providers },
];
const numberLimits = { perMinute: 1, perHour: 5, perDay: 10 };
const caller = {
  ...{ accountId: 7, mode: 'live', limits: null, routes },
  products: { sms_notice: { numberLimits: null }, sms_code: { numberLimits } },
} as unknown as Principal;

let warned: object[] = [];

function portsWith(sms: ReadonlyMap<string, FakeSms>) {
  return {
    registry: { sms, face: new Map() },
    rehearsals,
    settings: { defaultRegion: 'CN' },
    conversion: { weigh: (_: unknown, route: unknown) => route },
    log: { warn: (fields: object, words: string) => warned.push({ ...fields, words }) },
  } as unknown as Parameters<typeof orderMessage>[0];
}

/** Orders a notice with two providers that report these faults. */
function order(...faults: (FormFault | undefined)[]) {
  warned = [];
  const sms = new Map<string, FakeSms>();
  for (const [at, code] of ['first', 'second'].entries()) {
    sms.set(code, { ...createFakeSms(code), findFault: () => faults[at] });
  }
  const ports = portsWith(sms);
  const ordered = orderMessage(ports, caller, 'call', {
    ...{ product: 'sms_notice', language: 'en', asSent: '13912345678', template, code: null },
    reach: reachOf(parseMobile('13912345678', 'CN') as Mobile),
    variables: { content: 'soon', name: 'Li', secret: 'of the body' },
  });
  return { ...ordered, sms };
}

const problem = { en: 'is wrong', zh: '有误' };
const callers = (field: string): FormFault => ({ field, problem });
const operators: FormFault = { field: 'templateId', problem, isOperators: true };

test('each provider gets the template in its own form, with the variables it uses and nothing else', async () => {
  const { sms, ...ordered } = order();
  expect(ordered.providers).toEqual(['first', 'second']);
  const ports = {
    ...{ registry: { sms, face: new Map() }, log: { warn: () => {} } },
    settings: { providerTimeoutMs: 1_000, callDeadlineMs: 60_000 },
    deadlines: { race: (asked: Promise<unknown>) => asked },
    breakers: { run: (_: string, ask: () => unknown) => ask() },
  } as unknown as Line;
  for (const code of ordered.providers) {
    const item = { callId: 'call', order: { ...ordered, providers: [code] } };
    await attemptProviders(ports, item, thisMoment(), async () => {});
  }
  for (const code of ['first', 'second'] as const) {
    const [sent] = (sms.get(code) as FakeSms).sent;
    expect(sent?.form).toEqual(forms[code]);
    expect(Object.entries(sent?.variables ?? {})).toEqual([
      ['name', 'Li'],
      ['content', 'soon'],
    ]);
  }
});

// @mutant src/line/calls/order.ts
// - , ...Object.values(order.given)]
// + ]
test('no evidence contains the number, the text or anything from the body', () => {
  const hidden = ['13912345678', '+8613912345678', 'Li: soon', 'Li', 'soon', 'of the body'];
  expect(personalValuesOf(order())).toEqual(expect.arrayContaining(hidden));
});

test('a code is the same in any form, and is compared only where numbers are limited', () => {
  const hashOf = (code: string, of: Principal = caller) => {
    const { recipient } = orderMessage(
      portsWith(new Map([['first', createFakeSms('first')]])),
      of,
      'call',
      {
        ...{ product: 'sms_code', language: 'en', asSent: '13912345678', template, code },
        reach: reachOf(parseMobile('13912345678', 'CN') as Mobile),
        variables: { content: code, name: 'Li' },
      },
    );
    return codeHashOf({ vault: createVault(Buffer.alloc(32)) }, recipient);
  };
  expect(hashOf('246810')).toMatch(/^[0-9a-f]{32}$/);
  expect(hashOf('２４６８１０')).toEqual(hashOf('246810'));
  expect(hashOf('246811')).not.toEqual(hashOf('246810'));
  const free = { ...caller, products: { sms_code: { numberLimits: null } } };
  expect(hashOf('246810', free as unknown as Principal)).toBeNull();
});

test('a provider that cannot send it is not asked', () => {
  expect(order(callers('content')).providers).toEqual(['second']);
  expect(order(undefined, operators).providers).toEqual(['first']);
});

test.each<[string, FormFault, FormFault, object]>([
  ['the caller’s', callers('content'), callers('name'), { details: [callers('content')] }],
  ['of both', operators, callers('name'), { details: [callers('name')] }],
  ['the operator’s', operators, operators, { reason: 'product_not_available', details: undefined }],
])('if none can, a fault that is %s is reported as such', (_, one, other, told) => {
  expect(() => order(one, other)).toThrow(
    expect.objectContaining({ reason: 'invalid_request', ...told }),
  );
  // The operator sees what the caller does not.
  const isOperators = one === operators && other === operators;
  expect(warned).toEqual(
    isOperators
      ? [
          {
            requestId: 'call',
            detail: 'first: is wrong; second: is wrong',
            words: 'no provider on the route can send the template',
          },
        ]
      : [],
  );
});

test('sandbox numbers work as documented in any region, for test keys only', () => {
  const read = (mode: 'test' | 'live', defaultRegion: string) =>
    readMobile(
      { settings: { defaultRegion }, rehearsals } as Line,
      { ...caller, mode },
      '13800000000',
    ).e164;
  expect(read('test', 'SG')).toBe('+8613800000000');
  expect(read('live', 'CN')).toBe('+8613800000000');
  expect(() => read('live', 'SG')).toThrow(expect.objectContaining({ reason: 'invalid_request' }));
});

test('a number that rehearses a refusal is refused to test keys, and ordinary for live ones', () => {
  const to = (mode: 'test' | 'live') =>
    orderMessage(
      portsWith(new Map([['first', createFakeSms('first')]])),
      { ...caller, mode },
      'call',
      {
        ...{ product: 'sms_notice', language: 'en', asSent: '13800000013', template, code: null },
        reach: reachOf(parseMobile('13800000013', 'CN') as Mobile),
        variables: { content: 'soon', name: 'Li' },
      },
    );
  expect(to('live').recipient?.to).toBe('+8613800000013');
  expect(() => to('test')).toThrow(
    expect.objectContaining({
      reason: 'prefix_closed',
      headers: expect.objectContaining({ 'retry-after': '3600' }),
    }),
  );
});

test('the route of the number’s region is used, or else the one for all regions', () => {
  const sms = new Map(['first', 'second'].map((code) => [code, createFakeSms(code)]));
  const one = (code: string, region: string | null) => ({
    ...{ product: 'sms_notice', region, providers: [{ code }] },
  });
  const routed = {
    ...caller,
    limits: { regions: ['*'] },
    routes: [one('second', 'GB'), one('first', null)],
  } as unknown as Principal;
  const providersTo = (mobile: string) =>
    orderMessage(portsWith(sms), routed, 'call', {
      ...{ product: 'sms_notice', language: 'en', asSent: mobile, template, code: null },
      reach: reachOf(parseMobile(mobile, 'CN') as Mobile),
      variables: { content: 'soon', name: 'Li' },
    }).providers;
  expect([providersTo('13912345678'), providersTo('+447400123456')]).toEqual([
    ...[['first'], ['second']],
  ]);
});
