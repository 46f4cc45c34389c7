import {
  type LegalParticulars,
  legalParticularsProblems,
} from '../../foundation/contract/text/legal-particulars.ts';

/** What the person's consent must name of whoever checks their face. */
export interface Particulars extends LegalParticulars {
  /** For how many days it keeps what it received; nought when it keeps nothing. */
  keepDays: number;
  /** The data leave the country, to which the person agrees by itself. */
  isAbroad: boolean;
}

const longestKeepDays = 36_500;

const names = ['legalName', 'contact', 'privacyUrl', 'keepDays', 'isAbroad'];

/** Says what is wrong with particulars as they are given or stored; none when a consent can be made of them. */
export function particularsProblems(
  given: Readonly<Record<string, unknown>> | Partial<Particulars>,
): string[] {
  const { keepDays, isAbroad } = given;
  const isCount = Number.isInteger(keepDays) && Number(keepDays) >= 0;
  return [
    ...legalParticularsProblems(given),
    keepDays === undefined && 'keepDays is missing.',
    keepDays !== undefined &&
      !(isCount && Number(keepDays) <= longestKeepDays) &&
      `keepDays is a whole number of days from 0 to ${longestKeepDays}.`,
    isAbroad === undefined && 'isAbroad is missing.',
    isAbroad !== undefined && typeof isAbroad !== 'boolean' && 'isAbroad is true or false.',
    ...Object.keys(given)
      .filter((name) => !names.includes(name))
      .map((name) => `There is no particular called ${name}.`),
  ].filter((problem) => typeof problem === 'string');
}
