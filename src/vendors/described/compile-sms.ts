import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { problems } from '../../foundation/contract/text/problems.ts';
import type { Outcome, StatusItem } from '../providers/provider.ts';
import { type BoundedPattern, compilePattern } from './bounded-pattern.ts';
import { collectFaults, type FaultCollector } from './collect-faults.ts';
import { compilePaths, type PathOf } from './compile-paths.ts';
import { compileCallback, type DescribedCallback } from './described-callback.ts';
import { compileRequest, type DescribedRequest } from './described-request.ts';
import { descriptionFaults } from './description-faults.ts';
import { compileEnvelope, type Envelope } from './envelope.ts';
import { type MeaningTable, parseTable } from './meaning-table.ts';
import type { SmsSettings } from './sms-settings.ts';
import { standingNames } from './standing-values.ts';

/** A compiled SMS vendor. It must not be used if it has faults. */
export interface CompiledSms {
  faults: readonly Bilingual[];
  send: DescribedRequest;
  query: DescribedRequest | undefined;
  answerPattern: BoundedPattern | undefined;
  queryPattern: BoundedPattern | undefined;
  codes: MeaningTable<Outcome['kind']>;
  states: MeaningTable<StatusItem['state']>;
  at: PathOf<SmsSettings>;
  callback: DescribedCallback | undefined;
}

const mobileNames = ['mobile', 'mobileDigits', 'mobileNational', 'mobileCountry'];
const sendNames = {
  names: [
    ...standingNames,
    ...mobileNames,
    ...['reference', 'text', 'values', 'valuesInOrder', 'template', 'templateId', 'signName'],
  ],
  prefixes: ['value.'],
};
const queryNames = { names: [...standingNames, ...mobileNames, 'reference', 'id'] };

/** A cache, so that settings are compiled once. */
const compiled = new WeakMap<SmsSettings, CompiledSms>();

export function compileSms(settings: SmsSettings): CompiledSms {
  const known = compiled.get(settings);
  if (known) return known;
  const collector = collectFaults();
  const envelope = compileEnvelope(collector, settings);
  const description: CompiledSms = {
    faults: collector.faults,
    send: compileSend(collector, settings, envelope),
    query: compileQuery(collector, settings, envelope),
    answerPattern: collector.take('answerPattern', () =>
      compilePattern(settings.answerPattern, ['code', 'id', 'detail', 'cost']),
    ),
    queryPattern: collector.take('queryPattern', () =>
      compilePattern(settings.queryPattern, ['id', 'reference', 'state', 'error', 'time', 'code']),
    ),
    codes: collector.take('codes', () =>
      parseTable(settings.codes, {
        done: 'plain',
        rejected: 'reason',
        unavailable: 'reason',
        unknown: 'plain',
      }),
    ),
    states: collector.take('states', () =>
      parseTable(settings.states ?? '', {
        absent: 'plain',
        sent: 'plain',
        delivered: 'plain',
        undelivered: 'reason',
        expired: 'plain',
        rejected: 'reason',
        unknown: 'plain',
      }),
    ),
    at: compilePaths(collector, settings),
    callback: settings.receiptStateAt ? compileCallback(collector, settings) : undefined,
  };
  if (envelope.signsForNobody()) {
    const unused = fillText(descriptionFaults.signature_unused, { placeholder: '{{signature}}' });
    collector.add('signed', unused);
  }
  collectGaps(collector, settings, description);
  compiled.set(settings, description);
  return description;
}

function compileSend(collector: FaultCollector, settings: SmsSettings, envelope: Envelope) {
  const { sendUrl: url, sendMethod: method, sendFormat: format, sendBody: body } = settings;
  return compileRequest(collector, 'send', { url, method, format, body }, envelope, sendNames);
}

function compileQuery(collector: FaultCollector, settings: SmsSettings, envelope: Envelope) {
  const { queryUrl: url, queryMethod: method, queryFormat: format, queryBody: body } = settings;
  if (url === undefined) return undefined;
  return compileRequest(collector, 'query', { url, method, format, body }, envelope, queryNames);
}

/** Finds descriptions whose settings are valid one by one but incomplete together. */
function collectGaps(collector: FaultCollector, settings: SmsSettings, compiled: CompiledSms) {
  const { codeAt, idAt, queryIdAt, queryReferenceAt, queryStateAt, queryPattern } = settings;
  if (!codeAt && !idAt) {
    collector.add('codeAt', descriptionFaults.success_unknown);
  }
  if (![...(compiled.codes?.values() ?? [])].some(({ state }) => state === 'done')) {
    collector.add('codes', descriptionFaults.done_missing);
  }
  if (compiled.query) {
    const asksForOne = compiled.query.names.some((name) => name === 'id' || name === 'reference');
    if (!queryStateAt) collector.add('queryStateAt', problems.required);
    if (!asksForOne && !queryIdAt && !queryReferenceAt) {
      collector.add('queryIdAt', descriptionFaults.query_unmatched);
    }
    if (queryPattern && settings.queryListAt) {
      collector.add('queryListAt', descriptionFaults.list_with_pattern);
    }
  }
  if (settings.receiptStateAt && !settings.receiptIdAt && !settings.receiptReferenceAt) {
    collector.add('receiptIdAt', descriptionFaults.receipt_unmatched);
  }
  if ((compiled.query || compiled.callback) && !settings.states) {
    collector.add('states', problems.required);
  }
  for (const [key, { state }] of compiled.states ?? []) {
    const isOfAnswer = /^(code |HTTP \d|\(none\)$)/.test(key);
    if (isOfAnswer === (state === 'absent') || state === 'unknown') continue;
    collector.add('states', fillText(descriptionFaults.absent_misused, { key, state }));
  }
}
