import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { official } from '../../../test/reference-clients/smpp.ts';
import { type HandSmsc, handSmsc } from '../../../test/vendors/hand-smsc.ts';
import { certificate, privateKey } from '../../../test/vendors/loopback-certificate.ts';
import { thisMoment } from '../../foundation/clock.ts';
import { NoAnswer, NotSent } from '../../foundation/outbound/http-client.ts';
import { setLatestStart } from '../../foundation/outbound/latest-start.ts';
import { cString, type Frame, frame, ids, responseOf } from '../simulators/smpp-wire.ts';
import { commands } from './pdu.ts';
import { type SessionOptions, SmppSession } from './smpp-session.ts';
import { readMessageId } from './units.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function smsc(
  serve: (asked: Frame, socket: Socket) => void,
  takes?: (bindNo: number) => boolean,
): Promise<HandSmsc> {
  const made = await handSmsc(serve, takes);
  endings.push(made.close);
  return made;
}

function session(url: string, changes: Partial<SessionOptions> = {}): SmppSession {
  const made = new SmppSession({
    ...{ url, certificates: undefined, window: 10, responseMs: 5_000, enquireMs: 30_000 },
    ...{ perSecond: 0, placeMs: 60_000 },
    ...{
      bind: { systemId: 'me', password: 'pw', systemType: '', addressRange: '' },
      kinds: ['transceiver'],
    },
    ...{ log: quiet, onDeliver: async () => 0, ...changes },
  });
  endings.push(() => made.close());
  return made;
}

/** A session whose first bind is up: later waiting is for a slot, not for the bind. */
async function boundSession(url: string, changes: Partial<SessionOptions>): Promise<SmppSession> {
  const { promise: bound, resolve } = Promise.withResolvers<void>();
  const made = session(url, { ...changes, log: { ...quiet, info: () => resolve() } });
  made.start();
  await bound;
  return made;
}

const body = Buffer.from('anything');
const submit = (to: SmppSession) => to.request(commands.submitSm, body);

function responseFrame({ id, sequence }: Frame, ref = `m${sequence}`, status = 0): Buffer {
  return frame(responseOf(id), status, sequence, cString(ref));
}

// @mutant src/vendors/smpp/smpp-session.ts
// - if (job.signal && isPastLatestStart(job.signal)) {
// + if (job.signal?.aborted) {
test('a request that waited in a suspended process past its latest start is never written', async () => {
  const asked: Frame[] = [];
  const centre = await smsc((each, socket) => {
    asked.push(each);
    if (asked.length > 1) socket.write(responseFrame(each));
  });
  const open = await boundSession(centre.url, { window: 1 });
  const first = submit(open);
  await expect.poll(() => asked.length).toBe(1);
  const { signal } = new AbortController();
  setLatestStart(signal, {
    since: { ...thisMoment(), wallMs: Date.now() - 6_000 },
    limitMs: 5_000,
  });
  const late = open.request(commands.submitSm, body, { signal });
  centre.sockets[0]?.write(responseFrame(asked[0] as Frame));
  await first;
  await expect(late).rejects.toBeInstanceOf(NotSent);
  await submit(open);
  expect(asked).toHaveLength(2);
});

describe('answers', () => {
  test('reach their requests, in any order and any chunks', async () => {
    const waiting: Frame[] = [];
    const centre = await smsc(async (asked, socket) => {
      waiting.push(asked);
      if (waiting.length < 5) return;
      const told = waiting.toReversed().map((each) => responseFrame(each));
      for (const octet of Buffer.concat(told)) {
        socket.write(Buffer.of(octet));
        await sleep(0);
      }
    });
    const open = session(centre.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(open)));
    expect(answers.map((each) => readMessageId(each.body))).toEqual(
      waiting.map(({ sequence }) => `m${sequence}`),
    );
  });

  test('without a request are ignored', async () => {
    const centre = await smsc((asked, socket) => {
      socket.write(responseFrame({ ...asked, sequence: 4_711 }));
      socket.write(responseFrame(asked));
    });
    expect(await submit(session(centre.url))).toMatchObject({ status: 0 });
  });

  test.each<[string, (asked: Frame) => Buffer]>([
    ['an answer to something else', ({ sequence }) => frame(0x80000015, 0, sequence)],
    ['a unit that is too long', () => Buffer.from('ffffffff80000004000000000000', 'hex')],
    ['a unit that is too short', () => Buffer.from('0000000f', 'hex')],
    ['a page', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ])('that are %s leave the outcome unknown', async (_, bytes) => {
    const centre = await smsc((asked, socket) => socket.write(bytes(asked)));
    await expect(submit(session(centre.url))).rejects.toThrow(NoAnswer);
  });

  test('that do not come leave the outcome unknown, and free the slot', async () => {
    let isSilent = true;
    const centre = await smsc((asked, socket) => {
      if (!isSilent) socket.write(responseFrame(asked));
    });
    const open = await boundSession(centre.url, { window: 1, responseMs: 2_000 });
    await expect(submit(open)).rejects.toThrow(NoAnswer);
    isSilent = false;
    expect(await submit(open)).toMatchObject({ status: 0 });
    expect(centre.binds).toBe(1);
  });

  test('that say generic_nack are answers', async () => {
    const centre = await smsc(({ sequence }, socket) =>
      socket.write(frame(ids.generic_nack, 0x3, sequence)),
    );
    expect(await submit(session(centre.url))).toMatchObject({ status: 3 });
  });
});

describe('a retired session', () => {
  test('closes its idle binds at once, and not the one with a request under way', async () => {
    const open: [Frame, Socket][] = [];
    const centre = await smsc((asked, socket) => open.push([asked, socket]));
    const three = session(centre.url, { kinds: ['transceiver', 'transceiver', 'receiver'] });
    const sent = submit(three);
    await expect.poll(() => [centre.binds, open.length]).toEqual([3, 1]);
    await three.closeIdle();
    await expect.poll(() => centre.sockets).toEqual([open[0]?.[1]]);
    // A following part goes over the same bind.
    const next = submit(three);
    await expect.poll(() => open.length).toBe(2);
    for (const [asked, socket] of open) socket.write(responseFrame(asked));
    expect(await Promise.all([sent, next])).toMatchObject([{ status: 0 }, { status: 0 }]);
    expect(centre.binds).toBe(3);
  });

  test('lets its successor bind only when it has ended, and new messages wait meanwhile', async () => {
    const centre = await smsc((asked, socket) => socket.write(responseFrame(asked)));
    const { promise: former, resolve } = Promise.withResolvers<void>();
    const later = session(centre.url, { former });
    later.start();
    const sent = submit(later);
    await sleep(50);
    expect(centre.binds).toBe(0);
    resolve();
    expect(await sent).toMatchObject({ status: 0 });
  });
});

describe('the window', () => {
  test('holds back messages beyond the vendor’s limit, across all binds', async () => {
    const open: [Frame, Socket][] = [];
    const centre = await smsc((asked, socket) => open.push([asked, socket]));
    const two = session(centre.url, { window: 3, kinds: ['transceiver', 'transceiver'] });
    const answers = Array.from({ length: 20 }, () => submit(two));
    await expect.poll(() => centre.asked.length).toBe(6);
    await sleep(50);
    expect(centre.asked.length).toBe(6);
    while (open.length > 0 || centre.asked.length < 20) {
      for (const [asked, socket] of open.splice(0)) socket.write(responseFrame(asked));
      await sleep(20);
    }
    await Promise.all(answers);
    expect(centre.asked.length).toBe(20);
  });

  test('shrinks when the vendor throttles, and grows when it keeps up', async () => {
    const waiting: Frame[] = [];
    const centre = await smsc((asked) => {
      if (asked.id === ids.submit_sm) waiting.push(asked);
    });
    const open = await boundSession(centre.url, { window: 8 });
    const socket = centre.sockets[0] as Socket;
    /** Submits messages, answers all that arrive together, and returns their numbers. */
    const submitMany = async (count: number, status: number) => {
      const answers = Array.from({ length: count }, () => submit(open));
      const together: number[] = [];
      for (let left = count; left > 0; left -= together.at(-1) as number) {
        await expect.poll(() => waiting.length).toBeGreaterThan(0);
        await awaitArrivals(centre);
        together.push(waiting.length);
        for (const asked of waiting.splice(0)) socket.write(responseFrame(asked, '', status));
      }
      await Promise.all(answers);
      return together;
    };
    expect(await submitMany(8, 0x58)).toEqual([8]);
    expect(Math.max(...(await submitMany(8, 0)))).toBeLessThan(8);
    expect(Math.max(...(await submitMany(80, 0)))).toBe(8);
  });

  /** Whatever the session sent before this answer has arrived before it. */
  async function awaitArrivals(centre: HandSmsc): Promise<void> {
    const answers = () =>
      centre.asked.filter(({ id }) => id === responseOf(ids.enquire_link)).length;
    const before = answers();
    centre.sockets[0]?.write(frame(ids.enquire_link, 0, 10_000 + before));
    await expect.poll(answers).toBe(before + 1);
  }

  test('pauses after that, so that a single slot does not hammer the vendor', async () => {
    const arrivedAtMs: number[] = [];
    const centre = await smsc((asked, socket) => {
      arrivedAtMs.push(performance.now());
      socket.write(responseFrame(asked, '', 0x14));
    });
    const open = session(centre.url);
    await submit(open);
    await submit(open);
    const [first = 0, second = 0] = arrivedAtMs;
    expect(second - first).toBeGreaterThan(100);
  });

  test('that stays full rejects messages that could go elsewhere', async () => {
    const centre = await smsc(() => {});
    const open = await boundSession(centre.url, { window: 1, placeMs: 100 });
    submit(open).catch(() => {});
    await expect(submit(open)).rejects.toThrow(NotSent);
    await expect.poll(() => centre.asked.length).toBe(1);
  });

  test('tells only the waiting sender that its message leaves', async () => {
    const centre = await smsc(() => {});
    const open = await boundSession(centre.url, { window: 1, placeMs: 100 });
    const left: string[] = [];
    const ask = (name: string) =>
      open.request(commands.submitSm, body, { onLeave: () => left.push(name) });
    ask('first').catch(() => {});
    await expect.poll(() => centre.asked.length).toBe(1);
    await expect(ask('second')).rejects.toThrow(NotSent);
    expect(left).toEqual(['first']);
  });

  test('frees a sender that gives up', async () => {
    const centre = await smsc(() => {});
    const open = session(centre.url, { window: 1 });
    submit(open).catch(() => {});
    const giving = open.request(commands.submitSm, body, { signal: AbortSignal.timeout(50) });
    await expect(giving).rejects.toThrow(NotSent);
  });
});

describe('a connection', () => {
  // @mutant src/vendors/smpp/pending-requests.ts
  // - reject(new NoAnswer(because));
  // + reject(new Error(because));
  test('that is lost leaves its requests unknown, and the next goes over another one', async () => {
    const centre = await smsc((asked, socket) => {
      if (centre.asked.length === 1) socket.resetAndDestroy();
      else socket.write(responseFrame(asked));
    });
    const open = session(centre.url);
    await expect(submit(open)).rejects.toThrow(NoAnswer);
    expect(await submit(open)).toMatchObject({ status: 0 });
    expect(centre.binds).toBe(2);
  });

  test('that the vendor unbinds is answered and opened again', async () => {
    const centre = await smsc((asked, socket) => {
      if (asked.id < ids.generic_nack) socket.write(responseFrame(asked));
    });
    const open = session(centre.url);
    await submit(open);
    centre.sockets[0]?.write(frame(ids.unbind, 0, 99));
    await expect.poll(() => centre.binds).toBe(2);
    expect(centre.asked.at(-1)).toMatchObject({ id: responseOf(ids.unbind), sequence: 99 });
    expect(await submit(open)).toMatchObject({ status: 0 });
  });

  test('answers enquire_link, and unknown commands', async () => {
    const centre = await smsc(() => {});
    session(centre.url).start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    const bytes = Buffer.concat([frame(ids.enquire_link, 0, 5), frame(0x111, 0, 6, body)]);
    centre.sockets[0]?.write(bytes);
    await expect.poll(() => centre.asked.length).toBe(2);
    expect(centre.asked).toMatchObject([
      { id: responseOf(ids.enquire_link), status: 0, sequence: 5 },
      { id: ids.generic_nack, status: 3, sequence: 6 },
    ]);
  });

  test('lets the vendor repeat deliveries beyond what can be stored, and stores the rest', async () => {
    const stored = Promise.withResolvers<number>();
    let begun = 0;
    const centre = await smsc(() => {});
    const onDeliver = () => {
      begun++;
      return stored.promise;
    };
    session(centre.url, { onDeliver }).start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    const many = Array.from({ length: 12_000 }, (_, at) => frame(ids.deliver_sm, 0, at + 1, body));
    centre.sockets[0]?.write(Buffer.concat(many));
    const count = () => begun + centre.asked.length;
    await expect.poll(count).toBe(many.length);
    expect(begun).toBeLessThan(many.length);
    expect(centre.asked.every(({ status }) => status === 0x64)).toBe(true);
    stored.resolve(0);
    await expect.poll(() => centre.asked.length).toBe(many.length);
    expect(centre.asked.filter(({ status }) => status === 0)).toHaveLength(begun);
  });

  test('to a vendor that sends and never reads is closed, and another is opened', async () => {
    const centre = await smsc(() => {});
    session(centre.url).start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    const deaf = centre.sockets[0] as Socket;
    deaf.pause();
    const asks = Buffer.concat(Array.from({ length: 20_000 }, () => frame(ids.enquire_link, 0, 1)));
    for (let i = 0; i < 200 && centre.binds === 1; i++) {
      deaf.write(asks);
      await sleep(20);
    }
    await expect.poll(() => centre.binds).toBeGreaterThan(1);
  });

  test('without heartbeats is closed, and another is opened', async () => {
    const centre = await smsc(() => {});
    session(centre.url, { enquireMs: 50, responseMs: 200 }).start();
    // On a busy machine a bind may be given up before the first enquire_link.
    const isAskedAndLeft = () => centre.asked.length > 0 && centre.binds > 1;
    await expect.poll(isAskedAndLeft).toBe(true);
    expect(centre.asked[0]?.id).toBe(ids.enquire_link);
  });

  test('to a host that does not listen sends nothing, and says so at once', async () => {
    const centre = await handSmsc(() => {});
    await centre.close();
    await expect(submit(session(centre.url))).rejects.toThrow(NotSent);
  });

  test('that only receives carries no message', async () => {
    const centre = await smsc((asked, socket) => socket.write(responseFrame(asked)));
    const open = session(centre.url, { kinds: ['receiver'], placeMs: 100 });
    open.start();
    await expect.poll(() => centre.binds).toBe(1);
    await expect(submit(open)).rejects.toThrow(NotSent);
    expect(centre.asked).toEqual([]);
  });

  test.each([1, 2])('that is up is awaited, even if number %i does not come up', async (down) => {
    const open: [Frame, Socket][] = [];
    const serve = (asked: Frame, socket: Socket) => void open.push([asked, socket]);
    const centre = await smsc(serve, (bindNo) => bindNo !== down);
    const two = session(centre.url, { window: 1, kinds: ['transceiver', 'transceiver'] });
    const answers = [submit(two), submit(two)];
    await expect.poll(() => centre.refused).toBeGreaterThan(0);
    await expect.poll(() => open.length).toBe(1);
    answers.push(submit(two));
    for (let told = 0; told < 3; told++) {
      await expect.poll(() => open.length).toBe(told + 1);
      const [asked, socket] = open[told] as [Frame, Socket];
      socket.write(responseFrame(asked));
    }
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([0, 0, 0]);
  });

  // @mutant src/vendors/smpp/smpp-connection.ts
  // - .catch(() => tryAgain)
  // + .catch(() => 0)
  test.each<[string, () => Promise<number>, number]>([
    ['taken', async () => 0, 0],
    ['refused', async () => 0x65, 0x65],
    ['not taken', () => Promise.reject(new Error('the database is away')), 0x64],
  ])('answers a delivery that was %s with the matching status', async (_, onDeliver, status) => {
    const centre = await smsc(() => {});
    session(centre.url, { onDeliver }).start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    centre.sockets[0]?.write(frame(ids.deliver_sm, 0, 7, body));
    await expect.poll(() => centre.asked.length).toBe(1);
    expect(centre.asked).toMatchObject([{ id: responseOf(ids.deliver_sm), status, sequence: 7 }]);
  });

  test('is closed once the receipts in hand are acknowledged', async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<number>();
    const centre = await smsc(() => {});
    let isTaken = false;
    const onDeliver = () => {
      isTaken = true;
      return stored;
    };
    const open = session(centre.url, { onDeliver });
    open.start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    centre.sockets[0]?.write(frame(ids.deliver_sm, 0, 7, body));
    await expect.poll(() => isTaken).toBe(true);
    const closed = open.close();
    await sleep(50);
    store(0);
    await closed;
    expect(centre.asked.map(({ id, status }) => [id, status])).toEqual([
      [responseOf(ids.deliver_sm), 0],
      [ids.unbind, 0],
    ]);
  });

  test('is closed with unbind', async () => {
    const centre = await smsc((asked, socket) => socket.write(responseFrame(asked)));
    const open = session(centre.url);
    await submit(open);
    await open.close();
    expect(centre.asked.at(-1)?.id).toBe(ids.unbind);
    await expect(submit(open)).rejects.toThrow(NotSent);
  });
});

describe('a vendor that refuses binds', () => {
  afterEach(() => vi.useRealTimers());

  /** The pauses before the next binds, each of which is tried as soon as its pause is over. */
  async function pausesOf(
    count: number,
    serve: (socket: Socket, countGivenUp: () => number) => void,
  ): Promise<number[]> {
    const pausesMs: number[] = [];
    let tries = 0;
    const server = createServer((socket) => {
      tries++;
      socket.on('error', () => {});
      serve(socket, () => pausesMs.length);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endings.push(() => server.close());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const warn = (facts: object) => void pausesMs.push((facts as { againInMs: number }).againInMs);
    const url = `smpp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    session(url, { log: { ...quiet, warn } }).start();
    while (pausesMs.length < count) {
      const before = pausesMs.length;
      await expect.poll(() => pausesMs.length).toBe(before + 1);
      expect(tries).toBe(before + 1);
      vi.advanceTimersByTime(Math.ceil(pausesMs[before] as number));
    }
    return pausesMs;
  }

  test('is tried less and less often', async () => {
    const pausesMs = await pausesOf(10, (socket) => socket.destroy());
    // Each pause is doubled, up to half a minute, and shortened by at most a half of it.
    for (const [no, pauseMs] of pausesMs.entries()) {
      const longestMs = Math.min(30_000, 500 * 2 ** no);
      expect(pauseMs).toBeLessThanOrEqual(longestMs);
      expect(pauseMs).toBeGreaterThanOrEqual(longestMs / 2);
    }
  });

  test('because of the password is retried after seconds, before it locks us out', async () => {
    const rejectBind = (socket: Socket) =>
      socket.on('data', (bytes: Buffer) =>
        socket.end(frame(responseOf(ids.bind_transceiver), 0x0e, bytes.readUInt32BE(12))),
      );
    for (const pauseMs of await pausesOf(3, rejectBind)) {
      expect(pauseMs).toBeGreaterThanOrEqual(5_000);
      expect(pauseMs).toBeLessThanOrEqual(10_000);
    }
  });

  // @mutant src/vendors/smpp/smpp-link.ts
  // - if (fault instanceof BindRefused && this.#events.isSpare()) return sparePauseMs;
  test('beyond the number that the account has is asked again after an hour', async () => {
    const centre = await smsc(
      (asked, socket) => socket.write(responseFrame(asked)),
      (bindNo) => bindNo === 1,
    );
    const warnings: object[] = [];
    const log = { ...quiet, warn: (facts: object) => void warnings.push(facts) };
    let links: object | undefined;
    const onLinks = (state: object) => {
      links = state;
    };
    const two = session(centre.url, { kinds: ['transceiver', 'transceiver'], log, onLinks });
    two.start();
    // The first refusal may come before the other bind is up, and is repeated after seconds.
    await expect
      .poll(() => warnings, { timeout: 25_000 })
      .toContainEqual(expect.objectContaining({ againInMs: 3_600_000 }));
    expect(await submit(two)).toMatchObject({ status: 0 });
    expect(centre.refused).toBeLessThanOrEqual(2);
    expect(links).toEqual({ wanted: 2, bound: 1, fault: 'the bind was refused with status 13' });
  });

  test('because it never answers a bind is given up, and retried', async () => {
    const givenUpBefore: number[] = [];
    const silent = (socket: Socket, countGivenUp: () => number) =>
      socket.once('data', () => {
        vi.advanceTimersByTime(4_800);
        givenUpBefore.push(countGivenUp());
        vi.advanceTimersByTime(300);
      });
    expect(await pausesOf(2, silent)).toHaveLength(2);
    expect(givenUpBefore).toEqual([0, 1]);
  });
});

describe('over TLS', () => {
  async function secureServer(): Promise<string> {
    const server = official.createServer({ key: privateKey, cert: certificate }, (visitor) => {
      visitor.on('error', () => {});
      visitor.on('pdu', (pdu) => visitor.send(pdu.response({ message_id: 'tls-1' })));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endings.push(() => server.close());
    return `ssmpp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test('connects to a vendor whose certificate is trusted', async () => {
    const open = session(await secureServer(), { certificates: certificate });
    expect(readMessageId((await submit(open)).body)).toBe('tls-1');
  });

  test('trusts what the platform trusts besides the vendor’s certificates', async () => {
    const usual = getCACertificates('default');
    setDefaultCACertificates([...usual, certificate]);
    try {
      const open = session(await secureServer(), { certificates: usual[0] });
      expect(readMessageId((await submit(open)).body)).toBe('tls-1');
    } finally {
      setDefaultCACertificates(usual);
    }
  });

  test('sends nothing to a vendor whose certificate is not trusted', async () => {
    await expect(submit(session(await secureServer()))).rejects.toThrow(NotSent);
  });
});
