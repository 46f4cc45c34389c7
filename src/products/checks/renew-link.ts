import { type Change, noteChange } from '../../foundation/audit/change-queries.ts';
import { readCell } from '../../foundation/cell/cell-queries.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import type { Scope } from '../../foundation/contract/scope.ts';
import { makeCheckSecrets } from './check-secrets.ts';
import { replaceLink } from './waiting-queries.ts';

/**
 * Gives a waiting check a new link, because the old one cannot be shown again: only its hash is stored. The old
 * link stops working, so there is only ever one. Undefined when no such check is waiting.
 */
export async function renewLink(
  change: Change,
  scope: Scope,
  check: { mode: Mode; checkId: string },
  personUrl: string,
): Promise<{ url: string; expiresAt: Date } | undefined> {
  const { link, linkHash } = makeCheckSecrets(await readCell(change));
  const renewed = await replaceLink(change, scope, { ...check, linkHash });
  if (!renewed) return undefined;
  await noteChange(change, {
    accountId: renewed.accountId,
    action: 'check.renew_link',
    subject: 'checks',
    key: { check_id: check.checkId },
    before: null,
    after: { expires_at: renewed.expiresAt },
  });
  return { url: `${personUrl}/v/${link}`, expiresAt: renewed.expiresAt };
}
