import type { Pool } from 'pg';
import type { Reason } from '../../foundation/contract/errors/errors.ts';
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
  /** The numbers with which test calls rehearse what live calls can meet. */
  rehearsals: Rehearsals;
  /** What the sandbox wants kept with the settle of a call; null for a call of another provider. */
  takeSandboxScript(callId: string): string | null;
  /** The way to a check, for the recheck. */
  checks: CheckPorts;
  /** Who is told what happens. */
  webhooks: WebhookPorts;
}

/** Knows some numbers as they are documented, and what a test call to them is refused with. */
export interface Rehearsals {
  /** The region of a number as it was written, whatever region the platform is in. */
  regionOf(asSent: string): string | undefined;
  refusalOf(e164: string): { reason: Reason; retryAfterMs: number | null } | undefined;
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
