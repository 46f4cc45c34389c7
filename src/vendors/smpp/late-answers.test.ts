import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type HandSmsc, handSmsc } from '../../../test/vendors/hand-smsc.ts';
import { NoAnswer } from '../../foundation/outbound/http-client.ts';
import { cString, type Frame, frame, ids, responseOf } from '../simulators/smpp-wire.ts';
import { commands } from './pdu.ts';
import { type SessionOptions, SmppSession } from './smpp-session.ts';
import { readMessageId } from './units.ts';

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function smsc(serve: (asked: Frame, socket: Socket) => void): Promise<HandSmsc> {
  const made = await handSmsc(serve);
  endings.push(made.close);
  return made;
}

function session(url: string, changes: Partial<SessionOptions> = {}): SmppSession {
  const made = new SmppSession({
    ...{ url, certificates: undefined, window: 1, responseMs: 200, enquireMs: 30_000 },
    ...{
      perSecond: 0,
      placeMs: 60_000,
      kinds: ['transceiver'],
      log: quiet,
      onDeliver: async () => 0,
    },
    bind: { systemId: 'me', password: 'pw', systemType: '', addressRange: '' },
    ...changes,
  });
  endings.push(() => made.close());
  return made;
}

const body = Buffer.from('anything');
const answered = ({ id, sequence }: Frame, ref: string) =>
  frame(responseOf(id), 0, sequence, cString(ref));

describe('a response after the timeout', () => {
  // @mutant src/vendors/smpp/pending-requests.ts
  // - this.#overdue.set(sequence, asked);
  test('reaches a caller that waits for it, and its slot is free meanwhile', async () => {
    const waiting: [Frame, Socket][] = [];
    const centre = await smsc((asked, socket) => void waiting.push([asked, socket]));
    const open = session(centre.url);
    let isOverdue = false;
    const late = open.request(commands.submitSm, body, {
      onOverdue: () => {
        isOverdue = true;
      },
    });
    await expect.poll(() => isOverdue).toBe(true);
    const next = open.request(commands.submitSm, body, { onOverdue: () => {} });
    await expect.poll(() => waiting.length).toBe(2);
    for (const [i, [asked, socket]] of waiting.entries()) socket.write(answered(asked, `m${i}`));
    const refs: string[] = [];
    for (const answer of [late, next]) {
      void answer.then(({ body: answerBody }) => refs.push(readMessageId(answerBody)));
    }
    await expect.poll(() => refs).toEqual(['m0', 'm1']);
    expect(centre.binds).toBe(1);
  });

  test('does not come if the connection ends first', async () => {
    const centre = await smsc((_, socket) => void setTimeout(() => socket.destroy(), 400));
    const late = session(centre.url).request(commands.submitSm, body, { onOverdue: () => {} });
    await expect(late).rejects.toThrow(NoAnswer);
  });
});

describe('the vendor’s unbind', () => {
  // @mutant src/vendors/smpp/smpp-connection.ts
  // - if (!this.#isLeaving || !this.#pending.isEmpty || this.#delivering.size > 0) return;
  // + if (!this.#isLeaving) return;
  test('is followed by the responses that it still owes', async () => {
    const centre = await smsc(async (asked, socket) => {
      if (asked.id !== ids.submit_sm) return;
      socket.write(frame(ids.unbind, 0, 99));
      await sleep(100);
      socket.write(answered(asked, 'behind'));
    });
    const open = session(centre.url, { responseMs: 5_000 });
    const answer = await open.request(commands.submitSm, body);
    expect(readMessageId(answer.body)).toBe('behind');
    // It parts then, and binds again.
    await expect.poll(() => centre.binds).toBe(2);
  });

  test('leaves a request without a response unknown, and nothing else is sent there', async () => {
    const centre = await smsc((asked, socket) => {
      if (asked.id === ids.submit_sm && centre.binds === 1) socket.write(frame(ids.unbind, 0, 99));
      if (asked.id === ids.submit_sm && centre.binds === 2) socket.write(answered(asked, 'again'));
    });
    const open = session(centre.url, { responseMs: 60_000, window: 10 });
    const lost = open.request(commands.submitSm, body);
    lost.catch(() => {});
    await expect.poll(() => centre.asked.length).toBe(2);
    const next = open.request(commands.submitSm, body);
    await expect(lost).rejects.toThrow(NoAnswer);
    expect(readMessageId((await next).body)).toBe('again');
  });
});

describe('a delivery', () => {
  test('by data_sm is answered like one by deliver_sm', async () => {
    const taken: number[] = [];
    const centre = await smsc(() => {});
    const onDeliver = async ({ command }: { command: number }) => {
      taken.push(command);
      return 0;
    };
    session(centre.url, { onDeliver }).start();
    await expect.poll(() => centre.sockets.length).toBe(1);
    // An alert_notification, which has no response, then a data_sm.
    centre.sockets[0]?.write(Buffer.concat([frame(0x102, 0, 6, body), frame(0x103, 0, 7, body)]));
    await expect.poll(() => centre.asked.length).toBe(1);
    expect(centre.asked).toMatchObject([{ id: 0x80000103, status: 0, sequence: 7 }]);
    expect(taken).toEqual([0x103]);
  });
});
