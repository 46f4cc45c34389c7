import { expect, test } from 'vitest';
import { stageOf } from './check-stage.ts';
import type { LinkedCheck } from './queries.ts';

const fresh = {
  status: 0,
  isOver: false,
  hasOpenSession: false,
  consentedAt: null,
  sessionsStarted: 0,
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
] as const)('a phone shows %s for %o', (stage, facts) => {
  const check = { ...fresh, ...facts } as LinkedCheck;
  const needsConsent = check.consentedAt === null;
  expect(stageOf(check, { device: 'mobile', goesOnHere: false }, needsConsent)).toBe(stage);
  expect(stageOf(check, { device: 'desktop', goesOnHere: true }, needsConsent)).toBe(stage);
  const isPending = check.status === 0 && !check.isOver;
  expect(stageOf(check, { device: 'desktop', goesOnHere: false }, needsConsent)).toBe(
    isPending ? 'handover' : stage,
  );
});

test('a person who must agree again is asked before anything else goes on', () => {
  const check = {
    ...fresh,
    consentedAt: at,
    sessionsStarted: 1,
    hasOpenSession: true,
  } as LinkedCheck;
  expect(stageOf(check, { device: 'mobile', goesOnHere: false }, true)).toBe('consent');
});
