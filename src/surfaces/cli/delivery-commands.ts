import type { Command } from 'commander';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import type { EventType } from '../../foundation/contract/wire/events.ts';
import type { DeliveryState } from '../../foundation/contract/wire/webhooks.ts';
import { type DeliveryKey, deliveryIdOf } from '../../foundation/events/delivery-id.ts';
import {
  findDelivery,
  listDeliveries,
  replayDelivery,
  replaySpan,
} from '../../foundation/events/delivery-queries.ts';
import { type Endpoint, findEndpoint } from '../../foundation/events/endpoint-queries.ts';
import { toEvent } from '../../foundation/events/event-body.ts';
import { listEvents } from '../../foundation/events/event-queries.ts';
import { noteSending } from '../../foundation/events/note-sending.ts';
import type { OnInstallation } from './command-action.ts';
import {
  type ReadEnd,
  readBeginning,
  readCount,
  readEnd,
  readId,
  readMode,
  readUuid,
} from './read-option.ts';
import { readDelivery, readDeliveryState, readEventType } from './read-webhook-option.ts';
import { lines, pairs, plain, table } from './show.ts';

interface ListOptions {
  account?: number;
  mode?: Mode;
  endpoint?: number;
  state?: DeliveryState;
  type?: EventType;
  call?: string;
  limit: number;
}

interface ReplayOptions {
  delivery?: DeliveryKey;
  endpoint?: number;
  from?: ReadEnd;
  to?: ReadEnd;
}

export function registerDeliveryCommands(delivery: Command, onInstallation: OnInstallation): void {
  delivery
    .command('list')
    .description('what was sent to endpoints, and what became of it, the newest first')
    .option('--account <id>', 'the account', readId)
    .option('--mode <mode>', 'test or live', readMode)
    .option('--endpoint <id>', 'the endpoint', readId)
    .option('--state <state>', 'pending, delivered or failed', readDeliveryState)
    .option('--type <type>', 'the type of event', readEventType)
    .option('--call <id>', 'the call that it is about', readUuid)
    .option('--limit <count>', 'how many', readCount, 50)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { account, endpoint, call, limit, ...rest } = options;
        const filter = { ...rest, accountId: account, endpointId: endpoint, requestId: call };
        const { deliveries } = await listDeliveries(pool, wholePlatform, filter, { limit });
        const rows = deliveries.map((one) => [
          deliveryIdOf(one),
          one.accountId,
          one.type,
          one.state,
          one.attempts,
          one.state === 'pending' ? one.dueAt : null,
          one.lastStatus,
          one.lastProblem,
        ]);
        const titles = 'delivery,account,type,state,attempts,due,status,problem';
        const json = deliveries.map((one) => ({ deliveryId: deliveryIdOf(one), ...plain(one) }));
        return { json: { deliveries: json }, text: table(titles.split(','), rows) };
      }),
    );

  delivery
    .command('show')
    .description('a delivery with its event, and all that was tried')
    .argument('<delivery>', 'its id', readDelivery)
    .action(
      onInstallation(async ({ pool }, _options: object, [key]) => {
        const found = await findDelivery(pool, wholePlatform, key as DeliveryKey);
        if (!found) refuse('delivery_not_found');
        const { body: _, failed, lastReply, ...shown } = found;
        const event = toEvent(found);
        const tried = failed.map((one) => Object.values(plain(one)));
        const text = [
          pairs({ delivery: deliveryIdOf(found), ...plain(shown) }),
          lines([JSON.stringify(event, null, 2)]),
          lastReply === null ? '' : `The last answer: ${lines([lastReply])}`,
          tried.length === 0 ? '' : table(['at', 'status', 'problem', 'reply', 'ms'], tried),
        ];
        const json = { deliveryId: deliveryIdOf(found), ...plain({ ...shown, lastReply }) };
        return {
          json: { ...json, event, failed: failed.map(plain) },
          text: text.filter((part) => part !== '').join('\n\n'),
        };
      }),
    );

  registerReplay(delivery, onInstallation);
}

function registerReplay(delivery: Command, onInstallation: OnInstallation): void {
  delivery
    .command('replay')
    .description('send again: one delivery, or all events of a time to one endpoint')
    .option('--delivery <id>', 'the delivery', readDelivery)
    .option('--endpoint <id>', 'the endpoint', readId)
    .option('--from <time>', 'a day or a time, with --endpoint', readBeginning)
    .option('--to <time>', 'a day or a time; until now without it', readEnd)
    .action(
      onInstallation(async ({ pool, change, config }, options: ReplayOptions) => {
        const { delivery: key, from, to } = options;
        const endpointId = key?.endpointId ?? options.endpoint;
        if (endpointId === undefined || !(key || from)) return refuse('replay_target_missing');
        const endpoint = await findEndpoint(pool, wholePlatform, { endpointId });
        if (!endpoint) refuse('endpoint_not_found', { endpoint: endpointId });
        const count = await change('delivery.replay', (by) => {
          if (key) return replayOne(by, endpoint, key);
          const until = to?.(config.timeZone) ?? null;
          return replayTime(by, endpoint, (from as ReadEnd)(config.timeZone), until);
        });
        return { json: { count }, text: `Sent again: ${count}.` };
      }),
    );
}

async function replayOne(by: Change, { accountId }: Endpoint, key: DeliveryKey): Promise<number> {
  const count = await replayDelivery(by, wholePlatform, key, { now: null });
  if (count === 0) refuse('delivery_not_found');
  const asked = { deliveryId: deliveryIdOf(key) };
  await noteSending(by, accountId, 'delivery.replay', asked, { count });
  return count;
}

async function replayTime(
  by: Change,
  { accountId, endpointId }: Endpoint,
  from: Date,
  to: Date | null,
): Promise<number> {
  const count = await replaySpan(by, endpointId, { from, to, now: null });
  const asked = { endpointId, from, ...(to && { to }) };
  await noteSending(by, accountId, 'delivery.replay', asked, { count });
  return count;
}

export function registerEventCommands(event: Command, onInstallation: OnInstallation): void {
  event
    .command('list')
    .description('what happened, the newest first')
    .option('--account <id>', 'the account', readId)
    .option('--mode <mode>', 'test or live', readMode)
    .option('--type <type>', 'the type of event', readEventType)
    .option('--call <id>', 'the call that it is about', readUuid)
    .option('--limit <count>', 'how many', readCount, 50)
    .action(
      onInstallation(async ({ pool }, options: Omit<ListOptions, 'endpoint' | 'state'>) => {
        const { account, call, limit, ...rest } = options;
        const filter = { ...rest, accountId: account, requestId: call };
        const { events } = await listEvents(pool, wholePlatform, filter, { limit });
        const rows = events.map((one) => {
          const { id, type, timestamp, mode, sequence, data } = toEvent(one);
          return [timestamp, one.accountId, mode, type, sequence, id, JSON.stringify(data)];
        });
        const titles = 'at,account,mode,type,sequence,event,data';
        const json = events.map((one) => ({ accountId: one.accountId, ...toEvent(one) }));
        return { json: { events: json }, text: table(titles.split(','), rows) };
      }),
    );
}
