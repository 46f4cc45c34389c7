import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isPlainLine, tidyLines } from '../../foundation/contract/text/plain-lines.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

const longest = 500;

/** Where customers send bank transfers: lines that they read; null if the platform takes none. */
export async function readPayee(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ details: string }>('select details from bank_payee');
  return rows[0]?.details ?? null;
}

export async function setPayee(change: Change, typed: string): Promise<void> {
  const details = tidyLines(typed);
  const isPlain = isPlainLine(details.replaceAll('\n', ''));
  if (details === '' || !isPlain || details.length > longest)
    refuse('bank_payee_invalid', { longest });
  await change.query(
    `insert into bank_payee (details) values ($1)
     on conflict (one) do update set details = excluded.details`,
    [details],
  );
}

export async function removePayee(change: Change): Promise<void> {
  await change.query('delete from bank_payee');
}
