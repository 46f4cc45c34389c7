import { expect, test } from 'vitest';
import type { SessionStart } from '../providers/provider.ts';
import { noFaults } from './chaos.ts';
import { createSandboxFace } from './sandbox-face.ts';

const lives: number[] = [];
/** The sandbox of an account whose test sessions never start. */
const face = createSandboxFace({
  personUrl: () => 'https://id.example',
  chaos: { of: () => ({ ...noFaults, fail: 100 }) },
  sessions: {
    async create({ lifeMs }) {
      lives.push(lifeMs);
      return { sessionRef: 'ref', path: '/sandbox/face/secret', expiresAt: new Date() };
    },
    find: async () => undefined,
  },
});

const start = (cardNo: string, mode: 'test' | 'live' = 'test') =>
  face.startSession(
    {
      ...{ mode, accountId: 1, returnUrl: 'https://id.example/v/x', languageTag: 'zh-TW' },
      person: { name: 'Li', cardNo },
    } as unknown as SessionStart,
    { signal: AbortSignal.timeout(60_000) },
  );

const anybody = '11010519491231002X';

test('an account’s switches affect its test sessions, and no live one', async () => {
  expect(await start(anybody)).toMatchObject({ kind: 'unavailable' });
  expect(await start(anybody, 'live')).toMatchObject({ kind: 'started' });
});

test('a magic ID number has its own outcome, whatever is switched on', async () => {
  expect(await start('999999199001010016')).toMatchObject({
    kind: 'started',
    url: 'https://id.example/sandbox/face/secret?lang=zh-TW',
  });
  expect(await start('999999199001010059')).toMatchObject({ kind: 'unavailable' });
});

test('a session lives for ten minutes, and one that rehearses expiry not at all', async () => {
  lives.length = 0;
  await start('999999199001010016');
  await start('999999199001010040');
  expect(lives).toEqual([600_000, 0]);
});

test('an unknown session has expired', async () => {
  const { signal } = new AbortController();
  expect(await face.queryResult('gone', { signal })).toEqual({ state: 'expired', taskId: 'gone' });
});
