import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { systemClock } from '../../foundation/clock.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { prefixField } from '../../foundation/contract/text/bilingual.ts';
import { quietLog } from '../../foundation/db/quiet-log.ts';
import { isInsideAddress } from '../../foundation/outbound/forbidden-address.ts';
import { createHttpClient } from '../../foundation/outbound/http-client.ts';
import { draftMessage, templateOfText } from '../../products/messages/draft-message.ts';
import { requireTemplate } from '../../products/messages/template-queries.ts';
import type { DraftProvider } from '../../vendors/providers/draft-provider.ts';
import { secretsOf } from '../../vendors/providers/mask-settings.ts';
import { maskValues } from '../../vendors/providers/mask-values.ts';
import { openFace, openSms } from '../../vendors/providers/open-provider.ts';
import type {
  Device,
  Outcome,
  ProviderForm,
  SessionStarted,
  TemplateSend,
} from '../../vendors/providers/provider.ts';
import {
  type RecordedExchange,
  recordExchanges,
} from '../../vendors/providers/record-exchanges.ts';
import type { FaceVendor, SmsVendor, Tools } from '../../vendors/providers/vendor.ts';

interface TestPorts {
  pool: Pool;
  defaultRegion: string;
  providerTimeoutMs: number;
  publicUrl: string;
}

/** The text and recipient of one real message, or the person for one real face check. */
interface Trial {
  mobile?: string | undefined;
  templateId?: string | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  text?: string | undefined;
  form?: ProviderForm | undefined;
  name?: string | undefined;
  cardNo?: string | undefined;
  device: Device;
  browserData?: string | undefined;
}

/** The provider's result, and every personal value that the recorded exchanges may contain. */
interface Tried {
  result: Outcome | SessionStarted;
  personal: string[];
}

export interface TestReport {
  code: string;
  vendorCode: string;
  result: Outcome | SessionStarted;
  exchanges: RecordedExchange[];
}

const connectTimeoutMs = 3_000;

/**
 * Sends one real message or starts one real session outside any call: nothing is charged or stored. Secrets
 * and personal data are removed from the recorded exchanges.
 */
export async function testProvider(
  ports: TestPorts,
  provider: DraftProvider,
  trial: Trial,
): Promise<TestReport> {
  const { code, vendor, config, callbackKey } = provider;
  const reached = new Map<string, string>();
  // An internal address is kept: a name may lead elsewhere on its next connection.
  const onConnect = (origin: string, address: string) => {
    const earlier = reached.get(origin);
    if (earlier === undefined || !isInsideAddress(earlier)) reached.set(origin, address);
  };
  const client = createHttpClient({ connections: 1, connectTimeoutMs, onConnect });
  const http = recordExchanges(client, (origin) => reached.get(origin) ?? null);
  const tools: Tools = {
    http,
    clock: systemClock,
    log: quietLog,
    callbackUrl: () => `${ports.publicUrl}/callbacks/${callbackKey}`,
    onExchange: http.note,
  };
  try {
    const { result, personal } =
      vendor.kind === 'sms'
        ? await tryMessage(ports, vendor, provider, tools, trial)
        : await tryCheck(ports, vendor, provider, tools, trial);
    const secrets = [...secretsOf(vendor, config), callbackKey, ...issuedIn(http.exchanges)];
    const mask = maskValues([...secrets, ...personal]);
    return {
      code,
      vendorCode: vendor.code,
      result: 'detail' in result ? { ...result, detail: mask(result.detail) } : result,
      exchanges: http.exchanges.map((exchange) => maskExchange(exchange, mask)),
    };
  } finally {
    await http.close();
  }
}

async function tryMessage(
  { pool, defaultRegion, providerTimeoutMs }: TestPorts,
  vendor: SmsVendor,
  { code, config }: DraftProvider,
  tools: Tools,
  { templateId, text, form, mobile, values = {} }: Trial,
): Promise<Tried> {
  if (mobile === undefined) refuse('mobile_missing');
  if ((templateId === undefined) === (text === undefined)) refuse('trial_content_missing');
  const template =
    templateId === undefined
      ? templateOfText(String(text))
      : await requireTemplate(pool, templateId);
  const draft = draftMessage(template, { mobile, values }, defaultRegion);
  const send: TemplateSend = { ...draft, form: form ?? template.forms[code] ?? {} };
  const provider = openSms(vendor, { code, config, tools });
  try {
    const fault = provider.findFault(send);
    if (fault) refuse('trial_not_sent', { fault: prefixField(fault.field, fault.problem) });
    const signal = AbortSignal.timeout(providerTimeoutMs);
    return { result: await provider.send(send, { signal }), personal: valuesOf(mobile, send) };
  } finally {
    await provider.close?.();
  }
}

/** Personal values to remove: the number in every format that vendors use, the text, and its variables. */
function valuesOf(asTyped: string, { mobile, text, variables }: TemplateSend): string[] {
  const filled = Object.values(variables).filter((value) => [...value].length > 1);
  return [asTyped, mobile, mobile.slice(1), mobile.slice(-8), text, ...filled];
}

async function tryCheck(
  { providerTimeoutMs, publicUrl }: TestPorts,
  vendor: FaceVendor,
  { code, config }: DraftProvider,
  tools: Tools,
  { name, cardNo, device, browserData }: Trial,
): Promise<Tried> {
  if (name === undefined || cardNo === undefined) {
    return refuse('trial_person_missing');
  }
  if (!vendor.devices.includes(device)) {
    const { code: named, devices } = vendor;
    refuse('device_not_supported', { vendor: named, devices, device });
  }
  const provider = openFace(vendor, { code, config, tools });
  const person = { name, cardNo };
  try {
    const screened = provider.screen(person);
    if (screened.kind !== 'done') return { result: screened, personal: [name, cardNo] };
    const signal = AbortSignal.timeout(providerTimeoutMs);
    const result = await provider.startSession(
      {
        ...{ checkId: randomUUIDv7(), person, device, browserData: browserData ?? null },
        returnUrl: `${publicUrl}/`,
        language: 'en',
        mode: 'live',
      },
      { signal },
    );
    return { result, personal: [name, cardNo] };
  } finally {
    await provider.close?.();
  }
}

const issued = /"\w*(?:access_?token|secret)\w*"\s*:\s*"([^"\\]{8,})"/gi;

/** Access tokens and secrets that a vendor issued in these exchanges. */
function issuedIn(exchanges: readonly RecordedExchange[]): string[] {
  return exchanges.flatMap(({ answer }) =>
    [...(answer?.text ?? '').matchAll(issued)].map(([, token]) => String(token)),
  );
}

function maskExchange(exchange: RecordedExchange, mask: (text: string) => string) {
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
