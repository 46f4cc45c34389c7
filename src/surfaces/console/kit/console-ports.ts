import type { Pool } from 'pg';
import type { Clock } from '../../../foundation/clock.ts';
import type { Log } from '../../../foundation/db/log.ts';
import type { Config } from '../../../foundation/settings/config.ts';
import type { Vault } from '../../../foundation/vault.ts';
import type { Line } from '../../../line/calls/line.ts';
import type { Inbox } from '../../../vendors/sandbox/inbox.ts';

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
