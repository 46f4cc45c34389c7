import Type from 'typebox';
import type { Outcome, SmsProvider, StatusItem, TemplateSend } from '../providers/provider.ts';
import { type SmsScript, smsScriptOf } from './sandbox-scripts.ts';

/** Where the sandbox keeps what it was given: its inbox, handed in because adapters know no database. */
export interface InboxStore {
  /** Keeps a message at once, for an outcome that is not the call's. */
  keep(message: InboxMessage): Promise<void>;
  /** Has the receipts fired when they are due. */
  schedule(message: InboxMessage): void;
  find(callId: string): Promise<{ script: SmsScript; sentAt: Date } | undefined>;
  /** Fires the receipts of a message now. */
  fireNow(message: InboxMessage): Promise<void>;
}

/** A message as the inbox needs it; mobile and text are kept by the call itself. */
export interface InboxMessage {
  callId: string;
  accountId: number;
  script: SmsScript;
  /** Milliseconds until the first receipt is due; null when there will never be one. */
  receiptAfterMs: number | null;
}

const receiptDelays: Partial<Record<SmsScript, number | null>> = {
  late: 30_000,
  silent: null,
  early: null,
};

/** A provider that never leaves the machine: it delivers into an inbox and obeys magic mobiles. */
export function createSandboxSms({ inbox }: { inbox: InboxStore }): SmsProvider {
  return {
    kind: 'sms',
    code: 'sandbox',
    title: 'Sandbox',
    configSchema: Type.Object({}),

    findFault: () => undefined,

    async send(send, context): Promise<Outcome> {
      const script = smsScriptOf(send.mobile);
      switch (script) {
        case 'invalid':
          return { kind: 'rejected', detail: 'the number does not exist' };
        case 'rejected':
          return { kind: 'rejected', detail: 'the content was refused' };
        case 'down':
          return { kind: 'unavailable', detail: 'the sandbox plays being down' };
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
          return { kind: 'done', providerRef: send.callId, script };
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
    accountId: send.accountId,
    script,
    receiptAfterMs: delay === undefined ? 1_000 : delay,
  };
}

/** Says nothing until the caller gives up, as a vendor does whose reply is lost. */
function silence(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => resolve({ kind: 'unknown', detail: 'no reply in time' }),
      {
        once: true,
      },
    );
  });
}
