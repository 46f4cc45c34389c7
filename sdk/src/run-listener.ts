import { createCountersign } from './create-countersign.ts';
import type { WebhookListenRequest } from './generated.ts';
import { type Forwarded, listen } from './listen.ts';

export interface ListenerOptions {
  baseUrl: string;
  apiKey: string;
  /** A port of this machine, with or without a path, or a whole URL. */
  target: string;
  events?: readonly string[] | undefined;
  signal: AbortSignal;
  /** Called when it listens, with the target and the signing secret. */
  onReady(ready: { forwardTo: string; secret: string }): void;
  /** Called with a line for each later event. */
  say(line: string): void;
}

/** Listens as a program does, until the signal aborts it. */
export async function runListener(options: ListenerOptions): Promise<void> {
  const { baseUrl, apiKey, target, events, signal, onReady, say } = options;
  const forwardTo = readTarget(target);
  const countersign = createCountersign({
    baseUrl,
    apiKey,
    onRetry: ({ reason }) => say(`${baseUrl} did not answer (${reason}); asking again`),
  });
  await listen(countersign, {
    forwardTo,
    events: events as WebhookListenRequest['events'],
    signal,
    onSecret: (secret) => onReady({ forwardTo, secret }),
    onForwarded: (forwarded) => say(describe(forwarded)),
  });
}

/** `3000` and `3000/hooks` are ports of this machine. */
export function readTarget(target: string): string {
  const local = /^(\d{1,5})(\/.*)?$/.exec(target);
  const url = local ? `http://127.0.0.1:${local[1]}${local[2] ?? '/'}` : target;
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new TypeError(`${target} is neither a port, as 3000/hooks, nor an http address.`);
  }
  return url;
}

function describe({ type, deliveryId, status }: Forwarded): string {
  const answer = status === undefined ? 'nobody answered; trying again' : String(status);
  return `${type} ${deliveryId} -> ${answer}`;
}
