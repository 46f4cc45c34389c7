import type { Command } from 'commander';
import type { Change } from '../../foundation/audit/change-queries.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { pluralize } from '../../foundation/contract/text/pluralize.ts';
import type { EventType } from '../../foundation/contract/wire/event-schemas.ts';
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
import { withAlias } from './option-names.ts';
import {
  type ReadEnd,
  readCount,
  readEnd,
  readId,
  readMode,
  readStart,
  readUuid,
} from './read-option.ts';
import { readDelivery, readDeliveryState, readEventType } from './read-webhook-option.ts';
import { joinTexts, lines, pairs, plain, table } from './show.ts';

interface ListOptions {
  account?: number;
  mode?: Mode;
  endpoint?: number;
  state?: DeliveryState;
  type?: EventType;
  requestId?: string;
  limit: number;
}

interface ReplayOptions {
  delivery?: DeliveryKey;
  endpoint?: number;
  from?: ReadEnd;
  to?: ReadEnd;
}

export function registerDeliveryCommands(delivery: Command, onInstallation: OnInstallation): void {
  const list = delivery.command('list');
  withAlias(list, { alias: 'call', name: 'requestId' }, readUuid)
    .description('List deliveries to endpoints, newest first')
    .option('--account <id>', 'Account', readId)
    .option('--mode <mode>', 'Mode: test or live', readMode)
    .option('--endpoint <id>', 'Endpoint', readId)
    .option('--state <state>', 'State: pending, delivered or failed', readDeliveryState)
    .option('--type <type>', 'Event type', readEventType)
    .option('--request-id <id>', 'Call that the event is about', readUuid)
    .option('--limit <count>', 'Maximum number of rows', readCount, 50)
    .action(
      onInstallation(async ({ pool }, options: ListOptions) => {
        const { account, endpoint, limit, ...rest } = options;
        const filter = { ...rest, accountId: account, endpointId: endpoint };
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
        return {
          json: { deliveries: json },
          text: table(titles.split(','), rows, 'No deliveries.'),
        };
      }),
    );

  delivery
    .command('show')
    .description('Show a delivery, its event and every attempt')
    .argument('<delivery>', 'Delivery', readDelivery)
    .action(
      onInstallation(async ({ pool }, _options: object, [key]) => {
        const found = await findDelivery(pool, wholePlatform, key as DeliveryKey);
        if (!found) refuse('delivery_not_found');
        const { body: _, failed, lastReply, ...shown } = found;
        const event = toEvent(found);
        const tried = failed.map((one) => Object.values(one));
        const text = joinTexts(
          pairs({ delivery: deliveryIdOf(found), ...shown }),
          lines([JSON.stringify(event, null, 2)]),
          lastReply === null ? '' : `Last response: ${lines([lastReply])}`,
          table(['at', 'status', 'problem', 'response', 'ms'], tried, ''),
        );
        const json = { deliveryId: deliveryIdOf(found), ...plain({ ...shown, lastReply }) };
        return {
          json: { ...json, event, failed: failed.map(plain) },
          text,
        };
      }),
    );

  registerReplay(delivery, onInstallation);
}

function registerReplay(delivery: Command, onInstallation: OnInstallation): void {
  delivery
    .command('replay')
    .description('Replay one delivery, or all events of a period for one endpoint')
    .option('--delivery <id>', 'Delivery', readDelivery)
    .option('--endpoint <id>', 'Endpoint, with --from', readId)
    .option('--from <time>', 'First day or time', readStart)
    .option('--to <time>', 'Last day or time; default: now', readEnd)
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
        return {
          json: { count },
          text: `Replaying ${pluralize(count, 'delivery', 'deliveries')}.`,
        };
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
  const list = event.command('list');
  withAlias(list, { alias: 'call', name: 'requestId' }, readUuid)
    .description(
      'List events, newest first; a delivered message has one only if an endpoint subscribes to it',
    )
    .option('--account <id>', 'Account', readId)
    .option('--mode <mode>', 'Mode: test or live', readMode)
    .option('--type <type>', 'Event type', readEventType)
    .option('--request-id <id>', 'Call that the event is about', readUuid)
    .option('--limit <count>', 'Maximum number of rows', readCount, 50)
    .action(
      onInstallation(async ({ pool }, options: Omit<ListOptions, 'endpoint' | 'state'>) => {
        const { account, limit, ...rest } = options;
        const filter = { ...rest, accountId: account };
        const { events } = await listEvents(pool, wholePlatform, filter, { limit });
        const rows = events.map((one) => {
          const { id, type, timestamp, mode, sequence, data } = toEvent(one);
          return [timestamp, one.accountId, mode, type, sequence, id, JSON.stringify(data)];
        });
        const titles = 'at,account,mode,type,sequence,event,data';
        const json = events.map((one) => ({ accountId: one.accountId, ...toEvent(one) }));
        return { json: { events: json }, text: table(titles.split(','), rows, 'No events.') };
      }),
    );
}
