import { describeSettings } from '../src/foundation/settings/config.ts';
import { markdownTable } from './guides/markdown-table.ts';

/** The settings page, generated from the schema that parses them. */
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
    'All settings are environment variables. If a value is invalid, the server does not start ' +
      'and lists every',
    'invalid setting.',
    '',
    markdownTable(['variable', 'default', 'allowed', 'meaning'], rows),
    '',
  ].join('\n');
}
