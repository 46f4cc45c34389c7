import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { continueErasures } from '../../../src/line/persons/erase-person.ts';
import { audit } from '../../../src/money/ledger/audit-ledger.ts';
import { eraseSessions } from '../../../src/products/checks/check-jobs.ts';
import {
  type CommandLineFixture,
  createCommandLineFixture,
} from '../../kit/command-line-fixture.ts';
import { readPdf } from '../../kit/read-pdf.ts';
import {
  createPersonFixture,
  dump,
  type PersonFixture,
  type Somebody,
  traces,
} from './person-fixture.ts';

const anna: Somebody = { mobile: '13977704211', name: '欧阳安娜', idNumber: '11010519491231002X' };
const bo: Somebody = { mobile: '15012349876', name: '司马博文', idNumber: '440308199901010012' };

let fixture: PersonFixture;
let line: CommandLineFixture;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'persons-'));
  fixture = await createPersonFixture();
  line = createCommandLineFixture(fixture.database, fixture.vault);
  await fixture.fill(anna, '46');
  await fixture.fill(bo, '58');
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** How often each trace of a person is found, by table. */
async function findTraces(person: Somebody): Promise<Record<string, string[]>> {
  const texts = await dump(fixture.pool, fixture.vault);
  const found: Record<string, string[]> = {};
  for (const trace of traces(fixture.vault, person)) {
    const tables = texts.filter(([, text]) => text.includes(trace)).map(([table]) => table);
    if (tables.length > 0) found[trace] = [...new Set(tables)].sort();
  }
  return found;
}

/** The books: what was charged, when, for what and at which provider. */
async function books(): Promise<unknown> {
  const tables: Record<string, string> = {
    transfers: '*',
    wallets: '*',
    usage_days: '*',
    spend_days: '*',
    call_costs: '*',
    calls:
      'account_id, call_id, product, price_source, unit_price, amount, day, held_at, state, ended_at, provider_code',
  };
  const read: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(tables)) {
    const { rows } = await fixture.pool.query(`select ${columns} from ${table} order by 1, 2, 3`);
    read[table] = rows;
  }
  return read;
}

describe('a person who is erased', () => {
  test('is found before, by every trace', async () => {
    expect(Object.keys(await findTraces(anna)).sort()).toEqual(traces(fixture.vault, anna).sort());
    const found = await line.json(`person find --mobile ${anna.mobile}`);
    expect(found.records).toMatchObject({ messages: 5, inbox: 2, requests: 2, search: 5 });
    const checked = await line.json(`person find --id-number ${anna.idNumber.toLowerCase()}`);
    expect(checked.records).toMatchObject({ checks: 2, events: 1 });
  });

  test('is erased only with --yes', async () => {
    const before = await findTraces(anna);
    const planned = await line.json(`person erase --mobile ${anna.mobile}`);
    expect(planned).toMatchObject({ erasureId: null, records: { messages: 5 } });
    expect(await findTraces(anna)).toEqual(before);
  });

  test('is found nowhere afterwards, while the books stay and the call without an outcome stays open', async () => {
    const before = await books();
    const others = await findTraces(bo);
    const asked = await line.json(`person erase --mobile +86${anna.mobile} --yes`);
    expect(asked).toMatchObject({ waiting: { calls: 1 }, finishedAt: null });
    await line.json(`person erase --id-number ${anna.idNumber} --yes`);
    // What the open call needs is all that is left.
    expect(await findTraces(anna)).toMatchObject({
      [anna.mobile]: ['message_contents.sealed'],
    });
    expect(await books()).toEqual(before);

    // The vendor is asked to erase its sessions, and the call gets its outcome.
    await eraseSessions(fixture.app.line.checks);
    fixture.vendor.setStatus('sent');
    await fixture.pool.query('update unresolved_calls set next_try_at = to_timestamp(0)');
    await fixture.resolve();
    await continueErasures(fixture.app.line);
    const { erasures } = await line.json('person erasures');
    expect(erasures.map((one: { finishedAt: string }) => one.finishedAt)).not.toContain(null);
    expect(await findTraces(anna)).toEqual({});
    expect(await findTraces(bo)).toEqual(others);
    expect(await audit(fixture.pool)).toMatchObject({ ok: true, faults: [] });
  });
});

describe('the documents of a person', () => {
  test('an export holds everything, opened, for the eyes of its maker alone', async () => {
    const file = join(folder, 'bo.json');
    await line.json(`person export --mobile ${bo.mobile} --out ${file}`);
    const { person, records } = JSON.parse(await readFile(file, 'utf8'));
    expect(person.mobile).toBe(bo.mobile);
    expect(records.messages).toHaveLength(5);
    expect(records.messages[1]).toMatchObject({
      mobile: `+86${bo.mobile}`,
      text: expect.stringContaining(bo.name),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const checks = join(folder, 'bo-checks.json');
    await line.json(`person export --id-number ${bo.idNumber} --out ${checks}`);
    const read = JSON.parse(await readFile(checks, 'utf8'));
    expect(read.records.checks).toMatchObject([
      { name: bo.name, idNumber: bo.idNumber },
      { name: bo.name, idNumber: bo.idNumber },
    ]);
    await line.expectRefusal(`person export --mobile ${bo.mobile} --out ${file}`, 'already exists');
    expect(fixture.logged.join('\n')).not.toContain(bo.mobile);
  });

  test.each(['en', 'zh'])('an export and a certificate are drawn in %s', async (language) => {
    const { erasures } = await line.json('person erasures');
    const [{ certificateId }] = erasures;
    const file = join(folder, `certificate-${language}.pdf`);
    await line.json(
      `person certificate --erasure ${certificateId} --language ${language} --out ${file}`,
    );
    const text = (await readPdf(await readFile(file))).join('\n');
    expect(text).toContain(language === 'zh' ? '个人信息删除证明' : 'Certificate of erasure');
    expect(text).toContain(certificateId);
    const copy = join(folder, `export-${language}.pdf`);
    await line.json(`person export --mobile ${bo.mobile} --language ${language} --out ${copy}`);
    expect((await readPdf(await readFile(copy))).join('\n')).toContain(bo.name);
  });

  test('a certificate counts what was erased, names the vendors’ answers, and is verified', async () => {
    const { erasures } = await line.json('person erasures');
    const byKind = (kind: string) =>
      erasures.find(
        (one: { person: { identifiedBy: string } }) => one.person.identifiedBy === kind,
      );
    expect(byKind('mobile')).toMatchObject({
      erased: { messages: 5, inbox: 2, requests: 2, search: 5 },
    });
    expect(byKind('id_number')).toMatchObject({
      erased: { checks: 2 },
      vendors: [{ providerCode: 'sandbox', product: 'face_verify', answer: 'erased', count: 2 }],
    });
    const file = join(folder, 'anna.json');
    await line.json(`person certificate --erasure ${byKind('mobile').certificateId} --out ${file}`);
    expect(await line.json(`person verify-certificate ${file}`)).toMatchObject({ ok: true });
    const text = await readFile(file, 'utf8');
    for (const trace of traces(fixture.vault, anna)) expect(text).not.toContain(trace);
  });

  test('a certificate repeats the erasure on data that came back', async () => {
    await fixture.fill(anna, '71');
    await fixture.pool.query('delete from erasures');
    const file = join(folder, 'anna.json');
    const { people } = await line.json(`person erase --certificate ${file}`);
    expect(people).toBe(1);
    const { erasures } = await line.json(`person erase --certificate ${file} --yes`);
    expect(erasures).toMatchObject([{ erased: { messages: 4 }, waiting: { calls: 1 } }]);
    const others = Object.keys(await findTraces(bo));
    expect(others.sort()).toEqual(traces(fixture.vault, bo).sort());
  });

  test('an export of more calls than a document holds says that it is cut', async () => {
    await fixture.pool.query(
      `insert into calls
       select copy.*
       from (select * from calls where number_hash = $1 limit 1) c
       cross join generate_series(1, 10000) n
       cross join jsonb_populate_record(
         null::calls,
         to_jsonb(c) || jsonb_build_object('call_id', gen_random_uuid(), 'content_id', null, 'n', n)
       ) copy`,
      [fixture.vault.fingerprint('number', `+86${bo.mobile}`)],
    );
    const file = join(folder, 'cut.json');
    const { out } = await line.run(`person export --mobile ${bo.mobile} --out ${file}`);
    expect(out).toContain('The newest 10,000 calls');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ isCut: true });
    const found = await line.run(`person find --mobile ${bo.mobile}`);
    expect(found.out).toContain('Only the newest 10,000 calls are counted.');
  });
});
