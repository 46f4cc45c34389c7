import { exampleEvent } from '../wire/event-schemas.ts';
import {
  findReplayFaults,
  type WebhookDelivery,
  WebhookDeliveryListRequest,
  WebhookDeliveryListResponse,
  WebhookEndpoint,
  WebhookEndpointCreateRequest,
  WebhookEndpointCreateResponse,
  WebhookEndpointDeleteRequest,
  WebhookEndpointDeleteResponse,
  WebhookEndpointListRequest,
  WebhookEndpointListResponse,
  WebhookEndpointRollSecretRequest,
  WebhookEndpointRollSecretResponse,
  WebhookEndpointTestRequest,
  WebhookEndpointTestResponse,
  WebhookEndpointUpdateRequest,
  WebhookListenRequest,
  WebhookListenResponse,
  WebhookReplayRequest,
  WebhookReplayResponse,
} from '../wire/webhooks.ts';
import { exampleRequestId, free, type OperationRow } from './operation-row.ts';

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

const common = {
  product: null,
  scopes: ['webhooks'],
  priceSources: free,
  tag: 'Webhooks',
} as const;

/** Operations on endpoints and deliveries. */
export const webhookOperations = {
  webhook_endpoint_create: {
    isChange: true,
    ...common,
    path: 'webhook_endpoint_create',
    request: WebhookEndpointCreateRequest,
    response: WebhookEndpointCreateResponse,
    errors: ['too_many_endpoints'],
    message: {
      en: 'Endpoint created. Store its secret; it is not shown again.',
      zh: '推送地址已创建。签名密钥仅显示一次，请妥善保存。',
    },
    summary: 'Create an endpoint',
    description:
      'From now on, events of the account in the mode of the key are sent to this URL. The ' +
      'response shows the signing secret once.',
    example: {
      request: {
        url: endpoint.url,
        events: endpoint.events,
        description: endpoint.description,
      },
      data: { ...endpoint, secret },
    },
  },
  webhook_endpoint_list: {
    ...common,
    path: 'webhook_endpoint_list',
    isQuestion: true,
    request: WebhookEndpointListRequest,
    response: WebhookEndpointListResponse,
    message: { en: 'Endpoints of the account.', zh: '账户的推送地址。' },
    summary: 'List endpoints',
    description: "Lists the account's endpoints and open listeners in the mode of the key.",
    example: {
      request: {},
      data: {
        endpoints: [endpoint],
        listeners: [
          { listenerId: 9, events: endpoint.events, expiresAt: '2026-11-15T08:05:00.000Z' },
        ],
      },
    },
  },
  webhook_endpoint_update: {
    isChange: true,
    ...common,
    path: 'webhook_endpoint_update',
    request: WebhookEndpointUpdateRequest,
    response: WebhookEndpoint,
    errors: ['endpoint_unknown'],
    message: { en: 'Endpoint updated.', zh: '推送地址已修改。' },
    summary: 'Update an endpoint',
    description: 'Changes the fields you send. The others stay as they are.',
    example: {
      request: { endpointId: 7, isOn: true },
      data: endpoint,
    },
  },
  webhook_endpoint_delete: {
    isChange: true,
    ...common,
    path: 'webhook_endpoint_delete',
    request: WebhookEndpointDeleteRequest,
    response: WebhookEndpointDeleteResponse,
    errors: ['endpoint_unknown'],
    message: { en: 'Endpoint deleted.', zh: '推送地址已删除。' },
    summary: 'Delete an endpoint',
    description: 'Stops all deliveries to the endpoint and discards those that are pending.',
    example: {
      request: { endpointId: 7 },
      data: { endpointId: 7 },
    },
  },
  webhook_endpoint_roll_secret: {
    isChange: true,
    ...common,
    path: 'webhook_endpoint_roll_secret',
    request: WebhookEndpointRollSecretRequest,
    response: WebhookEndpointRollSecretResponse,
    errors: ['endpoint_unknown'],
    message: { en: 'Secret rotated.', zh: '签名密钥已更换。' },
    summary: 'Rotate the secret',
    description:
      'For one day, deliveries carry two signatures, one with each secret, so that you have time ' +
      'to switch.',
    example: {
      request: { endpointId: 7 },
      data: {
        endpointId: 7,
        secret,
        oldSecretUntil: '2026-11-17T05:00:00.000Z',
      },
    },
  },
  webhook_endpoint_test: {
    isChange: true,
    ...common,
    path: 'webhook_endpoint_test',
    request: WebhookEndpointTestRequest,
    response: WebhookEndpointTestResponse,
    errors: ['endpoint_unknown', 'endpoint_off', 'rate_limited_trials'],
    message: { en: 'Test event queued.', zh: '测试事件已加入发送队列。' },
    summary: 'Send a test event',
    description:
      'Sends `endpoint.test` the way every event is sent. webhook_delivery_list shows the result. ' +
      'At most 20 per minute for each account and mode.',
    example: {
      request: { endpointId: 7 },
      data: { deliveryId, eventId },
    },
  },
  webhook_delivery_list: {
    ...common,
    path: 'webhook_delivery_list',
    isQuestion: true,
    request: WebhookDeliveryListRequest,
    response: WebhookDeliveryListResponse,
    message: { en: 'Deliveries of the account.', zh: '账户的推送记录。' },
    summary: 'List deliveries',
    description:
      'Lists deliveries, newest first: the endpoint, the result and the time of the next attempt.',
    example: {
      request: { requestId: exampleRequestId },
      data: {
        deliveries: [delivery],
        cursor: null,
      },
    },
  },
  webhook_replay: {
    ...common,
    path: 'webhook_replay',
    request: WebhookReplayRequest,
    response: WebhookReplayResponse,
    findFaults: findReplayFaults,
    errors: ['endpoint_unknown', 'delivery_unknown'],
    message: { en: 'Replay started.', zh: '正在重新发送。' },
    summary: 'Replay deliveries',
    description:
      'With `deliveryId`, sends that delivery again, whatever its state. With `endpointId` and ' +
      '`from`, sends every event of that period to the endpoint, including those it missed. A delivered ' +
      'message has an event only if an endpoint subscribed to `sms.delivered` at that time.',
    example: {
      request: { endpointId: 7, from: '2026-11-15T00:00:00Z' },
      data: { count: 12 },
    },
  },
  webhook_listen: {
    ...common,
    path: 'webhook_listen',
    // A retry must return what is due now, not the stored reply.
    isQuestion: true,
    request: WebhookListenRequest,
    response: WebhookListenResponse,
    errors: ['endpoint_unknown', 'listen_test_only', 'too_many_listeners'],
    message: { en: 'Pending deliveries.', zh: '待接收的事件。' },
    summary: 'Listen during development',
    description:
      'For development without a public URL: waits for an event, and returns signed deliveries ' +
      'exactly as an endpoint would receive them. Acknowledge them in the next request; ' +
      'unacknowledged deliveries are returned again.',
    example: {
      request: { waitSeconds: 20 },
      data: {
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
      },
    },
  },
} as const satisfies Record<string, OperationRow>;

export type WebhookOperation = keyof typeof webhookOperations;
export type ChangingOperation = {
  [Name in WebhookOperation]: (typeof webhookOperations)[Name] extends { isChange: true }
    ? Name
    : never;
}[WebhookOperation];
