import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import type { Outcome, SessionState } from '../providers/provider.ts';
import { collectFaults, type FaultCollector } from './collect-faults.ts';
import { compilePaths, type PathOf } from './compile-paths.ts';
import { compileCallback, type DescribedCallback } from './described-callback.ts';
import { compileRequest, type DescribedRequest } from './described-request.ts';
import { descriptionFaults } from './description-faults.ts';
import { compileEnvelope, type Envelope } from './envelope.ts';
import type { FaceSettings } from './face-settings.ts';
import { type MeaningTable, parseTable } from './meaning-table.ts';
import { standingNames } from './standing-values.ts';

/** A compiled face vendor. It must not be used if it has faults. */
export interface CompiledFace {
  faults: readonly Bilingual[];
  start: DescribedRequest;
  result: DescribedRequest;
  erase: DescribedRequest | undefined;
  codes: MeaningTable<Outcome['kind']>;
  states: MeaningTable<SessionState>;
  at: PathOf<FaceSettings>;
  callback: DescribedCallback | undefined;
}

const startNames = {
  names: [...standingNames, 'reference', 'name', 'cardNo', 'returnUrl', 'device', 'language'],
};
const sessionNames = { names: [...standingNames, 'session'] };

export function compileFace(settings: FaceSettings): CompiledFace {
  const collector = collectFaults();
  const envelope = compileEnvelope(collector, settings);
  const description: CompiledFace = {
    faults: collector.faults,
    ...compileRequests(collector, settings, envelope),
    codes: collector.take('codes', () =>
      parseTable(settings.codes, {
        done: 'plain',
        rejected: 'reason',
        unavailable: 'reason',
        unknown: 'plain',
      }),
    ),
    states: collector.take('states', () =>
      parseTable(settings.states, {
        open: 'plain',
        passed: 'plain',
        failed: 'reason',
        cancelled: 'plain',
        expired: 'plain',
      }),
    ),
    at: compilePaths(collector, settings),
    callback: settings.callbackSessionAt ? compileCallback(collector, settings) : undefined,
  };
  if (envelope.signsForNobody()) {
    const unused = fillText(descriptionFaults.signature_unused, { placeholder: '{{signature}}' });
    collector.add('signed', unused);
  }
  collectGaps(collector, description, settings);
  return description;
}

function compileRequests(collector: FaultCollector, settings: FaceSettings, envelope: Envelope) {
  const { eraseUrl } = settings;
  return {
    start: compileRequest(
      collector,
      'start',
      {
        url: settings.startUrl,
        method: settings.startMethod,
        format: settings.startFormat,
        body: settings.startBody,
      },
      envelope,
      startNames,
    ),
    result: compileRequest(
      collector,
      'result',
      {
        url: settings.resultUrl,
        method: settings.resultMethod,
        format: settings.resultFormat,
        body: settings.resultBody,
      },
      envelope,
      sessionNames,
    ),
    erase:
      eraseUrl === undefined
        ? undefined
        : compileRequest(
            collector,
            'erase',
            { url: eraseUrl, method: settings.eraseMethod, format: 'none' },
            envelope,
            sessionNames,
          ),
  };
}

/** Finds descriptions whose settings are valid one by one but incomplete together. */
function collectGaps(collector: FaultCollector, compiled: CompiledFace, settings: FaceSettings) {
  const placeholder = '{{session}}';
  if (!compiled.result.names.includes('session')) {
    collector.add('resultUrl', fillText(descriptionFaults.session_not_asked, { placeholder }));
  }
  if (compiled.erase && !compiled.erase.names.includes('session')) {
    collector.add('eraseUrl', fillText(descriptionFaults.session_not_named, { placeholder }));
  }
  if (![...(compiled.codes?.values() ?? [])].some(({ state }) => state === 'done')) {
    collector.add('codes', descriptionFaults.done_missing);
  }
  for (const [name, paths] of Object.entries(proofs)) {
    if (compiled.start.names.includes(name) || paths.some((path) => settings[path])) continue;
    const values = { placeholder: `{{${name}}}`, settings: paths.join(' / ') };
    collector.add('startBody', fillText(descriptionFaults.person_not_sent, values));
  }
  for (const [key, { state }] of compiled.states ?? []) {
    if (state === 'passed' && /^(code |HTTP \d)/.test(key)) {
      collector.add('states', fillText(descriptionFaults.passed_by_answer, { key }));
    }
  }
}

/**
 * The paths that can replace a value of the person that the vendor is not sent. Many people share a name, so a name
 * in the result does not replace the ID number.
 */
const proofs = {
  name: ['resultNameAt', 'resultCardNoAt'],
  cardNo: ['resultCardNoAt'],
} as const;
