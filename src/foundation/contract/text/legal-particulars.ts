import { type Bilingual, prefixField } from './bilingual.ts';
import { httpsProblem } from './https-problem.ts';
import { type Language, languages } from './languages.ts';
import { nameProblem } from './name-problem.ts';
import { type Problem, problems } from './problems.ts';

/** What people must be told about the company that handles their data: its name and how to contact it. */
export interface LegalParticulars {
  legalName: Readonly<Record<Language, string>>;
  /** An email address, a phone number or any other way to reach it. */
  contact: string;
  privacyUrl: string;
}

const longest = 200;

/** The form labels of the particulars; the names have one per language. */
export type LegalFields = Readonly<Record<Language | 'contact' | 'privacyUrl', Bilingual>>;

const fields: LegalFields = {
  en: { en: 'legalName.en', zh: '英文法定名称' },
  zh: { en: 'legalName.zh', zh: '中文法定名称' },
  contact: { en: 'contact', zh: '联系方式' },
  privacyUrl: { en: 'privacyUrl', zh: '隐私政策地址' },
};

/** Validates the particulars; empty when all are given and valid. */
export function legalParticularsProblems(
  given: Readonly<Partial<Record<keyof LegalParticulars, unknown>>>,
  called: LegalFields = fields,
): Bilingual[] {
  const names = isRecord(given.legalName) ? given.legalName : {};
  const { contact, privacyUrl } = given;
  const wrong = (field: Bilingual, found?: Problem) => found && prefixField(field, found);
  return [
    ...languages.map((language) => wrong(called[language], textProblem(names[language]))),
    wrong(called.contact, textProblem(contact)),
    wrong(
      called.privacyUrl,
      privacyUrl === undefined ? problems.required : httpsProblem(privacyUrl),
    ),
  ].filter((fault) => fault !== undefined);
}

function textProblem(text: unknown): Problem | undefined {
  if (text === undefined) return problems.required;
  if (typeof text !== 'string') return problems.not_string;
  if (text.trim() !== text) return problems.outer_space;
  return nameProblem(text, longest);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
