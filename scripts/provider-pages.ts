import type { Vendor } from '../src/vendors/providers/vendor.ts';

const heading = '## What nobody can know without an account';
const section = new RegExp(`\\n${heading}\\n[\\s\\S]*?(?=\\n## |$)`);

/** A vendor's page with the list of its open questions at the end, which `provider probe` asks. */
export function fillProviderPage(text: string, vendor: Vendor): string {
  const written = text.replace(section, '').trimEnd();
  const questions = vendor.questions ?? [];
  return questions.length === 0 ? `${written}\n` : `${written}\n\n${sectionOf(vendor)}\n`;
}

function sectionOf({ kind, questions = [] }: Vendor): string {
  const rows = questions.map(
    ({ id, question, meaning, ask }) =>
      `- **${question.en}** (\`${id}\`, ${ask ? costOf(ask.costs, kind) : 'you answer'}) ${meaning.en}`,
  );
  return [
    heading,
    '<!-- generated from the vendor’s questions -->',
    'No public document answers these questions. `provider probe --code …` shows what it would cost to ask them; with\n' +
      '`--yes` it asks, and prints a report without secrets and personal data. Please send the report to us.',
    rows.join('\n'),
  ].join('\n\n');
}

function costOf(count: number, kind: Vendor['kind']): string {
  if (count === 0) return 'free';
  return `${count} ${kind === 'sms' ? 'message' : 'check'}${count === 1 ? '' : 's'}`;
}
