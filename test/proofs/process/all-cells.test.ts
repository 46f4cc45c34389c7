import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../src/foundation/db/connect.ts';
import { withSchema } from '../../../src/foundation/db/session-settings.ts';
import { readIdentity, subjectOf } from '../../../src/people/sign-in/connected-queries.ts';
import { hashToken, makeToken } from '../../../src/people/sign-in/token.ts';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { freePort } from '../../kit/free-port.ts';
import { longTimeoutMs } from '../../kit/long-timeout.ts';
import { type ServerProcess, startServer } from '../../kit/server-process.ts';

interface Cell {
  number: number;
  url: string;
  env: Record<string, string>;
  server: ServerProcess;
  pool: Pool;
  personId: number;
}

let folder: string;
let databases: TestDatabase[];
let cells: Cell[];
/** One browser, signed in to all three consoles, which share a host. */
const cookies = new Map<string, string>();

/** Cells 1 and 2 share a database, cell 3 has another one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-cells-'));
  const cellsFile = join(folder, 'cells.yaml');
  const ports = [await freePort(), await freePort(), await freePort()];
  const rows = ports.map((port, at) => `  ${at + 1}: { url: "http://localhost:${port}" }`);
  await writeFile(cellsFile, ['api: https://api.example.com', 'cells:', ...rows].join('\n'));
  const [first, second] = [
    await createTestDatabase({ isBare: true }),
    await createTestDatabase({ isBare: true }),
  ];
  databases = [first, second];
  cells = [];
  for (const [number, database] of [
    [1, first],
    [2, first],
    [3, second],
  ] as const) {
    cells.push(await openCell(number, database, String(ports[number - 1]), cellsFile));
  }
  for (const { number, pool, personId } of cells) {
    for (const other of cells.filter((one) => one.number !== number)) {
      const there = await readIdentity(other.pool, other.personId);
      if (!there) throw new Error('nobody is there');
      await pool.query('insert into connected_subjects values ($1, $2)', [
        subjectOf({ ...there, cell: other.number }),
        personId,
      ]);
    }
  }
}, longTimeoutMs);
afterAll(async () => {
  await Promise.all((cells ?? []).map(({ server }) => server.end('SIGKILL')));
  await Promise.all((cells ?? []).map(({ pool }) => pool.end()));
  for (const database of databases ?? []) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function openCell(
  number: number,
  database: TestDatabase,
  port: string,
  cellsFile: string,
): Promise<Cell> {
  const schema = `cell${number}`;
  const url = `http://localhost:${port}`;
  const env = {
    ...{ DATABASE_URL: database.target, DATABASE_SCHEMA: schema, CELLS_FILE: cellsFile },
    ...{ DATA_KEY: Buffer.alloc(32, number).toString('hex'), CELL: String(number) },
    ...{ DATA_DIR: join(folder, schema), PUBLIC_URL: url, PORT: port },
  };
  const server = await startServer(env);
  const target = withSchema(database.target, schema);
  const pool = createPool(target, { max: 2, applicationName: 'proof' });
  return { number, url, env, server, pool, personId: await signIn(pool, number) };
}

/** A person with a full session in this browser. */
async function signIn(pool: Pool, cell: number): Promise<number> {
  const token = makeToken();
  const { rows } = await pool.query<{ personId: number }>(
    `insert into people (person_id, name, email)
     values (next_number('people'), 'Ada Lin', 'ada@example.com')
     returning person_id as "personId"`,
  );
  const personId = (rows[0] as { personId: number }).personId;
  await pool.query(`insert into operators (person_id, role) values ($1, 'owner')`, [personId]);
  await pool.query(
    `insert into console_sessions (
       session_id, token_hash, person_id, stage, ends_at, address, agent
     )
     values ($1, $2, $3, 'full', now() + interval '1 day', '127.0.0.1', 'proof')`,
    [randomUUID(), hashToken(token), personId],
  );
  cookies.set(`__Host-countersign-${cell}`, token);
  return personId;
}

const cellOf = (number: number) => cells[number - 1] as Cell;

async function ask(at: number, path: string, body?: object) {
  const begun = performance.now();
  const reply = await fetch(`${cellOf(at).url}/console/api/${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  for (const cookie of reply.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
  const text = await reply.text();
  const ms = performance.now() - begun;
  const location = reply.headers.get('location') ?? '';
  return { status: reply.status, body: text ? JSON.parse(text) : undefined, location, ms };
}

/** What the page over all cells asks for, each cell by itself. */
const lookAtAll = (at = 1) =>
  Promise.all([1, 2, 3].map((cell) => ask(at, `platform/cells/state?cell=${cell}`)));
const shown = (replies: Awaited<ReturnType<typeof lookAtAll>>) =>
  replies.map(({ body }) => body.cell ?? body.reason);

test('every console shows every cell', async () => {
  for (const at of [1, 2, 3]) expect(shown(await lookAtAll(at))).toEqual([1, 2, 3]);
  const times: number[] = [];
  for (let i = 0; i < 10; i++) times.push(...(await lookAtAll()).map(({ ms }) => ms));
  // Slower than this, a cell would be taken for one that is down.
  expect(times.sort((a, b) => a - b)[times.length >> 1]).toBeLessThan(2_000);
});

test('a silent cell is shown as down after three seconds, and the others answer meanwhile', {
  timeout: longTimeoutMs,
}, async () => {
  const { pid } = cellOf(3).server.process;
  process.kill(pid as number, 'SIGSTOP');
  try {
    const replies = await lookAtAll();
    expect(shown(replies)).toEqual([1, 2, 'cell_unreachable']);
    const [own, second, silent] = replies.map(({ ms }) => ms) as [number, number, number];
    expect(Math.max(own, second)).toBeLessThan(silent);
    expect(silent).toBeGreaterThan(2_900);
    expect(silent).toBeLessThan(20_000);
  } finally {
    process.kill(pid as number, 'SIGCONT');
  }
  await expect.poll(async () => shown(await lookAtAll())).toEqual([1, 2, 3]);
});

test('a cell that is killed is shown as down at once, and is back when it starts again', {
  timeout: longTimeoutMs,
}, async () => {
  const killed = cellOf(2);
  await killed.server.end('SIGKILL');
  const replies = await lookAtAll();
  expect(shown(replies)).toEqual([1, 'cell_unreachable', 3]);
  expect(replies[1]?.ms).toBeLessThan(3_000);
  expect(shown(await lookAtAll(3))).toEqual([1, 'cell_unreachable', 3]);
  killed.server = await startServer(killed.env);
  // Its key is the same, and so are the connections.
  await expect.poll(async () => shown(await lookAtAll(3))).toEqual([1, 2, 3]);
  expect(shown(await lookAtAll(2))).toEqual([1, 2, 3]);
});

test('an operator who is signed out of a cell enters it from another one', async () => {
  await ask(3, 'session/sign-out', {});
  expect((await ask(3, 'session')).body.stage).toBe('none');
  const started = await ask(3, 'session/cell/start?from=1');
  const { origin, pathname, searchParams } = new URL(started.location);
  expect(`${origin}${pathname}`).toBe(`${cellOf(1).url}/console/enter-cell`);
  const nonce = searchParams.get('nonce');
  const signed = await ask(1, 'session/cell/sign', { to: 3, nonce });
  const [page, token] = signed.body.url.split('#');
  expect(page).toBe(`${cellOf(3).url}/console/enter`);
  expect((await ask(3, 'session/cell/enter', { token })).body).toEqual({ state: 'in' });
  const session = (await ask(3, 'session')).body;
  expect(session).toMatchObject({ stage: 'full', person: { personId: cellOf(3).personId } });
  for (const { server } of cells) expect(server.output()).not.toContain(token.slice(-40));
});
