import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { byTest } from '../../../test/kit/by-test.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { type SmtpFixture, smtpError, startSmtp } from '../../../test/kit/smtp-server.ts';
import { createAccount } from '../../people/accounts/queries.ts';
import { createInvitation } from '../../people/sign-in/invitation-queries.ts';
import { mailInvitation, plainName } from './mail-invitation.ts';

let database: TestDatabase;
let smtp: SmtpFixture;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from invitations');
  smtp = await startSmtp({ disabledCommands: ['STARTTLS'] });
});
afterEach(() => smtp.close());

async function invite(
  { email, invitedBy = 'Ada Lin' }: { email?: string; invitedBy?: string },
  { accountId = null, isOff = false }: { accountId?: number | null; isOff?: boolean } = {},
) {
  const role = accountId === null ? 'viewer' : 'developer';
  const wanted = { accountId, role, email, invitedBy };
  const { token } = await createInvitation(byTest(database.pool), wanted);
  const smtpUrl = `smtp://127.0.0.1:${smtp.port}`;
  const settings = isOff ? {} : { smtpUrl, mailFrom: 'us@example.com' };
  const config = { ...settings, timeZone: 'UTC' };
  const ports = { pool: database.pool, config, publicUrl: 'https://pay.example' };
  return { token, ports, result: await mailInvitation(ports, token) };
}

const textOf = (source: string) =>
  source.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll('\r\n', '\n');

test('mails the link to the address, in both languages', async () => {
  const { accountId } = await createAccount(byTest(database.pool), { name: 'Rowan' });
  const { result, token } = await invite({ email: 'dev@example.com' }, { accountId });
  expect(result).toBe('sent');
  const [mail] = smtp.received;
  expect(mail?.to).toEqual(['dev@example.com']);
  const text = textOf(mail?.source ?? '');
  expect(text).toContain('Ada Lin invites you to join Rowan on pay.example.');
  expect(text).toContain(`https://pay.example/console/welcome#${token}`);
  expect(text).toContain(`<a href="https://pay.example/console/welcome#${token}"`);
});

test('says so when it cannot be sent, when there is no address, and when mail is off', async () => {
  expect((await invite({})).result).toBe('off');
  expect((await invite({ email: 'a@example.com' }, { isOff: true })).result).toBe('off');
  await smtp.close();
  smtp = await startSmtp({
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(smtpError(550)),
  });
  expect((await invite({ email: 'a@example.com' })).result).toBe('failed');
});

// @mutant src/people/sign-in/invitation-queries.ts
// - const mostToAddress = 3;
// + const mostToAddress = 300;
test('mails an invitation once, and three a day to one address', async () => {
  const results: string[] = [];
  for (let times = 0; times < 4; times++) {
    const { result, ports, token } = await invite({ email: 'dev@example.com' });
    results.push(result);
    if (times === 0) expect(await mailInvitation(ports, token)).toBe('limited');
  }
  expect(results).toEqual(['sent', 'sent', 'sent', 'limited']);
  expect(smtp.received).toHaveLength(3);
});

test('mails three to one address also when ten are sent at once', async () => {
  const email = 'all@example.com';
  const sent = await Promise.all(Array.from({ length: 10 }, () => invite({ email })));
  expect(sent.filter(({ result }) => result === 'sent')).toHaveLength(3);
  expect(smtp.received).toHaveLength(3);
  const { rows } = await database.pool.query<{ actor: unknown }>(
    `select distinct actor from audit_entries where action = 'invitation.mail'`,
  );
  expect(rows).toEqual([{ actor: { kind: 'platform', name: 'mails' } }]);
});

test('mails no more than thirty an hour for one account', async () => {
  for (let count = 0; count < 30; count++) await invite({ email: `p${count}@example.com` });
  expect((await invite({ email: 'more@example.com' })).result).toBe('limited');
  expect(smtp.received).toHaveLength(30);
});

test.each([
  ['Ada Lin', true],
  ["J. O'Neill (Rowan & Sons)", true],
  ['王小明', true],
  ['win at evil.example', false],
  ['https://evil.example', false],
  ['A\r\nBcc: x@example.com', false],
  ['x'.repeat(81), false],
  ['', false],
])('a name that could be a link or a message is left out: %s', (name, isShown) => {
  const otherwise = { en: 'A member', zh: '成员' };
  expect(plainName(name, otherwise)).toEqual(isShown ? name : otherwise);
});
