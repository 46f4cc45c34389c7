import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAccountPrice } from '../../src/line/pricing/queries.ts';
import { setKeepsCode } from '../../src/people/accounts/queries.ts';
import { byTest } from '../kit/by-test.ts';
import { createFakeSms, done, type FakeSms } from '../kit/fake-sms.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { routeLive } from '../kit/route-live.ts';

let fixture: Fixture;
let vendor: FakeSms;

beforeAll(async () => {
  vendor = createFakeSms('vendor');
  fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['vendor', vendor]]),
    }),
  });
  await routeLive(fixture.pool, { sms: ['vendor'] });
  vendor.behave(done);
});
afterAll(() => fixture.close());

/** Every row of every table as text, which is what a backup holds. */
async function dump(): Promise<string> {
  const { rows: tables } = await fixture.pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await fixture.pool.query<{ row: string }>(
      `select t::text as row from ${name} t`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function openContents(): Promise<string> {
  const { rows } = await fixture.pool.query<{ sealed: Buffer; contentId: string }>(
    'select sealed, content_id as "contentId" from message_contents',
  );
  return rows.map(({ sealed, contentId }) => fixture.app.line.vault.open(sealed, contentId)).join();
}

test.each([false, true])(
  'no row, sealed text, event or log line of a live verification has its code, same code %s',
  async (keepsCode) => {
    const caller = await fixture.newCaller({ mode: 'live' });
    await setAccountPrice(byTest(fixture.pool), caller.accountId, 'verify_approval', 300n);
    await setKeepsCode(byTest(fixture.pool), caller.accountId, keepsCode);
    const codes: string[] = [];
    const start = async (purpose: string) => {
      const { body, text } = await caller.call(
        'verify_start',
        { mobile: '13912345678', purpose, codeLength: 8, reference: 'login-1042' },
        { 'idempotency-key': `${purpose} ${codes.length}` },
      );
      const code = vendor.sent.at(-1)?.variables.code ?? '';
      expect(code).toMatch(/^\d{8}$/);
      expect(text).not.toContain(code);
      codes.push(code);
      return { id: body.data.verificationId, code };
    };
    const { id, code } = await start('approved');
    const { body } = await caller.call('verify_check', { verificationId: id, code });
    expect(body.data.result).toBe('approved');
    await start('guessed');
    await fixture.pool.query(
      "update verifications set sent_at = array[now() - interval '1 minute'] where state = 'open'",
    );
    const open = await start('guessed');
    const wrong = open.code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    await caller.call('verify_check', { verificationId: open.id, code: wrong });

    const rows = await dump();
    const contents = await openContents();
    // Otherwise nothing was read, and the test proves nothing.
    expect(rows).toContain('login-1042');
    expect(rows).toContain('verification.approved');
    expect(contents).toContain('••••••••');
    expect(fixture.logged.length).toBeGreaterThan(0);
    const all = [rows, contents, ...fixture.logged].join('\n');
    for (const secret of [...codes, wrong]) {
      expect(all.includes(secret)).toBe(false);
      expect(all.includes(Buffer.from(secret).toString('hex'))).toBe(false);
    }
  },
);
