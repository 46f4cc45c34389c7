import type { Command } from 'commander';
import type { Pool } from 'pg';
import { systemClock } from '../../foundation/clock.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { prefixField } from '../../foundation/contract/text/bilingual.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import type { EventType } from '../../foundation/contract/wire/event-schemas.ts';
import { makeEndpoint, requireUrl, rollSecret } from '../../foundation/events/change-endpoint.ts';
import { deliveryIdOf } from '../../foundation/events/delivery-id.ts';
import {
  changeEndpoint,
  type Endpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../../foundation/events/endpoint-queries.ts';
import { listListeners, removeListener } from '../../foundation/events/listener-queries.ts';
import { sendTest } from '../../foundation/events/send-test.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import { readId, readMode, readSwitch } from './read-option.ts';
import { readEventTypes } from './read-webhook-option.ts';
import { joinTexts, plain, type Text, table } from './show.ts';

interface EndpointOptions {
  url?: string;
  events?: EventType[];
  description?: string;
}
interface CreateOptions extends EndpointOptions {
  account: number;
  mode: Mode;
  url: string;
}
interface SetOptions extends EndpointOptions {
  endpoint: number;
  switch?: boolean;
}

export function registerEndpointCommands(endpoint: Command, onInstallation: OnInstallation): void {
  registerList(endpoint, onInstallation);
  registerCreate(endpoint, onInstallation);
  registerSet(endpoint, onInstallation);
  registerEnds(endpoint, onInstallation);

  endpoint
    .command('test')
    .description('Send a test event')
    .requiredOption('--endpoint <id>', 'Endpoint', readId)
    .action(
      onInstallation(async ({ pool, change }, { endpoint: endpointId }: { endpoint: number }) => {
        const found = await requireEndpoint(pool, endpointId);
        const { state } = found;
        if (state !== 'on') refuse('endpoint_not_on', { endpoint: endpointId, state });
        const send = () => change('endpoint.test', (by) => sendTest(by, found, null));
        const eventId = await asApiError(send);
        const deliveryId = deliveryIdOf({ eventId, endpointId });
        const text = `Test event queued. To see the result: delivery show ${deliveryId}`;
        return { json: { deliveryId, eventId }, text };
      }),
    );
}

function registerList(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('list')
    .description('List the endpoints of an account')
    .requiredOption('--account <id>', 'Account', readId)
    .option('--mode <mode>', 'Mode: test or live', readMode)
    .action(
      onInstallation(async ({ pool }, options: { account: number; mode?: Mode }) => {
        await requireAccount(pool, options.account);
        const asked = { accountId: options.account, mode: options.mode };
        const endpoints = await listEndpoints(pool, asked);
        const listeners = await listListeners(pool, asked);
        const rows = endpoints.map((one) => [
          one.endpointId,
          one.mode,
          one.url,
          one.disabledBecause ? `disabled: ${one.disabledBecause}` : one.state,
          one.events,
          one.description,
          one.failingSince,
        ]);
        const titles = 'endpoint,mode,url,state,events,description,failing since';
        const open = listeners.map((one) => [one.endpointId, one.mode, one.events, one.expiresAt]);
        const listening = table(['listener', 'mode', 'events', 'expires'], open, '');
        return {
          json: { endpoints: endpoints.map(plain), listeners },
          text: joinTexts(table(titles.split(','), rows, 'No endpoints.'), listening),
        };
      }),
    );
}

function registerCreate(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('create')
    .description('Send events to a URL; the signing secret is shown once')
    .requiredOption('--account <id>', 'Account', readId)
    .requiredOption('--mode <mode>', 'Mode: test or live', readMode)
    .requiredOption('--url <url>', 'URL to send events to')
    .option('--events <list>', 'Event types; default: all', readEventTypes)
    .option('--description <words>', 'Description')
    .action(
      onInstallation(async ({ pool, change, vault, config }, options: CreateOptions) => {
        const { account: accountId, mode, ...body } = options;
        await requireAccount(pool, accountId);
        const ports = { vault, allowedHosts: config.outboundAllowedHosts };
        const made = await change('endpoint.create', (by) =>
          asApiError(async () => {
            const asked = readBody('webhook_endpoint_create', { ...body });
            return makeEndpoint(by, ports, { accountId, mode }, asked);
          }),
        );
        return { json: made, text: shownOnce(`Endpoint ${made.endpointId} created.`, made.secret) };
      }),
    );
}

function registerSet(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('set')
    .description('Change an endpoint; other settings stay as they are')
    .requiredOption('--endpoint <id>', 'Endpoint', readId)
    .option('--url <url>', 'URL to send events to')
    .option('--events <list>', 'Event types', readEventTypes)
    .option('--description <words>', 'Description')
    .option('--switch <choice>', 'Switch the endpoint on or off', readSwitch)
    .action(
      onInstallation(async ({ pool, change, config }, options: SetOptions) => {
        const { endpoint: endpointId, switch: isOn, ...body } = options;
        await requireEndpoint(pool, endpointId);
        const { url } = body;
        const allowedHosts = config.outboundAllowedHosts;
        await asApiError(async () => {
          readBody('webhook_endpoint_update', { endpointId, ...body });
          if (url !== undefined) requireUrl({ allowedHosts }, url);
        });
        const changed = await change('endpoint.set', (by) =>
          changeEndpoint(by, endpointId, { ...body, isOn }),
        );
        if (!changed) refuse('endpoint_not_found', { endpoint: endpointId });
        return { json: plain(changed), text: `Endpoint ${endpointId} changed.` };
      }),
    );
}

function registerEnds(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('remove')
    .description('Remove an endpoint or a listener, with its pending deliveries')
    .requiredOption('--endpoint <id>', 'Endpoint or listener', readId)
    .action(
      onInstallation(async ({ pool, change }, { endpoint: endpointId }: { endpoint: number }) => {
        await change('endpoint.remove', async (by) => {
          if (await removeListener(by, wholePlatform, endpointId)) return;
          await requireEndpoint(pool, endpointId);
          await removeEndpoint(by, endpointId);
        });
        return { json: { endpointId }, text: `Endpoint ${endpointId} removed.` };
      }),
    );

  endpoint
    .command('roll-secret')
    .description('Create a new secret; for one day both sign')
    .requiredOption('--endpoint <id>', 'Endpoint', readId)
    .action(
      onInstallation(
        async ({ pool, change, vault }, { endpoint: endpointId }: { endpoint: number }) => {
          const found = await requireEndpoint(pool, endpointId);
          const rolled = await change('endpoint.roll-secret', (by) =>
            rollSecret(by, { vault, clock: systemClock }, found),
          );
          const until = new Date(rolled.oldSecretUntil);
          const text: Text = (timeZone) =>
            shownOnce(
              `The old secret of endpoint ${endpointId} works until ${localTime(until, timeZone)}.`,
              rolled.secret,
            );
          return { json: { endpointId, ...rolled }, text };
        },
      ),
    );
}

function shownOnce(words: string, secret: string): string {
  return `${words} Copy the secret now; it is not shown again.

  ${secret}
`;
}

async function requireEndpoint(pool: Pool, endpointId: number): Promise<Endpoint> {
  const found = await findEndpoint(pool, wholePlatform, { endpointId });
  if (!found) refuse('endpoint_not_found', { endpoint: endpointId });
  return found;
}

/** Turns an API error into a command-line error. */
async function asApiError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const faults = error.details?.map(({ field, problem }) => prefixField(field, problem));
    if (faults) refuse('fields_invalid', { faults });
    return refuse('endpoint_refused', { why: error.row.message });
  }
}
