import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { CalledProduct } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { requireName } from '../../foundation/contract/refusals/require-name.ts';
import { isOrigin } from '../../foundation/contract/text/is-origin.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { Money } from '../../foundation/money.ts';
import { findClosure, lockAccountState } from './closure-queries.ts';

export interface Account {
  accountId: number;
  name: string;
  state: 'active' | 'suspended' | 'closing' | 'closed';
  closedAt: Date | null;
  productsOff: CalledProduct[];
  /** The origins that a `redirectUrl` may have; null allows all. */
  redirectOrigins: string[] | null;
  /** Whether a `cardNo` must be a national ID number; null uses the platform's setting. */
  nationalIdCheck: boolean | null;
  /** Whether a further message of a verification has the same code as the one before. */
  keepsCode: boolean;
  /** The language of its statements; null uses the language of the platform's region. */
  language: Language | null;
  /** Whether its owners and finance members get mail about a low balance, and monthly statements. */
  mailsBalance: boolean;
  mailsStatements: boolean;
  createdAt: Date;
}

const columns = `account_id as "accountId", name,
  coalesce(
    (
      select case when c.closed_at is null then 'closing' else 'closed' end
      from account_closures c
      where c.account_id = accounts.account_id
    ),
    state
  ) as state,
  (
    select c.closed_at from account_closures c where c.account_id = accounts.account_id
  ) as "closedAt", products_off as "productsOff",
  redirect_origins as "redirectOrigins", national_id_check as "nationalIdCheck",
  keeps_code as "keepsCode",
  language, mails_balance as "mailsBalance", mails_statements as "mailsStatements",
  created_at as "createdAt"`;

/** Creates an account with its live and test wallets. A test balance becomes the test wallet's first top-up. */
export async function createAccount(
  change: Change,
  { name, testBalance = 0n }: { name: string; testBalance?: Money },
): Promise<{ accountId: number; name: string }> {
  requireName({ en: 'Name', zh: '名称' }, name, 200);
  if (testBalance < 0n) refuse('test_balance_negative');
  const { rows } = await withRefusals(
    change.query<{ accountId: number }>('select accounts_create($1, $2, $3) as "accountId"', [
      name,
      testBalance,
      randomUUIDv7(),
    ]),
  );
  return { accountId: (rows[0] as { accountId: number }).accountId, name };
}

export async function findAccount(db: Queryable, accountId: number): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `select ${columns} from accounts where account_id = $1`,
    [accountId],
  );
  return rows[0];
}

/** One page of accounts, with the `after` cursor of the next page if there is one. */
export async function listAccounts(
  pool: Pool,
  { search, limit, after = 0 }: { search?: string | undefined; limit: number; after?: number },
): Promise<{ accounts: Account[]; next: number | null }> {
  const { rows } = await pool.query<Account>(
    `select ${columns} from accounts
     where account_id > $1
       and ($2::text is null or strpos(lower(name), lower($2)) > 0 or account_id::text = $2)
     order by account_id limit $3`,
    [after, search ?? null, limit + 1],
  );
  const accounts = rows.slice(0, limit);
  return { accounts, next: rows.length > limit ? (accounts.at(-1)?.accountId ?? null) : null };
}

/** The names of some accounts, and the total number of accounts. */
export async function readAccountNames(
  pool: Pool,
  accountIds: readonly number[],
): Promise<{ names: Map<number, string>; total: number }> {
  const { rows } = await pool.query<{
    accountId: number | null;
    name: string | null;
    total: number;
  }>(
    `select a.account_id as "accountId", a.name, t.total
     from (select count(*)::integer as total from accounts) t
     left join accounts a on a.account_id = any ($1)`,
    [accountIds],
  );
  const named = rows.filter((row) => row.accountId !== null) as {
    accountId: number;
    name: string;
  }[];
  return {
    names: new Map(named.map(({ accountId, name }) => [accountId, name])),
    total: rows[0]?.total ?? 0,
  };
}

export async function setAccountState(
  change: Change,
  accountId: number,
  state: 'active' | 'suspended',
): Promise<Account> {
  await lockAccountState(change, accountId);
  if (await findClosure(change, accountId)) refuse('account_closed', { account: accountId });
  return update(change, accountId, 'state', state);
}

/** Null removes the allow-list; an empty list allows no `redirectUrl` at all. */
export async function setRedirectOrigins(
  change: Change,
  accountId: number,
  origins: readonly string[] | null,
): Promise<Account> {
  if (!(origins ?? []).every(isOrigin)) refuse('redirect_origin_invalid');
  return update(change, accountId, 'redirect_origins', origins);
}

export async function setNationalIdCheck(
  change: Change,
  accountId: number,
  check: boolean | null,
): Promise<Account> {
  return update(change, accountId, 'national_id_check', check);
}

export async function setKeepsCode(
  change: Change,
  accountId: number,
  keepsCode: boolean,
): Promise<Account> {
  return update(change, accountId, 'keeps_code', keepsCode);
}

export async function setProductOff(
  change: Change,
  accountId: number,
  productsOff: readonly CalledProduct[],
): Promise<Account> {
  return update(change, accountId, 'products_off', productsOff);
}

export async function setAccountLanguage(
  change: Change,
  accountId: number,
  language: Language | null,
): Promise<Account> {
  return update(change, accountId, 'language', language);
}

/** What is not given stays as it is. */
export async function setMails(
  change: Change,
  accountId: number,
  { balance, statements }: { balance?: boolean | undefined; statements?: boolean | undefined },
): Promise<Account> {
  const { rows } = await change.query<Account>(
    `update accounts
     set mails_balance = coalesce($2, mails_balance),
       mails_statements = coalesce($3, mails_statements)
     where account_id = $1
     returning ${columns}`,
    [accountId, balance ?? null, statements ?? null],
  );
  return rows[0] ?? refuse('account_not_found', { account: accountId });
}

async function update(
  change: Change,
  accountId: number,
  column:
    | 'state'
    | 'redirect_origins'
    | 'national_id_check'
    | 'keeps_code'
    | 'products_off'
    | 'language',
  value: unknown,
): Promise<Account> {
  const { rows } = await change.query<Account>(
    `update accounts set ${column} = $2 where account_id = $1 returning ${columns}`,
    [accountId, value],
  );
  if (!rows[0]) refuse('account_not_found', { account: accountId });
  return rows[0];
}

export async function hasAccounts(db: Pool): Promise<boolean> {
  const { rowCount } = await db.query('select from accounts limit 1');
  return rowCount === 1;
}
