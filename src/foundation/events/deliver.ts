import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Actor } from '../audit/actor.ts';
import { inChange } from '../audit/change-queries.ts';
import type { Clock } from '../clock.ts';
import { faultOf } from '../db/faults.ts';
import type { Log } from '../db/log.ts';
import { createGuardedClient } from '../outbound/guarded-client.ts';
import type { Vault } from '../vault.ts';
import { attemptDelivery, type DeliveryClient } from './attempt-delivery.ts';
import { countResults, type DeliveryMetrics } from './delivery-metrics.ts';
import { disableEndpoint } from './endpoint-queries.ts';
import {
  createEndpointSlots,
  type EndpointSlots,
  type ProbePace,
  type Take,
} from './endpoint-slots.ts';
import {
  type AttemptResult,
  type ExhaustedEndpoint,
  finishDeliveries,
  type TakenDelivery,
  takeDeliveries,
} from './take-queries.ts';

export interface DeliverPorts {
  pool: Pool;
  clock: Clock;
  vault: Vault;
  log: Log;
  client: DeliveryClient;
  metrics: DeliveryMetrics;
  pace?: Partial<DeliveryPace>;
}

/** The rates and timeouts of deliveries. */
export interface DeliveryPace extends ProbePace {
  /** The timeout for an endpoint's response. */
  timeoutMs: number;
  /** After this, another process may send the deliveries that this one leased: longer than an attempt takes. */
  leaseMs: number;
  /** How often to look for due deliveries. */
  pollMs: number;
  /** How long an endpoint may fail without a success before it is disabled. */
  patienceMs: number;
  maxInFlight: number;
  maxEach: number;
  /** Concurrent deliveries to an endpoint that has just failed. */
  afterFailure: number;
}

export const usualPace: DeliveryPace = {
  timeoutMs: 15_000,
  leaseMs: 60_000,
  pollMs: 250,
  patienceMs: 5 * 24 * 3_600_000,
  maxInFlight: 512,
  maxEach: 64,
  afterFailure: 1,
  probeMs: 1_000,
  maxProbeMs: 60_000,
};

const platform: Actor = { kind: 'platform', name: 'deliveries' };

/** The pause after a database error, which affects all deliveries at once. */
const pauseMs = 1_000;

/**
 * Results are collected for a moment before they are written. Without this pause, every few deliveries cost two
 * statements, and the process waited for the database two thirds of its time.
 */
const gatherMs = 5;

/** How long a stop waits for responses in flight. */
const lastWaitMs = 2_000;

const connectTimeoutMs = 5_000;

/** Sends events to the URLs that accounts set, through the client that never connects to private addresses. */
export function createDeliverer(
  allowedHosts: Parameters<typeof createGuardedClient>[0]['allowedHosts'],
  ports: Omit<DeliverPorts, 'client'>,
) {
  const connections = usualPace.maxInFlight;
  const outbound = createGuardedClient({ allowedHosts, connections, connectTimeoutMs });
  return { outbound, deliverer: new Deliverer({ ...ports, client: outbound }) };
}

/**
 * Sends due deliveries. Each turn writes the results since the last turn, leases as many deliveries as there
 * are free slots, and starts to send them; results collect during a turn, as calls do before the batch writer.
 * When a process dies, its leases expire and another process sends the deliveries: an event is delivered at
 * least once.
 */
export class Deliverer {
  readonly #ports: DeliverPorts;
  readonly #pace: DeliveryPace;
  readonly #slots: EndpointSlots;
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #results: AttemptResult[] = [];
  #lastEndpoint = 0;
  #wake = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(ports: DeliverPorts) {
    this.#ports = ports;
    this.#pace = { ...usualPace, ...ports.pace };
    const { maxInFlight, maxEach, afterFailure } = this.#pace;
    this.#slots = createEndpointSlots(maxInFlight, maxEach, afterFailure, this.#pace);
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Leases nothing more, and resolves when the results of deliveries in flight are written. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#turn();
        if (this.#results.length === 0) {
          await Promise.race([this.#wake.promise, pauseFor(this.#pace.pollMs, signal)]);
        }
        if (this.#results.length > 0) await pauseFor(gatherMs, signal);
      } catch (error) {
        this.#ports.log.warn({ fault: faultOf(error) }, 'deliveries wait for the database');
        await pauseFor(pauseMs, signal);
      }
    }
    await this.#end();
  }

  async #turn(): Promise<void> {
    this.#wake = Promise.withResolvers<void>();
    await this.#writeDown();
    for (const take of this.#slots.takes()) {
      if (take.limit > 0) this.#begin(await this.#take(take));
    }
  }

  #take(take: Take): Promise<TakenDelivery[]> {
    return takeDeliveries(this.#ports.pool, {
      now: this.#ports.clock.databaseNow(),
      after: this.#lastEndpoint,
      leaseMs: this.#pace.leaseMs,
      ...take,
    });
  }

  #begin(taken: readonly TakenDelivery[]): void {
    for (const each of taken) {
      this.#lastEndpoint = each.endpointId;
      const sending = this.#send(each);
      this.#inFlight.add(sending);
      void sending.finally(() => this.#inFlight.delete(sending));
    }
  }

  async #send(taken: TakenDelivery): Promise<void> {
    this.#slots.enter(taken.endpointId);
    const { timeoutMs } = this.#pace;
    const { signal } = this.#givingUp;
    const result = await attemptDelivery({ ...this.#ports, timeoutMs, signal }, taken);
    this.#slots.leave(taken.endpointId, result.isTaken ? 'well' : 'badly');
    // An attempt that our own stop aborted is not a failure: it is sent again when its lease expires.
    if (result.isTaken || !signal.aborted) this.#results.push(result);
    this.#wake.resolve();
  }

  /**
   * Results that cannot be written now are written in the next turn; until then the lease keeps other processes
   * away.
   */
  async #writeDown(): Promise<void> {
    const results = this.#results;
    this.#results = [];
    try {
      await writeResults(this.#ports, this.#pace.patienceMs, results);
    } catch (error) {
      this.#results = [...results, ...this.#results];
      throw error;
    }
  }

  async #end(): Promise<void> {
    await Promise.race([Promise.all(this.#inFlight), sleep(lastWaitMs)]);
    this.#givingUp.abort();
    await Promise.all(this.#inFlight);
    await this.#writeDown().catch((error: unknown) => {
      const { log } = this.#ports;
      log.warn({ fault: faultOf(error) }, 'results of deliveries lost; they are sent again');
    });
  }
}

async function writeResults(
  ports: DeliverPorts,
  patienceMs: number,
  results: readonly AttemptResult[],
): Promise<void> {
  if (results.length === 0) return;
  const now = ports.clock.databaseNow();
  const ended = await finishDeliveries(ports.pool, now, patienceMs, results);
  countResults(ports.metrics, results);
  for (const end of ended) await switchOff(ports, end, now);
}

/**
 * Never throws: the results are already written and would count twice. If it fails, the endpoint's next failure
 * disables it.
 */
async function switchOff(
  { pool, log }: DeliverPorts,
  end: ExhaustedEndpoint,
  now: Date | null,
): Promise<void> {
  const { endpointId, because } = end;
  try {
    const isFirst = await inChange(pool, platform, 'endpoint.disable', (change) =>
      disableEndpoint(change, end, now),
    );
    if (isFirst) log.warn({ endpointId, because }, 'endpoint disabled');
  } catch (error) {
    log.warn({ endpointId, fault: faultOf(error) }, 'endpoint could not be disabled yet');
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
