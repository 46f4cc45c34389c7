import { fail } from '../contract/errors.ts';
import type { SmsStatusResponse } from '../contract/sms.ts';
import { findCallMessage } from './call-queries.ts';
import type { Line } from './line.ts';
import { openMessage } from './message-content.ts';
import type { Principal } from './principal.ts';

/** How a message stands; another account's, another mode's and no message at all look the same. */
export async function smsStatus(
  line: Line,
  caller: Principal,
  requestId: string,
): Promise<SmsStatusResponse> {
  const found = await findCallMessage(line.pool, caller.accountId, caller.mode, requestId);
  if (!found) fail('request_unknown');
  return {
    requestId: found.callId,
    productCode: found.product as 'sms_code' | 'sms_notice',
    mobile: openMessage(line.vault, found).e164,
    templateId: found.templateId,
    providerCode: found.providerCode ?? '',
    state: found.messageState,
    parts: found.parts,
    acceptedAt: found.heldAt.toISOString(),
    sentAt: found.sentAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
  };
}
