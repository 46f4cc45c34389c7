import type { Pool } from 'pg';
import type { FailureReason } from '../../foundation/contract/errors/failure-reasons.ts';
import type { MessageProduct, Owner } from '../../foundation/contract/products.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';
import type { StoredMessage } from './content.ts';

interface CallMessage extends StoredMessage {
  product: MessageProduct;
  parts: number;
  templateId: string;
  providerCode: string | null;
  heldAt: Date;
  messageState: MessageState;
  /** Why the message did not arrive, from its receipts or from the provider that refused it. */
  reason: FailureReason | null;
  sentAt: Date | null;
  finishedAt: Date | null;
}

/** An SMS call of this owner. */
export async function findCallMessage(pool: Pool, { accountId, mode }: Owner, callId: string) {
  const { rows } = await pool.query<CallMessage>(
    `select c.call_id as "callId", c.product, c.parts, c.template_id as "templateId",
       c.provider_code as "providerCode", c.held_at as "heldAt", c.content_id as "contentId",
       m.sealed, c.message_state as "messageState", c.sent_at as "sentAt",
       c.finished_at as "finishedAt",
       case
         when c.message_state in ('undelivered', 'expired', 'rejected') then coalesce(
           (
             select r.reason
             from receipts r
             where r.account_id = c.account_id and r.call_id = c.call_id and r.reason is not null
             order by r.received_at desc
             limit 1
           ),
           (
             select a.reason
             from attempts a
             where a.account_id = c.account_id and a.call_id = c.call_id and a.reason is not null
             order by a.attempt desc
             limit 1
           )
         )
       end as reason
     from calls c
     left join message_contents m on m.content_id = c.content_id
     where c.account_id = $1 and c.call_id = $2 and c.mode = $3 and c.message_state is not null`,
    [accountId, callId, mode],
  );
  return rows[0];
}
