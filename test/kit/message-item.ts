import { randomUUIDv7 } from 'node:crypto';
import { operationOf } from '../../src/foundation/contract/operations/operations.ts';
import type { CalledProduct } from '../../src/foundation/contract/products.ts';
import type { Language } from '../../src/foundation/contract/text/languages.ts';
import type { Money } from '../../src/foundation/money.ts';
import { createVault } from '../../src/foundation/vault.ts';
import type { HoldItem } from '../../src/line/calls/hold-calls.ts';
import type { MessageOrder } from '../../src/line/calls/order.ts';
import { type Claim, readClaim } from '../../src/line/idempotency/claim.ts';
import type { NumberLimits } from '../../src/line/limits/limits.ts';
import { holdItemOf, type LedgerWorld } from './ledger-table.ts';

/** The data key of the ledger's tests. */
const vault = createVault(Buffer.alloc(32));

/** These limit no number, and count all. */
export const wideLimits: NumberLimits = { perMinute: 1000, perHour: 1000, perDay: 1000 };

export interface MessageWords {
  callId?: string;
  product?: CalledProduct;
  amount?: Money;
  keyId?: number;
  keyCap?: Money | null;
  accountCap?: Money | null;
  /** Distinguished by a few letters. */
  number?: string;
  prefix?: string;
  code?: string | null;
  limits?: NumberLimits | null;
  /** An idempotency key, and the request under it. */
  key?: string;
  body?: string;
  language?: Language;
}

/** A message as the hold sees it. Everything that is not given is the same for all. */
export function messageItemOf(world: LedgerWorld, words: MessageWords = {}): HoldItem {
  const { callId = randomUUIDv7(), product = 'sms_code', amount = 0n, number = 'a' } = words;
  const { code = null, limits = null, prefix = '+86139', language = 'en' } = words;
  const item = holdItemOf(world, callId, amount);
  const { accountId, mode } = world;
  const mobile = `+86139${Buffer.from(number).toString('hex').padStart(8, '0')}`;
  return {
    ...item,
    caller: {
      ...item.caller,
      keyId: words.keyId ?? 1,
      keyCap: words.keyCap ?? null,
      limits: { spendCapDay: words.accountCap ?? null } as HoldItem['caller']['limits'],
    },
    order: {
      ...item.order,
      kind: 'message',
      product,
      language,
      templateId: 'T',
      message: { asSent: mobile, to: mobile, text: 'x' },
      recipient: { to: mobile, region: null, prefix, code, limits },
    } as MessageOrder,
    claim: claimOf({ accountId, mode }, product, words),
  };
}

/** The hash under which the database stores a message's number. */
export function numberHashOf({ order }: HoldItem): Buffer {
  return vault.fingerprint('number', order.recipient?.to ?? '');
}

function claimOf(
  owner: Pick<LedgerWorld, 'accountId' | 'mode'>,
  product: CalledProduct,
  { key, body = '' }: MessageWords,
): Claim | null {
  return readClaim(vault, owner, operationOf(product), key, { body });
}
