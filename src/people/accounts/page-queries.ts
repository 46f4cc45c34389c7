import type { Pool } from 'pg';
import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import type { Queryable } from '../../foundation/db/queryable.ts';
import {
  checkColour,
  checkDisplayName,
  checkOtherWayPhone,
  checkOtherWayUrl,
  type LogoType,
  logoTypeOf,
} from './page-settings.ts';

export interface PageSettings {
  displayName: string | null;
  colour: string | null;
  hasLogo: boolean;
  hasDarkLogo: boolean;
  otherWayUrl: string | null;
  otherWayPhone: string | null;
  /** Whether the account pays for a text message with the link when a person asks for one. */
  textsLink: boolean;
}

/** An omitted setting keeps its value; null resets it to the default. */
export interface PageChange {
  displayName?: string | null | undefined;
  colour?: string | null | undefined;
  /** Removing it also removes the dark logo. */
  logo?: Buffer | null | undefined;
  logoDark?: Buffer | null | undefined;
  otherWayUrl?: string | null | undefined;
  otherWayPhone?: string | null | undefined;
  textsLink?: boolean | undefined;
}

/** Changes how an account looks on the check page. Invalid input is refused and changes nothing. */
export async function setPageSettings(
  change: Change,
  accountId: number,
  wanted: PageChange,
): Promise<PageSettings> {
  checkSettings(wanted);
  const logos = { light: readLogo(wanted.logo), dark: readLogo(wanted.logoDark) };
  if (wanted.logoDark && wanted.logo === null) refuse('dark_logo_alone');
  if (wanted.logoDark && !wanted.logo) {
    const { hasLogo } = await readPageSettings(change, accountId);
    if (!hasLogo) refuse('dark_logo_alone');
  }

  const { rowCount } = await change.query(
    `update accounts
     set display_name = case when $2 then $3 else display_name end,
       colour = case when $4 then $5 else colour end,
       other_way_url = case when $6 then $7 else other_way_url end,
       other_way_phone = case when $8 then $9 else other_way_phone end,
       texts_link = coalesce($10, texts_link)
     where account_id = $1`,
    [
      accountId,
      ...changeOf(wanted.displayName),
      ...changeOf(wanted.colour && `#${wanted.colour.replace('#', '').toLowerCase()}`),
      ...changeOf(wanted.otherWayUrl),
      ...changeOf(wanted.otherWayPhone),
      wanted.textsLink ?? null,
    ],
  );
  if (rowCount === 0) refuse('account_not_found', { account: accountId });
  await setLogos(change, accountId, logos);
  return readPageSettings(change, accountId);
}

function checkSettings({ displayName, colour, otherWayUrl, otherWayPhone }: PageChange): void {
  if (displayName != null) checkDisplayName(displayName);
  if (colour != null) checkColour(colour);
  if (otherWayUrl != null) checkOtherWayUrl(otherWayUrl);
  if (otherWayPhone != null) checkOtherWayPhone(otherWayPhone);
}

/** Whether a column changes, and its new value. */
function changeOf(value: string | null | undefined): [boolean, string | null] {
  return [value !== undefined, value ?? null];
}

interface Logo {
  mediaType: LogoType;
  image: Buffer;
}

function readLogo(image: Buffer | null | undefined): Logo | null | undefined {
  if (!image) return image;
  return { mediaType: logoTypeOf(image), image };
}

async function setLogos(
  change: Change,
  accountId: number,
  { light, dark }: { light: Logo | null | undefined; dark: Logo | null | undefined },
): Promise<void> {
  if (light === null) {
    await change.query('delete from account_logos where account_id = $1', [accountId]);
  } else if (light) {
    await change.query(
      `insert into account_logos (account_id, media_type, image, stored_at)
       values ($1, $2, $3, now())
       on conflict (account_id) do update
       set media_type = excluded.media_type, image = excluded.image, stored_at = excluded.stored_at`,
      [accountId, light.mediaType, light.image],
    );
  }
  if (dark !== undefined) {
    await change.query(
      `update account_logos
       set dark_media_type = $2, dark_image = $3, stored_at = now()
       where account_id = $1`,
      [accountId, dark?.mediaType ?? null, dark?.image ?? null],
    );
  }
}

export async function readPageSettings(pool: Queryable, accountId: number): Promise<PageSettings> {
  const { rows } = await pool.query<PageSettings>(
    `select a.display_name as "displayName", a.colour, l.account_id is not null as "hasLogo",
       l.dark_image is not null as "hasDarkLogo", a.other_way_url as "otherWayUrl",
       a.other_way_phone as "otherWayPhone", a.texts_link as "textsLink"
     from accounts a
     left join account_logos l on l.account_id = a.account_id
     where a.account_id = $1`,
    [accountId],
  );
  return rows[0] ?? refuse('account_not_found', { account: accountId });
}

/** The logo for a light or a dark page; undefined when there is none. */
export async function findLogo(
  pool: Pool,
  accountId: number,
  scheme: 'light' | 'dark' = 'light',
): Promise<Logo | undefined> {
  const { rows } = await pool.query<Logo>(
    scheme === 'light'
      ? 'select media_type as "mediaType", image from account_logos where account_id = $1'
      : `select dark_media_type as "mediaType", dark_image as image
         from account_logos
         where account_id = $1 and dark_image is not null`,
    [accountId],
  );
  return rows[0];
}
