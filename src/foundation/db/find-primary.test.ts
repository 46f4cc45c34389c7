import { describe, expect, test } from 'vitest';
import { choosePrimary, type ProbeResult } from './find-primary.ts';

const away: ProbeResult = { fault: 'ECONNREFUSED' };
const standby: ProbeResult = { fault: 'takes no writes' };
const on = (timeline: number): ProbeResult => ({ timeline });

describe('the primary of several servers', () => {
  test.each([
    ['the only one that accepts writes', [standby, on(1), away], 0, 1],
    ['the last one, if both accept writes', [on(3), on(3)], 1, 1],
    ['the promoted one, while the former one still accepts writes', [on(3), on(4)], 0, 1],
    ['the promoted one, whichever was the last', [on(4), on(3)], 1, 0],
    ['none, if none accepts writes', [standby, away], 0, undefined],
  ])('is %s', (_, results, from, index) => {
    expect(choosePrimary(results, from)).toBe(index);
  });
});
