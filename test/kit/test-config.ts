import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../src/foundation/settings/config.ts';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Settings with a data folder of their own: a server keeps the head of its audit log there. */
export function testConfig(env: Record<string, string> = {}): Config {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-data-'));
  folders.push(folder);
  return loadConfig({ PORT: '0', DATA_DIR: folder, ...env });
}
