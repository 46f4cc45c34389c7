import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import { DescriptionFault, type FaultCollector, faultAt } from './collect-faults.ts';
import { descriptionFaults } from './description-faults.ts';
import { factNames } from './request-facts.ts';
import { type Algorithm, type Encoding, signText } from './signature.ts';
import { standingNames } from './standing-values.ts';
import {
  asIs,
  fillTemplate,
  forHeader,
  namesIn,
  parseTemplate,
  type Template,
  type Values,
} from './template.ts';

interface EnvelopeSettings {
  headers?: string;
  account?: string;
  secret?: string;
  signed?: string;
  algorithm: Algorithm;
  encoding: Encoding;
}

/** What all requests to one vendor share: headers and signature. */
export interface Envelope {
  headers(values: Values): Record<string, string>;
  /** Empty if the vendor's requests are not signed. */
  sign(values: Values): string;
  /** The placeholders in the headers and the signed text. */
  names: readonly string[];
  /** True if a signature is configured, but none of the requests checked so far carries it. */
  signsForNobody(): boolean;
  /** The faults of a request with these placeholders, each with the setting that causes it. */
  findFaults(
    inUrl: readonly string[],
    inBody: readonly string[],
  ): [setting: string, fault: Bilingual][];
}

const signedMissing = fillText(descriptionFaults.signed_missing, {
  placeholder: '{{signature}}',
});

export function compileEnvelope(collector: FaultCollector, settings: EnvelopeSettings): Envelope {
  const { secret = '', algorithm, encoding } = settings;
  const headers = collector.take('headers', () => compileHeaders(settings.headers ?? ''));
  const signed =
    settings.signed === undefined
      ? undefined
      : collector.take('signed', () =>
          parseTemplate(settings.signed ?? '', { names: [...standingNames, ...factNames] }),
        );
  const signedNames = signed ? namesIn(signed) : [];
  const ownNames = [...(headers ?? []).flatMap(([, value]) => namesIn(value)), ...signedNames];
  const isKeyed = signed !== undefined && algorithm.startsWith('hmac-');
  if ((isKeyed || needs(ownNames, 'secret')) && !secret) collector.add('secret', problems.required);
  if (needs(ownNames, 'account') && !settings.account) collector.add('account', problems.required);
  let isCarried = false;
  return {
    headers: (values) =>
      Object.fromEntries(
        headers.map(([name, value]) => [name, fillTemplate(value, values, forHeader)]),
      ),
    sign: (values) =>
      signed ? signText(fillTemplate(signed, values, asIs), secret, algorithm, encoding) : '',
    names: ownNames,
    signsForNobody: () => signed !== undefined && !isCarried,
    findFaults(inUrl, inBody) {
      const names = [...inUrl, ...inBody];
      const covers = (...facts: string[]) => facts.some((fact) => signedNames.includes(fact));
      const isUsed = [...names, ...ownNames].includes('signature');
      isCarried ||= isUsed;
      return (
        [
          [needs(names, 'secret') && !secret, 'secret', problems.required],
          [needs(names, 'account') && !settings.account, 'account', problems.required],
          [isUsed && !signed, 'signed', signedMissing],
          [
            inBody.includes('signature') && covers('body', 'bodySha256'),
            'signed',
            descriptionFaults.signed_covers_body,
          ],
          [
            inUrl.includes('signature') && covers('url', 'path', 'query'),
            'signed',
            descriptionFaults.signed_covers_url,
          ],
        ] as const
      ).flatMap(([isWrong, setting, fault]) =>
        isWrong ? [[setting, fault] as [string, Bilingual]] : [],
      );
    },
  };
}

function needs(names: readonly string[], name: string): boolean {
  return names.includes(name) || names.includes('basic');
}

/** Headers that the HTTP client sets itself. */
const ours = /^(host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer)$/;

function compileHeaders(text: string): [string, Template][] {
  const known = { names: [...standingNames, 'method', 'bodySha256', 'signature'] };
  parseTemplate(text, known);
  const headers: [string, Template][] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') {
      const [, name = '', value = ''] =
        /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
      const isUnexpected = /[^\x20-\x7e]/.test(value);
      if (name === '' || isUnexpected)
        throw faultAt(text, start, descriptionFaults.header_malformed);
      if (ours.test(name.toLowerCase())) {
        throw new DescriptionFault(fillText(descriptionFaults.header_reserved, { name }));
      }
      headers.push([name.toLowerCase(), parseTemplate(value, known)]);
    }
    start += line.length + 1;
  }
  return headers;
}
