import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { readKey, textFormats } from './setting-formats.ts';

/** The environment could not be understood. The message has one line for every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

function integer(fallback: number, minimum: number, maximum: number, description: string) {
  return Type.Integer({ default: fallback, minimum, maximum, description });
}

function onOff(fallback: boolean, description: string) {
  return Type.Boolean({ default: fallback, description });
}

/** Every setting, stated once: the parser, the `Config` type and the settings page all read this. */
export const environment = Type.Object({
  PORT: integer(8080, 0, 65_535, 'The port to listen on; 0 takes any free one.'),
  HOST: Type.String({
    format: 'host',
    default: '127.0.0.1',
    description: 'The address to listen on. The default answers this machine alone.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'Where callers and persons reach the platform, as in links. It may have a path, such as ' +
        'https://example.com/pay: links carry it, and the reverse proxy must take it away again. ' +
        'Without it, the address the server listens on.',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'The port on which /metrics is served to Prometheus, apart from everything else. ' +
        'Without it, there are no metrics; 0 takes any free one.',
    }),
  ),
  METRICS_HOST: Type.String({
    format: 'host',
    default: '127.0.0.1',
    description:
      'The address on which /metrics is served. It asks nobody who they are: ' +
      'use one that only your own network reaches.',
  }),
  DATA_DIR: Type.String({
    default: './data',
    description: 'The folder for everything that must survive a restart.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      format: 'postgres-url',
      secret: true,
      description:
        'A PostgreSQL 15 or newer of your own; of several hosts, a,b/db, the one that takes writes. ' +
        'Without it, the server runs one itself under DATA_DIR.',
    }),
  ),
  DATABASE_POOL: integer(
    10,
    5,
    100,
    'How many database connections one server opens for jobs and reads; the line has 5 of its own.',
  ),
  DEMO_ACCOUNT: Type.Enum(['on', 'off', 'auto'] as const, {
    default: 'auto',
    description:
      'Whether the first start makes an account with a test key and test money; ' +
      'auto does so only on the database that the server runs itself.',
  }),
  DATA_KEY: Type.Optional(
    Type.String({
      format: 'key-32-bytes',
      secret: true,
      description:
        'The key that encrypts names, ID numbers and provider secrets. ' +
        'Without it, one is made and kept under DATA_DIR.',
    }),
  ),
  DEFAULT_REGION: Type.String({
    format: 'region',
    default: 'CN',
    description: 'The region of mobile numbers in national form.',
  }),
  TIME_ZONE: Type.String({
    format: 'time-zone',
    default: 'Asia/Shanghai',
    description: 'The time zone in which days begin, in statements and in daily limits.',
  }),
  CURRENCY: Type.String({
    format: 'currency',
    default: 'CNY',
    description: 'The currency of all amounts; a label, as amounts are never converted.',
  }),
  LOG_LEVEL: Type.Enum(logLevels, {
    default: 'info',
    description: 'The least important log line that is written.',
  }),
  PROVIDER_TIMEOUT_MS: integer(10_000, 100, 20_000, 'How long one provider may take to answer.'),
  PROVIDER_CONNECTIONS: integer(
    512,
    1,
    10_000,
    'How many connections to one provider there may be; a call that finds none free waits.',
  ),
  CALL_DEADLINE_MS: integer(
    30_000,
    1_000,
    300_000,
    'How long a call may take over all its providers; more than PROVIDER_TIMEOUT_MS.',
  ),
  IDEMPOTENCY_WAIT_MS: integer(
    2_000,
    0,
    10_000,
    'How long a repeated call waits for the first one to end before it is told to come back.',
  ),
  IDEMPOTENCY_DAYS: integer(7, 1, 90, 'For how many days an Idempotency-Key is remembered.'),
  LINK_LIFE_MINUTES: integer(120, 1, 2_880, 'How long a person can open the link of a check.'),
  RESULT_DAYS: integer(
    180,
    1,
    3_650,
    'For how many days the result of a check can be read; then name and ID number are erased.',
  ),
  MESSAGE_CONTENT_DAYS: integer(
    180,
    1,
    3_650,
    'For how many days numbers and texts of messages are kept, at least IDEMPOTENCY_DAYS; ' +
      'they are then forgotten by the month.',
  ),
  EVENT_DAYS: integer(
    180,
    // Longer than a delivery is tried.
    7,
    3_650,
    'For how many days events and their deliveries are kept; they are then forgotten by the month.',
  ),
  PROVIDER_RECORD_DAYS: integer(400, 31, 3_650, 'For how many days attempts and receipts stay.'),
  MESSAGE_UNKNOWN_HOURS: integer(
    72,
    1,
    720,
    'After how many hours without a receipt the state of a message is final as unknown.',
  ),
  SHUTDOWN_GRACE_MS: integer(
    15_000,
    0,
    300_000,
    'How long the server may take to end calls in flight and all else when it is told to stop.',
  ),
  TRUST_PROXY: Type.Array(Type.String({ format: 'network' }), {
    default: [],
    description:
      'The reverse proxies whose X-Forwarded-For is believed: addresses and CIDR ranges, ' +
      'with commas between.',
  }),
  OUTBOUND_ALLOWED_HOSTS: Type.Array(Type.String({ format: 'outbound-host' }), {
    default: [],
    description:
      'The hosts on your own network to which customers may have events sent, with commas between: ' +
      'a name or an address, alone or with one port. Every other address must be public.',
  }),
  CONSOLE_REGISTRATION: onOff(
    false,
    'Whether anybody can make an account for themselves at the console, rather than by invitation.',
  ),
  CONSOLE_IDLE_HOURS: integer(
    12,
    1,
    720,
    'After how many hours without a request somebody at the console must sign in again.',
  ),
  CONSOLE_SESSION_DAYS: integer(
    7,
    1,
    90,
    'After how many days somebody at the console must sign in again in any case.',
  ),
  OIDC_ISSUER: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'The provider of identities (OpenID Connect) with which people may sign in to the console, ' +
        'beside their password: its issuer. Its redirect URI is PUBLIC_URL with ' +
        '/console/api/session/oidc/callback behind it. Plain http is taken from this machine alone.',
    }),
  ),
  OIDC_CLIENT_ID: Type.Optional(
    Type.String({ description: 'What the provider of identities calls the platform.' }),
  ),
  OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({
      secret: true,
      description: 'The secret between the platform and the provider of identities.',
    }),
  ),
  OIDC_CLIENT_SECRET_FILE: Type.Optional(
    Type.String({ description: 'A file that has OIDC_CLIENT_SECRET in it, in place of it.' }),
  ),
  OIDC_NAME: Type.String({
    default: 'SSO',
    description: 'How the sign-in page names the provider of identities.',
  }),
  OIDC_TRUST_MFA: onOff(
    false,
    'Whether a second factor that the provider of identities says it has seen counts here.',
  ),
  NATIONAL_ID_CHECK: onOff(
    false,
    'Whether every cardNo must be a valid Chinese national ID number.',
  ),
  PUMPING_STOP: onOff(
    true,
    'Whether live verification codes to a number range are stopped when it looks abused.',
  ),
  PUMPING_MIN_CODES: integer(
    50,
    1,
    1_000_000,
    'The least number of codes to one range within an hour that can look like abuse.',
  ),
  PUMPING_FACTOR: integer(
    10,
    2,
    1_000,
    'How many times its usual number of codes a range must reach to look abused.',
  ),
  PUMPING_UNDELIVERED_PERCENT: integer(
    80,
    1,
    100,
    'The share of undelivered codes at which a range looks abused.',
  ),
  PUMPING_CLOSE_MINUTES: integer(720, 1, 43_200, 'How long an abused range stays closed.'),
});

type Environment = Static<typeof environment>;
type SettingName = keyof Environment;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

type CamelCased<Settings> = {
  [Name in keyof Settings as Name extends string ? CamelCase<Name> : never]: Settings[Name];
};

/** The settings, parsed: numbers are numbers, switches are booleans, `dataDir` is absolute. */
export type Config = Omit<CamelCased<Environment>, 'dataKey'> & { dataKey?: Buffer };

/** What this file needs to know of one setting's schema, whatever its kind. */
interface SettingSchema {
  type?: string;
  format?: keyof typeof textFormats;
  enum?: readonly string[];
  items?: SettingSchema;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  description?: string;
  secret?: boolean;
}

const schemas = Object.entries(environment.properties) as [SettingName, SettingSchema][];

export interface SettingDescription {
  name: string;
  /** As a person would write it; undefined when there is none. */
  default: string | undefined;
  allowed: string;
  description: string;
  secret: boolean;
}

export function describeSettings(): SettingDescription[] {
  return schemas.map(([name, schema]) => ({
    name,
    default: printValue(schema.default),
    allowed: printAllowed(schema),
    description: schema.description ?? '',
    secret: schema.secret === true,
  }));
}

/** Reads all settings, or throws one `ConfigError` that lists every fault. */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, schema] of schemas) {
    const text = env[name]?.trim();
    // An empty variable is how compose files and shells say "not set".
    const value = text ? parseText(schema, text) : schema.default;
    if (value === undefined) continue;
    values[name] = value;
    if (Value.Check(environment.properties[name], value)) continue;
    const shown = schema.secret ? 'has a value that' : `is ${JSON.stringify(text)}, which`;
    faults.push(`${name} ${shown} is not allowed: it must be ${printAllowed(schema)}`);
  }
  faults.push(...faultsBetween(values as Environment, faults));
  faults.push(...oidcFaults(values as Environment));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return toConfig(values as Environment);
}

/** The editor of whoever sits at the terminal. */
export const editorOfUser = (env = process.env) => env.VISUAL || env.EDITOR;

/** Whether the environment names an installation, rather than leaving it to the defaults. */
export function namesInstallation(env: Record<string, string | undefined> = process.env): boolean {
  return Boolean(env.DATA_DIR?.trim() || env.DATABASE_URL?.trim());
}

/** Settings of which one bounds another. */
const bounds = [
  { name: 'CALL_DEADLINE_MS', than: 'PROVIDER_TIMEOUT_MS', least: 1, words: 'more than' },
  // The reply to a repeated call is made again from what its message says.
  { name: 'MESSAGE_CONTENT_DAYS', than: 'IDEMPOTENCY_DAYS', least: 0, words: 'no less than' },
] as const;

function faultsBetween(values: Environment, faults: string[]): string[] {
  return bounds.flatMap(({ name, than, least, words }) => {
    // Next to a fault in either of the two, a comparison would only repeat it.
    if (faults.some((fault) => fault.startsWith(`${name} `) || fault.startsWith(`${than} `))) {
      return [];
    }
    if (values[name] >= values[than] + least) return [];
    return [
      `${name} is "${values[name]}", which is not allowed: ` +
        `it must be ${words} ${than} (${values[than]})`,
    ];
  });
}

/** A provider of identities is named whole, or not at all. */
function oidcFaults(values: Environment): string[] {
  if (values.OIDC_ISSUER === undefined) return [];
  const faults: string[] = [];
  if (values.OIDC_CLIENT_ID === undefined) faults.push('OIDC_CLIENT_ID is needed with OIDC_ISSUER');
  if (values.OIDC_CLIENT_SECRET === undefined && values.OIDC_CLIENT_SECRET_FILE === undefined) {
    faults.push('OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE is needed with OIDC_ISSUER');
  }
  return faults;
}

/** Turns text into the kind of value that the schema speaks of; what is no such thing stays text. */
function parseText(schema: SettingSchema, text: string): unknown {
  if (schema.type === 'integer') return /^[0-9]{1,9}$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'on' ? true : text === 'off' ? false : text;
  if (schema.type === 'array') return text.split(',').map((part) => part.trim());
  return text;
}

function toConfig(values: Environment): Config {
  const entries = Object.entries(values).map(([name, value]) => [toCamelCase(name), value]);
  const config: CamelCased<Environment> = Object.fromEntries(entries);
  return {
    ...config,
    dataDir: resolve(config.dataDir),
    publicUrl: config.publicUrl?.replace(/\/+$/, ''),
    dataKey: config.dataKey === undefined ? undefined : readKey(config.dataKey),
  };
}

export function toCamelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function printValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(',') : String(value);
}

function printAllowed(schema: SettingSchema): string {
  if (schema.type === 'integer')
    return `a whole number from ${schema.minimum} to ${schema.maximum}`;
  if (schema.type === 'boolean') return 'on or off';
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const format = schema.format ?? schema.items?.format;
  return format ? textFormats[format].allowed : 'text';
}
