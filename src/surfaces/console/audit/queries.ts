import type { Pool } from 'pg';
import { formatMoney } from '../../../foundation/money.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** What tells a row today, by its ID. An ID is of one account, so the query reads that account alone. */
const tables = {
  keys: `select key_id as id, name, mode from keys
    where account_id = any ($2) and key_id = any ($1::integer[])`,
  endpoints: `select endpoint_id as id, url, mode from endpoints
    where account_id = any ($2) and endpoint_id = any ($1::integer[])`,
  invitations: `select invitation_id as id, email, role from invitations
    where (account_id is null or account_id = any ($2)) and invitation_id = any ($1::integer[])`,
  people: `select person_id as id, name from people where person_id = any ($1::integer[])`,
  bank_lines: `select line_no as id, amount, currency, 'live' as mode from bank_lines
    where line_no = any ($1::integer[])`,
  payments: `select payment_id as id, amount, mode from payments
    where account_id = any ($2) and payment_id = any ($1::uuid[])`,
  calls: `select call_id as id, mode from calls
    where account_id = any ($2) and call_id = any ($1::uuid[])`,
} as const;

export type NamedTable = keyof typeof tables;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const integer = /^\d{1,9}$/;

export async function readFacts(
  pool: Pool,
  table: NamedTable,
  { ids, accountIds }: { ids: readonly string[]; accountIds: readonly number[] },
): Promise<Map<string, Facts>> {
  const sql = tables[table];
  const form = sql.includes('uuid[]') ? uuid : integer;
  const known = ids.filter((id) => form.test(id));
  const { rows } = await pool.query<Record<string, unknown>>(
    sql,
    sql.includes('$2') ? [known, accountIds] : [known],
  );
  return new Map(
    rows.map(({ id, amount, ...facts }) => [
      String(id),
      typeof amount === 'bigint' ? { ...facts, amount: formatMoney(amount) } : facts,
    ]),
  );
}
