import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contextOf } from '../../../test/kit/command-line-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { callIdOf, createLedgerWorld, playLedgerTable } from '../../../test/kit/ledger-table.ts';
import { createVault } from '../../foundation/vault.ts';
import { hashApiKey, readApiKey } from '../../line/callers/api-key.ts';
import { findKeyByHash } from '../../line/callers/key-queries.ts';
import { sealMessages } from '../../products/messages/content.ts';
import { runCommandLine } from './run-command-line.ts';

let database: TestDatabase;
let timesOpen = 0;
const vault = createVault(randomBytes(32));

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  expect(timesOpen, 'every command closes what it opened').toBe(0);
  await database.drop();
});

interface Ran {
  out: string;
  err: string;
  exitCode: number;
}

/** Runs one command line, given as words or as a text. */
async function run(line: string | string[]): Promise<Ran> {
  const ran: Ran = { out: '', err: '', exitCode: 0 };
  const open = async () => {
    timesOpen++;
    const close = async () => {
      timesOpen--;
    };
    const { pool } = database;
    return { ...contextOf(pool), vault, close };
  };
  await runCommandLine(typeof line === 'string' ? line.split(' ') : line, {
    ...{ version: '0.0.0', open },
    openEmpty: () => Promise.reject(new Error('nothing here is restored')),
    openUpgrade: () => Promise.reject(new Error('nothing here is upgraded')),
    serve: async () => {},
    terminal: {
      out: (text) => {
        ran.out += text;
      },
      err: (text) => {
        ran.err += text;
      },
      setExitCode: (code) => {
        ran.exitCode = code;
      },
    },
  });
  return ran;
}

async function addProviders(...codes: string[]): Promise<void> {
  for (const code of codes) {
    await json(`provider add --vendor yunxin --code ${code} --set appKey=k --set appSecret=s`);
  }
}

async function json(line: string | string[]) {
  const { out, err, exitCode } = await run(
    Array.isArray(line) ? [...line, '--json'] : `${line} --json`,
  );
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out.endsWith('\n')).toBe(true);
  return JSON.parse(out);
}

/** A person gets one sentence on stderr; a program gets it as the only document on stdout. */
async function expectRefusal(
  line: string | string[],
  sentence: string | RegExp,
  exitCode = 1,
): Promise<void> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { err, ...silent } = await run(words);
  expect(err).toMatch(sentence);
  expect(err).toMatch(/^countersign: [^\n]+\n$/);
  expect(silent).toEqual({ out: '', exitCode });
  const { out, ...told } = await run([...words, '--json']);
  const kind = exitCode === 1 ? 'refused' : 'usage';
  const code = kind === 'refused' ? { code: expect.stringMatching(/^[a-z_]+$/) } : {};
  const message = expect.stringMatching(sentence);
  expect(JSON.parse(out)).toEqual({ error: { kind, ...code, message } });
  expect(told).toEqual({ err: '', exitCode });
}

async function makeAccount(balance = '0'): Promise<number> {
  return (await json(`account create --name Shop --balance ${balance}`)).accountId;
}

/** A call as the line leaves it, free of charge, so that the books balance. */
async function insertMessage(e164: string, text: string) {
  const accountId = await makeAccount();
  const callId = randomUUIDv7();
  const message = { asSent: e164, to: e164, text };
  const contents = sealMessages(vault, [{ callId, order: { message } }]);
  await database.pool.query('insert into message_contents (content_id, sealed) values ($1, $2)', [
    contents?.contentId,
    contents?.sealed,
  ]);
  await database.pool.query(
    `insert into calls (
       account_id, call_id, mode, key_id, product, price_source, unit_price, amount, day, held_at,
       state, content_id, number_hash, message_state
     )
     values ($1, $2, 'test', 1, 'sms_code', 'free', 0, 0, now(), now(), 'held', $3, $4, 'sent')`,
    [accountId, callId, contents?.contentId, vault.fingerprint('number', e164)],
  );
  return { accountId, callId };
}

describe('accounts and keys', () => {
  test('an account starts with its balance in the test wallet', async () => {
    const made = await json(['account', 'create', '--name', 'A shop', '--balance', '12.5']);
    expect(made).toEqual({ accountId: expect.any(Number), name: 'A shop' });
    const of = `--account ${made.accountId}`;
    expect(await json(`wallet show ${of} --mode test`)).toMatchObject({
      available: '12.5000',
      held: '0.0000',
    });
    expect(await json(`wallet show ${of} --mode live`)).toMatchObject({ available: '0.0000' });
    expect(await json(`account show ${of}`)).toMatchObject({
      name: 'A shop',
      state: 'active',
      wallets: { test: { available: '12.5000' }, live: { held: '0.0000' } },
    });
    const { accounts } = await json('account list');
    expect(accounts).toContainEqual(expect.objectContaining(made));
  });

  test('--json works before the noun too, and without it the output is text', async () => {
    const { out } = await run('--json account create --name Shop');
    expect(JSON.parse(out)).toHaveProperty('accountId');
    const made = async (words = '') => (await run(`account create --name Shop${words}`)).out;
    expect(await made()).toMatch(/^Account [0-9]+ \(Shop\) created\.$/m);
    expect(await made(' --balance 2')).toMatch(/created with 2\.0000 CNY of test money\.$/m);
  });

  test('permissions of an account can be set and lifted', async () => {
    const of = `--account ${await makeAccount()}`;
    const set = 'account set';
    expect(
      await json(`${set} ${of} --redirect-origins https://a.example,app: --national-id on`),
    ).toMatchObject({ redirectOrigins: ['https://a.example', 'app:'], nationalIdCheck: true });
    expect(await json(`${set} ${of} --product-off sms_code,sms_notice`)).toMatchObject({
      productsOff: ['sms_code', 'sms_notice'],
      nationalIdCheck: true,
    });
    expect(
      await json(`${set} ${of} --product-off none --redirect-origins none --national-id default`),
    ).toMatchObject({ productsOff: [], redirectOrigins: null, nationalIdCheck: null });
    expect(await json(`${set} ${of} --language zh`)).toMatchObject({ language: 'zh' });
    expect(await json(`${set} ${of} --language default`)).toMatchObject({ language: null });
    expect(await json(`account suspend ${of}`)).toMatchObject({ state: 'suspended' });
    expect(await json(`account resume ${of}`)).toMatchObject({ state: 'active' });
    await expectRefusal(`${set} ${of}`, 'Nothing to change.');
    for (const origin of [
      'https://a.example/path',
      'intent:',
      'ms-settings:',
      'https://u@a.example',
    ]) {
      await expectRefusal(`${set} ${of} --redirect-origins ${origin}`, 'Use origins such as', 2);
    }
  });

  test('a key is shown when it is created, and only its hash is stored', async () => {
    const accountId = await makeAccount();
    const made = await json(
      `key create --account ${accountId} --mode live --scopes sms_code ` +
        '--addresses 10.1.2.3/8,::1 --expires 2099-01-01T00:00:00Z --spend-cap 9.5 --per-second 5',
    );
    expect(made).toEqual({ keyId: expect.any(Number), apiKey: expect.any(String) });
    expect(readApiKey(made.apiKey)?.mode).toBe('live');
    const found = await findKeyByHash(database.pool, hashApiKey(made.apiKey));
    expect(found).toMatchObject({ keyId: made.keyId, accountId, scopes: ['sms_code'] });
    const { keys } = await json(`key list --account ${accountId}`);
    expect(keys).toMatchObject([
      {
        addresses: ['10.0.0.0/8', '::1/128'],
        spendCapDay: '9.5000',
        perSecond: 5,
        revokedAt: null,
      },
    ]);
    expect(JSON.stringify(keys)).not.toContain(made.apiKey);

    const revoked = await json(`key revoke --key ${made.keyId} --account ${accountId}`);
    expect(revoked.revokedAt).toEqual(expect.any(String));
    expect((await json(`key revoke --key ${made.keyId}`)).revokedAt).toBe(revoked.revokedAt);
    await expectRefusal(`key revoke --key ${made.keyId} --account 1`, 'Account 1 has no key');
    const { out } = await run(`key create --account ${accountId} --mode test`);
    expect(out).toMatch(/not shown again[\s\S]*cs_test_/);
  });
});

describe('money', () => {
  test('a repeated top-up with the same reference counts once', async () => {
    const of = `--account ${await makeAccount()} --mode live`;
    const first = await json(`wallet top-up ${of} --amount 100 --reference R`);
    expect(first).toMatchObject({ isRepeat: false, available: '100.0000', held: '0.0000' });
    const again = await json(`wallet top-up ${of} --amount 100.0000 --reference R`);
    expect(again).toEqual({ ...first, isRepeat: true });
    await expectRefusal(`wallet top-up ${of} --amount 99 --reference R`, 'R was already used for');
  });

  test('adjustments have a sign, and credit lets a wallet go below zero', async () => {
    const of = `--account ${await makeAccount()} --mode live`;
    const adjust = (amount: string, reference: string) =>
      `wallet adjust ${of} --amount ${amount} --reason fee --reference ${reference}`;
    expect(await json(adjust('+3', 'A'))).toMatchObject({ available: '3.0000' });
    await expectRefusal(adjust('-4', 'B'), 'do not cover this amount');
    expect(await json(`wallet credit ${of} --amount 1`)).toMatchObject({ creditLimit: '1.0000' });
    expect(await json(adjust('-4', 'B'))).toMatchObject({ available: '-1.0000' });
  });

  test('a refund names the call by its request id', async () => {
    const world = await createLedgerWorld(database.pool);
    await playLedgerTable(
      world,
      `top-up 5 A | made | 5 0
       hold one 5 | held | 0 5
       settle one | done | 0 0`,
    );
    const callId = callIdOf(world, 'one');
    const line = `wallet refund --account ${world.accountId} --request-id ${callId}`;
    expect(await json(line)).toMatchObject({ amount: '5.0000', available: '5.0000', mode: 'live' });
    await expectRefusal(line, 'was already refunded');
  });

  test('a price is the default or for one account', async () => {
    const accountId = await makeAccount();
    await json('price set --product sms_code --amount 0.07');
    const set = `price set --product sms_code --amount 0.03 --account ${accountId}`;
    expect((await json(set)).prices).toContainEqual({
      product: 'sms_code',
      defaultPrice: '0.0700',
      accountPrice: '0.0300',
      perPart: false,
    });
    const { prices } = await json(`price unset --product sms_code --account ${accountId}`);
    expect(prices).toContainEqual(expect.objectContaining({ accountPrice: null }));
    const perPart = await json('price per-part --product sms_code on');
    expect(perPart.prices).toContainEqual(
      expect.objectContaining({ product: 'sms_code', perPart: true }),
    );
    await expectRefusal('price per-part --product face_verify on', 'Only SMS products can be');
  });

  test('the audit exits with 0 for correct books, and with 1 for wrong ones', async () => {
    expect(await json('ledger audit')).toMatchObject({ ok: true, faults: [] });
    const accountId = await makeAccount('1');
    const change = (by: number) =>
      database.pool.query('update wallets set available = available + $2 where account_id = $1', [
        accountId,
        by,
      ]);
    await change(1);
    const { out, exitCode } = await run('ledger audit --json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ ok: false, faults: expect.any(Array) });
    expect((await run('doctor')).out).toMatch(/^✗ Wallets/m);
    await change(-1);
  });
});

describe('the platform', () => {
  test('a template is created, assigned, changed and removed', async () => {
    const given = (await json('template list')).templates;
    const accountId = await makeAccount();
    const id = '--template HELLO';
    const create = ['template', 'create', '--template', 'HELLO', '--product', 'sms_notice'];
    await addProviders('x');
    const made = await json([...create, '--text', 'Hi {name}', '--forms', '{"x":{"code":"1"}}']);
    expect(made).toEqual({
      templateId: 'HELLO',
      product: 'sms_notice',
      text: 'Hi {name}',
      variables: ['name'],
      forms: { x: { code: '1' } },
      assignments: [],
    });
    expect((await json('template list')).templates).toContainEqual(made);
    const page = await json('template list --limit 1');
    expect(page).toEqual({ templates: [given[0]], next: given[0].templateId });
    const rest = await json(`template list --after ${page.next}`);
    expect(rest.templates).toHaveLength(given.length);
    expect(await json(`template list --limit ${given.length + 1}`)).toMatchObject({ next: null });
    const found = await json('template list --search ello');
    expect(found).toEqual({ templates: [made], next: null });
    expect(await run('template list --after NONE')).toMatchObject({ exitCode: 1 });
    const to = `--product sms_notice --account ${accountId}`;
    expect(await json(`template assign ${to} ${id}`)).toMatchObject({
      assignments: [{ accountId, language: null }],
    });
    await json(`template assign --product sms_notice --language zh ${id}`);
    expect((await run('template list')).out).toContain(`all accounts in zh, account ${accountId}`);
    await expectRefusal(`template unassign ${to} --language zh`, 'No template is assigned');
    await json('template unassign --product sms_notice --language zh');
    await expectRefusal(`template assign --product sms_code ${id}`, 'is for sms_notice');
    await expectRefusal(`template delete ${id}`, 'is in use. Unassign it first.');
    expect(await json(`template update ${id} --text {a}{b}`)).toMatchObject({
      variables: ['a', 'b'],
      forms: { x: { code: '1' } },
    });
    await json(`template unassign ${to}`);
    expect(await json(`template delete ${id}`)).toEqual({ templateId: 'HELLO' });
    await expectRefusal(`template show ${id}`, 'Template HELLO not found.');
    const wrong = ['template', 'create', '--template', 'C', '--product', 'sms_code'];
    await expectRefusal([...wrong, '--text', 'Your {pin}'], 'needs {code}');
    expect((await json('template list')).templates).toEqual(given);
  });

  test('the forms of a template are changed provider by provider', async () => {
    const id = ['--template', 'FORMED'];
    const create = ['template', 'create', ...id, '--product', 'sms_notice', '--text', 'Hi {name}'];
    await addProviders('one', 'two', 'three');
    await json([...create, '--forms', '{"one":{"code":"1"},"two":{"code":"2","signature":"S"}}']);
    const update = ['template', 'update', ...id, '--forms'];
    const merged = await json([...update, '{"two":{"code":"3","order":["name"]},"three":{}}']);
    expect(merged.forms).toEqual({
      one: { code: '1' },
      two: { code: '3', order: ['name'] },
      three: {},
    });
    expect((await json([...update, '{"one":null,"gone":null}'])).forms).toEqual({
      two: { code: '3', order: ['name'] },
      three: {},
    });
    for (const slip of ['{"x":{"sign":"S"}}', '{"x":{"code":1}}', '{"X":{}}', '[]', '{"x":']) {
      await expectRefusal([...update, slip], 'Use JSON by provider', 2);
    }
    await expectRefusal([...create, '--forms', '{"x":null}'], 'Use JSON by provider', 2);
    await expectRefusal([...update, '{"too":{"code":"1"}}'], 'Provider too not found. Available: ');
    await expectRefusal([...create, '--forms', '{"too":{}}'], 'Provider too not found. Avail');
    await json(`template delete ${id.join(' ')}`);
  });

  test.each([
    ['亲爱的{姓名}', 'character 5 is not allowed'],
    ['Hi { name }', 'character 5 is not allowed'],
    ['😀 {na-me}', 'character 6 is not allowed'],
    ['{}', 'character 2 is not allowed'],
    ['{{{x y}}}', 'character 5 is not allowed'],
    [`{${'x'.repeat(65)}}`, 'character 66 is not allowed'],
    ['Hi {content', 'the brace at character 4 is never closed'],
    ['Hi {', 'the brace at character 4 is never closed'],
    ['Hi name}', 'the brace at character 8 closes nothing'],
    ['{name}}', 'the brace at character 7 closes nothing'],
    ['to {mobile}', 'No field of a request can fill {mobile}.'],
    ['a {constructor}', 'No field of a request can fill {constructor}.'],
    ['a\u0000b', 'control or direction characters'],
    ['a\u202eb', 'control or direction characters'],
  ])('a template %j is refused when created and when changed: %s', async (text, why) => {
    const create = ['template', 'create', '--template', 'SLIP', '--product', 'sms_notice'];
    await expectRefusal([...create, '--text', text], why);
    const update = ['template', 'update', '--template', 'NOTICE_DEFAULT', '--text', text];
    await expectRefusal(update, why);
    expect((await json('template show --template NOTICE_DEFAULT')).text).toBe('{content}');
  });

  test('limits are set one by one, and show what is in force', async () => {
    const of = `--account ${await makeAccount()} --mode live`;
    expect(await json(`limit show ${of}`)).toMatchObject({
      perNumber: true,
      codePerMinute: 1,
      regions: ['CN'],
      spendCapDay: null,
      set: null,
    });
    await json(`limit set ${of} --code-per-hour 9 --spend-cap 50`);
    const set = await json(`limit set ${of} --regions CN,US --code-per-minute 2`);
    expect(set).toMatchObject({ codePerHour: 9, codePerMinute: 2, spendCapDay: '50.0000' });
    expect(set.regions).toEqual(['CN', 'US']);
    expect(
      await json(`limit set ${of} --code-per-hour default --spend-cap none --per-number off`),
    ).toMatchObject({ perNumber: false, spendCapDay: null, set: { codePerHour: null } });
    const lifted = await json(`limit set ${of} --regions default`);
    expect(lifted).toMatchObject({ perNumber: false, regions: ['CN'] });
    await expectRefusal(`limit set ${of} --code-per-day 1001`, 'from 1 to 1000, or default', 2);
    await expectRefusal(`limit set ${of}`, 'Nothing to change.');
  });

  test('a closed prefix can be opened', async () => {
    const accountId = await makeAccount();
    await database.pool.query(
      `insert into closed_prefixes
       select account, 'live', '+861380000', now(), now() + interval '1 hour', 'x'
       from unnest($1::integer[]) account`,
      [[accountId, await makeAccount()]],
    );
    const { closed } = await json(`limit closed --account ${accountId}`);
    expect(closed).toMatchObject([{ prefix: '+861380000', reason: 'x' }]);
    const open = `limit open --account ${accountId} --mode live --prefix +861380000`;
    expect(await json(open)).toEqual({ closed: [] });
    await expectRefusal(open, 'is not closed');
  });

  test('messages are found by number and shown without it', async () => {
    const { accountId } = await insertMessage('+8613800001234', 'Hello');
    const { out } = await run('message search --mobile 13800001234 --json');
    expect(JSON.parse(out).messages).toMatchObject([{ accountId, state: 'sent' }]);
    expect(out).toContain('1234');
    expect(out).not.toContain('00001234');
    expect(JSON.parse(out).messages[0].mobile).toBe('+86138****1234');
    const others = await json('message search --mobile +8613800001234 --account 1');
    expect(others.messages).toEqual([]);
    await expectRefusal('message search --mobile abc', 'The mobile number is not valid.');
  });

  test('the inbox shows what the sandbox received', async () => {
    const { accountId, callId } = await insertMessage('+8613800005678', 'Your code is 42');
    await database.pool.query(
      `insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
       values ($1, array[$1::uuid], array[$2::integer], array['delivered'], now())`,
      [callId, accountId],
    );
    const { messages } = await json('inbox list --most 1');
    expect(messages).toMatchObject([{ mobile: '+8613800005678', text: 'Your code is 42' }]);
  });

  test('texts from outside cannot forge a row or control the terminal', async () => {
    const forged = '2030-01-01 00:00:00  live  +8613800000000  all is well';
    const { accountId, callId } = await insertMessage(
      '+8613800005679',
      `42\n${forged}\r\u001b[2J\u009b31m\u202e\u2028\u200b\ud800 سلام`,
    );
    await database.pool.query(
      `insert into sandbox_messages (batch_id, call_ids, account_ids, scripts, sent_at)
       values ($1, array[$1::uuid], array[$2::integer], array['delivered'], now() + '1 hour')`,
      [callId, accountId],
    );
    const { out } = await run('inbox list --most 1');
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(out).toContain(`\u206842\\n${forged}\\r\\u{1b}[2J\\u{9b}31m\\u{202e}\\u{2028}\\u{200b}`);
    // The lines end where ours end, and the only direction controls are those around the cell.
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(out.match(/\p{Bidi_Control}/gu)).toEqual(['\u2068', '\u2069']);
    const { messages } = await json('inbox list --most 1');
    expect(messages[0].text).toContain(`42\n${forged}`);
  });

  test.each([
    ' ',
    '\u200b',
    '\u3000\u00ad',
    'A\u202eB',
    '\u2066A',
    'A\nB',
    'A\u001b[2JB',
    '\u3164',
  ])('the name %j is refused for accounts, for their pages and for keys', async (name) => {
    const of = ['--account', String(await makeAccount())];
    await expectRefusal(['account', 'create', '--name', name], '1 to 200 characters');
    await expectRefusal(['account', 'page', ...of, '--display-name', name], '1 to 64 characters');
    const key = ['key', 'create', ...of, '--mode', 'test', '--name', name];
    await expectRefusal(key, '1 to 200 characters');
  });

  test('the doctor finds no fault in a fresh installation', async () => {
    const { ok, checks } = await json('doctor');
    expect(checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
    expect((await run('doctor')).out).toMatch(/^✓ Settings: /);
  });

  test('the doctor reports a vendor that has not erased a person', async () => {
    await database.pool.query(
      `insert into checks (
         account_id, check_id, mode, token_hash, link_hash, status, provider_code, created_at,
         expires_at, ended_at, erased_at
       )
       values (1, uuid_floor(now()), 'live', '\\x01', '\\x01', 1, 'gone', now(), now(), now(), now())`,
    );
    await database.pool.query(
      `insert into check_sessions (
         account_id, check_id, session_no, provider_code, session_ref, device, started_at, expires_at,
         state, erase_at, erase_tries, erase_answer
       )
       select account_id, check_id, 1, 'gone', 'ref', 'mobile', now(), now(), 'passed', now(), 1,
         'the provider is gone'
       from checks where provider_code = 'gone'`,
    );
    const { out } = await run('doctor');
    expect(out).toMatch(
      /^✗ Erasure at providers: gone has not erased 1 since .*the provider is gone$/m,
    );
  });
});

describe('wrong usage', () => {
  const usage = 2;
  const slips: [string, string | RegExp, number?][] = [
    ['wallet show --account 1 --mode prod', 'Use test or live.', usage],
    ['wallet show --account x --mode test', 'Use a whole number', usage],
    ['wallet show --account 99999999 --mode test', 'Account 99999999 not found.'],
    [
      'wallet top-up --account 1 --mode test --amount 1.00001 --reference R',
      'four decimals',
      usage,
    ],
    ['wallet top-up --account 1 --mode test --amount -1 --reference R', '0 or more', usage],
    ['price set --product sms --amount 1', 'verify_email or verify_approval.', usage],
    [
      'price set --product sms_code --amount 922337203685477',
      'Price must be between 0 and 100000000.0000.',
    ],
    [
      'wallet credit --account 1 --mode test --amount 99999999999999',
      'Credit limit must be between 0 and',
    ],
    [
      'wallet top-up --account 1 --mode test --amount 999999999999999 --reference R',
      'Use an amount',
      usage,
    ],
    [
      'account create --name Shop --balance 922337203685477',
      'The wallet would exceed its maximum balance.',
    ],
    ['key create --account 1', /--mode/, usage],
    ['key create --account 99999999 --mode test', 'Account 99999999 not found.'],
    ['key list --account 99999999', 'Account 99999999 not found.'],
    ['key create --account 1 --mode test --expires 2001-01-01', 'Key expiry must be in the'],
    ['key create --account 1 --mode test --expires 2030-02-31', 'Use a day such as', usage],
    ['wallet refund --account 1 --request-id 5', 'Use a request ID, which is a UUID.', usage],
    [
      'template create --template T --product face_verify --text x',
      'sms_code, sms_notice, verify_start, verify_voice or verify_email',
      usage,
    ],
    ['acount list', 'Did you mean account?', usage],
    ['account', 'Add a verb', usage],
    ['account list --nonsense', "unknown option '--nonsense'", usage],
  ];
  for (const [line, sentence, exitCode] of slips) {
    test(`${line}: one sentence`, () => expectRefusal(line, sentence, exitCode));
  }
});

describe('output', () => {
  test('the help names required options, and needs no installation', async () => {
    const { out, exitCode } = await run('key create --help');
    expect(out).toMatch(/--json +Print one JSON document/);
    expect(out).toMatch(/--account <id> +Account \(required\)/);
    expect(out).not.toMatch(/--expires.*\(required\)/);
    expect(exitCode).toBe(0);
    expect((await run([])).out).toMatch(/^ {2}doctor +Check the installation/m);
  });

  test('a key that expires on a day works until the end of that day in the platform’s time zone', async () => {
    const accountId = await makeAccount();
    for (const [given, ends] of [
      ['2099-01-31', '2099-02-01 00:00:00+08:00'],
      ['2099-01-31T18:00', '2099-01-31 18:00:00+08:00'],
      ['2099-01-31T18:00:00-05:00', '2099-02-01 07:00:00+08:00'],
    ]) {
      await json(`key create --account ${accountId} --mode test --expires ${given}`);
      expect((await run(`key list --account ${accountId}`)).out).toContain(ends);
    }
  });

  test('many accounts are paged, and found by name or number', async () => {
    const own = await createTestDatabase();
    const shared = database;
    database = own;
    try {
      await own.pool.query(
        `insert into accounts (account_id, name) select n, 'Shop ' || n from generate_series(1, 10000) n`,
      );
      const first = await json('account list');
      expect(first.accounts).toHaveLength(100);
      expect(first.next).toBe(100);
      expect((await run('account list')).out).toMatch(/\n\nThere are more: --after 100\n$/);
      const last = await json('account list --limit 500 --after 9900');
      expect(last).toMatchObject({ next: null });
      expect(last.accounts).toHaveLength(100);
      const { accounts } = await json(['account', 'list', '--search', 'shop 999', '--limit', '3']);
      expect(accounts.map(({ name }: { name: string }) => name)).toEqual([
        'Shop 999',
        'Shop 9990',
        'Shop 9991',
      ]);
      const found = await json('account list --search 1234');
      expect(found.accounts).toMatchObject([{ accountId: 1234 }]);
    } finally {
      database = shared;
      await own.drop();
    }
  });
});
