import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Config, loadConfig } from '../../src/foundation/settings/config.ts';

/** Settings with a data folder of their own: a server keeps the head of its audit log there. */
export function testConfig(env: Record<string, string> = {}): Config {
  const folder = env.DATA_DIR ?? mkdtempSync(join(inject('runFolder'), 'data-'));
  return loadConfig({ PORT: '0', ...env, DATA_DIR: folder });
}
