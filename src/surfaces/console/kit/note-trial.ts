import { noteChange } from '../../../foundation/audit/change-queries.ts';
import type { DraftProvider } from '../../../vendors/providers/draft-provider.ts';
import type { ConsoleContext } from './console-route.ts';

/**
 * Notes that a provider is about to be tried. A real message goes out and nothing is charged, so it is
 * written down before it leaves, whatever becomes of it; neither its receiver nor a setting is in the entry.
 */
export function noteTrial(
  { change }: Pick<ConsoleContext, 'change'>,
  action: 'provider.test' | 'template.send',
  { code, vendor }: DraftProvider,
): Promise<void> {
  return change(action, (by) =>
    noteChange(by, {
      ...{ accountId: null, action, subject: 'providers', key: { provider_code: code } },
      ...{ before: null, after: { vendor: vendor.code } },
    }),
  );
}
