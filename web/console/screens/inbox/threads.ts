import type { InboxMessages } from '../../../../src/surfaces/console/inbox/inbox-contract.ts';

export type Message = InboxMessages['messages'][number];

export interface Thread {
  mobile: string;
  messages: [Message, ...Message[]];
}

const missed = ['undelivered', 'expired', 'rejected'] as const;

/** Whether a phone would not show the message: its receipt says that it did not arrive. */
export function isMissed(
  message: Message,
): message is Message & { state: (typeof missed)[number] } {
  return missed.some((state) => state === message.state);
}

/** Grouped by recipient, newest first, filtered by number, address or text. */
export function threadsOf(messages: readonly Message[], wanted: string): Thread[] {
  const threads = new Map<string, Thread>();
  for (const message of messages) {
    const known = threads.get(message.mobile);
    if (known) known.messages.push(message);
    else threads.set(message.mobile, { mobile: message.mobile, messages: [message] });
  }
  const words = wanted.trim().toLowerCase();
  const digits = words.replaceAll(/[\s+-]/g, '');
  return [...threads.values()].filter(
    ({ mobile, messages: all }) =>
      words === '' ||
      (/^\d+$/.test(digits) && mobile.includes(digits)) ||
      mobile.includes(words) ||
      all.some(({ text }) => text.toLowerCase().includes(words)),
  );
}

/** `138 0000 0000` for a Chinese mobile, others unchanged. */
export function mobileText(e164: string): string {
  const chinese = /^\+86(\d{3})(\d{4})(\d{4})$/.exec(e164);
  return chinese ? chinese.slice(1).join(' ') : e164;
}
