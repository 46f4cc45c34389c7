import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  ConfigError,
  describeSettings,
  editorOfUser,
  loadConfig,
  namesInstallation,
} from './config.ts';

function faultsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message.split('\n');
  }
}

describe('loadConfig', () => {
  test('an empty environment gives a server that listens on loopback only', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', trustProxy: [] });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.publicUrl).toBeUndefined();
    expect(config.dataDir).toMatch(/^\/.*\/data$/);
  });

  test('an empty or blank variable counts as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', DATA_KEY: ' ' })).toEqual(loadConfig({}));
  });

  test('values are parsed into their types', () => {
    const config = loadConfig({
      PORT: '0',
      PUBLIC_URL: 'https://pay.example/base/',
      NATIONAL_ID_CHECK: 'on',
      PUMPING_STOP: 'off',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgresql:///db?host=/run/pg&user=me',
    });
    expect(config).toMatchObject({
      port: 0,
      publicUrl: 'https://pay.example/base',
      nationalIdCheck: true,
      pumpingStop: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      databaseUrl: 'postgresql:///db?host=/run/pg&user=me',
    });
  });

  test('people’s pages have a host of their own, or none', () => {
    const PUBLIC_URL = 'https://pay.example';
    const load = (PERSON_URL: string, platform = PUBLIC_URL) =>
      loadConfig({ PUBLIC_URL: platform, PERSON_URL }).personUrl;
    expect(loadConfig({ PUBLIC_URL }).personUrl).toBeUndefined();
    expect(load('https://id.pay.example/')).toBe('https://id.pay.example');
    // Cookies of a host are sent to all its ports.
    expect(() => load('https://pay.example:8443')).toThrow('another host than PUBLIC_URL');
    expect(() => load('https://id.example', '')).toThrow('PUBLIC_URL is required with PERSON_URL');
  });

  test('a data key can be given in hex or base64', () => {
    const key = randomBytes(32);
    expect(loadConfig({ DATA_KEY: key.toString('hex') }).dataKey).toEqual([key]);
    expect(loadConfig({ DATA_KEY: key.toString('base64') }).dataKey).toEqual([key]);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['PORT', '8080x'],
    ['HOST', 'a b'],
    ['PUBLIC_URL', 'pay.example'],
    ['PERSON_URL', 'id.example'],
    ['PUBLIC_URL', 'ftp://pay.example'],
    ['PUBLIC_URL', 'https://pay.example/?'],
    ['PUBLIC_URL', 'https://pay.example/#x'],
    ['PUBLIC_URL', 'https://pay.example/a//b'],
    ['PUBLIC_URL', 'https://pay.example/a%2fb'],
    ['PUBLIC_URL', 'https://pay.example/"x'],
    ['PUBLIC_URL', 'https://me@pay.example'],
    ['PUBLIC_URL', 'https://:word@pay.example'],
    ['HOST', `${'a.'.repeat(130)}example`],
    ['DATABASE_POOL', '1'],
    ['DEFAULT_REGION', 'cn'],
    ['DEFAULT_REGION', 'UK'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['CURRENCY', 'YUAN'],
    ['LOG_LEVEL', 'loud'],
    ['PROVIDER_TIMEOUT_MS', '20001'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['TRUST_PROXY', 'proxy.example'],
    ['OUTBOUND_ALLOWED_HOSTS', 'http://receiver.lan'],
    ['OUTBOUND_ALLOWED_HOSTS', 'receiver.lan:70000'],
    ['OUTBOUND_ALLOWED_HOSTS', '*.lan'],
    ['OUTBOUND_ALLOWED_HOSTS', '10.0.0.0/8'],
    ['NATIONAL_ID_CHECK', 'yes'],
  ])('%s=%s is rejected by name and value, with the allowed values', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} is .* is not allowed: it must be .{4}`));
    expect(faults[0]).toContain(JSON.stringify(value));
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:swordfish@host/db'],
    ['DATA_KEY', 'swordfish'],
    ['DATA_KEY', `${'ab'.repeat(31)}`],
  ])('%s is rejected without showing its value', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} `));
    expect(faults[0]).not.toContain(value);
    expect(faults[0]).not.toContain('swordfish');
  });

  test('all faults are reported at once, one per line', () => {
    const faults = faultsOf({ PORT: 'x', CURRENCY: 'x', CALL_DEADLINE_MS: '5000' });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'CURRENCY',
      'CALL_DEADLINE_MS',
    ]);
  });

  test('the timeout of a call must exceed that of a provider', () => {
    expect(faultsOf({ CALL_DEADLINE_MS: '10000', PROVIDER_TIMEOUT_MS: '10000' })[0]).toContain(
      'more than PROVIDER_TIMEOUT_MS (10000)',
    );
    expect(faultsOf({ CALL_DEADLINE_MS: '10001', PROVIDER_TIMEOUT_MS: '10000' })).toEqual([]);
    expect(faultsOf({ MESSAGE_CONTENT_DAYS: '6' })).toEqual([
      'MESSAGE_CONTENT_DAYS is "6", which is not allowed: it must be no less than IDEMPOTENCY_DAYS (7)',
    ]);
    expect(faultsOf({ MESSAGE_CONTENT_DAYS: '7' })).toEqual([]);
  });
});

describe('an identity provider', () => {
  const issuer = { OIDC_ISSUER: 'https://id.example.com/realm' };

  test('needs all of its settings or none', () => {
    const whole = { ...issuer, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET_FILE: '/run/secrets/oidc' };
    expect(loadConfig(whole)).toMatchObject({ oidcClientId: 'a', oidcName: 'SSO' });
    expect(loadConfig({ OIDC_NAME: 'Corp' }).oidcIssuer).toBeUndefined();
    expect(() => loadConfig(issuer)).toThrow(
      'OIDC_CLIENT_ID is required with OIDC_ISSUER\nOIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE is required',
    );
  });
});

test('an installation is named by its folder or its database; blank counts as unset', () => {
  expect(namesInstallation({ DATA_DIR: './data' })).toBe(true);
  expect(namesInstallation({ DATABASE_URL: 'postgres://a/b' })).toBe(true);
  expect(namesInstallation({ DATA_DIR: ' ', DATABASE_URL: '' })).toBe(false);
});

test('prefers VISUAL to EDITOR', () => {
  expect(editorOfUser({ VISUAL: 'code', EDITOR: 'ed' })).toBe('code');
  expect(editorOfUser({ VISUAL: '', EDITOR: 'ed' })).toBe('ed');
});

describe('describeSettings', () => {
  test('the documented defaults and ranges are the ones in force', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
    for (const { name, default: value, allowed } of describeSettings()) {
      const shown = value ? `\`${value}\`` : '';
      expect(page).toContain(`| \`${name}\` | ${shown} | ${allowed} |`);
    }
  });

  test('every setting has a description, and every default is a valid value', () => {
    const settings = describeSettings();
    expect(settings.length).toBeGreaterThan(20);
    for (const { name, description, default: value } of settings) {
      expect(description, name).toMatch(/^[A-Z].*\.$/);
      if (value) expect(faultsOf({ [name]: value }), name).toEqual([]);
    }
  });

  test('exactly the settings that hold a secret are marked', () => {
    const secrets = describeSettings().filter(({ secret }) => secret);
    expect(secrets.map(({ name }) => name)).toEqual([
      'DATABASE_URL',
      'DATABASE_DDL_URL',
      'DATA_KEY',
      'OIDC_CLIENT_SECRET',
      'SMTP_URL',
      'NOTICE_SECRET',
    ]);
  });
});
