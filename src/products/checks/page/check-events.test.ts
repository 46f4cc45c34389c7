import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckFixture, createCheckFixture } from '../../../../test/kit/check-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/kit/database.ts';

let database: TestDatabase;
let fixture: CheckFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  fixture = await createCheckFixture(database.target);
});
afterAll(async () => {
  await fixture.close();
  await database.drop();
});

describe('live events', () => {
  test('a follower gets every step, and the server stops without waiting for it', async () => {
    const other = await createTestDatabase();
    const own = await createCheckFixture(other.target);
    const check = await own.ask('999999199001010016');
    const response = await fetch(`${check.authUrl}/events`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = (response.body as ReadableStream)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    const hear = async (word: RegExp) => {
      for (let heard = ''; !word.test(heard); ) {
        const { value, done } = await reader.read();
        if (done) return false;
        heard += value;
      }
      return true;
    };
    expect(await hear(/data: 0 f f 0 f 0 0\n/)).toBe(true);
    await own.begin(check);
    expect(await hear(/data: 0 f f 1 f 1 1\n/)).toBe(true);
    await own.post(`${check.path}/cancel`);
    expect(await hear(/data: 4 f f 1 f 1 0\n/)).toBe(true);

    const startedAt = performance.now();
    await own.close();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await hear(/never/)).toBe(false);
    await other.drop();
  });

  test('a check with too many followers accepts no more', async () => {
    const check = await fixture.ask();
    const aborter = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 11 }, () =>
        fetch(`${check.authUrl}/events`, { signal: aborter.signal }),
      ),
    );
    const ended = await Promise.race(streams.map((stream) => stream.text()));
    expect(ended).toBe('retry: 2000\n\n');
    aborter.abort();
  });
});
