import { randomInt } from 'node:crypto';
import type { Outcome, Receipt, StatusItem, TemplateSend } from '../../providers/provider.ts';
import { asMessageVendor, type Tools } from '../../providers/vendor.ts';
import { commands, type Pdu } from '../../smpp/pdu.ts';
import type { BindKind } from '../../smpp/smpp-connection.ts';
import { SmppSession } from '../../smpp/smpp-session.ts';
import { PartReferences } from '../../smpp/split-text.ts';
import { type Deliver, readData, readDeliver } from '../../smpp/units.ts';
import { codes, receiptCodes } from './codes.ts';
import { queryPart, worstOf } from './query-message.ts';
import { isReceipt, readReceipt } from './read-receipt.ts';
import { ReceiptTaker } from './receipt-taker.ts';
import { sendMessage, untilAborted } from './send-message.ts';
import { smppAdvice } from './smpp-advice.ts';
import { config, findConfigFaults, type SmppConfig } from './smpp-config.ts';
import { statusMeanings } from './status-meanings.ts';

const enquireMs = 30_000;
/**
 * Well below the call's timeout, so that a message that was certainly not sent can still go to the next
 * provider.
 */
const placeMs = 2_000;
const taken = 0;
/** ESME_RX_P_APPN: a permanent error, so the vendor does not retry. */
const refused = 0x65;

/**
 * Any carrier or aggregator with SMPP 3.4. Receipts come over the same connections, so a server binds as soon
 * as the provider is loaded and keeps the binds up. The protocol carries no reference of ours.
 */
export const smpp = asMessageVendor<typeof config>({
  kind: 'sms',
  code: 'smpp',
  title: { en: 'SMPP 3.4', zh: 'SMPP 3.4 直连' },
  config,
  ...smppAdvice,
  codes,
  receiptCodes,
  horizonHours: 72,
  regions: 'all',
  receipts: ['push', 'query'],
  longMessages: true,
  template: { form: 'text', needsCode: false, needsSignature: false },
  findConfigFaults,

  open(settings, tools) {
    const session = openSession(settings, tools);
    const references = new PartReferences(randomInt(256));
    const meaningOf = statusMeanings(settings);
    let underWay = 0;
    let isRetired = false;
    return {
      send(send, { signal }): Promise<Outcome> {
        let hasLeft = false;
        const onLeave = () => {
          hasLeft = true;
        };
        const overdue = new AbortController();
        const givenUp = AbortSignal.any([signal, overdue.signal]);
        const sending = sendMessage({ session, references, config: settings, meaningOf }, send, {
          ...{ signal, onLeave, onOverdue: () => overdue.abort() },
        });
        underWay++;
        sending
          .then(
            (outcome) => givenUp.aborted && reportLate(tools, send, outcome),
            () => {},
          )
          .finally(() => {
            underWay--;
            if (isRetired && underWay === 0) void session.close();
          });
        return untilAborted(sending, givenUp, () => hasLeft);
      },

      async queryStatus({ providerRef, partRefs }, { signal }): Promise<StatusItem> {
        const now = tools.clock.now();
        if (!providerRef) {
          return { state: 'unknown', providerRef: '', detail: 'it gave no id', at: now };
        }
        // The id of a single part as the vendor wrote it, and not as receipts are matched.
        const refs = partRefs.length > 1 ? partRefs : [providerRef];
        const items = await Promise.all(
          refs.map((ref) => queryPart(session, settings, ref, { signal, now })),
        );
        return { ...(worstOf(items) as StatusItem), providerRef };
      },

      async retire() {
        isRetired = true;
        await (underWay === 0 ? session.close() : session.closeIdle());
      },

      close: () => session.close(),
    };
  },
});

function openSession(settings: SmppConfig, tools: Tools): SmppSession {
  const { address, certificates, systemId, password, systemType, addressRange, window } = settings;
  const session = new SmppSession({
    ...{ url: address, certificates, window, enquireMs, placeMs },
    bind: { systemId, password, systemType, addressRange },
    responseMs: settings.responseSeconds * 1_000,
    kinds: bindKinds(settings, tools.onReceipts !== undefined),
    log: tools.log,
    onDeliver: deliverTo(settings, tools),
    perSecond: settings.messagesPerSecond,
    ...{
      takeTurns: tools.takeTurns,
      onLinks: tools.onLinks,
      former: tools.former,
      onExchange: tools.onExchange,
    },
  });
  if (tools.onReceipts) session.start();
  return session;
}

/** A process that cannot store receipts binds only as a transmitter and leaves them to the others. */
function bindKinds({ bind, binds }: SmppConfig, takesReceipts: boolean): BindKind[] {
  const kinds: Record<SmppConfig['bind'], BindKind[]> = {
    transceiver: ['transceiver'],
    pair: ['transmitter', 'receiver'],
  };
  const each: BindKind[] = takesReceipts ? kinds[bind] : ['transmitter'];
  return Array.from({ length: binds }, () => each).flat();
}

/** Handles a delivery: a receipt, or a message from a phone, which is acknowledged and ignored. */
function deliverTo(
  rules: SmppConfig,
  { onReceipts, clock, log }: Tools,
): (delivery: Pick<Pdu, 'command' | 'body'>) => Promise<number> {
  const taker = onReceipts ? new ReceiptTaker(onReceipts, log) : undefined;
  return async ({ command, body }) => {
    const deliver = readWhole(body, command === commands.dataSm ? readData : readDeliver);
    if (!deliver) log.warn({ octets: body.length }, 'malformed delivery rejected');
    if (!deliver) return refused;
    if (!isReceipt(deliver)) return taken;
    const receipt = readReceipt(deliver, rules, clock.now());
    if (receipt && taker) return taker.take(receipt);
    log.warn({ octets: body.length }, 'unreadable receipt ignored');
    return taken;
  };
}

function readWhole(body: Buffer, read: (body: Buffer) => Deliver): Deliver | undefined {
  try {
    return read(body);
  } catch {
    return undefined;
  }
}

/**
 * Reports a response that came after the caller gave up. The resolver needs it as evidence, and it has the ids
 * that receipts will refer to.
 */
function reportLate({ onReceipts, clock, log }: Tools, { reference }: TemplateSend, late: Outcome) {
  if (late.kind !== 'done') return;
  // A message without ids is known by our reference alone.
  const refs = late.partRefs && late.partRefs.length > 0 ? late.partRefs : [undefined];
  const receipts = refs.map(
    (providerRef, i): Receipt => ({
      ...{ reference, ...(providerRef ? { providerRef } : {}) },
      part: { no: i + 1, of: refs.length },
      ...{ state: 'sent', vendorCode: '0x00', detail: 'answered late', at: clock.now() },
    }),
  );
  onReceipts?.(receipts).catch((error: unknown) =>
    log.warn({ detail: String(error) }, 'late response could not be stored'),
  );
}
