import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFixture, createConsoleFixture } from '../../../../test/kit/console-fixture.ts';
import { listEntries } from '../../../foundation/audit/entry-queries.ts';
import { continueErasures } from '../../../line/persons/erase-person.ts';

let fixture: ConsoleFixture;
const support = { operator: 'support', name: 'Mei' } as const;
const person = { kind: 'mobile', number: '139 7770 4211' };

beforeAll(async () => {
  fixture = await createConsoleFixture();
  await fixture.call('sms_notice', { mobile: '13977704211', content: 'Hello Anna' });
});
afterAll(() => fixture.close());

test('a person is found and exported with a recent second factor, and the log does not name them', async () => {
  const stale = { ...support, factorAgeMs: 3_600_000 };
  for (const path of ['find', 'export', 'erase']) {
    const { status } = await fixture.post(stale, `/platform/persons/${path}`, {
      ...person,
      format: 'json',
      language: 'en',
    });
    expect(status, path).toBe(401);
  }
  const { body } = await fixture.post(support, '/platform/persons/find', person);
  expect(body.records).toContainEqual({ name: 'messages', count: 1 });
  for (const [format, start] of [
    ['json', '{'],
    ['pdf', '%PDF'],
  ] as const) {
    const file = await fixture.post(support, '/platform/persons/export', {
      ...person,
      format,
      language: 'zh',
    });
    const content = Buffer.from(file.body.base64, 'base64').toString('latin1');
    expect(content.startsWith(start), format).toBe(true);
  }
  const { entries } = await listEntries(fixture.pool, { kind: 'platform' }, {}, { limit: 10 });
  const actions = entries.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['person.find', 'person.export']));
  // Fewer digits may be in a fingerprint by chance.
  const written = JSON.stringify(entries);
  for (const form of ['77704211', '7770 4211', '+861397770']) expect(written).not.toContain(form);
});

test('a number that is none is refused, and so is another account’s scope', async () => {
  const wrong = await fixture.post(support, '/platform/persons/find', { ...person, number: '12' });
  expect(wrong).toMatchObject({ status: 400, body: { details: [{ field: 'number' }] } });
  const other = await fixture.newCaller();
  const found = await fixture.post(support, `/${other.accountId}/persons/find`, person);
  expect(found.body.records).toContainEqual({ name: 'messages', count: 0 });
});

test('an erasure is listed until it is finished, and its certificate is downloaded', async () => {
  const asked = await fixture.post(support, '/platform/persons/erase', person);
  expect(asked.body.erasures).toMatchObject([
    { kind: 'mobile', accountId: null, requestedBy: 'Mei', finishedAt: null },
  ]);
  await continueErasures(fixture.app.line);
  const viewer = { operator: 'viewer' } as const;
  const { body } = await fixture.get(viewer, '/platform/persons/erasures');
  expect(body.erasures).toMatchObject([{ finishedAt: expect.any(String) }]);
  const [{ erasureId }] = body.erasures;
  const json = await fixture.get(
    viewer,
    `/platform/persons/certificate/json?erasureId=${erasureId}`,
  );
  expect(JSON.parse(json.text)).toMatchObject({ erased: { messages: 1, inbox: 1 } });
  const pdf = await fixture.get(viewer, `/platform/persons/certificate/pdf?erasureId=${erasureId}`);
  expect(pdf.bytes.subarray(0, 4).toString()).toBe('%PDF');
  const own = await fixture.get(viewer, `/${fixture.accountId}/persons/erasures`);
  expect(own.body.erasures).toEqual([]);
  const hidden = `/${fixture.accountId}/persons/certificate/json?erasureId=${erasureId}`;
  expect((await fixture.get(viewer, hidden)).status).toBe(404);
});
