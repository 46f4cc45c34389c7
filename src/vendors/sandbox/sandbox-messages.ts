import { setTimeout as sleep } from 'node:timers/promises';
import { messageReasons } from '../../foundation/contract/errors/failure-reasons.ts';
import type {
  MessageKind,
  MessageProvider,
  Outcome,
  ProviderContext,
  StatusItem,
  TemplateSend,
} from '../providers/provider.ts';
import { readReference } from '../providers/reference.ts';
import { type ChaosEffect, drawEffect, noFaults } from './chaos.ts';
import type { Inbox, InboxMessage } from './inbox.ts';
import type { KnownChaos } from './known-chaos.ts';
import { endingOf } from './reason-mobiles.ts';
import { messageScriptOf, type SmsScript } from './sandbox-scripts.ts';

const receiptDelays: Partial<Record<SmsScript, number | null>> = {
  late: 30_000,
  silent: null,
  early: null,
};

/** What the sandbox does with a message; late if its caller gave up meanwhile. */
type Play = ChaosEffect | 'late';

/**
 * A provider of messages that runs on this machine: it delivers to an inbox and follows magic recipients and switches.
 */
export function createSandboxMessages(
  kind: MessageKind,
  { inbox, chaos }: { inbox: Inbox; chaos: Pick<KnownChaos, 'of'> },
): MessageProvider {
  /** Chaos switches apply only to test calls, and only to numbers without a script of their own. */
  async function playOf(send: TemplateSend, context: ProviderContext): Promise<Play> {
    const script = messageScriptOf(send.to);
    if (script !== 'delivered' || send.mode !== 'test') return { script };
    const call = readReference(send.reference);
    const switches = call ? await chaos.of(call.accountId) : noFaults;
    if (switches === noFaults) return { script };
    const { signal } = context;
    const isInTime = await sleep(switches.delayMs, true, { signal }).catch(() => false);
    return isInTime ? (drawEffect(switches) ?? { script }) : 'late';
  }

  return {
    kind,
    code: 'sandbox',
    vendorCode: 'sandbox',
    title: { en: 'Sandbox', zh: '沙箱' },
    horizonHours: 72,

    findFault: () => undefined,

    async send(send, context): Promise<Outcome> {
      const play = await playOf(send, context);
      if (play === 'late') return noReply;
      const { script } = play;
      const message = inboxMessage(send, play);
      const failure = failureOf(script);
      if (failure?.kind === 'unknown') {
        await inbox.keep(message);
        inbox.schedule(message);
      }
      if (failure) return failure;
      switch (script) {
        case 'timeout_lost':
          return silence(context.signal);
        case 'timeout_sent':
          await inbox.keep(message);
          inbox.schedule(message);
          return silence(context.signal);
        case 'early':
          await inbox.keep(message);
          await inbox.fireNow(message);
          return { kind: 'done', providerRef: send.callId };
        default:
          inbox.schedule(message);
          inbox.keepWithSettle(send.callId, script);
          return { kind: 'done', providerRef: send.callId };
      }
    },

    async queryStatus({ callId }): Promise<StatusItem> {
      const found = await inbox.find(callId);
      if (!found) {
        return { state: 'absent', providerRef: '', detail: 'not in the inbox', at: new Date() };
      }
      return { state: 'sent', providerRef: callId, detail: 'in the inbox', at: found.sentAt };
    },
  };
}

/** The failure in the response; undefined if the message is accepted or never answered. */
function failureOf(script: SmsScript): Exclude<Outcome, { kind: 'done' }> | undefined {
  const ending = endingOf(script);
  if (!ending || ending.kind === 'undelivered' || ending.kind === 'expired') return undefined;
  const { kind, reason } = ending;
  return { kind, reason, detail: messageReasons[reason].en };
}

function inboxMessage(send: TemplateSend, { script, receiptAfterMs }: ChaosEffect): InboxMessage {
  const delay = receiptAfterMs ?? receiptDelays[script];
  return {
    callId: send.callId,
    reference: send.reference,
    script,
    receiptAfterMs: delay === undefined ? 1_000 : delay,
  };
}

const noReply: Outcome = { kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' };

/** Stays silent until the caller gives up, like a vendor whose response is lost. */
function silence(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(noReply), { once: true });
  });
}
