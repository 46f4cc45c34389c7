import type { Pool } from 'pg';
import { fail } from '../contract/errors.ts';
import type { Owner } from '../contract/products.ts';
import type { SmsStatusResponse } from '../contract/sms.ts';
import type { Vault } from '../vault.ts';
import { openMessage } from './content.ts';
import { findCallMessage } from './queries.ts';

/** How a message stands; another account's, another mode's and no message at all look the same. */
export async function smsStatus(
  { pool, vault }: { pool: Pool; vault: Vault },
  owner: Owner,
  requestId: string,
): Promise<SmsStatusResponse> {
  const found = await findCallMessage(pool, owner, requestId);
  if (!found) fail('request_unknown');
  return {
    requestId: found.callId,
    productCode: found.product,
    mobile: openMessage(vault, found).e164,
    templateId: found.templateId,
    providerCode: found.providerCode ?? '',
    state: found.messageState,
    parts: found.parts,
    acceptedAt: found.heldAt.toISOString(),
    sentAt: found.sentAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
