import Type from 'typebox';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import { replaySome } from '../../../foundation/events/delivery-queries.ts';
import {
  mostResent,
  resendSome,
  resentDays,
} from '../../../foundation/events/endpoint-health-queries.ts';
import { requireOneAccount } from '../kit/require-scope.ts';
import { time } from '../kit/wire-formats.ts';
import { requireEndpoint } from '../webhooks/require-endpoint.ts';
import { type TaskAsker, type TaskPorts, taskKind } from './task-kind.ts';

const endpointId = Type.Integer({ minimum: 1 });
const dayMs = 86_400_000;

/** The end is fixed when the task begins, so that it does not run after new events. */
async function prepare(
  { pool, scope, clock }: TaskAsker,
  params: { endpointId: number; from: string; to?: string },
) {
  requireOneAccount(scope);
  await requireEndpoint(pool, scope, params.endpointId);
  const { from, to = clock.now().toISOString() } = params;
  if (Date.parse(to) < Date.parse(from)) {
    return fail('invalid_request', { details: [{ field: 'to', problem: problems.before_from }] });
  }
  return { params: { ...params, from, to } };
}

const spanOf = ({ clock }: TaskPorts, { from, to }: { from: string; to: string }) => ({
  ...{ from: new Date(from), to: new Date(to), now: clock.databaseNow() },
});

interface Span {
  endpointId: number;
  from: string;
  to: string;
}

const ReplayParams = Type.Object({ endpointId, from: time, to: Type.Optional(time) });

/** Sends all events of a period to an endpoint again. */
export const eventsReplay = taskKind<typeof ReplayParams, Span>({
  kind: 'events_replay',
  right: 'webhooks.change',
  act: 'delivery.replay',
  isOfAccount: true,
  params: ReplayParams,
  prepare,
  async *run(ports, { scope, params, position, ...task }) {
    const { endpointId } = await requireEndpoint(ports.pool, scope, params.endpointId);
    let { done } = task;
    let after = (position?.after as string | undefined) ?? null;
    do {
      const span = { ...spanOf(ports, params), after };
      const { replayed, lastEvent } = await replaySome(ports.pool, endpointId, span);
      done += replayed;
      after = lastEvent;
      yield { done, ...(after === null ? {} : { position: { after } }) };
    } while (after !== null);
  },
});

const ResendParams = Type.Object({
  endpointId,
  from: Type.Optional(time),
  to: Type.Optional(time),
});

/** Sends what an endpoint has not accepted. */
export const failedResend = taskKind<typeof ResendParams, Span>({
  kind: 'failed_resend',
  right: 'webhooks.resend',
  act: 'delivery.replay',
  isOfAccount: true,
  params: ResendParams,
  prepare(asker, params) {
    const since = new Date(asker.clock.nowMs() - resentDays * dayMs).toISOString();
    return prepare(asker, { ...params, from: params.from ?? since });
  },
  async *run(ports, { scope, params, ...task }) {
    const { endpointId } = await requireEndpoint(ports.pool, scope, params.endpointId);
    let { done } = task;
    for (let isMore = true; isMore && done < mostResent; ) {
      const step = await resendSome(ports.pool, endpointId, spanOf(ports, params));
      done += step.resent;
      isMore = step.isMore;
      // What was resent is left alone by the next step, so any server can go on.
      yield { done, position: {} };
    }
  },
});
