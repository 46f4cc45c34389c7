import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Owner } from '../contract/products.ts';
import type { Vault } from '../vault.ts';

/** What the operations on endpoints and deliveries need. */
export interface WebhookPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  /** Hosts of the operator's own network that customers may name. */
  allowedHosts: readonly string[];
  /** Says that the server stops: nobody waits any longer for something to happen. */
  stopping: AbortSignal;
}

/** Who asks, by a key of an account. */
export interface Asker extends Owner {
  keyId: number;
}
