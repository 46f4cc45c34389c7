import type {
  MessageProvider,
  Outcome,
  StatusItem,
  TemplateSend,
} from '../../src/vendors/providers/provider.ts';

/** A message provider that does what the test says, and records its input. */
export interface FakeSms extends MessageProvider {
  sent: TemplateSend[];
  /** What it does with the next messages. */
  behave(behaviour: (send: TemplateSend) => Promise<Outcome> | Outcome): void;
  /** Its answer to a status query. */
  setStatus(state: StatusItem['state']): void;
  /** The words of that answer, where they matter. */
  say(words: string | undefined): void;
}

export function createFakeSms(code: string, kind: MessageProvider['kind'] = 'sms'): FakeSms {
  const sent: TemplateSend[] = [];
  let behaviour: (send: TemplateSend) => Promise<Outcome> | Outcome = done;
  let state: StatusItem['state'] = 'sent';
  let words: string | undefined;
  return {
    kind,
    code,
    vendorCode: code,
    title: { en: code, zh: code },
    horizonHours: 72,
    sent,
    behave(next) {
      behaviour = next;
    },
    setStatus(next) {
      state = next;
    },
    say(next) {
      words = next;
    },
    findFault: () => undefined,
    async send(send) {
      sent.push(send);
      return behaviour(send);
    },
    async queryStatus({ callId }) {
      const said = { providerRef: words ?? callId, detail: words ?? `${code} was asked` };
      return { state, ...said, at: new Date() };
    },
  };
}

export function done({ callId }: TemplateSend): Outcome {
  return { kind: 'done', providerRef: callId };
}

export function unavailable(): Outcome {
  return { kind: 'unavailable', reason: 'provider_fault', detail: 'down' };
}

/** Never answers. */
export function silent(): Promise<Outcome> {
  return new Promise(() => {});
}
