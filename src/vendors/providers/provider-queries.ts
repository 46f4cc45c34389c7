import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Bilingual } from '../../foundation/contract/text/bilingual.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import { withRefusals } from '../../foundation/db/refused.ts';
import type { Particulars } from './particulars.ts';
import type { CostList } from './provider.ts';
import { removeRun } from './provider-run-queries.ts';
import type { SealedProvider } from './provider-settings.ts';

/** A provider as an operator sees it, without its settings. */
export type ListedProvider = Omit<SealedProvider, 'sealedConfig' | 'callbackHash'> & {
  createdAt: Date;
  changedAt: Date;
};

const listed = `p.provider_code as "providerCode", p.kind, p.vendor_code as "vendorCode",
  p.is_on as "isOn", p.version, p.particulars, p.costs`;

export async function listProviders(pool: Queryable): Promise<ListedProvider[]> {
  const { rows } = await pool.query<ListedProvider>(
    `select ${listed}, p.created_at as "createdAt", p.changed_at as "changedAt"
     from providers p
     order by p.kind, p.provider_code`,
  );
  return rows;
}

/** All providers, and the platform version that this list belongs to. */
export async function loadProviders(
  pool: Pool,
): Promise<{ rows: SealedProvider[]; platformVersion: number }> {
  const { rows } = await pool.query<SealedProvider & { platformVersion: number }>(
    `select ${listed}, p.sealed_config as "sealedConfig", p.callback_hash as "callbackHash",
       f.version as "platformVersion"
     from platform f
     left join providers p on true`,
  );
  return {
    rows: rows.filter(({ providerCode }) => providerCode !== null),
    platformVersion: rows[0]?.platformVersion ?? 0,
  };
}

export async function listSealedProviders(db: Queryable): Promise<SealedProvider[]> {
  const { rows } = await db.query<SealedProvider>(
    `select ${listed}, p.sealed_config as "sealedConfig", p.callback_hash as "callbackHash"
     from providers p
     order by p.provider_code`,
  );
  return rows;
}

/** The available codes, as an error message lists them. */
export function codesOrNone(codes: readonly string[]): readonly string[] | Bilingual {
  return codes.length > 0 ? codes : { en: 'none yet', zh: '暂无' };
}

export async function findProvider(pool: Queryable, providerCode: string): Promise<SealedProvider> {
  const { rows } = await pool.query<SealedProvider>(
    `select ${listed}, p.sealed_config as "sealedConfig", p.callback_hash as "callbackHash"
     from providers p
     where p.provider_code = $1`,
    [providerCode],
  );
  if (rows[0]) return rows[0];
  const known = (await listProviders(pool)).map((provider) => provider.providerCode);
  refuse('provider_not_found', { provider: providerCode, providers: codesOrNone(known) });
}

export async function addProvider(
  change: Change,
  provider: Omit<SealedProvider, 'version'>,
): Promise<void> {
  await withRefusals(
    change.query(
      `insert into providers (
         provider_code, kind, vendor_code, is_on, sealed_config, callback_hash, particulars, costs
       )
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        provider.providerCode,
        provider.kind,
        provider.vendorCode,
        provider.isOn,
        provider.sealedConfig,
        provider.callbackHash,
        JSON.stringify(provider.particulars),
        JSON.stringify(provider.costs),
      ],
    ),
    {
      '23505': ['provider_exists', { provider: provider.providerCode }],
      '23514': ['provider_id_invalid'],
    },
  );
}

export interface ProviderChange {
  /** The version that the change is based on. The update fails if the stored version differs. */
  version?: number;
  isOn?: boolean;
  sealedConfig?: Buffer;
  callbackHash?: Buffer;
  particulars?: Particulars;
  costs?: CostList;
}

export async function changeProvider(
  change: Change,
  providerCode: string,
  wanted: ProviderChange,
): Promise<void> {
  const { rowCount } = await change.query(
    `update providers
     set is_on = coalesce($2, is_on), sealed_config = coalesce($3, sealed_config),
       callback_hash = coalesce($4, callback_hash), particulars = coalesce($5, particulars),
       costs = coalesce($6, costs), version = version + 1, changed_at = now()
     where provider_code = $1 and version = coalesce($7, version)`,
    [
      providerCode,
      wanted.isOn ?? null,
      wanted.sealedConfig ?? null,
      wanted.callbackHash ?? null,
      wanted.particulars ? JSON.stringify(wanted.particulars) : null,
      wanted.costs ? JSON.stringify(wanted.costs) : null,
      wanted.version ?? null,
    ],
  );
  if (rowCount === 0) refuse('provider_changed', { provider: providerCode });
}

/** A provider on a route is in use: it cannot be removed until it is off the route. */
export async function removeProvider(change: Change, providerCode: string): Promise<void> {
  await findProvider(change, providerCode);
  const { rowCount } = await change.query(
    `delete from providers p
     where p.provider_code = $1
       and not exists (
         select from routes r, jsonb_array_elements(r.providers) e where e ->> 'code' = $1
       )`,
    [providerCode],
  );
  if (rowCount === 0) refuse('provider_on_route', { provider: providerCode });
  await removeRun(change, providerCode);
}
