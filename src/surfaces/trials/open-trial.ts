import { systemClock } from '../../foundation/clock.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { isInsideAddress } from '../../foundation/outbound/forbidden-address.ts';
import { createHttpClient } from '../../foundation/outbound/http-client.ts';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import { secretsOf } from '../../vendors/providers/mask-settings.ts';
import { maskValues } from '../../vendors/providers/mask-values.ts';
import {
  type RecordedExchange,
  recordExchanges,
} from '../../vendors/providers/record-exchanges.ts';
import type { Tools } from '../../vendors/providers/vendor.ts';

/** What an adapter gets outside any call, and a record of what it did with it. */
export interface OpenedTrial {
  tools: Tools;
  callbackUrl: string;
  exchanges: readonly RecordedExchange[];
  /** Masks these values, the provider's secrets, and the tokens that the vendor issued meanwhile. */
  masking(personal: readonly string[]): (text: string) => string;
  close(): Promise<void>;
}

const connectTimeoutMs = 3_000;

/** Opens a connection to a vendor outside any call, whose exchanges are recorded. */
export function openTrial(
  publicUrl: string,
  { vendor, config, callbackKey }: DraftProvider,
): OpenedTrial {
  const reached = new Map<string, string>();
  // An internal address is kept: a name may lead elsewhere on its next connection.
  const onConnect = (origin: string, address: string) => {
    const earlier = reached.get(origin);
    if (earlier === undefined || !isInsideAddress(earlier)) reached.set(origin, address);
  };
  const client = createHttpClient({ connections: 1, connectTimeoutMs, onConnect });
  const http = recordExchanges(client, (origin) => reached.get(origin) ?? null);
  const callbackUrl = `${publicUrl}/callbacks/${callbackKey}`;
  return {
    tools: {
      http,
      clock: systemClock,
      log: quietLog,
      callbackUrl: () => callbackUrl,
      onExchange: http.note,
    },
    callbackUrl,
    exchanges: http.exchanges,
    masking(personal) {
      const secrets = [...secretsOf(vendor, config), callbackKey, ...issuedIn(http.exchanges)];
      return maskValues([...secrets, ...personal]);
    },
    close: () => http.close(),
  };
}

/**
 * Tencent issues tickets, which sign requests as the secret does, as `"tickets":[{"value":"…"`; Baidu issues a
 * `refresh_token` and a `session_key` as well.
 */
const issued =
  /"(?:\w*(?:access_?token|refresh_?token|session_key|secret)\w*|tickets"\s*:\s*\[[^\]]*?"value)"\s*:\s*"([^"\\]{8,})"/gi;

/** Tokens, tickets and secrets that a vendor issued in these exchanges. */
function issuedIn(exchanges: readonly RecordedExchange[]): string[] {
  return exchanges.flatMap(({ answer }) =>
    [...(answer?.text ?? '').matchAll(issued)].map(([, token]) => String(token)),
  );
}

const notShown = '(not shown: it may contain other messages, or the data of another person)';

/** An exchange without its answer. */
export function withoutAnswer(exchange: RecordedExchange): RecordedExchange {
  const { answer } = exchange;
  return {
    ...exchange,
    answer: answer && { ...answer, headers: {}, text: answer.text && notShown },
  };
}

/** An exchange with every secret and personal value masked. */
export function maskExchange(
  exchange: RecordedExchange,
  mask: (text: string) => string,
): RecordedExchange {
  const { url, headers, body, answer, fault } = exchange;
  const maskAll = (fields: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mask(value ?? '')]));
  return {
    ...exchange,
    url: mask(url),
    headers: maskAll(headers),
    body: mask(body),
    answer: answer && {
      status: answer.status,
      headers: maskAll(answer.headers),
      text: mask(answer.text),
    },
    fault: fault && mask(fault),
  };
}
