import { noteChange } from '../../../foundation/audit/change-queries.ts';
import type { DraftProvider } from '../../../vendors/providers/draft-provider.ts';
import type { ConsoleContext } from './console-route.ts';

/**
 * Writes an audit entry before a provider is tried. A real message is sent without a charge, so the entry
 * must exist whatever happens next. It contains neither the recipient nor any setting.
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
