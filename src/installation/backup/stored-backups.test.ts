import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readKeepRule } from '../../foundation/settings/setting-formats.ts';
import {
  chooseKept,
  listBackups,
  namesOf,
  removeDrafts,
  removeOldBackups,
} from './stored-backups.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-stored-'));
});
afterEach(() => rm(folder, { recursive: true }));

const dayMs = 86_400_000;
const start = Date.parse('2030-01-01T03:00:00Z');
const rule = (text: string) => readKeepRule(text) as NonNullable<ReturnType<typeof readKeepRule>>;
const store = (at: number, state: 'proved' | 'unproved' = 'proved') =>
  writeFile(namesOf(folder, new Date(at))[state], 'x');

describe('the backups that are kept', () => {
  const daily = (days: number) =>
    Array.from({ length: days }, (_, day) => ({ madeAt: new Date(start - day * dayMs) }));
  const keptDays = (backups: { madeAt: Date }[], text: string, zone = 'UTC') =>
    [...chooseKept(backups, rule(text), zone)]
      .map(({ madeAt }) => madeAt.toISOString().slice(0, 10))
      .sort()
      .reverse();

  test('are the newest of each day, week and month', () => {
    expect(keptDays(daily(400), '3d 2w 3m')).toEqual(
      // 2029-12-30 is the Sunday that ends the week before.
      ['2030-01-01', '2029-12-31', '2029-12-30', '2029-11-30'],
    );
  });

  test('are 7 days, 4 weeks and 12 months of two years', () => {
    expect(keptDays(daily(730), '7d 4w 12m').length).toBeGreaterThanOrEqual(19);
    expect(keptDays(daily(730), '7d 4w 12m').length).toBeLessThanOrEqual(23);
  });

  test('of one day are only its last one, and the day is that of the time zone', () => {
    const hours = (count: number) =>
      Array.from({ length: count }, (_, hour) => ({ madeAt: new Date(start - hour * 3_600_000) }));
    expect(keptDays(hours(24), '1d')).toEqual(['2030-01-01']);
    expect([...chooseKept(hours(24), rule('2d'), 'Asia/Shanghai')].map((b) => b.madeAt)).toEqual([
      new Date(start),
      new Date('2029-12-31T15:00:00Z'),
    ]);
  });

  test('stay when the clock jumps years ahead: backups are counted, not days', () => {
    const jumped = [{ madeAt: new Date('2040-01-01T03:00:00Z') }, ...daily(3)];
    expect(keptDays(jumped, '4d')).toHaveLength(4);
  });
});

test('a rule has at least one day, and says what it means', () => {
  expect(readKeepRule('7d 4w 12m')).toEqual({ days: 7, weeks: 4, months: 12 });
  expect(readKeepRule('30d')).toEqual({ days: 30, weeks: 0, months: 0 });
  expect(readKeepRule('30d 12m')).toEqual({ days: 30, weeks: 0, months: 12 });
  for (const bad of ['', '0d', '4w', '7', '7d4w', '12m 7d', '7d -1w', '1000d']) {
    expect(readKeepRule(bad)).toBeUndefined();
  }
});

// @mutant src/installation/backup/stored-backups.ts
// - if (!newest) return [];
// + if (!newest) return all.map(({ file }) => file);
test('nothing is removed while no backup is proved', async () => {
  for (let day = 0; day < 9; day++) await store(start + day * dayMs, 'unproved');
  expect(await removeOldBackups(folder, rule('1d'), 'UTC')).toEqual([]);
  expect(await readdir(folder)).toHaveLength(9);
});

test('old backups go once a newer one is proved; the newest proved one and other files stay', async () => {
  for (let day = 0; day < 5; day++) await store(start + day * dayMs);
  await store(start + 2.5 * dayMs, 'unproved');
  await store(start + 9 * dayMs, 'unproved');
  await writeFile(join(folder, 'mine.backup'), 'x');
  const removed = await removeOldBackups(folder, rule('1d'), 'UTC');
  expect(removed).toHaveLength(5);
  expect((await readdir(folder)).sort()).toEqual([
    basename(namesOf(folder, new Date(start + 4 * dayMs)).proved),
    basename(namesOf(folder, new Date(start + 9 * dayMs)).unproved),
    'mine.backup',
  ]);
  expect(await listBackups(folder)).toMatchObject([
    { provedAt: null, madeAt: new Date(start + 9 * dayMs) },
    { provedAt: expect.any(Date), madeAt: new Date(start + 4 * dayMs), isEncrypted: false },
  ]);
});

test('what a killed run left is removed after an hour, and what is being written stays', async () => {
  const old = `${namesOf(folder, new Date(start)).unproved}.12345678.partial`;
  const young = `${namesOf(folder, new Date(start + 1_000)).unproved}.12345678.partial`;
  for (const file of [old, young]) await writeFile(file, 'x');
  const past = new Date(Date.now() - 2 * 3_600_000);
  await utimes(old, past, past);
  await removeDrafts(folder);
  expect(await readdir(folder)).toEqual([basename(young)]);
});

test('a folder that is missing is refused with a sentence', async () => {
  await expect(listBackups(join(folder, 'none'))).rejects.toThrow(/Create it, or mount its disk/);
});
