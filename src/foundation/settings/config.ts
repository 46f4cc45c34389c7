import { resolve } from 'node:path';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { backupSettings } from './backup-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { oidcSettings } from './oidc-settings.ts';
import { readKeys, textFormats } from './setting-formats.ts';
import { faultsBetween, groupFaults } from './setting-groups.ts';
import { traceSettings } from './trace-settings.ts';

/** The environment is not valid. The message has one line for each fault. */
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

/** Every setting, defined once: the parser, the `Config` type and the settings page all read this. */
export const environment = Type.Object({
  PORT: integer(8080, 0, 65_535, 'Port to listen on; 0 selects any free port.'),
  HOST: Type.String({
    format: 'host',
    default: '127.0.0.1',
    description: 'Address to listen on. By default only this machine can connect.',
  }),
  WORKERS: Type.String({
    format: 'workers',
    default: '1',
    description:
      'Processes that serve on the port; auto starts one per processor, as far as the memory suffices. ' +
      'Each opens its own database connections, and counts the requests per second of a key for itself.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'Public URL of the platform, used in links. It can have a path, such as ' +
        'https://example.com/pay: links include it, and the reverse proxy must strip it. With https, ' +
        'browsers use only https for this host for a year (strict-transport-security). ' +
        'Default: the address the server listens on.',
    }),
  ),
  API_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'URL of the API in the docs, the OpenAPI document and every example, if customers call it ' +
        'elsewhere than the console. Links to pages and callback URLs keep PUBLIC_URL. Default: `api` ' +
        'of CELLS_FILE, or PUBLIC_URL.',
    }),
  ),
  PERSON_URL: Type.Optional(
    Type.String({
      format: 'base-url',
      description:
        'URL of the pages of face checks, on another host than PUBLIC_URL, such as ' +
        'https://id.example.com. That host then serves nothing else, least of all the console. ' +
        'The reverse proxy must pass the Host header. Default: PUBLIC_URL.',
    }),
  ),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      description:
        'Port that serves /metrics to Prometheus, separate from all other traffic. Without it, ' +
        'metrics are off; 0 selects any free port.',
    }),
  ),
  METRICS_HOST: Type.String({
    format: 'host',
    default: '127.0.0.1',
    description:
      'Address that serves /metrics. It requires no authentication: use an address that only ' +
      'your own network can reach.',
  }),
  ...traceSettings,
  DATA_DIR: Type.String({
    default: './data',
    description: 'Directory for all data that must survive a restart.',
  }),
  ...databaseSettings,
  DEMO_ACCOUNT: Type.Enum(['on', 'off', 'auto'] as const, {
    default: 'auto',
    description:
      'Whether the first start creates a demo account with a test key and test money. auto does ' +
      "so only on the server's own PostgreSQL.",
  }),
  DATA_KEY: Type.Optional(
    Type.String({
      format: 'keys-32-bytes',
      secret: true,
      description:
        'The key that encrypts names, ID numbers and provider secrets; several while one replaces ' +
        'another. Without it, the server generates one and stores it under DATA_DIR.',
    }),
  ),
  DATA_KEY_COMMAND: Type.Optional(
    Type.String({
      description:
        'A shell command that prints the data keys, such as one that asks your key management ' +
        'service. It runs at the start and when a key was added. Not with DATA_KEY.',
    }),
  ),
  DEFAULT_REGION: Type.String({
    format: 'region',
    default: 'CN',
    description: 'Default region for mobile numbers in national form.',
  }),
  TIME_ZONE: Type.String({
    format: 'time-zone',
    default: 'Asia/Shanghai',
    description:
      'Time zone in which days start, for statements and daily limits. Fixed once there is live money.',
  }),
  CURRENCY: Type.String({
    format: 'currency',
    default: 'CNY',
    description:
      'Currency of all amounts. It is only a label: amounts are never converted. Fixed once there is live money.',
  }),
  LOG_LEVEL: Type.Enum(logLevels, {
    default: 'info',
    description: 'Log level.',
  }),
  PROVIDER_TIMEOUT_MS: integer(10_000, 100, 20_000, 'Timeout for one provider.'),
  PROVIDER_CONNECTIONS: integer(
    512,
    1,
    10_000,
    'Maximum number of connections to one provider. Further calls wait for a free one.',
  ),
  CALL_DEADLINE_MS: integer(
    30_000,
    1_000,
    300_000,
    'Timeout of a call over all its providers; greater than PROVIDER_TIMEOUT_MS.',
  ),
  IDEMPOTENCY_WAIT_MS: integer(
    2_000,
    0,
    10_000,
    'How long a repeated call waits for the first one to finish before it returns 409.',
  ),
  IDEMPOTENCY_DAYS: integer(7, 1, 90, 'Days for which an Idempotency-Key is remembered.'),
  LINK_LIFE_MINUTES: integer(120, 1, 2_880, 'How long a person can open the link of a check.'),
  RESULT_DAYS: integer(
    180,
    1,
    3_650,
    'Days for which the result of a check can be read. Name and ID number are then erased.',
  ),
  MESSAGE_CONTENT_DAYS: integer(
    180,
    1,
    3_650,
    'Days for which numbers and texts of messages are kept; at least IDEMPOTENCY_DAYS. They are ' +
      'erased within a day after that.',
  ),
  EVENT_DAYS: integer(
    180,
    // Longer than a delivery is retried.
    7,
    3_650,
    'Days for which events and their deliveries are kept. They are erased within a day after that.',
  ),
  PROVIDER_RECORD_DAYS: integer(400, 31, 3_650, 'Days for which attempts and receipts are kept.'),
  CLOSED_ACCOUNT_DAYS: integer(
    180,
    1,
    3_650,
    'Days after which the data of a closed account are erased. Its amounts are kept for the books.',
  ),
  MESSAGE_UNKNOWN_HOURS: integer(
    72,
    1,
    720,
    'Hours without a receipt after which the state of a message becomes unknown for good.',
  ),
  SHUTDOWN_GRACE_MS: integer(
    15_000,
    0,
    300_000,
    'Shutdown timeout: how long the server may take to finish calls in flight when it is stopped.',
  ),
  TRUST_PROXY: Type.Array(Type.String({ format: 'network' }), {
    default: [],
    description:
      'Trusted reverse proxies, whose X-Forwarded-For is used: addresses and CIDR ranges, ' +
      'separated by commas.',
  }),
  OUTBOUND_ALLOWED_HOSTS: Type.Array(Type.String({ format: 'outbound-host' }), {
    default: [],
    description:
      'Hosts on your own network that customers may use as webhook endpoints, separated by ' +
      'commas: a name or an address, with or without a port. All other endpoints must have ' +
      'public addresses.',
  }),
  CONSOLE_REGISTRATION: onOff(
    false,
    'Whether anyone can sign up at the console without an invitation.',
  ),
  CONSOLE_IDLE_HOURS: integer(
    12,
    1,
    720,
    'Hours without a request after which a console session expires.',
  ),
  CONSOLE_SESSION_DAYS: integer(
    7,
    1,
    90,
    'Days after which a console session expires in any case.',
  ),
  ...oidcSettings,
  ...mailSettings,
  ...backupSettings,
  NATIONAL_ID_CHECK: onOff(
    false,
    'Whether every cardNo must be a valid Chinese national ID number.',
  ),
  PUMPING_STOP: onOff(
    true,
    'Whether the platform blocks live verification codes to a number range that looks abused.',
  ),
  PUMPING_MIN_CODES: integer(
    50,
    1,
    1_000_000,
    'Minimum number of codes to one range within an hour that can count as abuse.',
  ),
  PUMPING_FACTOR: integer(
    10,
    2,
    1_000,
    "Multiple of a range's usual number of codes that counts as abuse.",
  ),
  PUMPING_UNDELIVERED_PERCENT: integer(
    80,
    1,
    100,
    'Share of undelivered or unused codes that counts as abuse.',
  ),
  PUMPING_CLOSE_MINUTES: integer(720, 1, 43_200, 'How long an abused range stays blocked.'),
});

type Environment = Static<typeof environment>;
type SettingName = keyof Environment;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>;

type CamelCased<Settings> = {
  [Name in keyof Settings as Name extends string ? CamelCase<Name> : never]: Settings[Name];
};

/** The parsed settings: numbers are numbers, switches are booleans, `dataDir` is absolute. */
export type Config = Omit<CamelCased<Environment>, 'dataKey'> & { dataKey?: Buffer[] };

/** The fields of a setting's schema that this file reads, whatever its type. */
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

interface SettingDescription {
  name: string;
  /** As a person would write it; undefined when there is no default. */
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
    // Compose files and shells use an empty variable for "not set".
    const value = text ? parseText(schema, text) : schema.default;
    if (value === undefined) continue;
    values[name] = value;
    // A test validates the defaults, so that a command does not load what knows every region and time zone.
    if (!text || Value.Check(environment.properties[name], value)) continue;
    const shown = schema.secret ? 'has a value that' : `is ${JSON.stringify(text)}, which`;
    faults.push(`${name} ${shown} is not allowed: it must be ${printAllowed(schema)}`);
  }
  faults.push(...faultsBetween(values, faults));
  faults.push(...groupFaults(values as Environment));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return toConfig(values as Environment);
}

/** A variable that a file refers to. */
export const environmentValue = (name: string, env = process.env) => env[name];

/** The user's text editor. */
export const editorOfUser = (env = process.env) => env.VISUAL || env.EDITOR;

/** The environment for a command that this server runs on its own installation, in another process. */
export function environmentOfCommand(dataDir: string, env = process.env): NodeJS.ProcessEnv {
  // With this variable, the process would take itself for a worker of the server.
  const { NODE_UNIQUE_ID: _, ...rest } = env;
  return { ...rest, DATA_DIR: dataDir };
}

/** Whether the environment names an installation instead of using the defaults. */
export function namesInstallation(env: Record<string, string | undefined> = process.env): boolean {
  return Boolean(env.DATA_DIR?.trim() || env.DATABASE_URL?.trim());
}

/** The currency and the time zone that the environment gives, without the defaults. */
export function givenBooks(env: Record<string, string | undefined> = process.env) {
  const [currency, timeZone] = [env.CURRENCY?.trim(), env.TIME_ZONE?.trim()];
  return { ...(currency && { currency }), ...(timeZone && { timeZone }) };
}

/** Parses text into the schema's type; text that does not parse stays text. */
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
    ...(config.backupDir ? { backupDir: resolve(config.backupDir) } : {}),
    publicUrl: config.publicUrl?.replace(/\/+$/, ''),
    apiUrl: config.apiUrl?.replace(/\/+$/, ''),
    personUrl: config.personUrl?.replace(/\/+$/, ''),
    otlpUrl: config.otlpUrl?.replace(/\/+$/, ''),
    dataKey: config.dataKey === undefined ? undefined : readKeys(config.dataKey),
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
