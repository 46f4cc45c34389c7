import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { editorOfUser } from '../../foundation/settings/config.ts';
import { maskSettings } from '../../vendors/providers/mask-settings.ts';
import type { Vendor } from '../../vendors/providers/vendor.ts';

export interface SettingsOptions {
  set?: string[];
  config?: string;
  edit?: boolean;
}

type Settings = Record<string, unknown>;

/**
 * The settings that an operator gives: from a file or standard input, in an editor, and one by one. A
 * secret need not stand on the command line, where everybody on the machine can read it: `name=@file` reads
 * it from a file, and `name` alone asks for it on the terminal, unseen.
 */
export async function readSettings(
  vendor: Vendor,
  before: Settings,
  { set = [], config, edit }: SettingsOptions,
): Promise<Settings> {
  let settings = { ...before };
  if (config !== undefined) settings = { ...settings, ...parseObject(readText(config)) };
  for (const entry of set) {
    const [name, value] = await readOne(entry);
    settings[name] = asTyped(vendor, name, value);
  }
  return edit ? editSettings(vendor, settings) : settings;
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

/** What `simulate --json` prints is taken as it is: the settings are in its `config`. */
function parseObject(text: string): Settings {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      const { vendor, url, config } = parsed as Settings;
      const isPrinted = typeof vendor === 'string' && typeof url === 'string' && config;
      return (isPrinted ? config : parsed) as Settings;
    }
  } catch {
    // Said below; the text may hold a secret, and is not repeated.
  }
  return refuse('settings_not_object');
}

async function readOne(entry: string): Promise<[name: string, value: string]> {
  const at = entry.indexOf('=');
  if (at < 0) return [entry, await askUnseen(entry)];
  const [name, value] = [entry.slice(0, at), entry.slice(at + 1)];
  return [name, value.startsWith('@') ? readText(value.slice(1)).replace(/\r?\n$/, '') : value];
}

/** A number or a switch is typed as text; what the setting is to be says the vendor. */
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

/** A secret can only be written: the editor shows that there is one, and what is left so stays as it was. */
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
