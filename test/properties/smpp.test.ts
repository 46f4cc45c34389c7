import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/foundation/clock.ts';
import { createHttpClient } from '../../src/foundation/outbound/http-client.ts';
import { smpp } from '../../src/vendors/adapters/smpp/smpp.ts';
import { openSms } from '../../src/vendors/providers/open-provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import { smppSimulator } from '../../src/vendors/simulators/smpp.ts';
import {
  cString,
  type Frame,
  frame,
  ids,
  responseOf,
} from '../../src/vendors/simulators/smpp-wire.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { handSmsc } from '../vendors/hand-smsc.ts';
import { sampleSend } from '../vendors/sms-contract.ts';

/** What a centre does with one submit_sm. Only a status that is not 0 says that it did not take the message. */
type Deed =
  | { kind: 'status'; status: number }
  | { kind: 'nack'; status: number }
  | { kind: 'taken'; id: string; receipt: string }
  | { kind: 'taken late' | 'taken behind an unbind' | 'silence' | 'end' | 'nonsense' };

const anyStatus = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0x01, 0x08, 0x0b, 0x14, 0x45, 0x58, 0x64, 0xfe, 0xff) },
  { weight: 2, arbitrary: fc.integer({ min: 0x400, max: 0x4ff }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 0x7fffffff }) },
);
const stats = ['DELIVRD', 'UNDELIV', 'REJECTD', 'FAILED', 'NACK', 'EXPIRED', 'UNKNOWN', 'WHATEVER'];
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('status' as const, 'nack' as const),
      status: anyStatus,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('taken' as const),
      id: fc.constantFrom('', '0', '00AB', 'm-1', '77'),
      receipt: fc.constantFrom(...stats),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('taken late', 'taken behind an unbind', 'silence', 'end', 'nonsense'),
    }) as fc.Arbitrary<Deed>,
  },
);

function act(deed: Deed, { id, sequence }: Frame, socket: Socket): void {
  const taken = (ref: string) => socket.write(frame(responseOf(id), 0, sequence, cString(ref)));
  switch (deed.kind) {
    case 'status':
      socket.write(frame(responseOf(id), deed.status, sequence));
      break;
    case 'nack':
      socket.write(frame(ids.generic_nack, deed.status, sequence));
      break;
    case 'taken':
      // The receipt may arrive first.
      socket.write(receipt(deed.id, deed.receipt));
      taken(deed.id);
      break;
    case 'taken late':
      setTimeout(() => taken('late'), 1_300);
      break;
    case 'taken behind an unbind':
      socket.write(frame(ids.unbind, 0, 99));
      taken('behind');
      break;
    case 'end':
      socket.destroy();
      break;
    case 'nonsense':
      socket.write(frame(responseOf(ids.enquire_link), 0, sequence));
  }
}

function receipt(id: string, stat: string): Buffer {
  const text = Buffer.from(`id:${id} done date:2611152025 stat:${stat} err:001`);
  return frame(
    ids.deliver_sm,
    0,
    4_711,
    Buffer.concat([
      ...[cString(''), Buffer.of(1, 1), cString('8613912345678'), Buffer.of(5, 0), cString('Ex')],
      ...[Buffer.of(4, 0, 0), cString(''), cString(''), Buffer.of(0, 0, 0, 0, text.length), text],
    ]),
  );
}

/** The number of a segment by its header, or 1 for a text of one segment. */
function segmentOf({ body }: Frame): number {
  const header = body.indexOf(Buffer.of(5, 0, 3));
  return header < 0 ? 1 : (body[header + 5] as number);
}

test('no status, response or receipt makes a message that was taken go out again', {
  timeout: longTimeoutMs,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDeed, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('Hi', 'Your parcel is on its way. '.repeat(12)),
      async (deeds, text) => {
        /** The segments that the centre took, or may have taken. */
        const maybeTaken: number[] = [];
        const todo = [...deeds];
        const centre = await handSmsc((asked, socket) => {
          if (asked.id !== ids.submit_sm) return;
          const deed = todo.shift() ?? { kind: 'taken', id: 'x', receipt: 'DELIVRD' };
          if (deed.kind !== 'status' && deed.kind !== 'nack') maybeTaken.push(segmentOf(asked));
          act(deed, asked, socket);
        });
        const provider = openSms(smpp, {
          code: 'carrier',
          config: readConfig(smpp, {
            ...{ address: centre.url, systemId: 'me', password: 'pw', source: 'Example' },
            ...{ responseSeconds: 1 },
          }),
          tools: {
            http: createHttpClient({ connections: 1, connectTimeoutMs: 1_000 }),
            ...{ clock: systemClock, callbackUrl: () => '', onReceipts: async () => {} },
            log: { debug() {}, info() {}, warn() {}, error() {} },
          },
        });
        try {
          const outcome = await provider.send(sampleSend(smppSimulator, { text }), {
            signal: AbortSignal.timeout(8_000),
          });
          // The line asks the next provider after `unavailable`, and the caller sends again after `rejected`.
          if (outcome.kind === 'unavailable' || outcome.kind === 'rejected') {
            expect(maybeTaken).toEqual([]);
          }
          if (outcome.kind === 'done') expect(maybeTaken.length).toBeGreaterThan(0);
          expect(new Set(maybeTaken).size).toBe(maybeTaken.length);
        } finally {
          await provider.close?.();
          await centre.close();
        }
      },
    ),
    { numRuns: propertyRuns(25, 400) },
  );
});
