import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMessages } from '../../src/vendors/providers/open-provider.ts';
import type { StatusQuery, TemplateSend } from '../../src/vendors/providers/provider.ts';
import type {
  Callback,
  CallbackReading,
  MessageVendor,
} from '../../src/vendors/providers/vendor.ts';
import type { Simulator, Taken } from '../../src/vendors/simulators/simulator.ts';
import { serveBytes, unexpectedResponses, withUrl } from './misbehaving-server.ts';
import { useVendorFixture } from './vendor-fixture.ts';

interface MessageContract {
  vendor: MessageVendor;
  simulator: Simulator;
  /** Settings with one wrong secret, so that the simulator refuses every request. */
  wrongSecret: Record<string, unknown>;
  /** What the simulator must have received for `sample`, beyond the number. */
  said: Record<string, unknown>;
  /** The recipient; +8613912345678 if omitted. */
  to?: string;
  /** The mobile as the vendor wants it, for +8613912345678; null for mail. */
  mobile: string | null;
  /** The meaning of a code that the vendor does not document, where its protocol says what any code means. */
  unlisted?: { kind: 'unavailable'; reason: string };
}

/** A message to a mainland number, with one value that every vendor accepts. */
export function sampleSend(
  simulator: Simulator,
  changes: Partial<TemplateSend> = {},
): TemplateSend {
  const callId = randomUUID();
  return {
    callId,
    reference: `${callId}.42`,
    product: 'sms_code',
    mode: 'live',
    to: '+8613912345678',
    region: 'CN',
    templateId: 'code',
    text: '【Example】Your code is 482913.',
    variables: { code: '482913' },
    form: simulator.form ?? {},
    parts: 1,
    ...changes,
  };
}

/** What every SMS vendor must do, each against its simulator. */
export function describeMessageContract(contract: MessageContract): void {
  const { vendor, simulator } = contract;
  const fixture = useVendorFixture(vendor, simulator, (opening) => openMessages(vendor, opening));

  const soon = (ms = 10_000) => ({ signal: AbortSignal.timeout(ms) });
  const sample = (changes: Partial<TemplateSend> = {}) =>
    sampleSend(simulator, {
      ...(contract.to ? { to: contract.to, region: null } : {}),
      ...changes,
    });
  const send = (changes: Partial<TemplateSend> = {}, ms?: number) =>
    fixture.provider.send(sample(changes), soon(ms));

  function query(asked: TemplateSend, providerRef: string | null): StatusQuery {
    const { callId, reference, to } = asked;
    return { callId, reference, to, providerRef, partRefs: [], heldAt: fixture.clock.now() };
  }

  describe('a message', () => {
    test('is sent as it was asked, and named by the vendor', async () => {
      const outcome = await send();
      expect(outcome).toMatchObject({
        kind: 'done',
        providerRef: fixture.running.taken.at(-1)?.id,
      });
      const { mobile, said } = contract;
      expect(fixture.running.taken.at(-1)).toMatchObject({ mobile, said });
      expect(fixture.running.refused).toEqual([]);
    });

    test('is refused for a wrong secret, and nothing was sent', async () => {
      const before = fixture.running.taken.length;
      fixture.provider = fixture.open({ ...fixture.running.config, ...contract.wrongSecret });
      const outcome = await send();
      expect(outcome.kind).not.toBe('done');
      expect(fixture.running.taken.length).toBe(before);
      expect(fixture.running.refused.length).toBe(1);
    });

    test('is refused by a vendor whose clock is an hour away, or taken', async () => {
      fixture.clock.move(-3_600_000);
      const outcome = await send();
      if (fixture.running.refused.length > 0) expect(outcome.kind).not.toBe('done');
      else expect(outcome.kind).toBe('done');
    });

    const failures = Object.entries(vendor.codes).filter(([, [kind]]) => kind !== 'done');
    test.each(failures)('that is answered %s ends as the table says', async (code, meaning) => {
      await fixture.running.misbehave([`reject:${code}`]);
      const [kind, reason] = meaning;
      expect(await send()).toMatchObject({ kind, reason, vendorCode: code });
    });

    const unlisted = contract.unlisted ?? { kind: 'unknown', reason: 'not_understood' };
    test(`with an answer that nobody knows is ${unlisted.kind}`, async () => {
      await fixture.running.misbehave(['unknown_code']);
      expect(await send()).toMatchObject(unlisted);
    });
  });

  describe('a vendor that fails', () => {
    test('before anything was sent did nothing', async () => {
      await fixture.running.misbehave(['down']);
      expect(await send()).toMatchObject({ kind: 'unavailable', reason: 'provider_unreachable' });
    });

    test.each(['timeout_sent', 'timeout_lost'])(
      'in silence (%s) leaves it unknown',
      async (wrong) => {
        await fixture.running.misbehave([wrong]);
        // Long enough for a busy machine to have sent it.
        expect(await send({}, 1_500)).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
      },
    );

    test('in the middle of its answer leaves it unknown', async () => {
      await fixture.running.misbehave(['reset']);
      expect(await send()).toMatchObject({ kind: 'unknown', reason: 'no_answer' });
    });

    // These are unexpected in HTTP; a vendor with its own protocol has its own unexpected
    // responses.
    if (!('listen' in simulator))
      test.each(unexpectedResponses)('with %s leaves it unknown', async (_, bytes) => {
        const server = await serveBytes(bytes);
        fixture.provider = fixture.open({
          ...fixture.running.config,
          ...withUrl(fixture.running, server.url),
        });
        expect(await send()).toMatchObject({ kind: 'unknown' });
        await server.close();
      });
  });

  // A vendor that cannot be queried has nothing to prove here.
  if (vendor.receipts.includes('query'))
    describe('a question about a message', () => {
      test('is answered by what became of it', async () => {
        const asked = sampleSend(simulator);
        const outcome = await fixture.provider.send(asked, soon());
        const ref = outcome.kind === 'done' ? outcome.providerRef : null;
        const item = await fixture.provider.queryStatus?.(query(asked, ref), soon());
        expect(['sent', 'delivered']).toContain(item?.state);
        expect(item?.providerRef).toBe(ref);
      });

      test('that the vendor never took is never said to be sent', async () => {
        await fixture.running.misbehave(['timeout_lost']);
        const asked = sampleSend(simulator, { to: '+8613900001111' });
        await fixture.provider.send(asked, soon(200));
        await fixture.running.misbehave([]);
        const item = await fixture.provider.queryStatus?.(query(asked, null), soon());
        expect(['absent', 'unknown']).toContain(item?.state);
      });

      test('fails when the vendor is down', async () => {
        await fixture.running.misbehave(['down']);
        const asked = fixture.provider.queryStatus?.(query(sampleSend(simulator), '1'), soon());
        await expect(asked).rejects.toThrow();
      });
    });

  // Receipts over a vendor's own connection are not callbacks, and are tested with that vendor.
  if (vendor.receipts.includes('push') && !('listen' in simulator))
    describe('a receipt', () => {
      async function receiptOf(wrongs: string[] = []): Promise<[TemplateSend, string, Callback[]]> {
        await fixture.running.misbehave(wrongs);
        const asked = sampleSend(simulator);
        const outcome = await fixture.provider.send(asked, soon());
        const { id } = fixture.running.taken.at(-1) as Taken;
        await expect.poll(() => fixture.caught.about(id).length).toBeGreaterThan(0);
        const ref = outcome.kind === 'done' ? outcome.providerRef : '';
        return [asked, ref, fixture.caught.about(id)];
      }

      const read = async (callback: Callback) =>
        (await fixture.provider.readCallback?.(callback)) as CallbackReading;

      test('names the message and says that it was delivered', async () => {
        const [asked, ref, [callback]] = await receiptOf();
        const reading = await read(callback as Callback);
        expect(reading.kind).toBe('receipts');
        if (reading.kind !== 'receipts') return;
        const [receipt] = reading.receipts;
        expect(receipt?.state).toBe('delivered');
        expect([receipt?.reference === asked.reference, receipt?.providerRef === ref]).toContain(
          true,
        );
        expect(reading.answer.status).toBe(200);
      });

      test.each([
        ['nothing', ''],
        ['no JSON', '{"a":'],
        ['something else', '{"hello":"world"}'],
        ['a list of nonsense', '[1,null,"x",{},[]]'],
      ])('that is %s is refused or names no message, and throws nothing', async (_, body) => {
        const [, , [callback]] = await receiptOf();
        const reading = await read(withContent(callback as Callback, body));
        if (reading.kind === 'receipts') expect(reading.receipts).toEqual([]);
        else expect(reading.kind).toBe('refused');
      });

      test('from somebody else is refused, or marked as unsigned', async () => {
        const [, , callbacks] = await receiptOf(['forged_receipt', 'no_receipt']);
        const reading = await read(callbacks[0] as Callback);
        if (reading.kind === 'receipts') expect(reading.isSigned).toBe(false);
        else expect(reading).toMatchObject({ kind: 'refused', because: 'signature' });
      });

      test('that is changed on its way is refused where the vendor signs', async () => {
        const [, , [callback]] = await receiptOf();
        const given = callback as Callback;
        const signed = await read(given);
        if (signed.kind !== 'receipts' || !signed.isSigned) return;
        const changed = await read({
          ...given,
          body: given.body.replace(/delive?re?d|completed/i, 'undelivered'),
        });
        expect(changed.kind).toBe('refused');
      });
    });
}

/** A callback that says something else, in its query if it is a GET. */
function withContent(callback: Callback, content: string): Callback {
  if (callback.method !== 'GET') return { ...callback, body: content };
  return { ...callback, url: `${callback.url.split('?')[0]}?${content}` };
}
