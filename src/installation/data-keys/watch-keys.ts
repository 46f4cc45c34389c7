import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import type { KeyRing } from '../../foundation/key-ring.ts';
import type { Vault } from '../../foundation/vault.ts';
import { followKeys, WrongKey } from './bind-keys.ts';
import {
  addSeals,
  listDataKeys,
  pruneServerReports,
  removeReport,
  reportServer,
  type StoredKey,
} from './key-queries.ts';

interface WatchPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  /** Reads the keys again from where they are stored. */
  readKeys?(): Promise<readonly Buffer[]>;
  /** The backend of the connection that listens; undefined while there is none. */
  listenerPid(): number | undefined;
}

/** Keeps a server's ring in step with the database. */
export interface KeyWatch {
  /**
   * Learns keys that were added, seals with the one that the database names, and reports both. A server does so
   * before it serves: a key may have been rotated to since it opened the database.
   */
  refresh(): Promise<void>;
  /** Throws while a key is missing that other servers seal with: this one can open no value of theirs. */
  requireKeys(): void;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 5_000;

/**
 * Each server learns an added key within seconds and says so. A key seals only after all servers have learned
 * it, so none meets a value that it cannot open.
 */
export function watchKeys(ports: WatchPorts): KeyWatch {
  const { pool, log, readKeys = async () => [], listenerPid } = ports;
  const { ring } = ports.vault;
  const serverId = randomUUID();
  const stopped = Promise.withResolvers<readonly Buffer[]>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let missing: WrongKey | undefined;

  /** A place of keys that cannot be read keeps nobody from sealing with a key that is known. */
  async function learnKeys(stored: readonly StoredKey[]): Promise<void> {
    if (stored.every(({ keyId, retiredAt }) => retiredAt || ring.ids.includes(keyId))) return;
    try {
      // The operator's command may hang; a stop does not wait for it.
      ring.learn(await Promise.race([readKeys(), stopped.promise]));
    } catch (error) {
      log.error({ fault: faultOf(error) }, 'data keys could not be read again');
    }
  }

  async function refresh(): Promise<void> {
    const stored = await listDataKeys(pool);
    await learnKeys(stored);
    try {
      followKeys(ring, stored);
      missing = undefined;
    } catch (error) {
      if (error instanceof WrongKey) missing = error;
      throw error;
    }
    await countSeals(pool, ring);
    const pid = listenerPid();
    if (pid === undefined) return;
    const { ids: keyIds, sealingId: sealingKey } = ring;
    await reportServer(pool, { serverId, listenerPid: pid, keyIds, sealingKey });
  }

  return {
    refresh,
    requireKeys() {
      if (missing) throw missing;
    },
    start() {
      void pruneServerReports(pool).catch(() => {});
      timer = setInterval(() => {
        running ??= refresh()
          .catch((error: unknown) => {
            log.error({ fault: faultOf(error) }, 'data keys could not be refreshed');
          })
          .finally(() => {
            running = undefined;
          });
      }, everyMs);
    },
    async stop() {
      clearInterval(timer);
      stopped.resolve([]);
      await running;
      // The last values that this server sealed count too.
      await countSeals(pool, ring).catch(() => {});
      await removeReport(pool, serverId).catch(() => {});
    },
  };
}

async function countSeals(pool: Pool, ring: KeyRing): Promise<void> {
  const taken = ring.takeSeals();
  try {
    for (const [keyId, count] of taken) {
      await addSeals(pool, keyId, count);
      taken.delete(keyId);
    }
  } catch (error) {
    ring.returnSeals(taken);
    throw error;
  }
}
