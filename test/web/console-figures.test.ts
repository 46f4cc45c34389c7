import { expect, onTestFinished, test, vi } from 'vitest';
import { calledProducts } from '../../src/foundation/contract/products.ts';
import { tokensCss } from '../../src/foundation/page/skin/tokens-css.ts';
import { showTimesIn } from '../../web/console/client/time-zone.ts';
import { axisTop, ticksTo } from '../../web/console/kit/axis-top.ts';
import { joinSentences } from '../../web/console/kit/join-sentences.ts';
import { numberText, percentText } from '../../web/console/kit/number-text.ts';
import { tickText } from '../../web/console/kit/tick-text.ts';
import { exactTime, isToday, timeText, zoneText } from '../../web/console/kit/time-text.ts';

test('numbers have thousands separators and a true minus sign', () => {
  expect(numberText(999)).toBe('999');
  expect(numberText(1_000)).toBe('1,000');
  expect(numberText('-18204.0700')).toBe('−18,204.0700');
  expect(numberText('+1234567.0001')).toBe('+1,234,567.0001');
  expect(numberText('0.0450')).toBe('0.0450');
  expect(percentText(0.99312)).toBe('99.31%');
});

test('times follow each language, in the requested zone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-17T00:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const at = '2026-11-15T06:32:08.412Z';
  const say = (form: Parameters<typeof timeText>[1], language: 'en' | 'zh') =>
    timeText(at, form, language, 'Asia/Shanghai');
  expect(say('full', 'zh')).toBe('2026-11-15 14:32:08');
  expect(say('short', 'zh')).toBe('11-15 14:32');
  // A day is the same form without the clock.
  expect(say('day', 'zh')).toBe('11-15');
  expect(say('day', 'en')).toBe('15 Nov');
  expect(say('full', 'en')).toBe('15 Nov 2026, 14:32:08');
  expect(say('short', 'en')).toBe('15 Nov, 14:32');
  expect(say('clock', 'en')).toBe('14:32:08');
  expect(say('moment', 'en')).toBe('15 Nov, 14:32:08');
  expect(say('moment', 'zh')).toBe('11-15 14:32:08');
  expect(timeText('2026-11-15T16:00:00.000Z', 'full', 'zh', 'Asia/Shanghai')).toBe(
    '2026-11-16 00:00:00',
  );
  vi.setSystemTime('2027-01-02T00:00:00Z');
  expect(say('short', 'en')).toBe('15 Nov 2026, 14:32');
  expect(say('short', 'zh')).toBe('2026-11-15 14:32');
  expect(say('moment', 'en')).toBe('15 Nov 2026, 14:32:08');
  expect(say('day', 'en')).toBe('15 Nov 2026');
  expect(say('day', 'zh')).toBe('2026-11-15');
});

test('a time axis shows the hours of one day, and the days of many', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime() / 1_000;
  const words = (ticks: number[]) => ticks.map((tick) => tickText(tick, ticks, 'en'));
  expect(words([at(15, 0), at(15, 12), at(16, 0)])).toEqual(['00:00', '12:00', '24:00']);
  expect(words([at(13, 0), at(14, 0), at(14, 12), at(15, 0)])).toEqual([
    ...['13 Nov', '14 Nov', '12:00', '15 Nov'],
  ]);
  // Midnight in Shanghai.
  const ticks = [13, 14, 15].map((day) => Date.UTC(2026, 10, day, 16) / 1_000);
  expect(ticks.map((tick) => tickText(tick, ticks, 'en', 'Asia/Shanghai'))).toEqual([
    ...['14 Nov', '15 Nov', '16 Nov'],
  ]);
});

test('every product that can be called has a colour in charts', () => {
  for (const product of calledProducts) {
    expect(tokensCss()).toContain(`[data-colour=${product}]{--colour:var(--series-`);
  }
});

test('an axis ends at a round number above every value', () => {
  expect([0, 1, 55, 61, 800, 8_001].map(axisTop)).toEqual([1, 1, 60, 80, 800, 10_000]);
});

test('the ticks of an axis reach its end, and are whole for counts', () => {
  expect(ticksTo(80, true)).toEqual([8, 10, 16, 20, 40, 80]);
  expect(ticksTo(1, true)).toEqual([1]);
  expect(ticksTo(1, false)).toEqual([0.1, 0.2, 0.25, 0.5, 1]);
});

test('sentences are joined as each language does', () => {
  expect(joinSentences(['One.', false, 'Two.'], 'en')).toBe('One. Two.');
  expect(joinSentences(['一。', '', '二。'], 'zh')).toBe('一。二。');
});

test.each([
  ['Asia/Shanghai', 'UTC+8'],
  ['America/New_York', 'UTC−5'],
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/St_Johns', 'UTC−3:30'],
  ['UTC', 'UTC'],
])('in winter %s is %s', (timeZone, offset) => {
  expect(zoneText(new Date('2026-12-01T00:00:00Z'), timeZone)).toBe(offset);
});

test('times are those of the platform, wherever the viewer is', () => {
  onTestFinished(() => showTimesIn('UTC'));
  const at = '2026-11-15T16:32:08.412Z';
  for (const [timeZone, clock, offset] of [
    ['Asia/Shanghai', '16 Nov 2026, 00:32:08', 'UTC+8'],
    ['America/New_York', '15 Nov 2026, 11:32:08', 'UTC−5'],
  ] as const) {
    showTimesIn(timeZone);
    expect(timeText(at, 'full', 'en')).toBe(clock);
    expect(exactTime(at, 'en')).toMatch(new RegExp(`${clock}.412 ${offset.replace('+', '[+]')}$`));
    expect(isToday(at, new Date('2026-11-16T12:00:00Z'))).toBe(timeZone === 'Asia/Shanghai');
  }
});
