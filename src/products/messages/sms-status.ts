import type { Pool } from 'pg';
import { fail } from '../../foundation/contract/errors/errors.ts';
import type { KeyScope, Owner } from '../../foundation/contract/products.ts';
import type { SmsStatusResponse } from '../../foundation/contract/wire/sms.ts';
import type { Vault } from '../../foundation/vault.ts';
import { openMessage } from './content.ts';
import { findCallMessage } from './queries.ts';

/**
 * The status of a message. A message of another account, another mode or a product outside the key's scope gets
 * the same response as an unknown one.
 */
export async function smsStatus(
  { pool, vault }: { pool: Pool; vault: Vault },
  asker: Owner & { scopes: readonly KeyScope[] },
  requestId: string,
): Promise<SmsStatusResponse> {
  const found = await findCallMessage(pool, asker, requestId);
  if (!found || !asker.scopes.includes(found.product)) fail('request_unknown');
  return {
    requestId: found.callId,
    productCode: found.product,
    // The content may have been erased by now, but the status remains.
    ...(found.sealed ? { mobile: openMessage(vault, found).asSent } : {}),
    templateId: found.templateId,
    providerCode: found.providerCode ?? '',
    state: found.messageState,
    reason: found.reason,
    parts: found.parts,
    acceptedAt: found.heldAt.toISOString(),
    sentAt: found.sentAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
