import type { createMovableClock } from '../../src/foundation/clock.ts';
import type { Caller, CallReply } from '../kit/fixture.ts';

/**
 * Plays a table of calls: one a line, `elapsed | operation number text [key] | outcome`. Elapsed is
 * `hh:mm:ss[.mmm]` since the start; the outcome is 201, or the reason of the refusal and, if it
 * passes with time, the seconds of its Retry-After. Returns the table as it should have come out and
 * as it did.
 */
export async function playLimitTable(
  caller: Caller,
  clock: ReturnType<typeof createMovableClock>,
  start: Date,
  table: string,
): Promise<{ expected: string[]; actual: string[] }> {
  const expected: string[] = [];
  const actual: string[] = [];
  for (const line of table.split('\n').map((text) => text.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [elapsed = '', call = '', outcome = ''] = line.split('|').map((cell) => cell.trim());
    clock.set(new Date(start.getTime() + millisecondsOf(elapsed)));
    expected.push(`${elapsed} | ${call} | ${outcome}`);
    actual.push(`${elapsed} | ${call} | ${outcomeOf(await play(caller, call))}`);
  }
  return { expected, actual };
}

function play(caller: Caller, call: string): Promise<CallReply> {
  const [operation = '', number = '', text = '', key] = call.split(/\s+/);
  const body =
    operation === 'sms_code'
      ? { mobile: mobileOf(number), code: text }
      : { mobile: mobileOf(number), content: text };
  return caller.call(operation, body, key === undefined ? {} : { 'idempotency-key': key });
}

/** Tables name numbers by a letter; a full number is used as it is. */
export function mobileOf(name: string): string {
  if (name.length > 1) return name;
  return `1391234${String(name.charCodeAt(0)).padStart(4, '0')}`;
}

export function outcomeOf({ status, body, headers }: CallReply): string {
  if (status === 201) return headers['idempotency-replayed'] ? '201 again' : '201';
  const retryAfter = headers['retry-after'];
  return retryAfter === undefined ? body.reason : `${body.reason} ${retryAfter}`;
}

function millisecondsOf(elapsed: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = elapsed.split(':').map(Number);
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
}
