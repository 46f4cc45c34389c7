import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { parseMoney } from '../../foundation/money.ts';
import { hashApiKey } from '../../line/callers/api-key.ts';
import { createKey, findKeyByHash } from '../../line/callers/key-queries.ts';
import { createAccount, listAccounts } from '../../people/accounts/queries.ts';

/** The key of the demo account: where it is kept, and the key itself when it was made just now. */
export interface DemoKey {
  file: string;
  apiKey?: string;
}

const firstStart: Actor = { kind: 'platform', name: 'first start' };

/**
 * On an installation without accounts, makes one with test money and a test key, so that the first
 * call needs no set-up. The key is kept in a file beside the data and shown once, because what a server
 * prints ends in logs. Undefined once the operator has revoked it or removed the file.
 */
export async function demoKey(pool: Pool, dataDir: string): Promise<DemoKey | undefined> {
  const file = join(dataDir, 'demo.key');
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept) {
    const found = await findKeyByHash(pool, hashApiKey(kept.trim()));
    return found && !found.revokedAt ? { file } : undefined;
  }
  if ((await listAccounts(pool, { limit: 1 })).accounts.length > 0) return undefined;
  const { apiKey } = await inChange(pool, firstStart, 'account.create', async (change) => {
    const testBalance = parseMoney('100000');
    const { accountId } = await createAccount(change, { name: 'Demo', testBalance });
    return createKey(change, { accountId, mode: 'test', name: 'demo' });
  });
  await writeFile(file, `${apiKey}\n`, { mode: 0o600 });
  return { file, apiKey };
}
