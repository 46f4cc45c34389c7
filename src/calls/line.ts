import type { Pool } from 'pg';
import type { PrincipalCache } from '../callers/principal-cache.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../db/log.ts';
import type { Twin } from '../idempotency/claim.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import type { Registry } from '../providers/registry.ts';
import type { Vault } from '../vault.ts';
import type { Deadlines } from './deadlines.ts';
import type { HoldWriter, SettleWriter } from './line-writer.ts';
import type { CallMetrics } from './metrics.ts';

/** What a paid call needs on its way. The composition root makes one; tests make the same. */
export interface Line {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  log: Log;
  registry: Registry;
  principals: PrincipalCache;
  rateLimiter: RateLimiter;
  holds: HoldWriter;
  settles: SettleWriter;
  /** How long one provider may take. */
  deadlines: Deadlines;
  metrics: CallMetrics;
  settings: LineSettings;
  /** Idempotency keys of calls that this process is carrying out, until they have their outcome. */
  inFlight: Map<string, Promise<Twin | undefined>>;
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
  resultDays: number;
}
