import { afterEach, describe, expect, test, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

afterEach(() => vi.useRealTimers());

function startAt0() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  return createDeadlines(1_000);
}

describe('a promise with a time limit', () => {
  test('returns its value, or throws its error, if it is in time', async () => {
    const deadlines = startAt0();
    const late = vi.fn(() => 'late');
    expect(await deadlines.race(Promise.resolve('in time'), late)).toBe('in time');
    await expect(deadlines.race(Promise.reject(new Error('own')), late)).rejects.toThrow('own');
    vi.advanceTimersByTime(5_000);
    expect(late).not.toHaveBeenCalled();
  });

  test('is given up at its limit, and not before', async () => {
    const deadlines = startAt0();
    let came: string | undefined;
    void deadlines
      .race(new Promise<string>(() => {}), () => 'late')
      .then((value) => (came = value));
    vi.advanceTimersByTime(900);
    await Promise.resolve();
    expect(came).toBeUndefined();
    vi.advanceTimersByTime(300);
    await Promise.resolve();
    expect(came).toBe('late');
  });

  test('is given up in time, however many others are', async () => {
    const deadlines = startAt0();
    let given = 0;
    for (let i = 0; i < 500; i++) void deadlines.race(new Promise(() => {}), () => given++);
    vi.advanceTimersByTime(1_100);
    expect(given).toBe(500);
  });

  test('is given up by its own limit, not by that of an earlier one', async () => {
    const deadlines = startAt0();
    const given: string[] = [];
    void deadlines.race(new Promise(() => {}), () => given.push('first'));
    vi.advanceTimersByTime(500);
    void deadlines.race(new Promise(() => {}), () => given.push('second'));
    vi.advanceTimersByTime(700);
    expect(given).toEqual(['first']);
    vi.advanceTimersByTime(500);
    expect(given).toEqual(['first', 'second']);
    vi.advanceTimersByTime(5_000);
    expect(given).toHaveLength(2);
  });

  test('that settles after it was given up changes nothing', async () => {
    const deadlines = startAt0();
    const { promise, resolve } = Promise.withResolvers<string>();
    const raced = deadlines.race(promise, () => 'late');
    vi.advanceTimersByTime(1_200);
    resolve('too late');
    expect(await raced).toBe('late');
  });

  test('is not given up once all of them are closed', () => {
    const deadlines = startAt0();
    const late = vi.fn();
    void deadlines.race(new Promise(() => {}), late);
    deadlines.close();
    vi.advanceTimersByTime(5_000);
    expect(late).not.toHaveBeenCalled();
  });
});
