import { maskEmail } from '../../foundation/contract/text/email-address.ts';
import { checkStatus } from '../../foundation/contract/wire/face.ts';
import { formatMoney } from '../../foundation/money.ts';
import type { Vault } from '../../foundation/vault.ts';
import { openMessage } from '../../products/messages/content.ts';
import { type CallReply, replyOfCall, resolvedAt } from '../reports/reply-of-call.ts';
import type { CallStory } from '../reports/story-queries.ts';
import { plain, withRequestId } from './show.ts';

interface StoryTable {
  title: string;
  titles: string[];
  rows: unknown[][];
}

/** A call's history as JSON and as text; personal data is masked in both. */
export function formatStory(vault: Vault, story: CallStory, latestReplyMs: number) {
  const { sealed, contentId, attempts, transfers, receipts, events, check, sessions, ...call } =
    story;
  const message = messageOf(vault, story);
  const reply = replyOfCall(story, latestReplyMs);
  const margin = story.cost !== null && story.state === 'done' ? story.amount - story.cost : null;
  const facts = {
    'request ID': call.callId,
    account: call.accountId,
    key: call.keyId,
    mode: call.mode,
    product: call.product,
    ...(message ? { mobile: message.mobile, text: message.text } : {}),
    template: call.templateId,
    state: call.state,
    price: call.amount,
    'price source': `${call.priceSource}, ${formatMoney(call.unitPrice)} × ${call.parts}`,
    cost: call.cost === null ? null : `${formatMoney(call.cost)} (${call.costSource})`,
    margin,
    provider: call.providerCode,
    "vendor's ID": call.providerRef,
    evidence: call.evidence,
    accepted: call.heldAt,
    replied: formatReply(story, reply),
    resolved: resolvedAt(story, reply),
    ended: call.endedAt,
    'message state': call.messageState,
    sent: call.sentAt,
    finished: call.finishedAt,
    ...(check ? { check: formatCheckStatus(check), 'check expires': check.expires_at } : {}),
    'in review since': call.reviewSince,
  };
  return {
    facts,
    tables: tablesOf(story),
    json: {
      ...plain(withRequestId({ ...call, margin })),
      replied: reply ? { ...statusOf(reply), at: reply.at.toISOString() } : null,
      resolvedAt: resolvedAt(story, reply)?.toISOString() ?? null,
      ...(message ? { message } : {}),
      attempts,
      transfers,
      receipts,
      events,
      ...(check ? { check, sessions } : {}),
    },
  };
}

function statusOf({ error }: CallReply) {
  return { status: error?.row.status ?? 201, code: error?.row.code ?? 0, reason: error?.reason };
}

/** The reply in one line; null if none is recorded. */
function formatReply({ heldAt }: CallStory, reply: CallReply | undefined): string | null {
  if (!reply) return null;
  const { status, code, reason } = statusOf(reply);
  const ms = reply.at.getTime() - heldAt.getTime();
  return `${status}${reason ? ` ${reason} (${code})` : ''} after ${ms} ms`;
}

/** The last digits of the number and the length of the text: enough to recognize the message. */
function messageOf(vault: Vault, story: CallStory) {
  if (!story.contentId) return undefined;
  if (!story.sealed) return { mobile: 'deleted', text: 'deleted' };
  const { to, text } = openMessage(vault, story);
  return {
    mobile: to.includes('@')
      ? maskEmail(to)
      : `${to.slice(0, 3)}${'*'.repeat(to.length - 7)}${to.slice(-4)}`,
    text: `${[...text].length} characters`,
  };
}

/** The name of a check's status, and why it did not pass. */
function formatCheckStatus({ status, reason }: Record<string, unknown>): string {
  const word = Object.entries(checkStatus).find(([, number]) => number === status)?.[0];
  return [word, ...(reason ? [reason] : [])].join(', ');
}

function tablesOf({ attempts, transfers, receipts, events, sessions }: CallStory): StoryTable[] {
  const of = (rows: Record<string, unknown>[], names: string[]) =>
    rows.map((row) => names.map((name) => row[name]));
  return [
    {
      title: 'Attempts',
      titles: ['#', 'provider', 'outcome', 'reason', 'code', "vendor's message", 'from', 'to'],
      rows: of(attempts, [
        'attempt',
        'provider_code',
        'outcome',
        'reason',
        'vendor_code',
        'words',
        'started_at',
        'ended_at',
      ]),
    },
    {
      title: 'Sessions',
      titles: ['#', 'provider', 'device', 'state', 'reason', 'code', 'from', 'expires'],
      rows: of(sessions, [
        'session_no',
        'provider_code',
        'device',
        'state',
        'reason',
        'vendor_code',
        'started_at',
        'expires_at',
      ]),
    },
    {
      title: 'Transfers',
      titles: ['from', 'to', 'amount', 'at'],
      rows: transfers.map((t) => [
        t.from_account,
        t.to_account,
        formatMoney(BigInt(String(t.amount))),
        t.made_at,
      ]),
    },
    {
      title: 'Receipts',
      titles: ['provider', 'part', 'state', 'reason', 'code', 'reported', 'received'],
      rows: of(receipts, [
        'provider_code',
        'part',
        'state',
        'reason',
        'vendor_code',
        'said_at',
        'received_at',
      ]),
    },
    { title: 'Events', titles: ['event', 'at'], rows: of(events, ['type', 'made_at']) },
  ];
}
