import type { Change } from '../audit/change-queries.ts';
import { fail } from '../contract/errors/errors.ts';
import { readBody } from '../contract/operations/read-body.ts';
import type { ChangingOperation } from '../contract/operations/webhook-operations.ts';
import type { Owner } from '../contract/products.ts';
import type { Scope } from '../contract/scope.ts';
import { eventTypes } from '../contract/wire/event-schemas.ts';
import type { WebhookEndpoint } from '../contract/wire/webhooks.ts';
import { findUrlFault } from '../outbound/find-url-fault.ts';
import { deliveryIdOf } from './delivery-id.ts';
import {
  changeEndpoint,
  countEndpoints,
  createEndpoint,
  type Endpoint,
  findEndpoint,
  removeEndpoint,
  rollEndpointSecret,
} from './endpoint-queries.ts';
import { sealSecret } from './endpoint-secret.ts';
import { makeSecret } from './sign-delivery.ts';
import { testEndpoint } from './test-endpoint.ts';
import type { WebhookPorts } from './webhook-ports.ts';

/** More than an account needs, and few enough that one event does not cause a flood of requests. */
const maxEndpoints = 20;

/** Long enough to deploy the new secret wherever signatures are verified. */
const overlapHours = 24;

type ChangePorts = Pick<WebhookPorts, 'clock' | 'vault' | 'allowedHosts'>;

/** Returns the data of the reply. */
export async function changeByOperation(
  change: Change,
  ports: ChangePorts,
  asker: Owner,
  operation: ChangingOperation,
  body: Record<string, unknown>,
): Promise<object> {
  switch (operation) {
    case 'webhook_endpoint_create':
      return makeEndpoint(change, ports, asker, readBody('webhook_endpoint_create', body));
    case 'webhook_endpoint_update': {
      const { endpointId, ...fields } = readBody('webhook_endpoint_update', body);
      if (fields.url !== undefined) requireUrl(ports, fields.url);
      await requireEndpoint(change, asker, endpointId);
      return toWire((await changeEndpoint(change, endpointId, fields)) ?? fail('endpoint_unknown'));
    }
    case 'webhook_endpoint_delete': {
      const { endpointId } = readBody('webhook_endpoint_delete', body);
      await requireEndpoint(change, asker, endpointId);
      await removeEndpoint(change, endpointId);
      return { endpointId };
    }
    case 'webhook_endpoint_roll_secret': {
      const { endpointId } = readBody('webhook_endpoint_roll_secret', body);
      const endpoint = await requireEndpoint(change, asker, endpointId);
      return { endpointId, ...(await rollSecret(change, ports, endpoint)) };
    }
    case 'webhook_endpoint_test': {
      const { endpointId } = readBody('webhook_endpoint_test', body);
      const endpoint = await requireEndpoint(change, asker, endpointId);
      const eventId = await testEndpoint(change, endpoint, ports.clock.databaseNow());
      return { deliveryId: deliveryIdOf({ eventId, endpointId }), eventId };
    }
  }
}

/** Creates an endpoint and returns its secret, which cannot be read again. */
export async function makeEndpoint(
  change: Change,
  ports: Pick<ChangePorts, 'vault' | 'allowedHosts'>,
  owner: Owner,
  fields: { url: string; events?: readonly string[] | undefined; description?: string | undefined },
): Promise<WebhookEndpoint & { secret: string }> {
  requireUrl(ports, fields.url);
  if ((await countEndpoints(change, owner)) >= maxEndpoints) fail('too_many_endpoints');
  const secret = makeSecret();
  const made = await createEndpoint(change, {
    ...owner,
    url: fields.url,
    events: (fields.events ?? eventTypes) as typeof eventTypes,
    description: fields.description ?? '',
    sealedSecret: sealSecret(ports.vault, owner.accountId, secret),
  });
  return { ...toWire(made), secret };
}

export async function rollSecret(
  change: Change,
  { vault, clock }: Pick<ChangePorts, 'vault' | 'clock'>,
  { endpointId, accountId }: Endpoint,
): Promise<{ secret: string; oldSecretUntil: string }> {
  const secret = makeSecret();
  const sealed = sealSecret(vault, accountId, secret);
  const span = { now: clock.databaseNow(), overlapHours };
  const until = await rollEndpointSecret(change, endpointId, sealed, span);
  return { secret, oldSecretUntil: (until ?? fail('endpoint_unknown')).toISOString() };
}

/** Throws for a URL that the platform may not send to, with the validator's message. */
export function requireUrl({ allowedHosts }: Pick<ChangePorts, 'allowedHosts'>, url: string): void {
  const problem = findUrlFault(url, allowedHosts);
  if (problem) fail('invalid_request', { details: [{ field: 'url', problem }] });
}

async function requireEndpoint(
  change: Change,
  { accountId, mode }: Owner,
  endpointId: number,
): Promise<Endpoint> {
  const scope: Scope = { kind: 'account', accountId };
  return (await findEndpoint(change, scope, { endpointId, mode })) ?? fail('endpoint_unknown');
}

/** An endpoint as callers see it. */
export function toWire(endpoint: Endpoint): WebhookEndpoint {
  const { endpointId, url, events, description, state } = endpoint;
  return { endpointId, url, events, description, state };
}
