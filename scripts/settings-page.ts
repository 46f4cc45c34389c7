import { describeSettings } from '../src/foundation/settings/config.ts';
import { markdownTable } from './guides/markdown-table.ts';

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
    markdownTable(['variable', 'default', 'allowed', 'meaning'], rows),
    '',
  ].join('\n');
}
