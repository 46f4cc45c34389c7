import type { Principal } from '../callers/principal.ts';
import type { Line } from '../calls/line.ts';
import { findCallMessage } from '../calls/queries.ts';
import { fail } from '../contract/errors.ts';
import type { SmsStatusResponse } from '../contract/sms.ts';
import { openMessage } from './content.ts';

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
