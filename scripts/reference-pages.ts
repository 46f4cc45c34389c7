import { describeSettings } from '../src/config.ts';
import { errorTable } from '../src/contract/errors.ts';
import { magicMobiles, magicPersons, rehearsedRefusals } from '../src/sandbox/sandbox-scripts.ts';

/** The page of the sandbox, from the tables that it obeys. */
export function sandboxMarkdown(): string {
  const refusals = rehearsedRefusals.map(({ mobile, reason }) => {
    const { status, message } = errorTable[reason];
    return [mobile, `${status} \`${reason}\`: ${message.en}`];
  });
  return [
    '# The sandbox',
    '',
    'Test keys always use the sandbox. It never leaves the machine: messages go into an inbox',
    '(`npm run -s cli -- inbox list`), receipts come back a second later, and a face check is done on a',
    'page where a tester passes, fails or cancels. Any mobile and any person works; these have outcomes of',
    'their own.',
    '',
    '## Mobiles',
    '',
    ...table(
      ['mobile', 'what happens'],
      magicMobiles.map(({ mobile, outcome }) => [mobile, outcome]),
    ),
    '',
    '## Mobiles that rehearse a refusal',
    '',
    'A test key is refused as a live one can be, before anything is held.',
    '',
    ...table(['mobile', 'reply'], refusals),
    '',
    '## ID numbers',
    '',
    'Numbers of a region that does not exist, valid by their checksum. Any other ID number leaves the',
    "outcome to the tester on the sandbox's page.",
    '',
    ...table(
      ['cardNo', 'what happens'],
      magicPersons.map(({ cardNo, outcome }) => [cardNo, outcome]),
    ),
    '',
  ].join('\n');
}

/** The page of the settings, from the schema that reads them. */
export function settingsMarkdown(): string {
  const rows = describeSettings().map(
    ({ name, default: fallback, allowed, description, secret }) => [
      `\`${name}\``,
      fallback ? `\`${fallback}\`` : '',
      allowed,
      `${description}${secret ? ' Secret.' : ''}`,
    ],
  );
  return [
    '# Settings',
    '',
    'Environment variables. A setting that cannot be understood stops the start, with all faults listed at',
    'once.',
    '',
    ...table(['variable', 'default', 'allowed', 'meaning'], rows),
    '',
  ].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
