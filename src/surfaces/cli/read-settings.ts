import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { editorOfUser } from '../../foundation/settings/config.ts';
import type { Vendor } from '../../vendors/providers/any-vendor.ts';
import { maskSettings } from '../../vendors/providers/mask-settings.ts';

export interface SettingsOptions {
  set?: string[];
  config?: string;
  wait?: boolean;
  edit?: boolean;
}

type Settings = Record<string, unknown>;

const longestWaitMs = 60_000;

/**
 * Reads provider settings from a file or standard input, from an editor, and from single options. Everyone on
 * the machine can read a command line, so secrets have two other ways: `name=@file` reads the value from a
 * file, and `name` alone prompts for it without echo.
 */
export async function readSettings(
  vendor: Vendor,
  before: Settings,
  { set = [], config, wait, edit }: SettingsOptions,
): Promise<Settings> {
  let settings = { ...before };
  if (config !== undefined) {
    if (wait) await untilComplete(config);
    settings = { ...settings, ...parseObject(readText(config)) };
  }
  for (const entry of set) {
    const [name, value] = await readOne(entry);
    settings[name] = asTyped(vendor, name, value);
  }
  return edit ? editSettings(vendor, settings) : settings;
}

/** Another program, such as `simulate --json`, may still be writing the file. */
async function untilComplete(file: string): Promise<void> {
  const endsAtMs = performance.now() + longestWaitMs;
  while (performance.now() < endsAtMs) {
    try {
      JSON.parse(readFileSync(file, 'utf8'));
      return;
    } catch {
      await sleep(100);
    }
  }
}

function readText(from: string): string {
  try {
    return readFileSync(from === '-' ? 0 : from, 'utf8');
  } catch (fault) {
    return refuse('file_unreadable', {
      file: from,
      why: String((fault as NodeJS.ErrnoException).code),
    });
  }
}

/** Also accepts the output of `simulate --json`, which has the settings in `config`. */
function parseObject(text: string): Settings {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const { vendor, url, config } = parsed as Settings;
      const isPrinted = typeof vendor === 'string' && typeof url === 'string' && config;
      return (isPrinted ? config : parsed) as Settings;
    }
  } catch {
    // Reported below, without the text: it may contain a secret.
  }
  return refuse('settings_not_object');
}

async function readOne(entry: string): Promise<[name: string, value: string]> {
  const at = entry.indexOf('=');
  if (at < 0) return [entry, await askUnseen(entry)];
  const [name, value] = [entry.slice(0, at), entry.slice(at + 1)];
  return [name, value.startsWith('@') ? readText(value.slice(1)).replace(/\r?\n$/, '') : value];
}

/** Converts a typed value to the type that the vendor's schema gives the setting. */
function asTyped({ config }: Vendor, name: string, value: string): unknown {
  const { type } = (config.properties[name] ?? {}) as { type?: string };
  if (type === 'integer' || type === 'number')
    return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === 'boolean')
    return value === 'true' || value === 'on'
      ? true
      : value === 'false' || value === 'off'
        ? false
        : value;
  if (type === 'object' || type === 'array') return parseJson(name, value);
  return value;
}

function parseJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return refuse('setting_not_json', { name });
  }
}

async function askUnseen(name: string): Promise<string> {
  if (!process.stdin.isTTY) refuse('setting_value_missing', { name });
  process.stderr.write(`${name}: `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await new Promise<string>((resolve) => reader.question('', resolve));
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

/** Secrets are write-only: the editor shows a mask, and a mask left unchanged keeps the secret. */
function editSettings(vendor: Vendor, settings: Settings): Settings {
  const editor = editorOfUser();
  if (!editor) refuse('editor_missing');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  const file = join(folder, 'settings.json');
  try {
    const empty = Object.keys(vendor.config.properties).map((name) => [name, '']);
    const masked = maskSettings(vendor, settings);
    const draft = { ...Object.fromEntries(empty), ...masked };
    writeFileSync(file, `${JSON.stringify(draft, null, 2)}\n`, { mode: 0o600 });
    const { status } = spawnSync(`${editor} ${JSON.stringify(file)}`, {
      shell: true,
      stdio: 'inherit',
    });
    if (status !== 0) refuse('editor_failed');
    const edited = Object.entries(parseObject(readText(file))).map(([name, value]) => [
      name,
      value === masked[name] ? settings[name] : value,
    ]);
    return Object.fromEntries(edited.filter(([, value]) => value !== ''));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
