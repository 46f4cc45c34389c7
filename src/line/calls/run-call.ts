import { thisMoment } from '../../foundation/clock.ts';
import { ApiError, fail } from '../../foundation/contract/errors/errors.ts';
import {
  isFree,
  type Operation,
  operationAt,
  productAt,
} from '../../foundation/contract/operations/operations.ts';
import {
  type CalledProduct,
  isMessageProduct,
  isVerifyProduct,
} from '../../foundation/contract/products.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { authenticate, requireListed, takeRateSlot } from '../callers/authenticate.ts';
import { authorize } from '../callers/authorize.ts';
import type { Principal } from '../callers/principal.ts';
import { answerRepeat } from '../idempotency/answer-repeat.ts';
import { type Claim, readClaim } from '../idempotency/claim.ts';
import { findClaim } from '../idempotency/queries.ts';
import { priceOf } from '../pricing/price-of.ts';
import { answerFree, withScope } from './answer-free.ts';
import { carryOut } from './carry-out.ts';
import type { HoldItem } from './hold-calls.ts';
import { refusalOf } from './hold-verdict.ts';
import type { Line } from './line.ts';
import type { Order, StartedVerification } from './order.ts';
import { prepareFace } from './prepare-face.ts';
import { prepareSms } from './prepare-sms.ts';
import { prepareVerification } from './prepare-verification.ts';
import { repeatPorts } from './rebuild-reply.ts';
import { asRepeat, type CallRequest, type Reply, readRequestBody } from './request.ts';
import { withRateFields } from './with-rate-fields.ts';

/**
 * A call, from the request to the reply:
 *
 *   authenticate -> validate -> price -> hold -> provider -> settle -> 201
 *       403            400                403      400 rejected
 *                      404                429      502 unavailable
 *                                         503      504 unknown (the hold stays)
 *
 * Every exit except the 201 is an ApiError. The handler answers those that are thrown; a provider's failure
 * becomes the reply after the settle.
 *
 * However many waits for a silent database add up, the reply leaves soon after the call's deadline. The call
 * itself goes on, and ends by its own settle or by the resolver.
 */
export function runCall(
  line: Line,
  request: CallRequest,
  onCaller: Progress['onCaller'] = () => {},
): Promise<Reply> {
  const progress: Progress = { isHeld: false, operation: request.operation, onCaller };
  return line.replyDeadlines.race(run(line, request, progress), () =>
    Promise.reject(overdue(progress)),
  );
}

/** How far a call has come. */
interface Progress {
  isHeld: boolean;
  /** The operation of the path, then of the body. */
  operation: Operation;
  /** Reports whose call it is, even if it is refused later. */
  onCaller(account: number): void;
}

/** Before the hold is known no provider was asked, and nothing will be charged. */
function overdue({ isHeld }: Progress): ApiError {
  if (isHeld) return new ApiError('outcome_unknown');
  return new ApiError('database_unavailable', { headers: { 'retry-after': '1' } });
}

async function run(line: Line, request: CallRequest, progress: Progress): Promise<Reply> {
  const caller = await authenticate(line, request);
  progress.onCaller(caller.accountId);
  const isFirst = request.restarts === 0;
  try {
    requireListed(caller, request);
    // A restarted call is the same request: it is counted, and its slot is already taken.
    if (isFirst) line.keyUses.note(caller, request.address);
    if (isFirst) takeRateSlot(line, caller);
    return withRateFields(line, caller, await runFor(line, caller, request, progress));
  } catch (error) {
    if (isFirst && !progress.isHeld) {
      const { requestId } = request;
      const { operation } = progress;
      const readBody = () => readRequestBody(request);
      line.refused.note({ requestId, operation, caller, error, readBody });
    }
    throw error;
  }
}

async function runFor(
  line: Line,
  caller: Principal,
  request: CallRequest,
  progress: Progress,
): Promise<Reply> {
  const body = readRequestBody(request);
  const operation = operationAt(request.operation, body);
  progress.operation = operation;
  const asked = withScope(caller, operation, body);
  const claim = readClaim(line.vault, caller, operation, request.idempotencyKey, asked);
  let item: HoldItem;
  try {
    const product = productAt(operation, body);
    authorize(caller, operation, product);
    if (isFree(operation)) return await answerFree(line, caller, operation, request, body, claim);
    const sold = product ?? operation;
    const order = await prepare(line, caller, sold, request.requestId, body, request.language);
    const price = priceOf(caller.products[sold].price, order.parts);
    item = { caller, callId: request.requestId, order, price, claim, trace: request.trace };
  } catch (refusal) {
    // A repeat gets the first reply, even if the caller's terms have changed since.
    const first = claim && (await findClaim(line.pool, caller, claim));
    if (!claim || !first || first.isFree) throw refusal;
    return asRepeat(await answerRepeat(repeatPorts(line), caller, claim));
  }

  const first = claim && line.inFlight.shareReply(claim, line.settings.idempotencyWaitMs);
  const shared = first && (await first);
  if (shared) return asRepeat(shared);
  const leave = claim && line.inFlight.enter(claim);
  // Measured from before the hold, as the resolver does, so a slow hold counts towards the deadline.
  const askedAt = thisMoment();
  try {
    const { verdict, retryAfterMs, started } = await line.holds.add(item);
    switch (verdict) {
      case 'held': {
        progress.isHeld = true;
        const reply = await carryOut(line, request, withStarted(item, started), askedAt);
        // An unknown outcome is not final, so repeats read the current state from the database.
        if (reply.status !== 504) leave?.(reply);
        return reply;
      }
      case 'stale':
        // Leave first: otherwise the restarted call would find itself in flight and wait for itself.
        leave?.();
        return await runAgain(line, request, progress);
      case 'replay':
        leave?.();
        return asRepeat(await repeatOf(line, item));
      case 'differs':
        return fail('idempotency_body_differs');
      default:
        throw refusalOf(verdict, retryAfterMs, item.order.recipient?.limits ?? null);
    }
  } finally {
    leave?.();
  }
}

/** The call with what the hold says about its verification. */
function withStarted(item: HoldItem, started: StartedVerification | undefined): HoldItem {
  const { order } = item;
  if (!started || order.kind !== 'message' || !order.verification) return item;
  const { turnedTo } = started;
  const providers = turnedTo
    ? [turnedTo, ...order.providers.filter((code) => code !== turnedTo)]
    : order.providers;
  const verification = { ...order.verification, started };
  return { ...item, order: { ...order, providers, verification } };
}

/** The first reply, for a repeat. */
function repeatOf(line: Line, { caller, claim, order }: HoldItem): Promise<Reply> {
  return answerRepeat(repeatPorts(line, order.message?.asSent), caller, claim as Claim);
}

/** The caller's terms changed during the call: decide it again on the current terms, up to 10 times. */
async function runAgain(line: Line, request: CallRequest, progress: Progress): Promise<Reply> {
  if (request.apiKey) line.principals.drop(request.apiKey);
  const restarts = request.restarts + 1;
  if (restarts > 10) fail('overloaded', { headers: { 'retry-after': '1' } });
  return run(line, { ...request, restarts }, progress);
}

function prepare(
  line: Line,
  caller: Principal,
  product: CalledProduct,
  callId: string,
  body: Record<string, unknown>,
  language: Language,
): Order | Promise<Order> {
  if (isVerifyProduct(product)) {
    return prepareVerification(line, caller, product, callId, body, language);
  }
  return isMessageProduct(product)
    ? prepareSms(line, caller, product, callId, body, language)
    : prepareFace(line, caller, callId, body, language);
}
