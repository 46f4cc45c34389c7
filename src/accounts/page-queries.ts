import type { Pool } from 'pg';
import { Refused } from '../db/refused.ts';
import { colourProblem, displayNameProblem, type LogoType, logoTypeOf } from './page-settings.ts';

export interface PageSettings {
  displayName: string | null;
  colour: string | null;
  hasLogo: boolean;
}

/** A setting that is left out stays as it is; null takes it back to the default. */
export interface PageChange {
  displayName?: string | null | undefined;
  colour?: string | null | undefined;
  logo?: Buffer | null | undefined;
}

/**
 * Changes how an account looks on the person's page, or refuses with a sentence and changes
 * nothing.
 */
export async function setPageSettings(
  pool: Pool,
  accountId: number,
  change: PageChange,
): Promise<PageSettings> {
  refuse(change.displayName == null ? null : displayNameProblem(change.displayName));
  refuse(change.colour == null ? null : colourProblem(change.colour));
  const logoType = change.logo && logoTypeOf(change.logo);
  if (logoType && typeof logoType === 'object') refuse(logoType.problem);

  const { rowCount } = await pool.query(
    `update accounts
     set display_name = case when $2 then $3 else display_name end,
       colour = case when $4 then $5 else colour end
     where account_id = $1`,
    [
      accountId,
      change.displayName !== undefined,
      change.displayName ?? null,
      change.colour !== undefined,
      change.colour ? `#${change.colour.replace('#', '').toLowerCase()}` : null,
    ],
  );
  if (rowCount === 0) throw new Refused(`There is no account ${accountId}.`);
  if (change.logo === null) {
    await pool.query('delete from account_logos where account_id = $1', [accountId]);
  } else if (change.logo) {
    await pool.query(
      `insert into account_logos (account_id, media_type, image)
       values ($1, $2, $3)
       on conflict (account_id)
       do update set media_type = excluded.media_type, image = excluded.image, stored_at = now()`,
      [accountId, logoType, change.logo],
    );
  }
  return readPageSettings(pool, accountId);
}

export async function readPageSettings(pool: Pool, accountId: number): Promise<PageSettings> {
  const { rows } = await pool.query<PageSettings>(
    `select a.display_name as "displayName", a.colour,
       exists (select from account_logos l where l.account_id = a.account_id) as "hasLogo"
     from accounts a
     where a.account_id = $1`,
    [accountId],
  );
  return rows[0] ?? refuse(`There is no account ${accountId}.`);
}

export async function findLogo(
  pool: Pool,
  accountId: number,
): Promise<{ mediaType: LogoType; image: Buffer } | undefined> {
  const { rows } = await pool.query<{ mediaType: LogoType; image: Buffer }>(
    'select media_type as "mediaType", image from account_logos where account_id = $1',
    [accountId],
  );
  return rows[0];
}

function refuse(problem: string): never;
function refuse(problem: string | null | undefined): void;
function refuse(problem: string | null | undefined): void {
  if (problem) throw new Refused(problem);
}
