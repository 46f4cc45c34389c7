import type { Pool } from 'pg';
import { plainArray, textArray } from '../db/array-literal.ts';
import type { EventRow } from './event-body.ts';

/** A delivery that this process has taken on, with all it takes to send it. */
export interface TakenDelivery extends EventRow {
  accountId: number;
  endpointId: number;
  /** Those before this one. */
  attempts: number;
  url: string;
  sealedSecret: Buffer;
  /** Signs beside the other while there is one. */
  sealedOldSecret: Buffer | null;
}

export interface TakeAsked {
  now: Date | null;
  most: number;
  /** For an endpoint that is not named among those that are busy. */
  each: number;
  after: number;
  endpointIds: readonly number[];
  rooms: readonly number[];
  leaseMs: number;
}

/** Takes what is due, fairly; see take-deliveries.sql. */
export async function takeDeliveries(pool: Pool, asked: TakeAsked): Promise<TakenDelivery[]> {
  const { rows } = await pool.query<TakenDelivery>({
    name: 'take_deliveries',
    text: `
      select account_id as "accountId", event_id as "eventId", endpoint_id as "endpointId", attempts,
        mode, type, sequence, body, made_at as "madeAt", url, sealed_secret as "sealedSecret",
        sealed_old_secret as "sealedOldSecret"
      from events_take_deliveries($1, $2, $3, $4, $5, $6, make_interval(secs => $7))`,
    values: [
      asked.now,
      asked.most,
      asked.each,
      asked.after,
      plainArray(asked.endpointIds),
      plainArray(asked.rooms),
      asked.leaseMs / 1_000,
    ],
  });
  return rows;
}

/** What came of an attempt. */
export interface AttemptResult {
  accountId: number;
  eventId: string;
  endpointId: number;
  /** Where it was sent: the endpoint may have another address by the time of the answer. */
  url: string;
  isTaken: boolean;
  /** Null where there was no answer. */
  status: number | null;
  /** Null where it was taken. */
  problem: string | null;
  /** The first words of the answer. */
  reply: string | null;
  tookMs: number;
  /** After which time it is tried again; null for never. */
  pauseMs: number | null;
}

export interface EndpointAtItsEnd {
  endpointId: number;
  url: string;
  because: 'failing' | 'gone';
}

/** Writes results down, many at once, and says which endpoints are to be switched off. */
export async function finishDeliveries(
  pool: Pool,
  now: Date | null,
  patienceMs: number,
  results: readonly AttemptResult[],
): Promise<EndpointAtItsEnd[]> {
  const { rows } = await pool.query<EndpointAtItsEnd>({
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
