import type { Vendor } from '../src/vendors/providers/any-vendor.ts';
import type { Question } from '../src/vendors/providers/question.ts';

/** A vendor's page with the list of its open questions, which `provider probe` asks. */
export function fillProviderPage(text: string, vendor: Vendor): string {
  return fillMark(text, 'questions', questionsOf(vendor));
}

/** The overview of all vendors, with a row from each one's page. Described vendors come last of their kind. */
export function fillProviderIndex(
  text: string,
  vendors: readonly Vendor[],
  pageOf: (vendor: Vendor) => string,
): string {
  const isDescribed = ({ code }: Vendor) => code.startsWith('http-');
  const sorted = [...vendors].sort(
    (one, other) =>
      other.kind.localeCompare(one.kind) ||
      Number(isDescribed(one)) - Number(isDescribed(other)) ||
      one.code.localeCompare(other.code),
  );
  const rows = sorted.map((vendor) => rowOf(vendor, pageOf(vendor)));
  const head = [
    '| vendor | kind | where | receipts and results | when its response is lost |',
    '| --- | --- | --- | --- | --- |',
  ];
  return fillMark(text, 'vendors', [...head, ...rows].join('\n'));
}

/** A page says in a comment what its row says: where, receipts and results, when its response is lost. */
function rowOf({ code, kind }: Vendor, page: string): string {
  const [, said] = /^<!-- overview: ([^|\n]+ \| [^|\n]+ \| [^|\n]+) -->$/m.exec(page) ?? [];
  if (!said) throw new Error(`docs/providers/${code}.md has no overview of three columns`);
  return `| [\`${code}\`](${code}.md) | ${kind === 'sms' ? 'SMS' : kind} | ${said} |`;
}

function fillMark(text: string, name: string, part: string): string {
  const mark = `<!-- generated: ${name} -->`;
  const marked = new RegExp(`${mark}\\n[\\s\\S]*?<!-- end -->`);
  return text.replace(marked, () => `${mark}\n\n${part}\n\n<!-- end -->`);
}

function questionsOf({ kind, questions = [] }: Vendor): string {
  const all: readonly Question<never>[] = questions;
  const rows = all.map(
    ({ id, question, meaning, ask }) =>
      `- **${question.en}** (\`${id}\`, ${ask ? costOf(ask.costs, kind) : 'you answer'}) ${meaning.en}`,
  );
  return [
    'No public document answers these questions. `provider probe --code …` shows what it would cost to ask them; with\n' +
      '`--yes` it asks, and prints a report without secrets and personal data. Please send the report to us.',
    rows.join('\n'),
  ].join('\n\n');
}

function costOf(count: number, kind: Vendor['kind']): string {
  if (count === 0) return 'free';
  return `${count} ${kind === 'face' ? 'check' : 'message'}${count === 1 ? '' : 's'}`;
}
