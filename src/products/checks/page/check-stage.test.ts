import { describe, expect, test } from 'vitest';
import type { LinkedCheck } from '../queries.ts';
import { isBeginner, isHelper, phaseOf, stageOf } from './check-stage.ts';

const fresh = {
  status: 0,
  isOver: false,
  hasOpenSession: false,
  consentedAt: null,
  sessionsStarted: 0,
  withdrawnAt: null,
  isResultShown: true,
};
const at = new Date();

test.each([
  ['consent', {}],
  ['ready', { consentedAt: at }],
  ['waiting', { consentedAt: at, sessionsStarted: 1, hasOpenSession: true }],
  ['retry', { consentedAt: at, sessionsStarted: 1 }],
  ['expired', { isOver: true, consentedAt: at }],
  ['passed', { status: 1 }],
  ['failed', { status: 2 }],
  ['expired', { status: 3 }],
  ['cancelled', { status: 4 }],
  ['used', { status: 1, isResultShown: false }],
  ['used', { status: 2, isResultShown: false }],
  ['used', { status: 4, isResultShown: false }],
  ['expired', { status: 3, isResultShown: false }],
  ['withdrawn', { status: 4, withdrawnAt: at }],
  ['withdrawn', { status: 1, withdrawnAt: at }],
] as const)('a phone shows %s for %o', (stage, facts) => {
  const check = { ...fresh, ...facts } as LinkedCheck;
  const served = { needsConsent: check.consentedAt === null, isDeviceServed: true };
  expect(stageOf(check, { device: 'mobile', goesOnHere: false }, served)).toBe(stage);
  expect(stageOf(check, { device: 'desktop', goesOnHere: true }, served)).toBe(stage);
  const isPending = check.status === 0 && !check.isOver;
  expect(stageOf(check, { device: 'desktop', goesOnHere: false }, served)).toBe(
    isPending ? 'handover' : stage,
  );
});

test.each([
  ['elsewhere', 'mobile', false],
  ['elsewhere', 'wechat', false],
  ['handover', 'desktop', false],
  ['handover', 'desktop', true],
] as const)(
  'an open check is %s on a device without a provider (%s)',
  (stage, device, goesOnHere) => {
    for (const facts of [{}, { consentedAt: at }, { consentedAt: at, hasOpenSession: true }]) {
      const check = { ...fresh, ...facts } as LinkedCheck;
      const unserved = { needsConsent: true, isDeviceServed: false };
      expect(stageOf(check, { device, goesOnHere }, unserved)).toBe(stage);
      const ended = { ...check, status: 1 } as LinkedCheck;
      expect(stageOf(ended, { device, goesOnHere }, unserved)).toBe('passed');
    }
  },
);

test('a person who must consent again is asked before anything else', () => {
  const check = {
    ...fresh,
    consentedAt: at,
    sessionsStarted: 1,
    hasOpenSession: true,
  } as LinkedCheck;
  const served = { needsConsent: true, isDeviceServed: true };
  expect(stageOf(check, { device: 'mobile', goesOnHere: false }, served)).toBe('consent');
});

describe('a desktop shows of the phone', () => {
  const alone = { ...fresh, begunOn: 'desktop', joinedAt: null };
  const joined = { ...alone, joinedAt: at };
  test.each([
    ['scan', alone, false],
    // What was agreed to or started at this desktop was not done by a phone.
    ['scan', { ...alone, consentedAt: at, hasOpenSession: true }, false],
    ['connected', joined, false],
    ['connected', { ...alone, begunOn: 'mobile' }, false],
    ['scan', joined, true],
    ['consented', { ...joined, consentedAt: at }, true],
    ['under_way', { ...joined, consentedAt: at, hasOpenSession: true }, true],
  ] as const)('%s', (phase, facts, wantsCode) => {
    expect(phaseOf(facts as unknown as LinkedCheck, { wantsCode })).toBe(phase);
  });
});

describe('the automatic return to the caller', () => {
  const first = Buffer.from('first');
  const second = Buffer.from('second');
  const check = { begunBy: first, begunOn: 'desktop' } as LinkedCheck;
  const viewer = (visitor: Buffer | null, device: 'mobile' | 'desktop') => ({
    ...{ visitor, device, goesOnHere: false, wantsCode: false },
  });

  test('is for the browser that started, and no other', () => {
    expect(isBeginner(check, viewer(first, 'desktop'))).toBe(true);
    expect(isBeginner(check, viewer(second, 'desktop'))).toBe(false);
    expect(isBeginner(check, viewer(null, 'desktop'))).toBe(false);
    expect(isBeginner({ begunBy: null }, viewer(second, 'mobile'))).toBe(true);
  });

  test('is not for a phone that helps a computer', () => {
    expect(isHelper(check, viewer(second, 'mobile'))).toBe(true);
    expect(isHelper(check, viewer(first, 'mobile'))).toBe(false);
    expect(isHelper(check, viewer(second, 'desktop'))).toBe(false);
    expect(isHelper(check, viewer(null, 'mobile'))).toBe(false);
    expect(isHelper({ ...check, begunOn: 'mobile' }, viewer(second, 'mobile'))).toBe(false);
  });
});
