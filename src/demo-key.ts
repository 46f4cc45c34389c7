import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createAccount, listAccounts } from './accounts/queries.ts';
import { hashApiKey } from './callers/api-key.ts';
import { createKey, findKeyByHash } from './callers/key-queries.ts';
import { parseMoney } from './money.ts';

const fileName = 'demo.key';

/**
 * On an installation without accounts, makes one with test money and a test key, so that the first
 * call needs no set-up. The key is kept in a file beside the data, to be shown at every start: it
 * moves play money only. Undefined once the operator has revoked it or removed the file.
 */
export async function demoKey(pool: Pool, dataDir: string): Promise<string | undefined> {
  const file = join(dataDir, fileName);
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept) {
    const found = await findKeyByHash(pool, hashApiKey(kept.trim()));
    return found && !found.revokedAt ? kept.trim() : undefined;
  }
  if ((await listAccounts(pool, { limit: 1 })).accounts.length > 0) return undefined;
  const { accountId } = await createAccount(pool, {
    name: 'Demo',
    testBalance: parseMoney('100000'),
  });
  const { apiKey } = await createKey(pool, { accountId, mode: 'test', name: 'demo' });
  await writeFile(file, `${apiKey}\n`, { mode: 0o600 });
  return apiKey;
}
