import type { ProblemName } from '../../foundation/contract/text/problems.ts';

export const passwordLength = { min: 10, max: 256 } as const;

export type PasswordProblem = Extract<
  ProblemName,
  'too_short' | 'too_long' | 'password_own_words' | 'password_common'
>;

/**
 * The problem with a chosen password, or undefined. Length matters most; beyond that, the first
 * guesses are refused: the person's own words, one repeated character, and common passwords, also with
 * digits and punctuation appended.
 */
export function passwordProblem(
  password: string,
  { email, name }: { email: string; name: string },
): PasswordProblem | undefined {
  const length = [...password].length;
  if (length < passwordLength.min) return 'too_short';
  if (length > passwordLength.max) return 'too_long';
  const said = password.normalize('NFKC').toLowerCase();
  const core = lettersOf(said);
  const own = [email, email.split('@')[0] ?? '', name.toLowerCase()];
  if (said.includes(email) || own.some((word) => word.length > 3 && lettersOf(word) === core)) {
    return 'password_own_words';
  }
  if (new Set(said).size <= 3 || isRun(said) || commonWords.has(core)) return 'password_common';
  return undefined;
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');

/** Whether the text is a run of neighbours on the keyboard or in the alphabet. */
function isRun(text: string): boolean {
  return runs.some(
    (run) => `${run}${run}`.includes(text) || reverse(`${run}${run}`).includes(text),
  );
}

const reverse = (text: string) => [...text].reverse().join('');

const runs = ['1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];

/** The most frequent leaked passwords that are long enough to be accepted otherwise. */
const commonWords = new Set(
  `password passw passwd passwort motdepasse contrasena changeme changeit letmein letmeinnow welcome
   welcomeback iloveyou iloveyousomuch loveyou admin administrator root rootroot superuser user username
   guest test testtest testing default secret mysecret topsecret qwerty qwertyuiop qwertyqwerty
   qwertyasdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweqwe qweasd asdasd abcabc abcdef abcd
   monkey dragon football baseball basketball superman batman princess sunshine shadow master michael
   jordan jennifer trustno trustnoone starwars whatever computer internet freedom hello helloworld
   woaini woainima wang zhang nihao mima zhongguo beijing shanghai china summer winter spring autumn
   january february november december monday friday company console countersign operator owner
   passwordpassword adminadmin mypassword thepassword newpassword nopassword psswrd passwrd pssword
   correcthorsebatterystaple`.split(/\s+/),
);
