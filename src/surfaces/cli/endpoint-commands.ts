import type { Command } from 'commander';
import type { Pool } from 'pg';
import { systemClock } from '../../foundation/clock.ts';
import { ApiError } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { Mode } from '../../foundation/contract/products.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { wholePlatform } from '../../foundation/contract/scope.ts';
import { ofField } from '../../foundation/contract/text/bilingual.ts';
import type { EventType } from '../../foundation/contract/wire/events.ts';
import { makeEndpoint, requireUrl, rollSecret } from '../../foundation/events/change-endpoint.ts';
import { deliveryIdOf } from '../../foundation/events/delivery-id.ts';
import {
  changeEndpoint,
  type Endpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
} from '../../foundation/events/endpoint-queries.ts';
import { sendTest } from '../../foundation/events/send-test.ts';
import { requireAccount } from '../../people/accounts/require-account.ts';
import type { OnInstallation } from './command-action.ts';
import { readId, readMode, readSwitch } from './read-option.ts';
import { readEventTypes } from './read-webhook-option.ts';
import { plain, table } from './show.ts';

interface Wish {
  url?: string;
  events?: EventType[];
  description?: string;
}
interface CreateOptions extends Wish {
  account: number;
  mode: Mode;
  url: string;
}
interface SetOptions extends Wish {
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
    .description('send an event for a trial, as every event is sent')
    .requiredOption('--endpoint <id>', 'the endpoint', readId)
    .action(
      onInstallation(async ({ pool, change }, { endpoint: endpointId }: { endpoint: number }) => {
        const found = await requireEndpoint(pool, endpointId);
        const { state } = found;
        if (state !== 'on') refuse('endpoint_not_on', { endpoint: endpointId, state });
        const send = () => change('endpoint.test', (by) => sendTest(by, found, null));
        const eventId = await asApiError(send);
        const deliveryId = deliveryIdOf({ eventId, endpointId });
        const text = `The event is on its way; see: delivery show ${deliveryId}`;
        return { json: { deliveryId, eventId }, text };
      }),
    );
}

function registerList(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('list')
    .description('the endpoints of an account')
    .requiredOption('--account <id>', 'the account', readId)
    .option('--mode <mode>', 'test or live', readMode)
    .action(
      onInstallation(async ({ pool }, options: { account: number; mode?: Mode }) => {
        await requireAccount(pool, options.account);
        const asked = { accountId: options.account, mode: options.mode };
        const endpoints = await listEndpoints(pool, asked);
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
        return { json: { endpoints: endpoints.map(plain) }, text: table(titles.split(','), rows) };
      }),
    );
}

function registerCreate(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('create')
    .description('tell an address what happens; its secret is shown once')
    .requiredOption('--account <id>', 'the account', readId)
    .requiredOption('--mode <mode>', 'test or live', readMode)
    .requiredOption('--url <url>', 'where events are sent')
    .option('--events <list>', 'the types of events; all without it', readEventTypes)
    .option('--description <words>', 'what it is for')
    .action(
      onInstallation(async ({ pool, change, vault, config }, options: CreateOptions) => {
        const { account: accountId, mode, ...wish } = options;
        await requireAccount(pool, accountId);
        const ports = { vault, allowedHosts: config.outboundAllowedHosts };
        const made = await change('endpoint.create', (by) =>
          asApiError(async () => {
            const asked = readBody('webhook_endpoint_create', { ...wish });
            return makeEndpoint(by, ports, { accountId, mode }, asked);
          }),
        );
        return { json: made, text: shownOnce(`Endpoint ${made.endpointId} is made.`, made.secret) };
      }),
    );
}

function registerSet(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('set')
    .description('change an endpoint; what is not named stays')
    .requiredOption('--endpoint <id>', 'the endpoint', readId)
    .option('--url <url>', 'where events are sent')
    .option('--events <list>', 'the types of events', readEventTypes)
    .option('--description <words>', 'what it is for')
    .option('--switch <choice>', 'on or off', readSwitch)
    .action(
      onInstallation(async ({ pool, change, config }, options: SetOptions) => {
        const { endpoint: endpointId, switch: isOn, ...wish } = options;
        await requireEndpoint(pool, endpointId);
        const { url } = wish;
        const allowedHosts = config.outboundAllowedHosts;
        await asApiError(async () => {
          readBody('webhook_endpoint_update', { endpointId, ...wish });
          if (url !== undefined) requireUrl({ allowedHosts }, url);
        });
        const changed = await change('endpoint.set', (by) =>
          changeEndpoint(by, endpointId, { ...wish, isOn }),
        );
        if (!changed) refuse('endpoint_not_found', { endpoint: endpointId });
        return { json: plain(changed), text: `Endpoint ${endpointId} is changed.` };
      }),
    );
}

function registerEnds(endpoint: Command, onInstallation: OnInstallation): void {
  endpoint
    .command('remove')
    .description('take an endpoint away; what waits for it is given up')
    .requiredOption('--endpoint <id>', 'the endpoint', readId)
    .action(
      onInstallation(async ({ pool, change }, { endpoint: endpointId }: { endpoint: number }) => {
        await requireEndpoint(pool, endpointId);
        await change('endpoint.remove', (by) => removeEndpoint(by, endpointId));
        return { json: { endpointId }, text: `Endpoint ${endpointId} is gone.` };
      }),
    );

  endpoint
    .command('roll-secret')
    .description('make a new secret; for a day the old one signs as well')
    .requiredOption('--endpoint <id>', 'the endpoint', readId)
    .action(
      onInstallation(
        async ({ pool, change, vault }, { endpoint: endpointId }: { endpoint: number }) => {
          const found = await requireEndpoint(pool, endpointId);
          const rolled = await change('endpoint.roll-secret', (by) =>
            rollSecret(by, { vault, clock: systemClock }, found),
          );
          const words = `The old secret of endpoint ${endpointId} signs until ${rolled.oldSecretUntil}, too.`;
          return { json: { endpointId, ...rolled }, text: shownOnce(words, rolled.secret) };
        },
      ),
    );
}

function shownOnce(words: string, secret: string): string {
  return `${words} Keep the secret now: it is not shown again.

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
    const faults = error.details?.map(({ field, problem }) => ofField(field, problem));
    if (faults) refuse('fields_invalid', { faults });
    return refuse('endpoint_refused', { why: error.row.message });
  }
}
