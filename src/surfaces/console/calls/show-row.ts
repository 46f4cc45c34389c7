import { faultOf } from '../../../foundation/db/faults.ts';
import type { Log } from '../../../foundation/db/log.ts';
import { formatMoney } from '../../../foundation/money.ts';
import type { Vault } from '../../../foundation/vault.ts';
import type { FoundCall } from '../../../line/search/search-queries.ts';
import { openCheck } from '../../../products/checks/check-secrets.ts';
import { openMessage } from '../../../products/messages/content.ts';
import { dots, maskCard, maskName, maskRecipient } from '../kit/mask-person.ts';
import { nullableMoney } from '../kit/nullable.ts';
import type { CallRow } from './calls-contract.ts';
import type { RowPerson } from './queries.ts';

/** A call as a row of the explorer; operator-only fields are left out for members. */
export function showRow(
  reader: { vault: Vault; log: Log },
  call: FoundCall,
  face: RowPerson | undefined,
  isOperator: boolean,
): CallRow {
  return {
    requestId: call.callId,
    accountId: call.accountId,
    accountName: face?.accountName ?? `${call.accountId}`,
    keyId: call.keyId,
    keyEnd: face?.keyEnd ?? '',
    product: call.product,
    state: call.state,
    result: call.result,
    reason: call.reason,
    person: face ? rowPerson(reader, face) : null,
    at: call.heldAt.toISOString(),
    // A call whose outcome is unknown has not ended; its story shows how long the reply took.
    tookMs:
      call.endedAt && call.state !== 'unknown'
        ? call.endedAt.getTime() - call.heldAt.getTime()
        : null,
    price: formatMoney(call.amount),
    charged: formatMoney(call.charged),
    ...(isOperator
      ? {
          provider: call.providerCode,
          cost: nullableMoney(call.cost),
          attempts: face?.attempts ?? 0,
        }
      : {}),
  };
}

/** Dots if the person cannot be decrypted: one damaged call must not hide the other calls of its page. */
export function rowPerson(
  { vault, log }: { vault: Vault; log: Log },
  face: RowPerson,
): string | null {
  try {
    return maskedPerson(vault, face);
  } catch (error) {
    noteUnreadable(log, face.callId, error);
    return dots;
  }
}

/** Whether what is stored of the person can be decrypted. The data key may be missing after a restore. */
export function isReadable(
  { vault, log }: { vault: Vault; log: Log },
  person: Parameters<typeof maskedPerson>[1],
): boolean {
  try {
    maskedPerson(vault, person);
    return true;
  } catch (error) {
    noteUnreadable(log, person.callId, error);
    return false;
  }
}

function noteUnreadable(log: Log, callId: string, error: unknown): void {
  log.warn({ callId, fault: faultOf(error) }, 'the person of a call cannot be decrypted');
}

/** The number of a message, masked, or dots once it is erased. */
export function maskedMobile(
  vault: Vault,
  {
    callId,
    contentId,
    sealed,
  }: { callId: string; contentId: string | null; sealed: Buffer | null },
): string {
  if (!sealed || !contentId) return dots;
  return maskRecipient(openMessage(vault, { callId, contentId, sealed }).to);
}

/** The recipient, masked, as far as it is still stored. */
export function maskedPerson(
  vault: Vault,
  {
    callId,
    contentId,
    sealed,
    checkSealed,
  }: Omit<RowPerson, 'accountName' | 'keyEnd' | 'attempts'>,
): string | null {
  if (sealed && contentId)
    return maskRecipient(openMessage(vault, { callId, contentId, sealed }).to);
  if (!checkSealed) return null;
  const { name, cardNo } = openCheck(vault, callId, checkSealed);
  return `${maskName(name)} · ${maskCard(cardNo)}`;
}
