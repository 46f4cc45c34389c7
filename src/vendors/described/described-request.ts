import { type HttpRequest, NotSent } from '../../foundation/outbound/http-client.ts';
import { type BodyFormat, type BodyTemplate, compileBody } from './body-template.ts';
import { DescriptionFault, type FaultCollector, faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import type { Envelope } from './envelope.ts';
import { factsOf, unsigned } from './request-facts.ts';
import {
  fillTemplate,
  forUrl,
  type Names,
  namesIn,
  parseTemplate,
  type Template,
  type Values,
} from './template.ts';

interface RequestDescription {
  url: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  format: BodyFormat;
  body?: string | undefined;
}

/** A request that the operator described. */
export interface DescribedRequest {
  /** The placeholders in its URL, body, headers and signed text. */
  names: readonly string[];
  /** Throws NotSent if the values do not form a valid request. */
  build(values: Values): Omit<HttpRequest, 'signal'>;
}

/** `what` is the prefix of the request's settings: `send` for `sendUrl` and `sendBody`. */
export function compileRequest(
  collector: FaultCollector,
  what: string,
  { url, method, format, body = '' }: RequestDescription,
  envelope: Envelope,
  known: Names,
): DescribedRequest {
  const signable = { ...known, names: [...known.names, 'signature'] };
  const address = collector.take(`${what}Url`, () => compileUrl(url, signable));
  const content = collector.take(`${what}Body`, () => compileBody(format, body, signable));
  if (method === 'GET' && format !== 'none') {
    collector.add(`${what}Format`, descriptionFaults.body_on_get);
  }
  const inUrl = address ? namesIn(address) : [];
  const inBody = content?.names ?? [];
  envelope.findFaults(inUrl, inBody).forEach(([setting, fault]) => {
    collector.add(setting, fault);
  });
  const isSignedInside = [...inUrl, ...inBody].includes('signature');
  // After a fault there is no URL, and the request is never built.
  const steps = address ? stepsIn(new URL(fillTemplate(address, {}, () => 'x'))) : 0;
  const compiled = { method, address, steps, content, envelope, isSignedInside };
  const names = [...new Set([...inUrl, ...inBody, ...envelope.names])];
  return { names, build: (values) => buildRequest(compiled, values) };
}

interface Compiled {
  method: RequestDescription['method'];
  address: Template;
  /** The number of path segments, which no value may change. */
  steps: number;
  content: BodyTemplate;
  envelope: Envelope;
  /** The URL or the body contains the signature. */
  isSignedInside: boolean;
}

function buildRequest(compiled: Compiled, values: Values): Omit<HttpRequest, 'signal'> {
  const { method, content, envelope } = compiled;
  const draft = fill(compiled, { ...values, signature: unsigned });
  const facts = factsOf(draft.url, draft.body, content.contentType, envelope.names);
  const signature = envelope.sign({ ...values, method, ...facts });
  const { url, body } = compiled.isSignedInside ? fill(compiled, { ...values, signature }) : draft;
  const { bodySha256 = '' } = compiled.isSignedInside
    ? factsOf(url, body, content.contentType, envelope.names)
    : facts;
  return {
    method,
    url: url.href,
    headers: {
      ...(content.contentType ? { 'content-type': content.contentType } : {}),
      ...envelope.headers({ ...values, method, bodySha256, signature }),
    },
    ...(content.contentType ? { body } : {}),
  };
}

function fill({ address, steps, content }: Compiled, values: Values): { url: URL; body: string } {
  const url = URL.parse(fillTemplate(address, values, forUrl));
  if (!url) throw new NotSent('the values make no address');
  // Escaping does not help against `.` and `..`, which change the path, so the number of segments is checked.
  if (stepsIn(url) !== steps) throw new NotSent('a value makes another path');
  return { url, body: content.fill(values) };
}

function stepsIn({ pathname }: URL): number {
  return pathname.split('/').length;
}

/** The host is fixed in the settings, so no value can redirect a request. */
function compileUrl(text: string, known: Names): Template {
  const invalid = /[^\x21-\x7e]|#/.exec(text);
  if (invalid) throw faultAt(text, invalid.index, descriptionFaults.url_character);
  const template = parseTemplate(text, known);
  const [, host = ''] = /^https?:\/\/([^/?]*)/.exec(text) ?? [];
  if (host === '' || /[{}@]/.test(host)) {
    throw new DescriptionFault(descriptionFaults.url_host);
  }
  if (!URL.canParse(fillTemplate(template, {}, forUrl))) {
    throw new DescriptionFault(descriptionFaults.not_url);
  }
  return template;
}
