import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { accountOf, type Scope } from '../../foundation/contract/scope.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';

/** How far the person has come with an open check. */
type WaitingStage = 'waiting' | 'opened' | 'consented' | 'started';

/** A check that is waiting for its person. */
export interface WaitingCheck {
  accountId: number;
  checkId: string;
  stage: WaitingStage;
  sealed: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
}

const stage = `case
  when c.sessions_started > 0 then 'started'
  when c.consented_at is not null then 'consented'
  when c.begun_by is not null then 'opened'
  else 'waiting'
end`;

const isWaiting = `c.status = 0 and c.expires_at > now() and c.mode = $2
  and ($1::integer is null or c.account_id = $1)`;

export async function listWaitingChecks(
  pool: Queryable,
  scope: Scope,
  { mode, limit }: { mode: Mode; limit: number },
): Promise<WaitingCheck[]> {
  const { rows } = await pool.query<WaitingCheck>(
    `select c.account_id as "accountId", c.check_id as "checkId", ${stage} as stage, c.sealed,
       c.created_at as "createdAt", c.expires_at as "expiresAt"
     from checks c
     where ${isWaiting}
     order by c.expires_at desc
     limit $3`,
    [accountOf(scope), mode, limit],
  );
  return rows;
}

/** A fingerprint that changes when the waiting checks or their stages change. */
export async function readWaitingProgress(
  pool: Queryable,
  scope: Scope,
  { mode, limit }: { mode: Mode; limit: number },
): Promise<string> {
  const { rows } = await pool.query<{ progress: string }>(
    `select coalesce(md5(string_agg(concat_ws(' ', n.check_id, n.stage), ',')), '') as progress
     from (
       select c.check_id, ${stage} as stage
       from checks c
       where ${isWaiting}
       order by c.expires_at desc
       limit $3
     ) n`,
    [accountOf(scope), mode, limit],
  );
  return rows[0]?.progress ?? '';
}

/** Replaces the link of a waiting check; undefined when no such check is waiting. */
export async function replaceLink(
  change: Change,
  scope: Scope,
  { mode, checkId, linkHash }: { mode: Mode; checkId: string; linkHash: Buffer },
): Promise<{ accountId: number; expiresAt: Date } | undefined> {
  const { rows } = await change.query<{ accountId: number; expiresAt: Date }>(
    `update checks c set link_hash = $4
     where ${isWaiting} and c.check_id = $3
     returning c.account_id as "accountId", c.expires_at as "expiresAt"`,
    [accountOf(scope), mode, checkId, linkHash],
  );
  return rows[0];
}
