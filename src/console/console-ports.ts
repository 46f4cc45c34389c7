import type { Pool } from 'pg';
import type { Line } from '../calls/line.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../db/log.ts';
import type { Inbox } from '../sandbox/inbox.ts';
import type { Vault } from '../vault.ts';

/** What the screens are answered with. */
export interface ConsolePorts {
  pool: Pool;
  vault: Vault;
  clock: Clock;
  log: Log;
  config: Config;
  /** The providers as they are now, and how they do. */
  registry: Line['registry'];
  breakers: Line['breakers'];
  checks: Line['checks'];
  inbox: Inbox;
  publicUrl(): string;
  version: string;
}
