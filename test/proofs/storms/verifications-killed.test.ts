import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyRing } from '../../../src/foundation/key-ring.ts';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { setAccountPrice } from '../../../src/line/pricing/queries.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type Answer, createClient } from './client.ts';
import { type ServerProcess, type Servers, startServers } from './servers.ts';

const rounds = 4;
/** Verifications of a round, each with this many guesses at once. */
const verifications = 30;
const guessesAtOnce = 8;
const dataKey = randomBytes(32);

let servers: Servers;
let apiKey: string;
let account: number;
const approvalPrice = 300n;

beforeEach(async () => {
  servers = await startServers(1, { DATA_KEY: dataKey.toString('hex') });
  const { pool } = servers.database;
  const { accountId } = await createAccount(byTest(pool), {
    name: 'guesses',
    testBalance: 1_000_0000n,
  });
  await setAccountPrice(byTest(pool), accountId, 'verify_approval', approvalPrice);
  account = accountId;
  apiKey = (await createKey(byTest(pool), { accountId, mode: 'test' })).apiKey;
});
afterEach(() => servers.close());

/** The code of a test message, which is sealed with its batch. */
async function readCode(callId: string): Promise<string> {
  const { rows } = await servers.database.pool.query(
    `select m.sealed, m.content_id as "contentId" from calls c
     join message_contents m on m.content_id = c.content_id where c.call_id = $1`,
    [callId],
  );
  const entries: string[][] = JSON.parse(
    new KeyRing([dataKey]).open(rows[0].sealed, rows[0].contentId),
  );
  const text = entries.find(([id]) => id === callId)?.[3] ?? '';
  return / is (\d{6})\./.exec(text)?.[1] ?? '';
}

const resultOf = (answer: Answer | null): string =>
  answer?.status === 201 ? JSON.parse(answer.text).data.result : 'none';

/** Guesses at once through two servers, one of which is killed meanwhile. Returns the answers of each. */
async function playRound(stays: ServerProcess, dies: ServerProcess, round: number) {
  const headers = { 'x-api-key': apiKey };
  const clients = [stays, dies].map(({ url }) => createClient(url, verifications * guessesAtOnce));
  const [client] = clients;
  const started = await Promise.all(
    Array.from({ length: verifications }, async (_, n) => {
      const mobile = `137${String(round * 1000 + n).padStart(8, '0')}`;
      const answer = await client?.post('verify_start', { mobile }, headers);
      expect(answer?.status, answer?.text).toBe(201);
      const id: string = JSON.parse(answer?.text ?? '').data.verificationId;
      return { id, code: await readCode(id) };
    }),
  );
  let answered = 0;
  const playing = started.map(async ({ id, code }) => {
    const wrong = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    const answers = await Promise.all(
      Array.from({ length: guessesAtOnce }, async (_, n) => {
        // The right code comes twice through each server, between wrong ones.
        const guess = { verificationId: id, code: n % 4 < 2 ? code : wrong };
        const answer = (await clients[n % 2]?.post('verify_check', guess, headers)) ?? null;
        answered++;
        return resultOf(answer);
      }),
    );
    return { id, answers };
  });
  await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(verifications);
  await dies.kill();
  const played = await Promise.all(playing);
  for (const one of clients) one.close();
  return played;
}

/** Every approval is charged once, every other ended verification is released, and the open ones are held. */
async function expectChargedOnce(): Promise<void> {
  const { pool } = servers.database;
  const { rows } = await pool.query<{ state: string; call: string; charges: number }>(
    `select v.state, c.state as call, (
       select count(*)::integer from transfers t
       where t.account_id = c.account_id and t.subject_id = c.call_id and t.to_account = 'revenue'
     ) as charges
     from verifications v
     join calls c on c.account_id = v.account_id and c.call_id = v.approval_call
     where v.account_id = $1`,
    [account],
  );
  expect(rows).toHaveLength(rounds * verifications);
  const expected: Record<string, object> = {
    approved: { call: 'done', charges: 1 },
    used_up: { call: 'rejected', charges: 0 },
    open: { call: 'held', charges: 0 },
  };
  for (const row of rows) expect(row).toMatchObject(expected[row.state] ?? { state: 'known' });
  expect(rows.some(({ state }) => state === 'approved')).toBe(true);
  expect((await audit(pool)).faults).toEqual([]);
}

test('a code is approved at most once and no answered guess is lost, although servers are killed', {
  timeout: longTimeoutMs,
}, async () => {
  const [stays] = servers.all as [ServerProcess];
  const { pool } = servers.database;
  let cut = 0;
  for (let round = 0; round < rounds; round++) {
    const played = await playRound(stays, await servers.startAnother(), round);
    for (const { id, answers } of played) {
      const { rows } = await pool.query(
        'select state, guesses from verifications where verification_id = $1',
        [id],
      );
      const count = (word: string) => answers.filter((result) => result === word).length;
      cut += count('none');
      expect(count('approved'), answers.join()).toBeLessThanOrEqual(1);
      if (count('approved') === 1) expect(rows[0].state).toBe('approved');
      expect(rows[0].guesses).toBeGreaterThanOrEqual(count('wrong') + count('approved'));
      expect(rows[0].guesses).toBeLessThanOrEqual(5);
    }
  }
  // Otherwise nothing was cut off, and the test proves nothing.
  expect(cut).toBeGreaterThan(0);
  await expectChargedOnce();
});
