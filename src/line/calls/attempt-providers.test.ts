import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Breakers, createBreakers } from '../../vendors/providers/breakers.ts';
import type { Deadlines } from '../../vendors/providers/deadlines.ts';
import type { Outcome, ProviderContext } from '../../vendors/providers/provider.ts';
import { type Attempt, attemptProviders } from './attempt-providers.ts';
import type { Line } from './line.ts';
import type { Order } from './order.ts';

const providerTimeoutMs = 1_000;
const callDeadlineMs = 3_000;
const reason = 'provider_fault';
const done: Outcome = { kind: 'done', providerRef: 'r' };
const rejected: Outcome = { kind: 'rejected', reason: 'content_refused', detail: 'no' };
const unavailable: Outcome = { kind: 'unavailable', reason, detail: 'down' };
const unknown: Outcome = { kind: 'unknown', reason, detail: 'perhaps' };

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The clock is frozen at this value. */
let nowMs = 0;
let asked: string[] = [];
let noted: [code: string, attempt: number][] = [];
let warned: string[] = [];
let logged: object[] = [];
/** The providers whose breaker was asked. */
let judged: string[] = [];

type Behaviour = Outcome | ((context: ProviderContext) => Promise<Outcome>);

/** Asks providers that behave like this, in this order, each taking this long. */
async function attempt(
  providers: Record<string, Behaviour>,
  {
    spentMs = 0,
    tookMs = 0,
    race,
    note = () => {},
    product = 'sms_code',
    breakers,
    suspendedMs = 0,
  }: {
    spentMs?: number;
    tookMs?: number;
    race?: Deadlines['race'];
    note?: () => void;
    product?: Order['product'];
    breakers?: Breakers;
    /** How long the machine slept, which the monotonic clock does not show. */
    suspendedMs?: number;
  } = {},
) {
  asked = [];
  noted = [];
  warned = [];
  logged = [];
  judged = [];
  nowMs = spentMs;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const quiet = () => {};
  const behave = (code: string, behaviour: Behaviour, context?: ProviderContext) => {
    asked.push(code);
    nowMs += tookMs;
    return typeof behaviour === 'function' && context ? behaviour(context) : behaviour;
  };
  const codes = Object.entries(providers);
  const registry = {
    sms: new Map(
      codes.map(([code, one]) => [
        code,
        { send: async (_: unknown, context: ProviderContext) => behave(code, one, context) },
      ]),
    ),
    face: new Map(codes.map(([code, one]) => [code, { screen: () => behave(code, one) }])),
  };
  const line = {
    log: {
      debug: quiet,
      info: quiet,
      warn: (fields: object, words: string) => {
        warned.push(words);
        logged.push(fields);
      },
      error: (fields: object) => logged.push(fields),
    },
    deadlines: { race: race ?? ((promise: Promise<unknown>) => promise), close: quiet },
    settings: { providerTimeoutMs, callDeadlineMs },
    registry,
    breakers: breakers ?? {
      run(code: string, ask: () => unknown) {
        judged.push(code);
        return ask();
      },
    },
  } as unknown as Line;
  const order = {
    kind: product === 'face_verify' ? 'face' : 'sms',
    product,
    providers: Object.keys(providers),
    message: { asSent: '13912345678', to: '+8613912345678', text: '' },
    ...{ given: {}, forms: {}, send: {}, person: {} },
  } as unknown as Order;
  const attempts = await attemptProviders(
    line,
    { callId: 'call', order },
    { monotonicMs: 0, wallMs: Date.now() - suspendedMs },
    async (code, attempt) => {
      note();
      noted.push([code, attempt]);
    },
  );
  return attempts.at(-1) as Attempt;
}

describe('the next provider is asked', () => {
  // @mutant src/line/calls/attempt-providers.ts
  // - if (outcome.kind !== 'unavailable') break;
  // + if (outcome.kind === 'done') break;
  test.each([
    ['done', done, ['a'], []],
    ['rejected', rejected, ['a'], []],
    ['unknown', unknown, ['a'], ['outcome unknown']],
    ['unavailable', unavailable, ['a', 'b'], ['provider unavailable']],
  ])(
    'after %s as expected, and the log says what to look into',
    async (_, outcome, whom, words) => {
      const { providerCode, outcome: came } = await attempt({ a: outcome, b: done });
      expect(asked).toEqual(whom);
      expect(providerCode).toBe(whom.at(-1));
      expect(came.kind).toBe(whom.length === 2 ? 'done' : outcome.kind);
      expect(warned).toEqual(words);
    },
  );

  test('and if all of them certainly did nothing, the last answer stands', async () => {
    const last = { kind: 'unavailable', reason, detail: 'also down' } as const;
    expect(await attempt({ a: unavailable, b: last })).toMatchObject({
      providerCode: 'b',
      outcome: last,
    });
  });

  // @mutant src/line/calls/attempt-providers.ts
  // - isLast ? asLastOutcome(outcome) : outcome
  // + outcome
  test('after a value was refused; if none is left, the caller learns the reason', async () => {
    const refused = { kind: 'unavailable', reason: 'variable_refused', detail: '405' } as const;
    expect(await attempt({ a: refused, b: done })).toMatchObject({ outcome: done });
    expect(await attempt({ a: unavailable, b: refused })).toMatchObject({
      providerCode: 'b',
      outcome: { ...refused, kind: 'rejected' },
    });
    expect(await attempt({ a: refused, b: unavailable })).toMatchObject({ outcome: unavailable });
    expect(warned).toEqual(['provider unavailable', 'provider unavailable']);
    const note = () => {
      throw new Error('no database');
    };
    // The second one was not asked, and may well take the value.
    expect(await attempt({ a: refused, b: done }, { note })).toMatchObject({ outcome: refused });
  });

  test('not at all if there is none', async () => {
    expect(await attempt({})).toMatchObject({
      providerCode: 'none',
      outcome: { kind: 'unavailable' },
    });
  });
});

test('trial calls that hang at three providers keep no other call from the fourth', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const breakers = createBreakers();
  const silent = ['a', 'b', 'c'];
  for (const code of silent) {
    while (breakers.stateOf(code) !== 'open') {
      await breakers.run(code, async () => unavailable);
      vi.advanceTimersByTime(100);
    }
  }
  vi.advanceTimersByTime(10_100);
  const trial = Promise.withResolvers<Outcome>();
  const trials = silent.map((code) => breakers.run(code, () => trial.promise));
  const { providerCode } = await attempt({ a: done, b: done, c: done, d: done }, { breakers });
  expect([asked, providerCode]).toEqual([['d'], 'd']);
  const detail = 'not asked: another call is testing whether it has recovered';
  expect(logged).toEqual(silent.map((provider) => ({ requestId: 'call', provider, detail })));
  trial.resolve(unavailable);
  await Promise.all(trials);
});

test('a breaker guards SMS providers, and neither the sandbox nor face links', async () => {
  await attempt({ a: unavailable, sandbox: done });
  expect([asked, judged]).toEqual([['a', 'sandbox'], ['a']]);
  await attempt({ a: done }, { product: 'face_verify' });
  expect([asked, judged]).toEqual([['a'], []]);
});

describe('a provider is asked only if it can answer before the call’s deadline:', () => {
  const latestMs = callDeadlineMs - providerTimeoutMs;

  test.each([
    [latestMs, ['a']],
    [latestMs + 1, []],
  ])('with %d ms spent, %j', async (spentMs, whom) => {
    const { outcome } = await attempt({ a: done }, { spentMs });
    expect(asked).toEqual(whom);
    expect(outcome.kind).toBe(whom.length === 1 ? 'done' : 'unavailable');
  });

  // @mutant src/foundation/clock.ts
  // - return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
  // + return performance.now() - monotonicMs;
  test('counts the time that the machine was suspended', async () => {
    const { outcome } = await attempt({ a: done }, { suspendedMs: callDeadlineMs });
    expect([asked, outcome.kind]).toEqual([[], 'unavailable']);
  });

  test('time spent on the first counts for the second', async () => {
    await attempt({ a: unavailable, b: done }, { tookMs: latestMs });
    expect(asked).toEqual(['a', 'b']);
    const { providerCode } = await attempt({ a: unavailable, b: done }, { tookMs: latestMs + 1 });
    expect(asked).toEqual(['a']);
    expect(providerCode).toBe('a');
  });
});

describe('before a second provider is asked', () => {
  // @mutant src/line/calls/attempt-providers.ts
  // - if (nth > 1 && !(await
  // + if (nth > 2 && !(await
  test('it is noted, and is not asked if the note fails', async () => {
    const note = () => {
      throw new Error('no database');
    };
    const last = await attempt({ a: unavailable, b: done }, { note });
    expect(last).toMatchObject({ providerCode: 'a', outcome: unavailable });
    expect(asked).toEqual(['a']);
  });

  test('and is not asked either if the note took too long', async () => {
    const note = () => {
      nowMs += callDeadlineMs;
    };
    const last = await attempt({ a: unavailable, b: done, c: done }, { note });
    expect(last).toMatchObject({ providerCode: 'b', outcome: { kind: 'unavailable' } });
    expect(asked).toEqual(['a']);
  });
});

describe('an adapter', () => {
  test('that names parts irregularly has all ids stored as its receipts name them', async () => {
    const odd = {
      kind: 'done',
      providerRef: 'a\u0000b',
      partRefs: ['a\u0000b', 'c\x1bd'],
    } as const;
    const { outcome } = await attempt({ a: odd });
    expect(outcome).toMatchObject({ providerRef: 'a b', partRefs: ['a b', 'c d'] });
  });

  test('that did not send, and a failed note, are logged with the call', async () => {
    const note = () => {
      throw new Error('no database');
    };
    await attempt({ a: unavailable, b: done }, { note });
    expect(logged).toEqual([
      { requestId: 'call', provider: 'a', detail: 'down' },
      { requestId: 'call', fault: expect.anything() },
    ]);
    await attempt({ a: async () => Promise.reject(new Error('x')) });
    expect(logged).toHaveLength(2);
    for (const fields of logged) expect(fields).toMatchObject({ requestId: 'call', provider: 'a' });
  });

  // @mutant src/line/calls/attempt-providers.ts
  // - return { kind: 'unknown', reason: 'provider_fault'
  // + return { kind: 'unavailable', reason: 'provider_fault'
  test('that throws may have sent', async () => {
    const thrown = await attempt({ a: async () => Promise.reject(new Error('x')), b: done });
    expect(thrown.outcome.kind).toBe('unknown');
    expect(asked).toEqual(['a']);
  });

  // @mutant src/line/calls/attempt-providers.ts
  // - silence: Outcome = { kind: 'unknown'
  // + silence: Outcome = { kind: 'unavailable'
  test('that does not answer in time may have sent too, and its signal is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let signal: AbortSignal | undefined;
    const attempted = attempt(
      {
        a: (context) => {
          signal = context.signal;
          return new Promise(() => {});
        },
        b: done,
      },
      { race: async (_, onLate) => onLate() },
    );
    // It gets a moment for its last answer, and the caller does not wait for seconds.
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await attempted).toMatchObject({ providerCode: 'a', outcome: { kind: 'unknown' } });
    expect(signal?.aborted).toBe(true);
    expect(asked).toEqual(['a']);
  });

  test('that had not sent when it was given up says so, and the next one is asked', async () => {
    const inQueue = (context: ProviderContext) =>
      new Promise<Outcome>((resolve) => {
        context.signal.addEventListener('abort', () => resolve(unavailable));
      });
    let times = 0;
    const race: Deadlines['race'] = async (promise, onLate) => (times++ === 0 ? onLate() : promise);
    const last = await attempt({ a: inQueue, b: done }, { race });
    expect(last).toMatchObject({ providerCode: 'b', outcome: { kind: 'done' } });
  });

  test('is noted before it is asked, unless it is the first', async () => {
    await attempt({ a: unavailable, b: unavailable, c: done });
    expect(noted).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  // @mutant src/line/calls/attempt-providers.ts
  // - redact(outcome.detail, personalValuesOf(order))
  // + redact(outcome.detail, [])
  test.each(['rejected', 'unavailable', 'unknown'] as const)(
    'that is %s has no phone number in its stored words',
    async (kind) => {
      const { outcome } = await attempt({ a: { kind, reason, detail: 'bad 13912345678' } });
      expect(outcome).toEqual({ kind, reason, detail: 'bad ***' });
    },
  );

  test.each(['rejected', 'unavailable', 'unknown'] as const)(
    'that is %s has a code that the database can store',
    async (kind) => {
      const { outcome } = await attempt({ a: { kind, reason, detail: '', vendorCode: 'E\0 7' } });
      expect(outcome).toEqual({ kind, reason, detail: '', vendorCode: 'E  7' });
    },
  );

  test('has a reference that the database can store', async () => {
    const { outcome } = await attempt({ a: { kind: 'done', providerRef: 'a\0b' } });
    expect(outcome).toEqual({ kind: 'done', providerRef: 'a b' });
  });
});
