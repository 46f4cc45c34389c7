import { randomUUIDv7 } from 'node:crypto';
import { thisMoment } from '../../foundation/clock.ts';
import { ApiError, fail } from '../../foundation/contract/errors/errors.ts';
import type { LinkMessage, LinkTexted } from '../../products/checks/check-ports.ts';
import { missingVariables } from '../../products/messages/template.ts';
import { findTemplate } from '../../products/messages/template-queries.ts';
import { isInForce } from '../callers/authenticate.ts';
import { authorize } from '../callers/authorize.ts';
import { claimOnce } from '../idempotency/claim.ts';
import { findClaim } from '../idempotency/queries.ts';
import { priceOf } from '../pricing/price-of.ts';
import { carryOut } from './carry-out.ts';
import type { HoldItem } from './hold-calls.ts';
import { refusalOf } from './hold-verdict.ts';
import type { Line } from './line.ts';
import { orderMessage, reachOf, readMobile } from './order-message.ts';
import { findKeyOfCall } from './queries.ts';
import type { Reply } from './request.ts';

/** The templates of this message; operators edit them and register them with providers like any other. */
const templateIds: Readonly<Record<LinkMessage['language'], string>> = {
  en: 'CHECK_LINK_EN',
  'zh-CN': 'CHECK_LINK_ZH',
  'zh-TW': 'CHECK_LINK_ZH_TW',
};

const maxDecisions = 10;

/**
 * Sends a person the link of their check, as an ordinary paid call of the account under the key that created
 * the check. The claim on the check allows one such call, however often it is requested; a failed call frees
 * the claim.
 */
export async function textLink(line: Line, message: LinkMessage): Promise<LinkTexted> {
  try {
    return await hold(line, message);
  } catch (error) {
    // Refusals because of the account or the number are results for the page to show, not errors.
    if (!(error instanceof ApiError) || error.row.status >= 500) throw error;
    line.log.info({ requestId: message.checkId, reason: error.reason }, 'link not texted');
    return isOfNumber(error.details) ? 'number_invalid' : 'refused';
  }
}

async function hold(line: Line, message: LinkMessage): Promise<LinkTexted> {
  for (let decisions = 0; decisions < maxDecisions; decisions++) {
    const askedAt = thisMoment();
    const item = await prepare(line, message);
    const { verdict, retryAfterMs } = await line.holds.add(item);
    switch (verdict) {
      case 'held': {
        const request = { requestId: item.callId, language: item.order.language };
        return outcomeOf(await carryOut(line, request, item, askedAt));
      }
      case 'stale':
        break;
      case 'replay':
      case 'differs':
        return wasSent(line, item);
      default:
        throw refusalOf(verdict, retryAfterMs, item.order.recipient?.limits ?? null);
    }
  }
  return fail('overloaded', { headers: { 'retry-after': '1' } });
}

async function prepare(line: Line, message: LinkMessage): Promise<HoldItem> {
  const { accountId, checkId, mode, mobile: asSent } = message;
  const keyId = await findKeyOfCall(line.pool, message);
  const caller = keyId === undefined ? null : await line.principals.loadKey(accountId, keyId);
  if (!caller || !isInForce(caller, line.clock)) fail('key_invalid');
  authorize(caller, 'sms_notice', 'sms_notice');
  const reach = reachOf(readMobile(line, caller, asSent));
  const template = await findTemplate(line.pool, templateIds[message.language]);
  const variables = { asker: message.asker, link: message.link };
  if (template?.product !== 'sms_notice' || missingVariables(template, variables).length > 0) {
    fail('template_not_assigned');
  }
  const callId = randomUUIDv7();
  const order = orderMessage(line, caller, callId, {
    product: 'sms_notice',
    language: message.language === 'en' ? 'en' : 'zh',
    asSent,
    reach,
    template,
    variables,
    code: null,
  });
  const price = priceOf(caller.products.sms_notice.price, order.parts);
  const claim = claimOnce(line.vault, { accountId, mode }, 'sms_notice', `link ${checkId}`);
  return { caller, callId, order, price, claim };
}

/** While the outcome is unknown, report "under way": sending again could deliver two messages. */
function outcomeOf({ status, body }: Reply): LinkTexted {
  if (status === 201) return 'sent';
  if (status === 504) return 'under_way';
  return isOfNumber(JSON.parse(body).details) ? 'number_invalid' : 'refused';
}

async function wasSent({ pool }: Line, { caller, claim }: HoldItem): Promise<LinkTexted> {
  const first = claim && (await findClaim(pool, caller, claim));
  return first?.state === 'done' ? 'was_sent' : 'under_way';
}

function isOfNumber(details: readonly { field: string }[] = []): boolean {
  return details.some(({ field }) => field === 'mobile');
}
