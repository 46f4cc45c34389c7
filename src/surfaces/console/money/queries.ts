import type { Queryable } from '../../../foundation/db/queryable.ts';

/** The names of accounts, by their numbers as text. */
export async function readAccountNames(
  client: Queryable,
  accounts: readonly { key: string }[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select account_id::text as id, name from accounts where account_id = any ($1::integer[])',
    [accounts.map(({ key }) => Number(key))],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
