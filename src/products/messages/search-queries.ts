import type { Pool } from 'pg';
import type { Mode, Product } from '../../foundation/contract/products.ts';
import type { MessageState } from '../../foundation/contract/wire/sms.ts';

interface FoundMessage {
  accountId: number;
  callId: string;
  mode: Mode;
  product: Product;
  state: MessageState;
  providerCode: string | null;
  parts: number;
  acceptedAt: Date;
  finishedAt: Date | null;
}

/** The newest messages to a number, found by its keyed hash. */
export async function searchMessages(
  pool: Pool,
  numberHash: Buffer,
  { accountId, limit }: { accountId?: number | undefined; limit: number },
): Promise<FoundMessage[]> {
  const { rows } = await pool.query<FoundMessage>(
    `select account_id as "accountId", call_id as "callId", mode, product, message_state as state,
       provider_code as "providerCode", parts, held_at as "acceptedAt",
       finished_at as "finishedAt"
     from calls
     where number_hash = $1 and account_id = coalesce($2, account_id)
     order by call_id desc
     limit $3`,
    [numberHash, accountId ?? null, limit],
  );
  return rows;
}
