import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/foundation/clock.ts';
import { createHttpClient } from '../../src/foundation/outbound/http-client.ts';
import { takeReceipts } from '../../src/products/messages/receipt-queries.ts';
import { smpp } from '../../src/vendors/adapters/smpp/smpp.ts';
import { type OpenedMessages, openMessages } from '../../src/vendors/providers/open-provider.ts';
import type { MessageProvider } from '../../src/vendors/providers/provider.ts';
import { readConfig } from '../../src/vendors/providers/read-config.ts';
import {
  cString,
  type Frame,
  frame,
  ids,
  responseOf,
} from '../../src/vendors/simulators/smpp-wire.ts';
import { createFixture, type Fixture } from '../kit/fixture.ts';
import { longTimeoutMs } from '../kit/long-timeout.ts';
import { propertyRuns } from '../kit/property-runs.ts';
import { handSmsc } from '../vendors/hand-smsc.ts';

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

interface Scenario {
  deeds: readonly Deed[];
  text: string;
}

const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  deeds: fc.array(anyDeed, { minLength: 1, maxLength: 8 }),
  text: fc.constantFrom('Hi', 'Your parcel is on its way. '.repeat(12)),
});

let fixture: Fixture;
/** The providers of the platform. Each scenario adds its own. */
const sms = new Map<string, MessageProvider>();
/** How often the second provider was asked, by number. */
const askedSecond = new Map<string, number>();

beforeAll(async () => {
  fixture = await createFixture({
    settings: { providerTimeoutMs: 3_000, idempotencyWaitMs: 120_000 },
    extendRegistry(registry) {
      for (const [code, provider] of registry.sms) sms.set(code, provider);
      sms.set('second', second);
      return { ...registry, sms };
    },
  });
});
afterAll(() => fixture.close());

const second: MessageProvider = {
  ...{ kind: 'sms', code: 'second', vendorCode: 'second', horizonHours: 72 },
  title: { en: 'Second', zh: 'Second' },
  findFault: () => undefined,
  async send({ callId, to: mobile }) {
    askedSecond.set(mobile, (askedSecond.get(mobile) ?? 0) + 1);
    return { kind: 'done', providerRef: callId };
  },
};

function openCarrier(code: string, address: string): OpenedMessages {
  return openMessages(smpp, {
    code,
    config: readConfig(smpp, {
      ...{ address, systemId: 'me', password: 'pw', source: 'Example', responseSeconds: 1 },
    }),
    tools: {
      http: createHttpClient({ connections: 1, connectTimeoutMs: 1_000 }),
      ...{ clock: systemClock, callbackUrl: () => '', log: fixture.app.line.log },
      async onReceipts(receipts) {
        const trusted = { providerCode: code, isTrusted: true };
        await takeReceipts(
          fixture.pool,
          receipts.map((each) => ({ ...each, ...trusted })),
        );
      },
    },
  });
}

let scenarios = 0;

/** One message through the line, with a centre of its own; then repeats, and what the resolver finds. */
async function play({ deeds, text }: Scenario): Promise<void> {
  const code = `carrier-${++scenarios}`;
  const mobile = `139${String(30_000_000 + scenarios)}`;
  /** The segments that the centre took, or may have taken. */
  const maybeTaken: number[] = [];
  const todo = [...deeds];
  const centre = await handSmsc((asked, socket) => {
    if (asked.id !== ids.submit_sm) return;
    const deed = todo.shift() ?? { kind: 'taken', id: 'x', receipt: 'DELIVRD' };
    if (deed.kind !== 'status' && deed.kind !== 'nack') maybeTaken.push(segmentOf(asked));
    act(deed, asked, socket);
  });
  const carrier = openCarrier(code, centre.url);
  sms.set(code, carrier);
  try {
    const caller = await fixture.newCaller({ mode: 'live' });
    await fixture.pool.query(
      `insert into routes (product, account_id, providers) values ('sms_notice', $1, $2)`,
      [caller.accountId, JSON.stringify([{ code }, { code: 'second' }])],
    );
    const send = () =>
      caller.call('sms_notice', { mobile, content: text }, { 'idempotency-key': code });
    await Promise.all([send(), send()]);
    await fixture.pool.query(
      'update unresolved_calls set next_try_at = now() where account_id = $1',
      [caller.accountId],
    );
    await fixture.resolve();
    await send();
    const timesSecond = askedSecond.get(`+86${mobile}`) ?? 0;
    expect(timesSecond).toBeLessThanOrEqual(maybeTaken.length > 0 ? 0 : 1);
    expect(new Set(maybeTaken).size).toBe(maybeTaken.length);
  } finally {
    sms.delete(code);
    await carrier.close?.();
    await centre.close();
  }
}

test('no status, response or receipt makes a message that was taken go out again', {
  timeout: longTimeoutMs,
}, async () => {
  // One that was certainly not taken goes to the second provider: the others could show that it was asked.
  await play({ deeds: [{ kind: 'status', status: 0x08 }], text: 'Hi' });
  expect(askedSecond.size).toBe(1);
  const scenariosAtOnce = fc.array(anyScenario, { minLength: 12, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(scenariosAtOnce, async (all) => {
      await Promise.all(all.map(play));
    }),
    { numRuns: propertyRuns(2, 32), endOnFailure: true },
  );
});
