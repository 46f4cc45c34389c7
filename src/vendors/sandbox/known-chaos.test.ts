import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { noFaults } from './chaos.ts';
import { createKnownChaos } from './known-chaos.ts';

type Row = { accountId: number } & typeof noFaults;

/** A database that answers each query when the test says so. */
function createAnswering() {
  const asked: PromiseWithResolvers<{ rows: Row[] }>[] = [];
  const query = () => {
    const question = Promise.withResolvers<{ rows: Row[] }>();
    asked.push(question);
    return question.promise;
  };
  const answer = (n: number, fail: number) =>
    asked[n]?.resolve({ rows: [{ ...noFaults, accountId: 1, fail }] });
  return { asked, answer, known: createKnownChaos({ query } as unknown as Pool) };
}

test('the misbehaviour of a sandbox is read once for any number of calls', async () => {
  const { asked, answer, known } = createAnswering();
  const waiting = [known.of(1), known.of(2)];
  answer(0, 30);
  expect(await Promise.all(waiting)).toEqual([{ ...noFaults, fail: 30 }, noFaults]);
  expect(known.of(1)).toEqual({ ...noFaults, fail: 30 });
  expect(asked).toHaveLength(1);
});

test('an answer from before a change is not cached after it', async () => {
  const { asked, answer, known } = createAnswering();
  const before = known.of(1);
  known.forget();
  const after = known.of(1);
  answer(1, 50);
  expect(await after).toMatchObject({ fail: 50 });
  answer(0, 0);
  await before;
  expect(known.of(1)).toMatchObject({ fail: 50 });
  expect(asked).toHaveLength(2);
});

test('a failed read is repeated', async () => {
  const { asked, answer, known } = createAnswering();
  const failing = known.of(1);
  asked[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const next = known.of(1);
  answer(1, 20);
  expect(await next).toMatchObject({ fail: 20 });
});
