import { describe, expect, test } from 'vitest';
import { particularsProblems } from './particulars.ts';

const good = {
  legalName: { en: 'Oak Checks Ltd', zh: '橡树核验有限公司' },
  contact: 'privacy@oak.test',
  privacyUrl: 'https://oak.test/privacy',
  keepDays: 0,
  isAbroad: false,
};

const wrongWith = (given: object) =>
  particularsProblems(given)
    .map(({ en }) => en)
    .join('; ');

describe('the particulars of a provider', () => {
  test('are complete if a consent can name them', () => {
    expect(particularsProblems(good)).toEqual([]);
    expect(particularsProblems({ ...good, keepDays: 36_500, isAbroad: true })).toEqual([]);
  });

  test('are absent if one of them is missing', () => {
    for (const name of Object.keys(good)) {
      const { [name as keyof typeof good]: _, ...others } = good;
      expect(wrongWith(others), name).toContain(name);
    }
    expect(particularsProblems({})).toHaveLength(6);
  });

  test.each([
    [{ keepDays: -1 }, 'keepDays must be a whole number'],
    [{ keepDays: 1.5 }, 'keepDays must be a whole number'],
    [{ keepDays: '30' }, 'keepDays must be a whole number'],
    [{ keepDays: 36_501 }, 'from 0 to 36500'],
    [{ keepDays: null }, 'keepDays must be a whole number'],
    [{ isAbroad: 'no' }, 'isAbroad must be true or false'],
    [{ keeps: { en: 'a photo', zh: '照片' } }, 'keeps is not one of the particulars'],
  ])('are not valid as %j', (change, why) => {
    expect(wrongWith({ ...good, ...change })).toContain(why);
  });
});
