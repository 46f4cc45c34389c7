import type { Outcome, SmsProvider, StatusItem, TemplateSend } from '../providers/provider.ts';
import type { Inbox, InboxMessage } from './inbox.ts';
import { type SmsScript, smsScriptOf } from './sandbox-scripts.ts';

const receiptDelays: Partial<Record<SmsScript, number | null>> = {
  late: 30_000,
  silent: null,
  early: null,
};

const isDown: Outcome = {
  kind: 'unavailable',
  reason: 'provider_fault',
  detail: 'the sandbox plays being down',
};

/** A provider that never leaves the machine: it delivers into an inbox and obeys magic mobiles. */
export function createSandboxSms({ inbox }: { inbox: Inbox }): SmsProvider {
  return {
    kind: 'sms',
    code: 'sandbox',
    vendorCode: 'sandbox',
    title: { en: 'Sandbox', zh: '沙箱' },
    horizonHours: 72,

    findFault: () => undefined,

    async send(send, context): Promise<Outcome> {
      const script = smsScriptOf(send.mobile);
      switch (script) {
        case 'invalid':
          return {
            kind: 'rejected',
            reason: 'number_invalid',
            detail: 'the number does not exist',
          };
        case 'rejected':
          return { kind: 'rejected', reason: 'content_refused', detail: 'the content was refused' };
        case 'down':
          return isDown;
        case 'timeout_lost':
          return silence(context.signal);
        case 'timeout_sent':
          await inbox.keep(inboxMessage(send, script));
          inbox.schedule(inboxMessage(send, script));
          return silence(context.signal);
        case 'early':
          await inbox.keep(inboxMessage(send, script));
          await inbox.fireNow(inboxMessage(send, script));
          return { kind: 'done', providerRef: send.callId };
        default:
          inbox.schedule(inboxMessage(send, script));
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

function inboxMessage(send: TemplateSend, script: SmsScript): InboxMessage {
  const delay = receiptDelays[script];
  return {
    callId: send.callId,
    reference: send.reference,
    script,
    receiptAfterMs: delay === undefined ? 1_000 : delay,
  };
}

/** Says nothing until the caller gives up, as a vendor does whose reply is lost. */
function silence(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => resolve({ kind: 'unknown', reason: 'no_answer', detail: 'no reply in time' }),
      {
        once: true,
      },
    );
  });
}
