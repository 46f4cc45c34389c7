import type { Mode } from '../contract/products.ts';
import { type Event, type EventType, eventData } from '../contract/wire/event-schemas.ts';
import { formatMoney } from '../money.ts';

/**
 * An event as stored: amounts are strings in the smallest unit, times are in the database's format. That of a payment is
 * stored as the API says it.
 */
export interface EventRow {
  eventId: string;
  type: EventType;
  mode: Mode;
  sequence: number;
  body: Readonly<Record<string, unknown>>;
  madeAt: Date;
}

const amounts: ReadonlySet<string> = new Set(['unitPrice', 'charged', 'available', 'threshold']);
const times: ReadonlySet<string> = new Set(['expiresAt', 'revokedAt']);

/** The body of a delivery, byte for byte the same on every attempt. */
export function eventBody(row: EventRow): string {
  return JSON.stringify(toEvent(row));
}

export function toEvent({ eventId, type, mode, sequence, body, madeAt }: EventRow): Event {
  const fields = Object.keys(eventData[type].properties);
  const isAsInApi = type.startsWith('topup.');
  const data = Object.fromEntries(
    fields.map((name) => [name, isAsInApi ? (body[name] ?? null) : wireValue(name, body[name])]),
  );
  return {
    id: eventId,
    type,
    timestamp: madeAt.toISOString(),
    mode,
    sequence,
    data: data as unknown as Event['data'],
  };
}

function wireValue(name: string, value: unknown): unknown {
  if (amounts.has(name)) return formatMoney(BigInt(String(value)));
  if (times.has(name)) return new Date(String(value)).toISOString();
  return value ?? null;
}
