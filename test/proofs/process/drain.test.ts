import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../../src/line/callers/key-queries.ts';
import { readBalance } from '../../../src/money/ledger/queries.ts';
import { createAccount } from '../../../src/people/accounts/queries.ts';
import { byTest } from '../../kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { listenTo, openConnection } from '../../kit/raw-connection.ts';
import { startServer } from '../../kit/server-process.ts';

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-drain-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a stopping server serves what arrives on open connections, and resets none', async () => {
  const { accountId } = await createAccount(byTest(database.pool), {
    name: 'Rowan',
    testBalance: 10_000n,
  });
  const { apiKey } = await createKey(byTest(database.pool), { accountId, mode: 'test' });
  const server = await startServer({
    DATABASE_URL: database.target,
    DATA_DIR: dataDir,
    PROVIDER_TIMEOUT_MS: '3000',
  });
  const post = (operation: string, body: object) => {
    const bytes = JSON.stringify(body);
    return (
      `POST /api/v1/${operation} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n` +
      `x-api-key: ${apiKey}\r\ncontent-length: ${bytes.length}\r\n\r\n${bytes}`
    );
  };
  const kept = Array.from({ length: 4 }, () => openConnection(server.url));
  const said = kept.map((socket) => listenTo(socket));
  // A client whose first request is unanswered when the server stops gets another answer.
  const answered = kept.map((socket) => once(socket, 'data'));
  for (const socket of kept) socket.write(post('balance', {}));
  await Promise.all(answered);
  const inFlight = openConnection(server.url);
  const ended = listenTo(inFlight);
  inFlight.write(post('sms_code', { mobile: '13800000007', code: '1' }));
  const held = async () => (await readBalance(database.pool, accountId, 'test')).held;
  await expect.poll(held).toBe(500n);

  server.process.kill('SIGTERM');
  const isStopping = () =>
    fetch(`${server.url}/readyz`).then(
      ({ ok }) => !ok,
      () => true,
    );
  await expect.poll(isStopping, { interval: 20 }).toBe(true);
  // Two clients send while the server stops, in one piece or in two; two send nothing more.
  kept[0]?.write(post('sms_code', { mobile: '13912345678', code: '1' }));
  const [head = '', body = ''] = post('sms_code', { mobile: '13912345679', code: '1' }).split(
    /(?={)/,
  );
  kept[1]?.write(head);
  setTimeout(() => kept[1]?.write(body), 100);

  const conversations = await Promise.all(said);
  expect(conversations.map(({ closedBy }) => closedBy)).toEqual(['end', 'end', 'end', 'end']);
  for (const [number, { replies }] of conversations.entries()) {
    const [first, second] = replies;
    expect(first?.status).toBe(201);
    if (number >= 2) continue;
    expect([second?.status, second?.headers.connection]).toEqual([201, 'close']);
  }
  const { replies, closedBy } = await ended;
  expect(replies.map(({ body: { reason } }) => reason)).toEqual(['outcome_unknown']);
  expect([replies[0]?.headers.connection, closedBy]).toEqual(['close', 'end']);
  expect(await server.end('SIGTERM')).toBe(0);
  // One call is held, and two are paid.
  expect(await readBalance(database.pool, accountId, 'test')).toMatchObject({
    available: 8_500n,
    held: 500n,
  });
});
