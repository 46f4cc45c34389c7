import type { Pool } from 'pg';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { EventRow } from './event-body.ts';

/** A delivery that this process has leased, with everything needed to send it. */
export interface TakenDelivery extends EventRow {
  accountId: number;
  endpointId: number;
  /** The number of earlier attempts. */
  attempts: number;
  /** Whether somebody asked for the delivery again. */
  isReplayed: boolean;
  url: string;
  sealedSecret: Buffer;
  /** Signs beside the new secret while it is still valid. */
  sealedOldSecret: Buffer | null;
  /** The trace of the call that the event is about, if its caller sent one. */
  trace: string | null;
}

interface TakeAsked {
  now: Date | null;
  limit: number;
  /** For an endpoint that is not in the list of busy ones. */
  each: number;
  after: number;
  endpointIds: readonly number[];
  slots: readonly number[];
  leaseMs: number;
}

/** Leases due deliveries fairly across endpoints; see take-deliveries.sql. */
export async function takeDeliveries(pool: Pool, asked: TakeAsked): Promise<TakenDelivery[]> {
  const { rows } = await pool.query<TakenDelivery>({
    name: 'take_deliveries',
    text: `
      select d.account_id as "accountId", d.event_id as "eventId", d.endpoint_id as "endpointId",
        d.attempts, s.replayed_at is not null as "isReplayed", d.mode, d.type, d.sequence, d.body,
        d.made_at as "madeAt", d.url, d.sealed_secret as "sealedSecret",
        d.sealed_old_secret as "sealedOldSecret", t.trace
      from events_take_deliveries($1, $2, $3, $4, $5, $6, make_interval(secs => $7)) d
      left join deliveries s on s.account_id = d.account_id and s.event_id = d.event_id
        and s.endpoint_id = d.endpoint_id
      left join call_traces t on t.call_id = (d.body ->> 'requestId')::uuid`,
    values: [
      asked.now,
      asked.limit,
      asked.each,
      asked.after,
      plainArray(asked.endpointIds),
      plainArray(asked.slots),
      asked.leaseMs / 1_000,
    ],
  });
  return rows;
}

/** The result of an attempt. */
export interface AttemptResult {
  accountId: number;
  eventId: string;
  endpointId: number;
  /** The URL it was sent to: the endpoint's URL may change before the response. */
  url: string;
  isTaken: boolean;
  /** Null when there was no response. */
  status: number | null;
  /** Null when the delivery succeeded. */
  problem: string | null;
  /** The beginning of the response. */
  reply: string | null;
  tookMs: number;
  /** The delay before the next attempt; null for none. */
  pauseMs: number | null;
}

export interface ExhaustedEndpoint {
  endpointId: number;
  url: string;
  because: 'failing' | 'gone';
}

/** Writes many results at once, and returns the endpoints to disable. */
export async function finishDeliveries(
  pool: Pool,
  now: Date | null,
  patienceMs: number,
  results: readonly AttemptResult[],
): Promise<ExhaustedEndpoint[]> {
  const { rows } = await pool.query<ExhaustedEndpoint>({
    name: 'finish_deliveries',
    text: `
      select endpoint_id as "endpointId", url, because
      from events_finish_deliveries(
        $1, make_interval(secs => $2), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
      )`,
    values: [
      now,
      patienceMs / 1_000,
      plainArray(results.map(({ accountId }) => accountId)),
      plainArray(results.map(({ eventId }) => eventId)),
      plainArray(results.map(({ endpointId }) => endpointId)),
      textArray(results.map(({ url }) => url)),
      plainArray(results.map(({ isTaken }) => String(isTaken))),
      plainArray(results.map(({ status }) => status)),
      textArray(results.map(({ problem }) => problem)),
      textArray(results.map(({ reply }) => reply)),
      plainArray(results.map(({ tookMs }) => tookMs)),
      plainArray(results.map(({ pauseMs }) => pauseMs)),
    ],
  });
  return rows;
}
