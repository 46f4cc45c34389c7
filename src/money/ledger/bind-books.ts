import type { Pool } from 'pg';

interface Books {
  currency: string;
  timeZone: string;
}

/** Refuses a currency or a time zone other than that of the live amounts. Until there are any, both can change. */
export async function bindBooks(pool: Pool, { currency, timeZone }: Books): Promise<void> {
  const { rows } = await pool.query<Books>(
    `select currency, time_zone as "timeZone" from ledger_bind_books($1, $2)`,
    [currency, timeZone],
  );
  const bound = rows[0] as Books;
  const differences = [
    ...(bound.currency === currency ? [] : [`CURRENCY must be ${bound.currency}`]),
    ...(bound.timeZone === timeZone ? [] : [`TIME_ZONE must be ${bound.timeZone}`]),
  ];
  if (differences.length === 0) return;
  throw new Error(
    `${differences.join(' and ')}: live amounts and closed days are kept in it. ` +
      'For another one, start a new installation and move your customers to it.',
  );
}
