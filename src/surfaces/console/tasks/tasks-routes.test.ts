import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTest } from '../../../../test/kit/by-test.ts';
import {
  type ConsoleFixture,
  createConsoleFixture,
  type Visitor,
} from '../../../../test/kit/console-fixture.ts';
import { addPastCalls } from '../../../../test/kit/past-calls.ts';
import { runTasks } from '../../../../test/kit/run-tasks.ts';
import { thisMonth } from '../../../../test/kit/this-month.ts';
import { addProvider } from '../../../vendors/providers/provider-queries.ts';

let fixture: ConsoleFixture;
beforeAll(async () => {
  fixture = await createConsoleFixture();
});
afterAll(() => fixture.close());

const operator = { operator: 'viewer' } as const;
const member = (role: 'owner' | 'viewer' = 'owner') =>
  ({ members: { [fixture.accountId]: role } }) as const;

async function begin(visitor: Visitor, scope: number | 'platform', kind: string, params = {}) {
  return fixture.post(visitor, `/${scope}/tasks/begin`, { kind, params });
}

const list = async (visitor: Visitor, scope: number | 'platform') =>
  (await fixture.get(visitor, `/${scope}/tasks/list`)).body;

/** Begins a task, runs it, and gets its file. */
async function make(visitor: Visitor, scope: number | 'platform', kind: string, params = {}) {
  const begun = await begin(visitor, scope, kind, params);
  expect(begun).toMatchObject({ status: 200 });
  await runTasks(fixture);
  return fixture.get(visitor, `/${scope}/tasks/file?taskId=${begun.body.taskId}`);
}

const firstCells = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);

test('an export of calls has the rows of the list with the same filters', async () => {
  const { accountId } = fixture;
  for (const code of ['111111', '222222']) {
    await fixture.call('sms_code', { mobile: '13900005678', code });
  }
  await fixture.call('sms_notice', { mobile: '13800000009', params: { name: 'A' } });
  const filters: Record<string, string>[] = [{}, { product: 'sms_code' }];
  for (const filter of filters) {
    const params = { mode: 'test', ...filter };
    const file = await make(member(), accountId, 'calls_export', params);
    expect(file.headers['content-disposition']).toContain('calls-test.csv');
    // A spreadsheet recognizes UTF-8 by the byte order mark.
    expect(file.text.charCodeAt(0)).toBe(0xfeff);
    expect(file.text).not.toMatch(/cost|provider/);
    const query = new URLSearchParams(params);
    const { body } = await fixture.get(member(), `/${accountId}/calls/list?${query}`);
    const ids = body.calls.map(({ requestId }: { requestId: string }) => requestId);
    expect(ids.length).toBeGreaterThan(0);
    expect(firstCells(file.text)).toEqual(ids);
  }
  const json = await make(operator, 'platform', 'calls_export', { mode: 'test', format: 'json' });
  expect(JSON.parse(json.text)[0]).toHaveProperty('cost');
});

test('an export of the calls of a person names the person nowhere', async () => {
  const { accountId } = fixture;
  const typed = { text: '13900005678' };
  const { body } = await fixture.post(member(), `/${accountId}/calls/person`, typed);
  const params = { mode: 'test', person: body.token };
  const file = await make(member(), accountId, 'calls_export', params);
  expect(firstCells(file.text)).toHaveLength(2);
  const shown = JSON.stringify(await list(member(), accountId));
  const { rows } = await fixture.pool.query(
    `select params::text as params, (select count(*) from audit_entries e where e.after ? 'person') as noted
     from tasks where person_hash is not null`,
  );
  expect(rows).toMatchObject([{ noted: 0n }]);
  for (const text of [file.text, shown, rows[0].params]) {
    expect(text).not.toContain('13900005678');
    expect(text).not.toContain(body.token);
  }
});

test('an export of the audit log has the entries of the list', async () => {
  const { accountId } = fixture;
  const before = await fixture.get(member(), `/${accountId}/audit/entries?limit=200`);
  const own = await make(member(), accountId, 'audit_export');
  const ids = before.body.entries.map(({ entryId }: { entryId: number }) => `${entryId}`);
  // The entry of the export itself is the newest.
  expect(firstCells(own.text).slice(1)).toEqual(ids);
  const all = await make(operator, 'platform', 'audit_export', { action: 'call.export' });
  const found = await fixture.get(operator, '/platform/audit/entries?action=call.export');
  expect(firstCells(all.text)).toHaveLength(found.body.entries.length);
});

test('operators export the statements of all accounts of a month', async () => {
  const other = await fixture.newCaller({ balance: '10' });
  const params = { mode: 'test', month: thisMonth() };
  const archive = await make(operator, 'platform', 'statements_export', params);
  expect(archive.headers['content-disposition']).toContain(`-test-${thisMonth()}.tar.gz`);
  const text = gunzipSync(archive.bytes).toString();
  for (const id of [fixture.accountId, other.accountId]) {
    expect(text).toContain(`${thisMonth()}/${id}-test-${thisMonth()}.csv`);
  }
  expect(text).toContain(`${thisMonth()}/index.csv`);
  const inAccount = await begin(operator, fixture.accountId, 'statements_export', params);
  expect(inAccount.body).toMatchObject({ reason: 'nothing_there' });
  const future = { mode: 'test', month: '2090-01' };
  const refused = await begin(operator, 'platform', 'statements_export', future);
  expect(refused.body).toMatchObject({ reason: 'refused' });
});

test('a what-if over a month is a task of operators, and its file has the shares of the providers', async () => {
  const change = byTest(fixture.pool);
  for (const code of ['first', 'second']) {
    await addProvider(change, {
      ...{ providerCode: code, kind: 'sms', vendorCode: 'yunxin', isOn: true, particulars: {} },
      ...{ sealedConfig: Buffer.of(1), callbackHash: Buffer.from(code), costs: { each: '0.03' } },
    });
  }
  const heldAt = new Date(Date.now() - 1_000);
  const { accountId } = fixture;
  await addPastCalls(fixture.pool, { accountId, heldAt, providerCode: 'first', count: 4 });
  const params = { product: 'sms_code', stops: ['second'], month: thisMonth() };
  const file = await make(operator, 'platform', 'what_if', params);
  expect(file.headers['content-disposition']).toContain(`what-if-sms_code-${thisMonth()}.csv`);
  const lines = file.text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['figure,provider,was,would_be', 'calls,,4,4']);
  expect(lines).toContain('share,first,1,0');
  expect(lines).toContain('share,second,0,1');
  const [row] = (await list(operator, 'platform')).tasks;
  expect(row).toMatchObject({ kind: 'what_if', state: 'done' });
  expect(row.done).toBe(row.total);
  const inAccount = await begin(operator, accountId, 'what_if', params);
  expect(inAccount.body).toMatchObject({ reason: 'nothing_there' });
  const future = await begin(operator, 'platform', 'what_if', { ...params, month: '2090-01' });
  expect(future.body).toMatchObject({ reason: 'refused' });
});

test('a task asks for the right of its work when it begins', async () => {
  const { accountId } = fixture;
  const asked = await begin(member('viewer'), accountId, 'audit_export');
  expect(asked.body).toMatchObject({ reason: 'right_missing' });
  const unknown = await begin(member(), accountId, 'everything');
  expect(unknown.body).toMatchObject({ reason: 'nothing_there' });
  const wrong = await begin(member(), accountId, 'calls_export', { state: 'odd' });
  expect(wrong.body).toMatchObject({ reason: 'invalid_request', details: [{ field: 'state' }] });
});

// @mutant src/surfaces/console/tasks/tasks-routes.ts
// - requireRight(context, right, context.clock.now());
test('a task asks for the right of its work again for its file, and to cancel it', async () => {
  const { accountId } = fixture;
  const { taskId } = (await begin(member(), accountId, 'audit_export')).body;
  const cancel = await fixture.post(member('viewer'), `/${accountId}/tasks/cancel`, { taskId });
  expect(cancel.body).toMatchObject({ reason: 'right_missing' });
  await runTasks(fixture);
  const path = `/${accountId}/tasks/file?taskId=${taskId}`;
  expect((await fixture.get(member(), path)).status).toBe(200);
  expect((await fixture.get(member('viewer'), path)).body.reason).toBe('right_missing');
  const shown = await list(member('viewer'), accountId);
  expect(shown.tasks.map(({ kind }: { kind: string }) => kind)).not.toContain('audit_export');
});

// @mutant src/foundation/tasks/task-queries.ts
// - account_id is not distinct from $1 and ($2 or not is_operator)
// + account_id is not distinct from $1
test('members see no task that an operator began in their account, nor one of another account', async () => {
  const { accountId } = fixture;
  const other = await fixture.newCaller();
  const ofOther = { members: { [other.accountId]: 'owner' } } as const;
  const own = (await begin(member(), accountId, 'calls_export', { mode: 'test' })).body.taskId;
  const asked = { mode: 'test', provider: 'sandbox' };
  const ours = (await begin(operator, accountId, 'calls_export', asked)).body.taskId;
  await runTasks(fixture);
  const statusOf = async (visitor: Visitor, scope: number | 'platform', taskId: string) =>
    (await fixture.get(visitor, `/${scope}/tasks/file?taskId=${taskId}`)).status;
  expect(await statusOf(member(), accountId, own)).toBe(200);
  expect(await statusOf(operator, accountId, ours)).toBe(200);
  expect(await statusOf(member(), accountId, ours)).toBe(404);
  expect(await statusOf(ofOther, other.accountId, own)).toBe(404);
  expect(await statusOf(operator, 'platform', own)).toBe(404);
  const ids = (page: { tasks: { taskId: string }[] }) => page.tasks.map(({ taskId }) => taskId);
  expect(ids(await list(member(), accountId))).not.toContain(ours);
  expect(ids(await list(operator, accountId))).toEqual(expect.arrayContaining([own, ours]));
  expect(ids(await list(ofOther, other.accountId))).toEqual([]);
  const entries = await fixture.get(member(), `/${accountId}/audit/entries?limit=200`);
  expect(entries.text).toContain(own);
  expect(entries.text).not.toContain(ours);
});

test('a cancelled task has no file, and the audit log says who cancelled it', async () => {
  const { accountId } = fixture;
  const { taskId } = (await begin(member(), accountId, 'calls_export', { mode: 'test' })).body;
  expect(await list(member(), accountId)).toMatchObject({ open: 1 });
  await fixture.post(member(), `/${accountId}/tasks/cancel`, { taskId });
  expect(await list(member(), accountId)).toMatchObject({
    open: 0,
    tasks: expect.arrayContaining([expect.objectContaining({ taskId, state: 'cancelled' })]),
  });
  const file = await fixture.get(member(), `/${accountId}/tasks/file?taskId=${taskId}`);
  expect(file.status).toBe(404);
  const { body } = await fixture.get(operator, '/platform/audit/entries?action=task.cancel');
  expect(body.entries).toMatchObject([{ key: { task_id: taskId }, actor: { name: 'Lin' } }]);
});
