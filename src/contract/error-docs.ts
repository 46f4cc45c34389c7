import type { Charged, Retry } from './error-row.ts';
import { errorTable, type Reason, reasons } from './errors.ts';

/** What the error means for the wallet, in a sentence. */
export const chargedText: Readonly<Record<Charged, string>> = {
  no: 'No. Nothing is charged.',
  held:
    'Held. The amount is set aside until the outcome is known, and is then charged or given ' +
    'back.',
  maybe_held:
    'Not yet. If the call had come so far, the amount is set aside until the outcome is ' +
    'known, and ' +
    'is then charged or given back.',
};

/** What to do next, in a sentence. */
export const retryText: Readonly<Record<Retry, string>> = {
  change_request: 'Not as it is: the same request fails again. Change it first.',
  ask_operator: 'Not until the operator, or a top-up, has changed the account.',
  wait: 'Yes, later. Wait for the seconds in the header `Retry-After` if it is there.',
  same_key: 'Only with the same Idempotency-Key, so that it is carried out at most once.',
};

/** The paths under which an error can be met, in words. */
export function whereText(reason: Reason): string {
  const { on } = errorTable[reason];
  if (on.length === 0) return 'Before any operation is reached.';
  return on.map((name) => `\`${name}\``).join(', ');
}

/** The page of one error, for the repository. The service shows the same as HTML. */
export function errorMarkdown(reason: Reason): string {
  const row = errorTable[reason];
  return [
    `# ${row.code} ${reason}`,
    `> ${row.message.en}`,
    `> ${row.message.zh}`,
    '| HTTP status | code | reason |\n|---|---|---|\n' +
      `| ${row.status} | ${row.code} | \`${reason}\` |`,
    `**Cause.** ${row.cause}`,
    `**What to do.** ${row.fix}`,
    `**Charged?** ${chargedText[row.charged]}`,
    `**Try again?** ${retryText[row.retry]}`,
    `**Operations.** ${whereText(reason)}`,
    '[All errors](README.md)\n',
  ].join('\n\n');
}

/** The list of all errors, for the repository. */
export function errorIndexMarkdown(): string {
  const rows = reasons.map((reason) => {
    const { code, message, charged } = errorTable[reason];
    const cells = [`[${code}](${code}.md)`, `\`${reason}\``, message.en, charged.replace('_', ' ')];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '# Errors',
    'Every reply that is not a success has the body `{ code, message, requestId, reason, ' +
      'details?, ' +
      'docUrl }`. `code` is the HTTP status times one hundred, plus a number; `reason` is ' +
      'its name. ' +
      'Both keep their meaning for ever. `details` lists the fields at fault as ' +
      '`{ field, problem }`. `message` and `problem` are for people, in English or Chinese by ' +
      '`Accept-Language`.',
    'These pages are made from the error table in `src/contract` by `npm run generate`.',
    `| code | reason | message | charged |\n|---|---|---|---|\n${rows.join('\n')}\n`,
  ].join('\n\n');
}
