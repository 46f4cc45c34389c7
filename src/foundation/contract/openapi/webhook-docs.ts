import { type WebhookOperation, webhookOperations } from '../products.ts';
import { exampleEvent } from '../wire/events.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../wire/webhooks.ts';
import { exampleFreeReply, exampleRequestId, type OperationDocs } from './operation-example.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBo6p1k2sTyo=';
const event = exampleEvent('sms.delivered');
const eventId = event.id;
const deliveryId = `${eventId}.7`;

const endpoint: WebhookEndpoint = {
  endpointId: 7,
  url: 'https://example.com/countersign',
  events: ['face.finished', 'sms.failed'],
  description: 'Orders',
  state: 'on',
};

const delivery: WebhookDelivery = {
  deliveryId,
  endpointId: 7,
  eventId,
  type: 'sms.delivered',
  state: 'delivered',
  attempts: 1,
  dueAt: null,
  lastStatus: 204,
  lastProblem: null,
  deliveredAt: '2026-11-16T05:00:00.412Z',
};

/** The operations on endpoints and deliveries, each with an example. */
export const webhookDocs: Readonly<Record<WebhookOperation, OperationDocs>> = {
  webhook_endpoint_create: {
    summary: 'Make an endpoint',
    request: 'WebhookEndpointCreateRequest',
    envelope: 'WebhookEndpointCreateEnvelope',
    requestExample: {
      url: endpoint.url,
      events: endpoint.events,
      description: endpoint.description,
    },
    replyExample: exampleFreeReply('webhook_endpoint_create', { ...endpoint, secret }),
  },
  webhook_endpoint_list: {
    summary: 'List the endpoints',
    request: 'WebhookEndpointListRequest',
    envelope: 'WebhookEndpointListEnvelope',
    requestExample: {},
    replyExample: exampleFreeReply('webhook_endpoint_list', { endpoints: [endpoint] }),
  },
  webhook_endpoint_update: {
    summary: 'Change an endpoint',
    request: 'WebhookEndpointUpdateRequest',
    envelope: 'WebhookEndpointUpdateEnvelope',
    requestExample: { endpointId: 7, isOn: true },
    replyExample: exampleFreeReply('webhook_endpoint_update', endpoint),
  },
  webhook_endpoint_delete: {
    summary: 'Take an endpoint away',
    request: 'WebhookEndpointDeleteRequest',
    envelope: 'WebhookEndpointDeleteEnvelope',
    requestExample: { endpointId: 7 },
    replyExample: exampleFreeReply('webhook_endpoint_delete', { endpointId: 7 }),
  },
  webhook_endpoint_roll_secret: {
    summary: 'Make a new secret',
    request: 'WebhookEndpointRollSecretRequest',
    envelope: 'WebhookEndpointRollSecretEnvelope',
    requestExample: { endpointId: 7 },
    replyExample: exampleFreeReply('webhook_endpoint_roll_secret', {
      endpointId: 7,
      secret,
      oldSecretUntil: '2026-11-17T05:00:00.000Z',
    }),
  },
  webhook_endpoint_test: {
    summary: 'Send a trial event',
    request: 'WebhookEndpointTestRequest',
    envelope: 'WebhookEndpointTestEnvelope',
    requestExample: { endpointId: 7 },
    replyExample: exampleFreeReply('webhook_endpoint_test', { deliveryId, eventId }),
  },
  webhook_delivery_list: {
    summary: 'List deliveries',
    request: 'WebhookDeliveryListRequest',
    envelope: 'WebhookDeliveryListEnvelope',
    requestExample: { requestId: exampleRequestId },
    replyExample: exampleFreeReply('webhook_delivery_list', {
      deliveries: [delivery],
      cursor: null,
    }),
  },
  webhook_replay: {
    summary: 'Send deliveries again',
    request: 'WebhookReplayRequest',
    envelope: 'WebhookReplayEnvelope',
    requestExample: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
    replyExample: exampleFreeReply('webhook_replay', { count: 12 }),
  },
  webhook_listen: {
    summary: 'Listen while developing',
    request: 'WebhookListenRequest',
    envelope: 'WebhookListenEnvelope',
    requestExample: { waitSeconds: 20 },
    replyExample: exampleFreeReply('webhook_listen', {
      listenerId: 7,
      secret,
      deliveries: [
        {
          deliveryId,
          headers: {
            'content-type': 'application/json',
            'webhook-id': eventId,
            'webhook-timestamp': '1794805200',
            'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
          },
          body: JSON.stringify(event),
        },
      ],
    }),
  },
};

const descriptions: Readonly<Record<WebhookOperation, string>> = {
  webhook_endpoint_create:
    'Events of the account in the mode of the key are sent to the address from now on. The reply ' +
    'shows the secret that they are signed with, once.',
  webhook_endpoint_list: 'Tells the endpoints of the account in the mode of the key.',
  webhook_endpoint_update: 'Changes the fields that are sent, and leaves the others.',
  webhook_endpoint_delete: 'Nothing is sent to it any more; what waits for it is given up.',
  webhook_endpoint_roll_secret:
    'For a day deliveries carry two signatures, one by each secret: time to change yours.',
  webhook_endpoint_test:
    'Sends `endpoint.test`, as every event is sent; webhook_delivery_list tells what came of it. ' +
    'At most 20 in a minute for an account in a mode.',
  webhook_delivery_list:
    'Tells what was sent where, what became of it, and when it is tried again, the newest first.',
  webhook_replay:
    'With `deliveryId` one delivery is sent again, whatever became of it. With `endpointId` and ' +
    '`from` all events of that time are sent to the endpoint, those it missed as well.',
  webhook_listen:
    'For development, without an address that can be reached: waits until something happens, and ' +
    'gives the deliveries as they would have been sent, signed. Name those that were taken in the ' +
    'next request; the others come again.',
};

/** Their paths. */
export const webhookPaths = webhookOperations.map((name) => ({
  name,
  tag: 'Webhooks' as const,
  summary: webhookDocs[name].summary,
  description: descriptions[name],
  operations: [name],
}));
