import { httpsProblem } from './https-problem.ts';
import { type Language, languages } from './languages.ts';
import { nameProblem } from './name-problem.ts';

/** What a person must be told of whoever handles their data: who that is, and where to turn to. */
export interface LegalParticulars {
  legalName: Readonly<Record<Language, string>>;
  /** An address of mail, a telephone number or whatever else reaches it. */
  contact: string;
  privacyUrl: string;
}

const longest = 200;

/** What each is called where it is asked for. */
const fields = {
  en: 'legalName.en',
  zh: 'legalName.zh',
  contact: 'contact',
  privacyUrl: 'privacyUrl',
};

/** Says what is wrong with each of the particulars that are given, or missing; none when all are good. */
export function legalParticularsProblems(
  given: Readonly<Partial<Record<keyof LegalParticulars, unknown>>>,
  called: Readonly<typeof fields> = fields,
): string[] {
  const names = isRecord(given.legalName) ? given.legalName : {};
  return [
    ...languages.map((language) => textProblem(called[language], names[language])),
    textProblem(called.contact, given.contact),
    given.privacyUrl === undefined
      ? `${called.privacyUrl} is missing.`
      : httpsProblem(called.privacyUrl, given.privacyUrl),
  ].filter((problem) => problem !== undefined);
}

function textProblem(what: string, text: unknown): string | undefined {
  if (text === undefined) return `${what} is missing.`;
  if (typeof text !== 'string') return `${what} is a text.`;
  if (text.trim() !== text) return `${what} has no space at its ends.`;
  return nameProblem(what, text, longest);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
