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
    summary: 'Create an endpoint',
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
    summary: 'List endpoints',
    request: 'WebhookEndpointListRequest',
    envelope: 'WebhookEndpointListEnvelope',
    requestExample: {},
    replyExample: exampleFreeReply('webhook_endpoint_list', { endpoints: [endpoint] }),
  },
  webhook_endpoint_update: {
    summary: 'Update an endpoint',
    request: 'WebhookEndpointUpdateRequest',
    envelope: 'WebhookEndpointUpdateEnvelope',
    requestExample: { endpointId: 7, isOn: true },
    replyExample: exampleFreeReply('webhook_endpoint_update', endpoint),
  },
  webhook_endpoint_delete: {
    summary: 'Delete an endpoint',
    request: 'WebhookEndpointDeleteRequest',
    envelope: 'WebhookEndpointDeleteEnvelope',
    requestExample: { endpointId: 7 },
    replyExample: exampleFreeReply('webhook_endpoint_delete', { endpointId: 7 }),
  },
  webhook_endpoint_roll_secret: {
    summary: 'Rotate the secret',
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
    summary: 'Send a test event',
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
    summary: 'Replay deliveries',
    request: 'WebhookReplayRequest',
    envelope: 'WebhookReplayEnvelope',
    requestExample: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
    replyExample: exampleFreeReply('webhook_replay', { count: 12 }),
  },
  webhook_listen: {
    summary: 'Listen during development',
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
    'From now on, events of the account in the mode of the key are sent to this URL. The ' +
    'response shows the signing secret once.',
  webhook_endpoint_list: "Lists the account's endpoints in the mode of the key.",
  webhook_endpoint_update: 'Changes the fields you send. The others stay as they are.',
  webhook_endpoint_delete:
    'Stops all deliveries to the endpoint and discards those that are pending.',
  webhook_endpoint_roll_secret:
    'For one day, deliveries carry two signatures, one with each secret, so that you have time ' +
    'to switch.',
  webhook_endpoint_test:
    'Sends `endpoint.test` the way every event is sent. webhook_delivery_list shows the result. ' +
    'At most 20 per minute for each account and mode.',
  webhook_delivery_list:
    'Lists deliveries, newest first: the endpoint, the result and the time of the next attempt.',
  webhook_replay:
    'With `deliveryId`, sends that delivery again, whatever its state. With `endpointId` and ' +
    '`from`, sends every event of that period to the endpoint, including those it missed.',
  webhook_listen:
    'For development without a public URL: waits for an event, and returns signed deliveries ' +
    'exactly as an endpoint would receive them. Acknowledge them in the next request; ' +
    'unacknowledged deliveries are returned again.',
};

/** Their paths. */
export const webhookPaths = webhookOperations.map((name) => ({
  name,
  tag: 'Webhooks' as const,
  summary: webhookDocs[name].summary,
  description: descriptions[name],
  operations: [name],
}));
