import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../foundation/clock.ts';
import { type PollPorts, scheduleSilentPolls, silenceQuestions } from './poll-messages.ts';

test.each([
  [72, [10, 120, 4_200]],
  [5, [10, 120, 180]],
  [3, [10, 120]],
  [1, [10]],
])('in a wait of %d hours, a silent message is polled after %j minutes', (hours, ages) => {
  const questions = silenceQuestions(hours);
  expect(questions.map(({ ageMinutes }) => ageMinutes)).toEqual(ages);
  expect(questions.map(({ no }) => no)).toEqual(ages.map((_, n) => n + 1));
  // A missed query is left to the next one, and the last one to the end of the wait.
  expect(questions.map(({ lateMinutes }) => lateMinutes)).toEqual([...ages.slice(1), hours * 60]);
});

test('providers that can be queried and should have called back are polled, and never the sandbox', async () => {
  const query = vi.fn(async () => ({ rows: [], rowCount: 0 }));
  const pool = { query } as unknown as Pool;
  const ask = (...providers: object[]) => {
    const sms = new Map(providers.map((provider, n) => [String(n), provider]));
    const none = new Map();
    const registry = { sms, voice: none, email: none } as unknown as PollPorts['registry'];
    return scheduleSilentPolls({ pool, clock: systemClock, registry }, 72);
  };
  const queryStatus = () => undefined;
  await ask(
    { code: 'sandbox', queryStatus },
    { code: 'mute' },
    { code: 'polled', queryStatus, isPolled: true },
  );
  expect(query).not.toHaveBeenCalled();
  await ask({ code: 'sandbox', queryStatus }, { code: 'telling', queryStatus });
  expect(JSON.stringify(query.mock.calls)).toContain('telling');
  expect(JSON.stringify(query.mock.calls)).not.toContain('sandbox');
});
