import type { Pool } from 'pg';
import { Refused } from '../db/refused.ts';

export type ProviderKind = 'sms' | 'face';

/** A provider as the platform uses it for live calls; the lowest priority is asked first. */
export interface ListedProvider {
  kind: ProviderKind;
  providerCode: string;
  isOn: boolean;
  priority: number;
  isConfigured: boolean;
}

export async function listProviders(pool: Pool): Promise<ListedProvider[]> {
  const { rows } = await pool.query<ListedProvider>(
    `select kind, provider_code as "providerCode", is_on as "isOn", priority,
       config is not null as "isConfigured"
     from providers
     order by kind, priority, provider_code`,
  );
  return rows;
}

export async function setProviderOn(
  pool: Pool,
  kind: ProviderKind,
  providerCode: string,
  isOn: boolean,
): Promise<void> {
  await assertKnown(pool, kind, [providerCode]);
  await pool.query('update providers set is_on = $3 where kind = $1 and provider_code = $2', [
    kind,
    providerCode,
    isOn,
  ]);
}

/** Those named come first, in this order; the others follow in the order they had. */
export async function setProviderOrder(
  pool: Pool,
  kind: ProviderKind,
  providerCodes: readonly string[],
): Promise<void> {
  await assertKnown(pool, kind, providerCodes);
  await pool.query(
    `update providers p
     set priority = o.place
     from (
       select provider_code, row_number() over (
         order by array_position($2::text[], provider_code), priority, provider_code
       ) * 10 as place
       from providers
       where kind = $1
     ) o
     where p.kind = $1 and p.provider_code = o.provider_code`,
    [kind, providerCodes],
  );
}

async function assertKnown(pool: Pool, kind: ProviderKind, codes: readonly string[]) {
  const known = (await listProviders(pool))
    .filter((provider) => provider.kind === kind)
    .map(({ providerCode }) => providerCode);
  const stranger = codes.find((code) => !known.includes(code));
  if (stranger !== undefined) {
    throw new Refused(`There is no ${kind} provider ${stranger}; there is ${known.join(', ')}.`);
  }
}
