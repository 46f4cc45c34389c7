import type { Pool } from 'pg';
import type { Config } from '../../foundation/settings/config.ts';
import type { Vault } from '../../foundation/vault.ts';

/** What a report on the whole installation reads from. */
export interface ReportPorts {
  pool: Pool;
  config: Config;
  vault: Vault;
}
