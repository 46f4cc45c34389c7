/** What can be done from the search box, and the words that begin it, in both languages. */
const verbs = {
  topUp: ['top up', 'top-up', '充值'],
  revoke: ['revoke', '吊销'],
  route: ['switch', '切换'],
} as const;
export type Verb = keyof typeof verbs;

/** The verb that a text begins with, if any, and what it is about: "top up acme" looks for "acme". */
export function readCommand(typed: string): { verb: Verb | undefined; rest: string } {
  const text = typed.trim();
  const lower = text.toLowerCase();
  for (const [verb, words] of Object.entries(verbs)) {
    const word = words.find((one) => lower === one || lower.startsWith(`${one} `));
    const glued = words.find((one) => isChinese(one) && lower.startsWith(one));
    const begun = word ?? glued;
    if (begun) return { verb: verb as Verb, rest: text.slice(begun.length).trim() };
  }
  return { verb: undefined, rest: text };
}

/** Chinese is written without spaces: 充值青禾 is a verb and a name. */
const isChinese = (word: string) => /\p{Script=Han}/u.test(word);

/** Whether every word of the text occurs in one of the names. */
export function isMatch(text: string, names: readonly string[]): boolean {
  const whole = names.join(' ').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
