import { existsSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const sqliteBusy = 5;
const pollMs = 20;

/**
 * Runs `action` while no other process holds the same lock file. The lock is the operating system's file lock,
 * which a killed process cannot leave behind; Node reaches it only through SQLite, so the lock file is an empty
 * SQLite database.
 */
export async function withFileLock<Result>(
  path: string,
  timeoutMs: number,
  action: () => Promise<Result>,
  onLocked = (): never => {
    throw new Error(`Another process keeps ${path} locked.`);
  },
): Promise<Result> {
  // Any user who can read the file can lock it, so only its owner may read it.
  if (!existsSync(path)) writeFileSync(path, '', { flag: 'a', mode: 0o600 });
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    const deadline = Date.now() + timeoutMs;
    while (!tryLock(file)) {
      if (Date.now() > deadline) onLocked();
      await sleep(pollMs);
    }
    return await action();
  } finally {
    file.close();
  }
}

function tryLock(file: DatabaseSync): boolean {
  try {
    file.exec('begin exclusive');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
    throw error;
  }
}
