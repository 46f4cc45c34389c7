import { expect, test } from 'vitest';
import { readBrowserData, readConsent, readMobile } from './read-step.ts';
import { consentVersion } from './texts/page-texts.ts';

const version = consentVersion('en');

test('a consent is what was ticked, tick by tick, and names the providers that the page named', () => {
  const named = { version, providers: 'camera plain' };
  expect(readConsent({ ...named, agreed: 'on' })).toEqual({
    ...{ version, providers: ['camera', 'plain'] },
    ...{ isAgreed: true, isAbroadAgreed: false },
  });
  expect(readConsent({ ...named, abroad: 'on' })).toMatchObject({
    ...{ isAgreed: false, isAbroadAgreed: true },
  });
  for (const agreed of [undefined, '', 'off', true]) {
    expect(readConsent({ ...named, agreed })).toMatchObject({ isAgreed: false });
  }
  expect(readConsent({ version, providers: ['camera'] }).providers).toEqual(['camera']);
});

test.each([
  ['nothing', null],
  ['another text than was shown', { version: 'en-0', providers: 'camera' }],
  ['nobody', { version }],
  ['what is no list of names', { version, providers: ['camera', 7] }],
])('a consent to %s is refused', (_, body) => {
  expect(() => readConsent(body)).toThrowError(
    expect.objectContaining({ reason: 'invalid_request' }),
  );
});

test('browser data is a text of limited length, or nothing', () => {
  expect(readBrowserData('x'.repeat(8_192))).toHaveLength(8_192);
  for (const value of ['x'.repeat(8_193), { a: 1 }, 7, undefined]) {
    expect(readBrowserData(value)).toBeNull();
  }
});

test('a mobile is a short trimmed text, or nothing', () => {
  expect(readMobile({ mobile: ' 13912345678 ' })).toBe('13912345678');
  for (const mobile of ['', '  ', '1'.repeat(41), 13_912_345_678, undefined]) {
    expect(readMobile({ mobile })).toBeNull();
  }
  expect(readMobile(null)).toBeNull();
});
