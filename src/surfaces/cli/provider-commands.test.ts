import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCheckRows } from '../../../test/kit/check-rows.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../../test/kit/command-line-fixture.ts';
import { countBlocked } from '../../../test/kit/count-blocked.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/kit/database.ts';
import { createVault } from '../../foundation/vault.ts';
import { noteServer } from '../../installation/data-dir/running-servers.ts';
import { noteAttempt } from '../../vendors/providers/attempt-queries.ts';
import { storeLinks } from '../../vendors/providers/link-queries.ts';
import { findProvider } from '../../vendors/providers/provider-queries.ts';
import { openSettings } from '../../vendors/providers/provider-settings.ts';
import { vendors } from '../../vendors/vendors.ts';

let database: TestDatabase;
let fixture: CommandLineFixture;
const vault = createVault(randomBytes(32));

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = createCommandLineFixture(database, vault);
});
afterAll(() => database.drop());

const run: CommandLineFixture['run'] = (line) => fixture.run(line);
const json: CommandLineFixture['json'] = (line) => fixture.json(line);
const expectRefusal: CommandLineFixture['expectRefusal'] = (...args) =>
  fixture.expectRefusal(...args);
const makeAccount = async (): Promise<number> =>
  (await json('account create --name Somebody')).accountId;

const someCall = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('the commands of providers and routes', () => {
  test('show and health say how many of its connections a provider has', async () => {
    const settings = '--set address=smpp://127.0.0.1:1 --set systemId=me --set source=Me';
    await json(`provider add --vendor smpp --code carrier ${settings} --set password=hush`);
    await storeLinks(
      database.pool,
      { providerCode: 'carrier', processId: someCall },
      { wanted: 2, bound: 1, fault: 'the bind was refused with status 13' },
    );
    const links = [{ wanted: 2, bound: 1, fault: 'the bind was refused with status 13' }];
    expect(await json('provider show --code carrier')).toMatchObject({ links });
    const { providers } = await json('provider health');
    expect(providers).toMatchObject([{ providerCode: 'carrier', links }]);
    for (const command of ['provider show --code carrier', 'provider health']) {
      expect((await run(command)).out).toMatch(/carrier +1 of 2 +the bind was refused/);
    }
    await json('provider remove --code carrier');
  });

  test('a provider is added, changed, switched and removed, and shows no secret', async () => {
    const settings = '--set appKey=key --set appSecret=hush';
    const added = await json(`provider add --vendor yunxin --code mine ${settings}`);
    expect(added).toMatchObject({ providerCode: 'mine', kind: 'sms', isOn: true, version: 1 });
    expect(added.config).toEqual({
      appKey: 'key',
      appSecret: '********',
      endpoint: 'https://sms.yunxinapi.com',
      variables: 'named',
    });
    const callbackKey = added.callbackUrl.split('/').at(-1);
    expect(callbackKey).toMatch(/^[A-Za-z0-9_-]{32}$/);
    const changed = await json('provider set --code mine --set appKey=other');
    expect([changed.config.appKey, changed.version]).toEqual(['other', 2]);
    expect(changed.callbackUrl).toBe(added.callbackUrl);
    expect((await json('provider off --code mine')).isOn).toBe(false);
    expect((await json('provider on --code mine')).isOn).toBe(true);
    const { rows } = await database.pool.query('select * from providers');
    expect(JSON.stringify(rows)).not.toContain('hush');
    expect((await run('provider show --code mine')).out).not.toContain('hush');
    await json('provider remove --code mine');
    expect((await json('provider list')).providers).toEqual([]);
  });

  test.each(['asked', 'other'])(
    'cannot be removed while it can be queried about a call of %s',
    async (first) => {
      const { pool } = database;
      const callId = randomUUIDv7();
      await json('provider add --vendor yunxin --code asked --set appKey=key --set appSecret=hush');
      await pool.query(
        `insert into unresolved_calls (account_id, call_id, next_try_at, reason, lane)
       values (1, $1, now(), 'abandoned', $2)`,
        [callId, first],
      );
      await noteAttempt(pool, 1, callId, { providerCode: 'asked', attempt: 2 });
      await expectRefusal('provider remove --code asked', 'Calls of asked without an outcome: 1.');
      await pool.query('truncate unresolved_calls, attempts');
      await json('provider remove --code asked');
    },
  );

  test('cannot be removed while a person may be using it', async () => {
    const rows = await createCheckRows(database.pool);
    const settings = '--set apiKey=rk_live_x --set webhookSecret=whsec_x';
    await json(`provider add --vendor stripe-face --code faces ${settings}`);
    await rows.session(await rows.check(), { provider_code: 'faces' });
    await expectRefusal('provider remove --code faces', 'Open face sessions of faces: 1.');
    await database.pool.query('truncate check_sessions');
    await json('provider remove --code faces');
  });

  test('settings that someone else changed meanwhile are not overwritten', async () => {
    const { pool } = database;
    await json('provider add --vendor yunxin --code both --set appKey=key --set appSecret=hush');
    const other = await pool.connect();
    await other.query(`begin; update providers set version = version + 1`);
    const changing = run('provider set --code both --set appKey=mine');
    await expect.poll(() => countBlocked(pool)).toBe(1);
    await other.query('commit');
    other.release();
    expect(await changing).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('meanwhile'),
    });
    const { config, version } = await json('provider show --code both');
    expect([config.appKey, version]).toEqual(['key', 2]);
    await json('provider remove --code both');
  });

  test('the callback address is that of the server that runs here', async () => {
    await json('provider add --vendor yunxin --code here --set appKey=key --set appSecret=hush');
    const url = 'http://127.0.0.1:18099';
    const forget = noteServer({ dataDir: fixture.dataDir, url, embedded: true });
    const shown = await json('provider show --code here').finally(forget);
    expect(shown.callbackUrl.startsWith(`${url}/callbacks/`)).toBe(true);
    await json('provider remove --code here');
  });

  // @mutant src/vendors/providers/route-queries.ts
  // - code === 'sandbox' && accountId === null
  // + code === 'sandbox' && accountId === undefined
  test.each([
    ['provider add --vendor nobody --code a --set x=y', 'Vendor nobody not found'],
    ['provider add --vendor yunxin --code a --set appKey=k', 'appSecret is required'],
    [
      'provider add --vendor yunxin --code a --set appKey=k --set colour=red',
      'colour is not a setting',
    ],
    [
      'provider add --vendor yunxin --code sandbox --set appKey=k --set appSecret=s',
      'not be sandbox',
    ],
    ['provider set --code gone --set appKey=k', 'Provider gone not found'],
    ['provider on --code gone', 'Provider gone not found'],
    ['route set --product sms_code --providers gone', 'Provider gone not found'],
    ['route set --product sms_code --providers sandbox', 'only on the route of one account'],
    ['route set --product sms_code --providers a:1-2', 'Weights of sms_code cannot follow'],
    ['route set --product verify_email --providers a:1-2', 'Weights of verify_email cannot follow'],
    ['route set --product verify_start --providers a:3-2', 'from 1 to its weight'],
    ['route set --product verify_start --providers a:0-2', 'from 1 to its weight'],
    ['route set --product sms_code --providers a,a', 'is on the route twice'],
    ['route remove --product sms_code', 'sms_code has no such route'],
    [
      `call settle --request-id ${someCall} --reason \u200b\u0007`,
      'Enter the evidence for this decision',
    ],
    [`call release --request-id ${someCall} --reason …`, 'Enter the evidence for this decision'],
  ])('%s is refused: %s', async (words, why) => {
    await expectRefusal(words, why);
  });

  test('a route is set only if it is still as --was says', async () => {
    const { accountId } = await json('account create --name Hazel');
    const set = (weight: number) =>
      `route set --product sms_code --account ${accountId} --providers sandbox:${weight}`;
    await json(`${set(1)} --was none`);
    await expectRefusal(`${set(2)} --was none`, 'changed this at');
    await expectRefusal(`${set(2)} --was sandbox`, 'sandbox:1');
    const { routes } = await json(`${set(2)} --was sandbox:1`);
    expect(routes).toContainEqual(
      expect.objectContaining({ accountId, providers: [{ code: 'sandbox', weight: 2 }] }),
    );
    await json(`route remove --product sms_code --account ${accountId}`);
  });

  test('settings are edited in an editor that shows no secret and keeps unchanged ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-editor-'));
    const [seen, script] = [join(folder, 'seen'), join(folder, 'editor.sh')];
    vi.stubEnv('VISUAL', `sh ${script}`);
    const edit = async (words: string) => {
      writeFileSync(script, `cp "$1" ${seen}\n${words}\n`);
      await json('provider set --code edited --edit');
      const found = await findProvider(database.pool, 'edited');
      return openSettings(vault, found);
    };
    try {
      await json(
        'provider add --vendor yunxin --code edited --set appKey=key --set appSecret=hush',
      );
      const before = await edit('');
      const shown = readFileSync(seen, 'utf8');
      expect(shown).toContain('"appKey": "key"');
      expect(shown).not.toContain('hush');
      expect(shown).not.toContain(before.callbackKey);
      expect(before).toMatchObject({ appKey: 'key', appSecret: 'hush' });
      const after = await edit(`sed -i 's/"appSecret": "[^"]*"/"appSecret": "other"/' "$1"`);
      expect(after).toEqual({ ...before, appSecret: 'other' });
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
      await json('provider remove --code edited');
    }
  });

  test('the vendor list fits a terminal of 100 columns', async () => {
    const { out } = await run('vendor list');
    const lines = out.trim().split('\n');
    expect(lines.length).toBeGreaterThan(vendors.length);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
    for (const { code } of vendors) expect(lines.some((line) => line.startsWith(code))).toBe(true);
  });

  test('a vendor is shown with its capabilities and required settings', async () => {
    const lines = (await run('vendor show yunpian')).out.split('\n').map((line) => line.trim());
    const line = (name: string) => lines.find((text) => text.startsWith(`${name} `));
    expect(line('Kind')).toMatch(/sms$/);
    expect(line('Receipts')).not.toMatch(/none|-$/);
    expect(line('apikey')).toMatch(/^apikey +yes +yes +- /);
    expect(line('endpoint')).toMatch(/^endpoint +no +no +https:\/\/sms\.yunpian\.com /);
    expect((await run('vendor show tencent-face')).out).toMatch(/^National ID +yes/m);
    await expectRefusal('vendor show nobody', /nobody/);
  });

  test('weights that follow conversion are shown with what they follow', async () => {
    const account = await makeAccount();
    await json('provider add --vendor yunxin --code oak --set appKey=key --set appSecret=hush');
    const update = 'template update --template VERIFY_DEFAULT --forms'.split(' ');
    await json([...update, '{"oak": {"code": "1"}}']);
    const of = `--product verify_start --account ${account}`;
    const { routes } = await json(`route set ${of} --providers oak:10-50`);
    expect(routes).toContainEqual(
      expect.objectContaining({ providers: [{ code: 'oak', weight: 50, minWeight: 10 }] }),
    );
    expect((await run(`route show --account ${account}`)).out).toContain('oak:10-50');
    expect((await json(`route explain ${of}`)).providers).toMatchObject([
      {
        because:
          'yunxin, on, tried first with weight 50 of 10 to 50: ' +
          '0 of 0 numbers entered its first code in 6 h',
      },
    ]);
    await json(`route remove ${of}`);
    await json([...update, '{"oak": null}']);
    await json('provider remove --code oak');
  });

  test('routes are set, explained and removed, the most specific first', async () => {
    const account = await makeAccount();
    const settings = '--set appKey=key --set appSecret=hush';
    for (const code of ['one', 'two']) {
      await json(`provider add --vendor yunxin --code ${code} ${settings}`);
    }
    await json('route set --product sms_code --providers one:70,two:30');
    await json(`route set --product sms_code --providers two --account ${account}`);
    await json(`route set --product sms_code --providers sandbox --account ${account} --region US`);
    const listed = await json('route show --limit 1');
    expect(listed.routes).toMatchObject([{ product: 'sms_code', accountId: null }]);
    const second = await json(`route show --limit 1 --after ${listed.next}`);
    expect(second.routes).toMatchObject([{ accountId: account, region: null }]);
    const third = await json(`route show --limit 1 --after ${second.next}`);
    expect(third.routes).toMatchObject([{ accountId: account, region: 'US' }]);
    const over = await json(`route show --after sms_code.${account}.US`);
    expect(over).toEqual({ routes: [], next: null });
    expect((await json('route show --search us')).routes).toMatchObject([{ region: 'US' }]);
    expect((await json(`route show --account ${account}`)).routes).toHaveLength(3);
    expect((await run('route show --limit 2')).out).toMatch(
      /\n\nThere are more: --after sms_code\./,
    );
    await expectRefusal(`route show --account ${account} --search us`, 'cannot be used with', 2);
    await expectRefusal(`route show --account ${account} --limit 1`, 'cannot be used with', 2);
    await expectRefusal('route show --account 999', 'Account 999 not found');
    await expectRefusal(
      'route show --after x',
      'Use the mark that the last page shows at its end.',
      2,
    );
    const explain = async (mobile: string, who = account) =>
      json(`route explain --product sms_code --account ${who} --mobile ${mobile}`);
    expect((await explain('13912345678')).providers[0].code).toBe('two');
    // Without a number it is one of the platform's own region.
    const near = await json(`route explain --product sms_code --account ${account}`);
    expect(near).toEqual(await explain('13912345678'));
    const abroad = await explain('+12025550123');
    expect(abroad.providers[0].code).toBe('sandbox');
    expect(abroad.outcome).toBe('403 region_not_allowed (limit show)');
    await json(`limit set --account ${account} --mode live --regions CN,US`);
    expect((await explain('+12025550123')).outcome).toBe('the first provider that can serve it');
    const other = await makeAccount();
    const { keyId } = await json(`key create --account ${other} --mode live --scopes sms_code`);
    const formless = await explain('13912345678', other);
    expect(formless.outcome).toBe('403 product_not_available');
    expect(formless.providers[0]).toEqual({
      ...{ code: 'one', isAsked: false, because: 'CODE_DEFAULT has no code for this provider' },
    });
    const examined = await run('doctor');
    expect(examined.exitCode).toBe(1);
    expect(examined.out).toContain(
      'one, two cannot send template CODE_DEFAULT for 1 account: CODE_DEFAULT has no code for this ' +
        'provider; enter what is missing in the template: ' +
        'template update --template CODE_DEFAULT --forms <json>',
    );
    // The account's own template takes precedence over the default one.
    const own = 'template create --template OWN --product sms_code --text {code} --forms'.split(
      ' ',
    );
    await json([...own, '{"one": {"code": "1"}}']);
    await json(`template assign --product sms_code --account ${other} --template OWN`);
    expect((await run('doctor')).out).toContain('every route has a provider that can send them');
    await json(`template unassign --product sms_code --account ${other}`);
    await json('template delete --template OWN');
    const update = 'template update --template CODE_DEFAULT --forms'.split(' ');
    await json([...update, '{"one": {"code": "1"}}']);
    expect((await explain('13912345678', other)).providers).toMatchObject([
      { code: 'one', because: 'yunxin, on, tried first with weight 70' },
      { code: 'two', isAsked: false },
    ]);
    await json('provider off --code one');
    expect((await explain('13912345678', other)).providers[0]).toEqual({
      ...{ code: 'one', isAsked: false, because: 'it is off' },
    });
    expect((await run('doctor')).out).toContain('two cannot send template CODE_DEFAULT');
    await json('provider on --code one');
    expect((await run('doctor')).out).toContain('every route has a provider that can send them');
    // The account's own route hides the default one.
    await json(`route set --product sms_code --providers one --account ${other}`);
    await json('route set --product sms_code --providers two');
    expect((await run('doctor')).out).toContain('every route has a provider that can send them');
    await json(`route remove --product sms_code --account ${other}`);
    await json('route set --product sms_code --providers one:70,two:30');
    await json([...update, '{"one": null}']);
    await json('template unassign --product sms_code');
    expect((await explain('13912345678', other)).outcome).toMatch(/^404 template_not_assigned/);
    await json('template assign --product sms_code --template CODE_DEFAULT');
    await json(`key revoke --key ${keyId}`);
    const face = 'route set --product face_verify --providers one';
    await expectRefusal(face, 'one is for sms, and face_verify needs face');
    await expectRefusal('provider remove --code one', 'one is on a route');
    await json('provider off --code two');
    expect((await explain('13912345678')).outcome).toBe('403 product_not_available');
    await json(`route remove --product sms_code --account ${account}`);
    await json(`route remove --product sms_code --account ${account} --region US`);
    await json('route remove --product sms_code');
    for (const code of ['one', 'two']) await json(`provider remove --code ${code}`);
  });

  test('the operator’s particulars are set field by field', async () => {
    expect((await run('operator show')).out).toContain('No legal details yet');
    expect(await json('operator show')).toEqual({ operator: null });
    await expectRefusal('operator set', 'Nothing to change.');
    await expectRefusal('operator set --name-en Harbour', '--name-zh is required; --contact is');
    const others = '--contact a@harbour.test --privacy-url https://harbour.test';
    await json(`operator set --name-en Harbour --name-zh 海港 ${others}`);
    await json('operator set --contact 95588');
    expect((await json('operator show')).operator).toEqual({
      legalName: { en: 'Harbour', zh: '海港' },
      contact: '95588',
      privacyUrl: 'https://harbour.test',
    });
    await database.pool.query('delete from operator_particulars');
  });

  test('doctor and route explain say what people cannot be told yet, and how to set it', async () => {
    const account = await makeAccount();
    const explain = () => json(`route explain --product face_verify --account ${account}`);
    const told = async () => {
      const { checks } = JSON.parse((await run('doctor --json')).out);
      return checks.find(({ check }: { check: string }) => check === 'legal_details');
    };
    const settings = '--set apiKey=rk_live_x --set webhookSecret=whsec_x';
    const added = await json(`provider add --vendor stripe-face --code oak ${settings}`);
    expect(added.untold).toContain('keepDays is required');
    const { out } = await run('provider show --code oak');
    expect(out).toMatch(/Missing details .*isAbroad is required/);
    expect(out).not.toContain('Untold');
    // No check is possible before there is a route.
    expect(await told()).toMatchObject({ ok: true });
    await json('route set --product face_verify --providers oak');
    const { ok, detail } = await told();
    expect(ok).toBe(false);
    expect(detail).toContain('operator set --name-en');
    expect(detail).toMatch(/oak is not used: .*keepDays is required.*provider set --code oak/);
    const { outcome, providers } = await explain();
    expect(outcome).toContain('operator set');
    expect(providers).toMatchObject([{ isAsked: false }]);
    expect(providers[0].because).toContain('legalName.en is required');

    const particulars = {
      legalName: { en: 'Oak', zh: '橡树' },
      contact: '95588',
      privacyUrl: 'https://oak.test',
      keepDays: 30,
      isAbroad: true,
    };
    const set = ['provider', 'set', '--code', 'oak', '--particulars'];
    const { contact, ...others } = particulars;
    await expectRefusal([...set, JSON.stringify(others)], 'contact is required.', 2);
    await expectRefusal([...set, '[]'], 'Use JSON with legalName', 2);
    expect(await json([...set, JSON.stringify(particulars)])).toMatchObject({
      untold: [],
      particulars,
    });
    expect((await explain()).providers).toMatchObject([{ isAsked: true }]);
    expect((await told()).detail).not.toContain('oak');
    const names = `--name-en Harbour --name-zh 海港 --contact ${contact}`;
    await json(`operator set ${names} --privacy-url https://harbour.test`);
    expect(await told()).toMatchObject({ ok: true });
    expect((await explain()).outcome).toBe('the first provider that can serve it');
    await json('route remove --product face_verify');
    await json('provider remove --code oak');
  });

  test('the doctor fails while live calls have no provider, and says what to do', async () => {
    const account = await makeAccount();
    expect((await run('doctor')).exitCode).toBe(0);
    await json(`key create --account ${account} --mode live --scopes sms_code,sms_notice`);
    const unserved = await run('doctor');
    expect(unserved.exitCode).toBe(1);
    expect(unserved.out).toMatch(
      /^✗ Live calls: no provider serves Code SMS, Notice SMS for 1 account with a live key; /m,
    );
    expect(unserved.out.match(/route set --product <product> --providers/g)).toHaveLength(1);
    await json(`route set --product sms_code --providers sandbox --account ${account}`);
    expect((await run('doctor')).out).toContain(
      'the sandbox, which delivers nothing, serves Code SMS',
    );
    await json(`route remove --product sms_code --account ${account}`);
    await json('provider add --vendor yunxin --code elm --set appKey=k --set appSecret=s');
    await json('provider on --code elm');
    await json('route set --product sms_code --providers elm');
    const live = async () => {
      const { checks } = JSON.parse((await run('doctor --json')).out);
      return checks.find(({ check }: { check: string }) => check === 'live_calls');
    };
    // A product without a route is one that is not sold.
    expect(await live()).toMatchObject({ ok: true });
    expect((await live()).detail).toContain('no provider serves Notice SMS for 1 account');
    await json('provider off --code elm');
    expect(await live()).toMatchObject({ ok: false });
  });
});
