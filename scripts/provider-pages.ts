import type { Vendor } from '../src/vendors/providers/vendor.ts';

const marker = /<!-- generated: questions -->\n[\s\S]*?<!-- end -->/;

/** A vendor's page with the list of its open questions, which `provider probe` asks. */
export function fillProviderPage(text: string, vendor: Vendor): string {
  const part = `<!-- generated: questions -->\n\n${partOf(vendor)}\n\n<!-- end -->`;
  return text.replace(marker, () => part);
}

function partOf({ kind, questions = [] }: Vendor): string {
  const rows = questions.map(
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
  return `${count} ${kind === 'sms' ? 'message' : 'check'}${count === 1 ? '' : 's'}`;
}
