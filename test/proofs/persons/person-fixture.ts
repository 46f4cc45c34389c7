import type { Pool } from 'pg';
import type { Vault } from '../../../src/foundation/vault.ts';
import { sealedColumns } from '../../../src/installation/data-keys/sealed-columns.ts';
import { projectSome } from '../../../src/line/search/project-queries.ts';
import { agreement } from '../../kit/check-fixture.ts';
import { createFakeSms, done, type FakeSms } from '../../kit/fake-sms.ts';
import { type Caller, createFixture, type Fixture } from '../../kit/fixture.ts';
import { routeLive } from '../../kit/route-live.ts';

/** A person who is texted and checked. */
export interface Somebody {
  mobile: string;
  name: string;
  idNumber: string;
}

export interface PersonFixture extends Fixture {
  vendor: FakeSms;
  live: Caller;
  vault: Vault;
  /** Texts and checks a person in every way that leaves something behind. */
  fill(person: Somebody, mark: string): Promise<void>;
}

const sameOrigin = { 'sec-fetch-site': 'same-origin' };

export async function createPersonFixture(): Promise<PersonFixture> {
  const vendor = createFakeSms('carrier');
  const fixture = await createFixture({
    extendRegistry: (registry) => ({
      ...registry,
      sms: new Map([...registry.sms, ['carrier', vendor]]),
    }),
  });
  const live = await fixture.newCaller({ mode: 'live', balance: '100' });
  await routeLive(fixture.pool, { sms: ['carrier'] });
  await fixture.pool.query(`update limits set per_number = false`);
  return {
    ...fixture,
    vendor,
    live,
    vault: fixture.app.line.vault,
    async fill(person, mark) {
      await textPerson(fixture, live, vendor, person, mark);
      await checkPerson(fixture, person);
      while ((await projectSome(fixture.pool, 1_000, 0)) > 0);
    },
  };
}

/** Delivered, rejected, released and unknown messages, with idempotency keys. */
async function textPerson(
  fixture: Fixture,
  live: Caller,
  vendor: FakeSms,
  { mobile, name }: Somebody,
  mark: string,
) {
  const notice = (text: string) => ({ mobile, content: `${name} ${text}` });
  await fixture.call('sms_code', { mobile, code: `1${mark}2` }, { 'idempotency-key': `a${mark}` });
  await fixture.call('sms_notice', notice('in the sandbox'));
  await fixture.fireReceipts();
  vendor.behave(done);
  await live.call('sms_notice', notice('sent'), { 'idempotency-key': `b${mark}` });
  vendor.behave(() => ({
    kind: 'rejected',
    reason: 'content_refused',
    detail: `cannot send to ${mobile}`,
  }));
  await live.call('sms_notice', notice('refused'));
  vendor.behave(() => ({ kind: 'unknown', reason: 'no_answer', detail: `lost ${mobile}` }));
  await live.call('sms_notice', notice('unknown'));
  vendor.behave(done);
}

/** A passed, a withdrawn and a pending check. */
export async function checkPerson(
  fixture: Pick<Fixture, 'url' | 'call'>,
  { name, idNumber }: Somebody,
): Promise<void> {
  const ask = async () => {
    const redirectUrl = `https://example.com/back?card=${idNumber}`;
    const { body } = await fixture.call('face_verify', { name, cardNo: idNumber, redirectUrl });
    return new URL(body.data.authUrl).pathname;
  };
  const passed = await ask();
  await fixture.call(`${passed}/consent`, agreement, sameOrigin);
  const session = await fixture.call(`${passed}/session`, {}, sameOrigin);
  const { url } = session.body as unknown as { url: string };
  await fixture.call(`${new URL(url).pathname}/outcome`, { outcome: 'passed' }, sameOrigin);
  await fetch(`${fixture.url}${passed}/return`);
  const withdrawn = await ask();
  await fixture.call(`${withdrawn}/consent`, agreement, sameOrigin);
  await fixture.call(`${withdrawn}/withdraw`, {}, sameOrigin);
  const pending = await ask();
  await fixture.call(`${pending}/consent`, agreement, sameOrigin);
  await fixture.call(`${pending}/session`, {}, sameOrigin);
}

/** Every row of every table as text, and every sealed value opened. */
export async function dump(pool: Pool, vault: Vault): Promise<[table: string, text: string][]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const texts: [string, string][] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }): [string, string] => [name, row]));
  }
  for (const { table, column, key, besides, contextOf } of sealedColumns) {
    const read = [...Object.keys(key), ...(besides ? [besides] : [])];
    const { rows } = await pool.query<Record<string, string> & { sealed: Buffer }>(
      `select ${read.map((one) => `${one}::text`).join(', ')}, ${column} as sealed from ${table}
       where length(${column}) > 0`,
    );
    texts.push(
      ...rows.map((row): [string, string] => [
        `${table}.${column}`,
        table === 'platform' ? '' : vault.open(row.sealed, contextOf(row)),
      ]),
    );
  }
  return texts;
}

/**
 * Every form in which a person could be found. None is short and of hex digits alone: the
 * dump has millions of random ones.
 */
export function traces(vault: Vault, { mobile, name, idNumber }: Somebody): string[] {
  const hashes = [
    vault.fingerprint('number', `+86${mobile}`),
    vault.fingerprint('card', idNumber),
  ].map((hash) => hash.toString('hex'));
  return [mobile, `+86${mobile}`, `+86${mobile.slice(0, 7)}`, name, idNumber, ...hashes];
}
