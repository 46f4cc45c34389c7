import { fail } from '../../foundation/contract/errors/errors.ts';
import { refusal } from '../../foundation/contract/errors/refusal.ts';
import { type MessageProduct, productTable } from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { countParts } from '../../products/messages/count-parts.ts';
import { type Mobile, parseMobile } from '../../products/messages/mobile.ts';
import { renderTemplate, type Template } from '../../products/messages/template.ts';
import type { FormFault, MessageProvider } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import type { Principal } from '../callers/principal.ts';
import { isRegionAllowed, type NumberLimits } from '../limits/limits.ts';
import type { Line } from './line.ts';
import type { MessageOrder, Recipient } from './order.ts';
import { providersOnRoute } from './providers-on-route.ts';

type Ports = Pick<Line, 'registry' | 'settings' | 'rehearsals' | 'log' | 'conversion'>;

/** A validated message: its template, the template's variables and the recipient. */
interface MessageWanted {
  product: MessageProduct;
  language: Language;
  /** The number or address as the caller wrote it. */
  asSent: string;
  reach: Reach;
  template: Template;
  variables: Readonly<Record<string, string>>;
  /** The code that must not be sent to one number twice in a row; null if the message has none. */
  code: string | null;
}

/** Whom a message reaches: a number in E.164, or an address, which has neither region nor prefix. */
export type Reach = Pick<Recipient, 'to' | 'region' | 'prefix'>;

export function reachOf({ e164, region, prefix }: Mobile): Reach {
  return { to: e164, region: region ?? null, prefix };
}

/** Checks that the caller may send this message and finds the providers that can, before any money moves. */
export function orderMessage(
  ports: Ports,
  caller: Principal,
  callId: string,
  { product, language, asSent, reach, template, variables, code }: MessageWanted,
): MessageOrder {
  const { kind } = productTable[product];
  const { to, region } = reach;
  if (kind !== 'email') checkRegion(ports, caller, region);
  rehearseRefusal(ports, caller, to);
  const text = renderTemplate(template, variables);
  const send: MessageOrder['send'] = {
    callId,
    reference: referenceOf({ accountId: caller.accountId, callId }),
    product,
    mode: caller.mode,
    to,
    region,
    templateId: template.templateId,
    text,
    variables: pickVariables(template, variables),
    // Only an SMS is sent and charged in parts.
    parts: kind === 'sms' ? countParts(text) : 1,
  };
  return {
    kind: 'message',
    product,
    language,
    parts: send.parts,
    templateId: template.templateId,
    providers: providersFor(
      ports,
      providersOnRoute(ports.registry[kind], caller, product, region, (route) =>
        ports.conversion.weigh(caller, route),
      ),
      template,
      send,
    ),
    message: { asSent, to, text },
    recipient: recipientOf(reach, code, caller.products[product].numberLimits),
    send,
    forms: template.forms,
    given: variables,
    check: null,
  };
}

export function readMobile(
  { settings, rehearsals }: Pick<Line, 'settings' | 'rehearsals'>,
  caller: Principal,
  asSent: string,
): Mobile {
  const region = caller.mode === 'test' ? rehearsals.regionOf(asSent) : undefined;
  const mobile = parseMobile(asSent, region ?? settings.defaultRegion);
  if (mobile) return mobile;
  return fail('invalid_request', {
    details: [{ field: 'mobile', problem: problems.not_mobile }],
  });
}

function checkRegion(
  { settings }: Pick<Line, 'settings'>,
  { limits, mode }: Principal,
  region: string | null,
): void {
  if (!isRegionAllowed(limits, mode, region ?? undefined, settings.defaultRegion)) {
    fail('region_not_allowed');
  }
}

function rehearseRefusal(
  { rehearsals }: Pick<Line, 'rehearsals'>,
  { mode }: Principal,
  to: string,
): void {
  const rehearsed = mode === 'test' ? rehearsals.refusalOf(to) : undefined;
  if (rehearsed) throw refusal(rehearsed.reason, rehearsed.retryAfterMs);
}

function recipientOf(reach: Reach, code: string | null, limits: NumberLimits | null): Recipient {
  return { ...reach, code: limits && code, limits };
}

/** The template's variables, in its order. Other fields of a notice's body are not sent to providers. */
function pickVariables(
  { variables: names }: Template,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) picked[name] = given[name] ?? '';
  return picked;
}

/**
 * The providers that can send this message. If none can, the fault goes to the caller or to the operator's
 * log.
 */
function providersFor(
  { registry, log }: Pick<Ports, 'registry' | 'log'>,
  codes: readonly string[],
  template: Template,
  send: MessageOrder['send'],
): readonly string[] {
  const able: string[] = [];
  let fault: FormFault | undefined;
  const formless: string[] = [];
  for (const code of codes) {
    const provider = registry[productTable[send.product].kind].get(code) as MessageProvider;
    const found = provider.findFault({ ...send, form: template.forms[code] ?? {} });
    if (!found) able.push(code);
    else if (found.isOperators) formless.push(`${code}: ${found.problem.en}`);
    else fault ??= found;
  }
  if (able.length > 0) return able;
  if (fault) return fail('invalid_request', { details: [fault] });
  // The caller cannot fix a missing template form, so only the operator's log has the details.
  log.warn(
    { requestId: send.callId, detail: formless.join('; ') },
    'no provider on the route can send the template',
  );
  return fail('product_not_available');
}
