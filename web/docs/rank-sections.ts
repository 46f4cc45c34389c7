export interface Section {
  path: string;
  title: string;
  heading: string;
  text: string;
}

const maxFound = 20;

/**
 * The sections that match a query, best first. Every word must occur. Chinese has no spaces, so a run of characters
 * that does not occur as a whole counts by its pairs, most of which must occur.
 */
export function rankSections(sections: readonly Section[], question: string): Section[] {
  const words = question
    .toLowerCase()
    .split(/[\s,，。、]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ section }) => section);
}

function scoreOf({ title, heading, text }: Section, words: readonly string[]): number {
  const head = `${title} ${heading}`.toLowerCase();
  const lower = text.toLowerCase();
  // The first section stands for its page, so the page title counts as its heading.
  const weights: [string, number][] = [
    [heading === '' ? title.toLowerCase() : heading.toLowerCase(), 8],
    [head, 3],
    [lower, 1],
  ];
  let score = 0;
  for (const word of words) {
    const best = Math.max(...weights.map(([where, weight]) => weight * share(where, word)));
    if (best === 0) return 0;
    // A short section is about its words; a long table only mentions them.
    const aboutIt = lower.includes(word) ? word.length / lower.length : 0;
    score += best + aboutIt;
  }
  return score;
}

const leastShare = 0.6;

/** 1 if the text has the word; less if it has most of the pairs of a Chinese word; else 0. */
function share(where: string, word: string): number {
  if (where.includes(word)) return 1;
  const characters = [...word];
  if (characters.length < 3 || !/^\p{Script=Han}+$/u.test(word)) return 0;
  const pairs = characters.slice(1).map((character, at) => characters[at] + character);
  const found = pairs.filter((pair) => where.includes(pair)).length / pairs.length;
  return found < leastShare ? 0 : found / 2;
}

const around = 60;

export function excerptOf(
  text: string,
  question: string,
): { text: string; from: number; to: number } {
  const word = question.toLowerCase().split(/\s+/).filter(Boolean)[0] ?? '';
  const at = word === '' ? -1 : text.toLowerCase().indexOf(word);
  if (at < 0) return { text: text.slice(0, 2 * around), from: 0, to: 0 };
  const start = Math.max(0, at - around);
  const cut = text.slice(start, at + word.length + around);
  const dots = start > 0 ? '…' : '';
  return {
    text: dots + cut,
    from: dots.length + at - start,
    to: dots.length + at - start + word.length,
  };
}
