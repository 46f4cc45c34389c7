import type { Pool } from 'pg';
import type { Log } from '../../foundation/db/log.ts';
import type { WebhookPorts } from '../../foundation/events/webhook-ports.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { CheckPorts } from '../../products/checks/check-ports.ts';
import type { Breakers } from '../../vendors/providers/breakers.ts';
import type { Deadlines } from '../../vendors/providers/deadlines.ts';
import type { Registry } from '../../vendors/providers/registry.ts';
import type { CallerPorts } from '../callers/authenticate.ts';
import type { CallsInFlight } from '../idempotency/in-flight.ts';
import type { HoldWriter, SettleWriter } from './line-writer.ts';
import type { CallMetrics } from './metrics.ts';

/**
 * What a paid call needs on its way. The composition root makes one; tests make the same. Only what runs
 * a call from end to end takes it whole; everybody else names the few members that it needs.
 */
export interface Line extends CallerPorts {
  pool: Pool;
  vault: Vault;
  log: Log;
  registry: Registry;
  holds: HoldWriter;
  settles: SettleWriter;
  /** How long one provider may take. */
  deadlines: Deadlines;
  breakers: Breakers;
  metrics: CallMetrics;
  settings: LineSettings;
  inFlight: CallsInFlight;
  /** What the sandbox wants kept with the settle of a call; null for a call of another provider. */
  takeSandboxScript(callId: string): string | null;
  /** The way to a check, for the recheck. */
  checks: CheckPorts;
  /** Who is told what happens. */
  webhooks: WebhookPorts;
}

export interface LineSettings {
  publicUrl(): string;
  defaultRegion: string;
  timeZone: string;
  currency: string;
  nationalIdCheck: boolean;
  providerTimeoutMs: number;
  callDeadlineMs: number;
  idempotencyWaitMs: number;
  linkLifeMinutes: number;
}
