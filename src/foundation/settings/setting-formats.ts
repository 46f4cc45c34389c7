import { BlockList, isIP } from 'node:net';
import Format from 'typebox/format';
import { readPublicKey } from '../age/age-keys.ts';
import { isRegion } from '../contract/text/region.ts';
import { readTarget } from '../db/connection-target.ts';
import { isSchema } from '../db/require-schema.ts';
import { readAllowedHost } from '../outbound/allowed-host.ts';

/** How a text setting is validated, and the message that says what is allowed. */
export const textFormats = {
  host: { allowed: 'a host name or an IP address', accepts: isHost },
  'base-url': {
    allowed: 'an http or https URL with an optional plain path, without query or hash',
    accepts: isBaseUrl,
  },
  'postgres-url': {
    allowed: 'a postgres:// or postgresql:// URL with one or more hosts',
    accepts: isPostgresUrl,
  },
  schema: {
    allowed: 'at most 30 lowercase letters, digits and underscores, beginning with a letter',
    accepts: isSchema,
  },
  'keys-32-bytes': {
    allowed: '32 bytes as base64 or hex, or several such keys separated by commas',
    accepts: (t: string) => !!readKeys(t),
  },
  region: { allowed: 'a region in two capital letters, such as CN or GB', accepts: isRegion },
  currency: {
    allowed: 'three capital letters, such as CNY',
    accepts: (t: string) => /^[A-Z]{3}$/.test(t),
  },
  'time-zone': { allowed: 'a time zone, such as Asia/Shanghai', accepts: isTimeZone },
  workers: {
    allowed: 'auto or a whole number from 1 to 64',
    accepts: (t: string) => t === 'auto' || (/^[1-9][0-9]?$/.test(t) && Number(t) <= 64),
  },
  'time-of-day': {
    allowed: 'a time of day, such as 03:00',
    accepts: (t: string) => /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(t),
  },
  'backup-keep': {
    allowed: 'numbers of days, weeks and months, such as 7d 4w 12m, with at least one day',
    accepts: (t: string) => readKeepRule(t) !== undefined,
  },
  'age-public-key': {
    allowed: 'public keys of backups, such as age1…, separated by commas',
    accepts: (t: string) => readPublicKey(t) !== undefined,
  },
  network: { allowed: 'IP addresses and CIDR ranges, separated by commas', accepts: isNetwork },
  'outbound-host': {
    allowed: 'host names and IP addresses, each with an optional port, separated by commas',
    accepts: (t: string) => readAllowedHost(t) !== undefined,
  },
  'smtp-url': { allowed: 'an smtp:// or smtps:// URL', accepts: isSmtpUrl },
  email: {
    allowed: 'an email address',
    accepts: (t: string) => /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,253}$/.test(t),
  },
  'webhook-secret': {
    allowed: 'whsec_ and at least 24 bytes as base64',
    accepts: (t: string) => /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(t),
  },
} as const;

for (const [name, { accepts }] of Object.entries(textFormats)) Format.Set(name, accepts);

/** How many days, weeks and months keep a backup. */
export interface KeepRule {
  days: number;
  weeks: number;
  months: number;
}

export function readKeepRule(text: string): KeepRule | undefined {
  const [, d, w = '0', m = '0'] =
    /^([1-9][0-9]{0,2})d(?: ([0-9]{1,3})w)?(?: ([0-9]{1,3})m)?$/.exec(text) ?? [];
  return d === undefined ? undefined : { days: Number(d), weeks: Number(w), months: Number(m) };
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text);
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    !!url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname)
  );
}

export function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  if (/[?#]/.test(text) || url.username !== '' || url.password !== '') return false;
  return /^(\/[A-Za-z0-9_.~-]+)*\/*$/.test(url.pathname);
}

function isPostgresUrl(text: string): boolean {
  return readTarget(text) !== undefined;
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^[0-9]{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/** Keys separated by commas or white space; undefined if there is none, or one is malformed. */
export function readKeys(text: string): Buffer[] | undefined {
  const keys = text.split(/[\s,]+/).flatMap((part) => (part === '' ? [] : [readKey(part)]));
  const read = keys.filter((key) => key !== undefined);
  return read.length > 0 && read.length === keys.length ? read : undefined;
}

function readKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (/^[A-Za-z0-9+/]{43}=?$/.test(text)) return Buffer.from(text, 'base64');
  return undefined;
}
