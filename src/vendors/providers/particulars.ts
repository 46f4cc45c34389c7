import { type Bilingual, prefixField } from '../../foundation/contract/text/bilingual.ts';
import {
  type LegalParticulars,
  legalParticularsProblems,
} from '../../foundation/contract/text/legal-particulars.ts';
import { problem, problems } from '../../foundation/contract/text/problems.ts';

/** What the consent must name about the company that checks the person's face. */
export interface Particulars extends LegalParticulars {
  /** How many days it keeps the data that it receives; 0 if it keeps nothing. */
  keepDays: number;
  /** The data leave the country, which needs a separate consent. */
  isAbroad: boolean;
}

const longestKeepDays = 36_500;

const names = ['legalName', 'contact', 'privacyUrl', 'keepDays', 'isAbroad'];

const called = {
  keepDays: { en: 'keepDays', zh: '保留天数' },
  isAbroad: { en: 'isAbroad', zh: '“数据出境”' },
};

const unknown = { en: 'is not one of the particulars', zh: '不是告知项' };

/** The problems of particulars, given or stored; empty if they are complete enough for a consent. */
export function particularsProblems(
  given: Readonly<Record<string, unknown>> | Partial<Particulars>,
): Bilingual[] {
  const { keepDays, isAbroad } = given;
  return [
    ...legalParticularsProblems(given),
    keepDays === undefined && prefixField(called.keepDays, problems.required),
    keepDays !== undefined &&
      !isDays(keepDays) &&
      prefixField(called.keepDays, problem('not_days', { limit: longestKeepDays })),
    isAbroad === undefined && prefixField(called.isAbroad, problems.required),
    isAbroad !== undefined &&
      typeof isAbroad !== 'boolean' &&
      prefixField(called.isAbroad, problems.not_boolean),
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => prefixField(name, unknown)),
  ].filter((each) => each !== false);
}

function isDays(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= longestKeepDays;
}
