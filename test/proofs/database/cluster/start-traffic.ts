import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, wordOf } from '../../storms/client.ts';

/** Callers of one server who go on whatever happens. */
export interface Traffic {
  /** When a 201 arrived. */
  successes: readonly number[];
  /** The request IDs of all replies with 201. */
  acknowledged: readonly string[];
  /** How often each reply came; `cut` is a connection that broke. */
  replies: Readonly<Record<string, number>>;
  /** Stops, and repeats each call that got no 201 under its idempotency key until it has one. */
  finish(): Promise<void>;
}

const pauseMs = 50;
const ticks = 1_000 / pauseMs;

/**
 * Calls at a steady pace, and not one after the other: slow replies delay nobody else. The prefix has
 * three digits, with which all of its numbers begin.
 */
export function startTraffic(
  url: string,
  apiKey: string,
  prefix: string,
  perSecond = ticks,
): Traffic {
  const client = createClient(url, 500);
  const successes: number[] = [];
  const acknowledged: string[] = [];
  const replies: Record<string, number> = {};
  const open = new Set<number>();
  let isOn = true;

  async function call(index: number): Promise<boolean> {
    const body = { mobile: `${prefix}${String(index).padStart(8, '0')}`, code: '246810' };
    const headers = { 'x-api-key': apiKey, 'idempotency-key': `${prefix}-${index}` };
    const answer = await client.post('sms_code', body, headers);
    const isHasty = answer?.status === 503 && !answer.headers['retry-after'];
    const word = answer ? `${wordOf(answer)}${isHasty ? ' without Retry-After' : ''}` : 'cut';
    replies[word] = (replies[word] ?? 0) + 1;
    if (answer?.status !== 201) return false;
    successes.push(performance.now());
    acknowledged.push((JSON.parse(answer.text) as { requestId: string }).requestId);
    open.delete(index);
    return true;
  }

  async function keepCalling(): Promise<void> {
    const underway: Promise<boolean>[] = [];
    for (let index = 0; isOn; await sleep(pauseMs)) {
      for (let sent = 0; sent < perSecond / ticks; sent++, index++) {
        open.add(index);
        underway.push(call(index));
      }
    }
    await Promise.all(underway);
  }

  const calling = keepCalling();
  return {
    successes,
    acknowledged,
    replies,
    async finish() {
      isOn = false;
      await calling;
      const repeat = async (index: number) => {
        while (!(await call(index))) await sleep(500);
      };
      await Promise.all([...open].map(repeat));
      client.close();
    },
  };
}
