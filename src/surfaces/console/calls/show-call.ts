import { operationOf } from '../../../foundation/contract/operations/operations.ts';
import {
  isMessageProduct,
  isVerifyProduct,
  productTable,
} from '../../../foundation/contract/products.ts';
import { keyPlaceholder } from '../../../foundation/contract/text/key-placeholder.ts';
import { checkStatus } from '../../../foundation/contract/wire/face.ts';
import { formatMoney, type Money } from '../../../foundation/money.ts';
import type { Vault } from '../../../foundation/vault.ts';
import { openCheck } from '../../../products/checks/check-secrets.ts';
import type { CallStory } from '../../reports/story-queries.ts';
import type { UsedLimits } from '../../reports/used-limits-queries.ts';
import { dots, maskCard, maskName } from '../kit/mask-person.ts';
import { nullableMoney } from '../kit/nullable.ts';
import type { CallDetail } from './calls-contract.ts';
import { type ReplyViewer, repliesOf } from './show-replies.ts';
import { maskedMobile, maskedPerson } from './show-row.ts';

/** What a call's page needs in addition to its history. */
interface CallNames {
  accountName: string;
  keyEnd: string;
  keyName: string;
  checkSealed: Buffer | null;
  usedLimits: UsedLimits;
  /** From where its key was used at the time. */
  addresses: string[];
  /** The data key of what is stored of the person is there. */
  isReadable: boolean;
  result: string | null;
  reason: string | null;
  /** The parsed text of its template; null if the template no longer exists. */
  pieces: readonly string[] | null;
}

interface CallViewer extends ReplyViewer {
  isOperator: boolean;
  canRefund: boolean;
  canReveal: boolean;
  apiUrl: string;
}

/** A call as its page shows it: masked, and without operator-only fields for members. */
export function showCall(
  vault: Vault,
  stored: CallStory,
  { isReadable, ...names }: CallNames,
  viewer: CallViewer,
): CallDetail {
  const isKept = stored.sealed !== null || names.checkSealed !== null;
  // What cannot be read is masked whole; the rest of the story is as true as ever.
  const story = isReadable ? stored : { ...stored, sealed: null };
  const checkSealed = isReadable ? names.checkSealed : null;
  const transfers = story.transfers.map(showTransfer);
  const request = requestOf(vault, story, checkSealed);
  const isRefunded = transfers.some(({ kind }) => kind === 'refund');
  return {
    requestId: story.callId,
    accountId: story.accountId,
    accountName: names.accountName,
    keyId: story.keyId,
    keyEnd: names.keyEnd,
    keyName: names.keyName,
    mode: story.mode,
    product: story.product,
    state: story.state,
    result: names.result ?? story.messageState,
    reason: names.reason,
    person: maskedPerson(vault, { ...story, checkSealed }),
    isKept,
    isReadable,
    at: story.heldAt.toISOString(),
    endedAt: story.endedAt?.toISOString() ?? null,
    priceSource: story.priceSource,
    unitPrice: formatMoney(story.unitPrice),
    parts: story.parts,
    price: formatMoney(story.amount),
    paid: sumPaid(story),
    templateId: story.templateId,
    request,
    isKeyed: story.isKeyFree !== null,
    addresses: names.addresses,
    ...repliesOf(vault, story, viewer),
    text: names.pieces?.map((piece, at) => (at % 2 === 1 ? dots : piece)).join('') ?? null,
    curl: curlOf(story, request, viewer.apiUrl),
    usedLimits: showUsedLimits(names.usedLimits),
    transfers,
    receipts: receiptsOf(story, viewer.isOperator),
    events: story.events.map(({ type, made_at }) => ({ type: String(type), at: timeOf(made_at) })),
    check: story.check && showCheck(story.check),
    sessions: story.sessions.map((row) => showSession(row, viewer.isOperator)),
    canRefund: viewer.canRefund && story.state === 'done' && story.amount > 0n && !isRefunded,
    canReveal: viewer.canReveal && isKept && isReadable,
    ...(viewer.isOperator ? ofPlatform(story) : {}),
  };
}

function ofPlatform(story: CallStory) {
  const { cost, state, amount } = story;
  return {
    cost: nullableMoney(cost),
    costSource: story.costSource,
    margin: cost !== null && state === 'done' ? formatMoney(amount - cost) : null,
    provider: story.providerCode,
    providerRef: story.providerRef,
    evidence: story.evidence,
    reviewSince: story.reviewSince?.toISOString() ?? null,
    attempts: story.attempts.map((row) => ({
      number: Number(row.attempt),
      provider: String(row.provider_code),
      outcome: textOrNull(row.outcome),
      reason: textOrNull(row.reason),
      code: textOrNull(row.vendor_code),
      words: textOrNull(row.words),
      startedAt: timeOf(row.started_at),
      endedAt: row.ended_at ? timeOf(row.ended_at) : null,
    })),
  };
}

function showUsedLimits({ number, spend }: UsedLimits): CallDetail['usedLimits'] {
  const windows = (['minute', 'hour', 'day'] as const).flatMap((what) => {
    const one = number[what];
    const limit = one?.limit ?? null;
    return one ? [{ what, used: `${one.used}`, limit: limit === null ? null : `${limit}` }] : [];
  });
  if (!spend) return windows;
  const { used, limit } = spend;
  return [
    ...windows,
    { what: 'spend' as const, used: formatMoney(used), limit: nullableMoney(limit) },
  ];
}

type Row = Record<string, unknown>;

const textOrNull = (value: unknown) =>
  value === null || value === undefined ? null : String(value);
const timeOf = (value: unknown) => new Date(String(value)).toISOString();

function showTransfer(row: Row) {
  const { from_account: from, to_account: to } = row as {
    from_account: string;
    to_account: string;
  };
  return {
    kind: kindOf(from, to),
    from,
    to,
    amount: formatMoney(BigInt(String(row.amount))),
    at: timeOf(row.made_at),
  };
}

/** `charge` is of a call that had been released before. */
function kindOf(from: string, to: string): CallDetail['transfers'][number]['kind'] {
  if (to === 'held') return 'hold';
  if (from === 'revenue') return 'refund';
  if (from === 'wallet') return 'charge';
  return to === 'wallet' ? 'release' : 'settle';
}

/** What the account paid according to the transfers, and whether that matches the call. */
function sumPaid({ transfers, state, amount }: CallStory): CallDetail['paid'] {
  const sum = (side: 'from_account' | 'to_account', account: string) =>
    transfers
      .filter((row) => row[side] === account)
      .reduce((total, row) => total + BigInt(String(row.amount)), 0n as Money);
  const paid = sum('to_account', 'revenue') - sum('from_account', 'revenue');
  const refunded = sum('from_account', 'revenue');
  const left = sum('to_account', 'held') - sum('from_account', 'held');
  const isOpen = state === 'held' || state === 'unknown';
  const addsUp = isOpen
    ? paid === 0n && left === amount
    : left === 0n && paid === (state === 'done' ? amount - refunded : 0n);
  return { amount: formatMoney(paid), addsUp };
}

/**
 * The sandbox stores no receipt rows for success, so the message's final state stands in for its receipt. A message
 * that was refused at once has no receipt.
 */
function receiptsOf(story: CallStory, isOperator: boolean): CallDetail['receipts'] {
  const { receipts, messageState: state, finishedAt, providerCode } = story;
  const isPlayed = providerCode === 'sandbox' && story.state === 'done' && state !== 'unknown';
  if (receipts.length > 0 || finishedAt === null || state === null || !isPlayed) {
    return receipts.map((row) => showReceipt(row, isOperator));
  }
  const by = isOperator ? { provider: providerCode } : {};
  return [{ part: 1, state, reason: null, at: finishedAt.toISOString(), ...by }];
}

function showReceipt(row: Row, isOperator: boolean) {
  return {
    part: Number(row.part),
    state: String(row.state),
    reason: textOrNull(row.reason),
    at: timeOf(row.received_at),
    ...(isOperator
      ? {
          provider: String(row.provider_code),
          code: String(row.vendor_code),
          words: textOrNull(row.words),
        }
      : {}),
  };
}

function showSession(row: Row, isOperator: boolean) {
  return {
    number: Number(row.session_no),
    state: String(row.state),
    device: textOrNull(row.device),
    reason: textOrNull(row.reason),
    startedAt: timeOf(row.started_at),
    ...(isOperator
      ? { provider: String(row.provider_code), code: textOrNull(row.vendor_code) }
      : {}),
  };
}

function showCheck(row: Row): NonNullable<CallDetail['check']> {
  const [status] = Object.entries(checkStatus).find(([, number]) => number === row.status) ?? [];
  return {
    status: status ?? 'pending',
    reason: textOrNull(row.reason),
    expiresAt: timeOf(row.expires_at),
    consentedAt: row.consented_at ? timeOf(row.consented_at) : null,
    endedAt: row.ended_at ? timeOf(row.ended_at) : null,
  };
}

/** The request body as far as it is stored, without personal data. */
function requestOf(vault: Vault, story: CallStory, checkSealed: Buffer | null): Row {
  const { product } = story;
  // No request asked for it: it was held with the start of its verification.
  if (product === 'verify_approval') {
    return { verificationId: story.evidence?.replace('verification ', '') };
  }
  if (isVerifyProduct(product)) {
    // A start has no text of the caller's: the platform made its code.
    const { kind: channel } = productTable[product];
    const to = maskedMobile(vault, story);
    return {
      ...(channel === 'sms' ? {} : { channel }),
      ...(channel === 'email' ? { email: to } : { mobile: to }),
    };
  }
  if (isMessageProduct(product)) {
    return {
      mobile: maskedMobile(vault, story),
      [product === 'sms_code' ? 'code' : 'content']: dots,
    };
  }
  if (!checkSealed) return { name: dots, cardNo: dots };
  const { name, cardNo, redirectUrl } = openCheck(vault, story.callId, checkSealed);
  return {
    name: maskName(name),
    cardNo: maskCard(cardNo),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
  };
}

/** This call as a command, with its personal data masked as on the page. */
function curlOf({ product, mode }: CallStory, request: Row, apiUrl: string): string {
  const path = product === 'verify_approval' ? 'verify_status' : operationOf(product);
  return [
    `curl -i ${apiUrl}/api/v1/${path}`,
    `-H 'content-type: application/json'`,
    `-H 'x-api-key: ${keyPlaceholder(mode)}'`,
    `-d '${JSON.stringify(request).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}
