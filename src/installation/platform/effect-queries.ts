import type { Mode, Product } from '../../foundation/contract/products.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** The accounts that pay a list price, and their live calls of the last 30 days. */
export interface Payers {
  accounts: number;
  calls: number;
  /** Those with the most calls. */
  largest: { accountId: number; name: string; calls: number }[];
}

export async function listPayers(db: Queryable, product: Product): Promise<Payers> {
  const { rows } = await db.query<Payers>(
    `with payers as materialized (
       select a.account_id, a.name, coalesce(u.calls, 0) as calls
       from accounts a
       left join lateral (
         select sum(d.calls) as calls
         from usage_days d
         where d.account_id = a.account_id and d.mode = 'live'
           and d.day >= current_date - 30 and d.product = $1
       ) u on true
       where not exists (
         select from account_prices p where p.account_id = a.account_id and p.product = $1
       )
     )
     select count(*)::integer as accounts, coalesce(sum(calls), 0)::float8 as calls,
       coalesce(
         (
           select json_agg(json_build_object('accountId', l.account_id, 'name', l.name, 'calls', l.calls))
           from (
             select * from payers where calls > 0 order by calls desc, account_id limit 5
           ) l
         ),
         '[]'
       ) as largest
     from payers`,
    [product],
  );
  return rows[0] as Payers;
}

export async function countAccountsWithoutLimits(db: Queryable, mode: Mode): Promise<number> {
  const { rows } = await db.query<{ accounts: number }>(
    `select count(*)::integer as accounts
     from accounts a
     where not exists (select from limits l where l.account_id = a.account_id and l.mode = $1)`,
    [mode],
  );
  return rows[0]?.accounts ?? 0;
}

/** Whom a template is assigned to. */
export async function countAssignments(
  db: Queryable,
  templateId: string,
): Promise<{ isDefault: boolean; accounts: number }> {
  const { rows } = await db.query<{ isDefault: boolean; accounts: number }>(
    `select coalesce(bool_or(account_id is null), false) as "isDefault",
       count(distinct account_id)::integer as accounts
     from template_assignments
     where template_id = $1`,
    [templateId],
  );
  return rows[0] ?? { isDefault: false, accounts: 0 };
}

/** The routes that ask a provider: `sms_code`, `sms_code of account 3 for CN`. */
export async function listRoutesOf(db: Queryable, provider: string): Promise<string[]> {
  const { rows } = await db.query<{ route: string }>(
    `select r.product || coalesce(' of account ' || r.account_id, '') || coalesce(' for ' || r.region, '')
       as route
     from routes r, jsonb_array_elements(r.providers) e
     where e ->> 'code' = $1
     order by 1
     limit 20`,
    [provider],
  );
  return rows.map(({ route }) => route);
}
