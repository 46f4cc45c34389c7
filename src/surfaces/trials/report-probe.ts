import type { Answered } from './probe-provider.ts';

interface ProbeFacts {
  vendorCode: string;
  version: string;
  at: Date;
}

/** The report of a probe as Markdown, for the platform's authors. The operator fills in the rest. */
export function reportProbe({ vendorCode, version, at }: ProbeFacts, answers: readonly Answered[]) {
  return [
    `# Probe of ${vendorCode}`,
    `Countersign ${version}, ${at.toISOString().slice(0, 10)}. This report holds no secrets, settings, numbers or names.`,
    ...answers.flatMap(sectionOf),
  ].join('\n\n');
}

function sectionOf({ id, question, meaning, findings, requests }: Answered): string[] {
  return [
    `## ${id}`,
    question.en,
    meaning.en,
    ...(findings ? [listOf(findings)] : []),
    ...(requests.length > 0 ? ['Requests:', listOf(requests)] : []),
    // What a phone showed or a bill says, only the operator knows.
    'Your answer or remark:',
  ];
}

function listOf(items: readonly string[]): string {
  return items.map((item) => `- ${item.replaceAll(/\s+/g, ' ')}`).join('\n');
}
