import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { parseMoney } from '../../foundation/money.ts';
import { hashApiKey } from '../../line/callers/api-key.ts';
import { createKey, findKeyByHash } from '../../line/callers/key-queries.ts';
import { createAccount, listAccounts } from '../../people/accounts/queries.ts';

/** The key of the demo account: its file, and the key itself if it was just created. */
export interface DemoKey {
  file: string;
  apiKey?: string;
}

const firstStart: Actor = { kind: 'platform', name: 'first start' };

/**
 * On an installation without accounts, creates one with test money and a test key, so that the first call needs
 * no setup. The key is stored in a file beside the data and shown only once, because server output ends up in
 * logs. Undefined once the operator has revoked the key or removed the file.
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
