import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Owner } from '../contract/products.ts';
import type { Vault } from '../vault.ts';

/** Dependencies of the operations on endpoints and deliveries. */
export interface WebhookPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  /** Hosts in the operator's own network that customers may use. */
  allowedHosts: readonly string[];
  /** Aborts when the server stops, so that no request keeps waiting for events. */
  stopping: AbortSignal;
}

/** The caller, identified by an account's key. */
export interface Asker extends Owner {
  keyId: number;
}
