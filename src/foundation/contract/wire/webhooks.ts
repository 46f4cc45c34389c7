import Type from 'typebox';
import type { Detail } from '../errors/errors.ts';
import { moment, momentOrNull } from '../text/moment.ts';
import { problems } from '../text/problems.ts';
import { text } from '../text/text.ts';
import { RequestId } from './envelope.ts';
import { eventTypes } from './event-schemas.ts';
import { WebhookListener } from './listeners.ts';

/** The state of a delivery: due, acknowledged with a 2xx, or given up. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** `off`: switched off by the account. `disabled`: by the platform, after days of failures or a 410. */
export const endpointStates = ['on', 'off', 'disabled'] as const;
export type EndpointState = (typeof endpointStates)[number];

const longestUrl = 2_048;
export const maxDeliveriesPerPage = 100;
export const longestListenSeconds = 25;

/** A time of this century, with its zone: `2026-11-16T05:00:00Z`. */
export const timePattern = '^2[0-9]{3}-[0-9]{2}-[0-9]{2}[Tt ].*([Zz]|[+-][0-9]{2}:[0-9]{2})$';

const EndpointId = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Endpoint ID.',
  examples: [7],
});

const urlExample = 'https://example.com/countersign';

const Url = text('wellFormed', {
  minLength: 1,
  maxLength: longestUrl,
  description: 'Where events are sent: an http or https URL that is reachable from the internet.',
  examples: [urlExample],
});

const eventsExample = ['face.finished', 'sms.failed'];

function wantedEvents(more = '') {
  return Type.Array(Type.Enum([...eventTypes], { type: 'string' }), {
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: `The event types that the endpoint subscribes to.${more}`,
    examples: [eventsExample],
  });
}

const Description = text('noControl', {
  maxLength: 200,
  description: 'Your own description of the endpoint.',
  examples: ['Orders'],
});

const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'The secret that signs deliveries. It is shown only this once.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBo6p1k2sTyo='],
});

const EventId = Type.String({
  format: 'uuid',
  description: 'Event ID.',
  examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8'],
});

const DeliveryId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\.[1-9][0-9]{0,9}$',
  description: 'Delivery ID. A delivery is one event sent to one endpoint.',
  examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.7'],
});

/** The date-time format allows leap seconds, which Date cannot represent. */
function askedMoment(description: string) {
  return Type.Refine(
    Type.String({
      format: 'date-time',
      pattern: timePattern,
      maxLength: 40,
      description,
      examples: ['2026-11-15T00:00:00Z'],
    }),
    (value) => !Number.isNaN(Date.parse(value)),
    () => 'not_time',
  );
}

export const WebhookEndpoint = Type.Object(
  {
    endpointId: EndpointId,
    url: Type.String({ description: 'Where events are sent.', examples: [urlExample] }),
    events: Type.Array(Type.Enum([...eventTypes], { type: 'string' }), {
      description: 'The event types that the endpoint subscribes to.',
      examples: [eventsExample],
    }),
    description: Type.String({
      description: 'Your own description of the endpoint.',
      examples: ['Orders'],
    }),
    state: Type.Enum([...endpointStates], {
      type: 'string',
      description:
        '`on`; `off`: you turned it off; `disabled`: the platform turned it off, because it ' +
        'failed for five days or returned 410 Gone.',
      examples: ['on'],
    }),
  },
  { title: 'WebhookEndpoint', description: 'A URL of the account that receives events.' },
);
export type WebhookEndpoint = Type.Static<typeof WebhookEndpoint>;

export const WebhookEndpointCreateRequest = Type.Object(
  {
    url: Url,
    events: Type.Optional(wantedEvents(' Default: all.')),
    description: Type.Optional(Description),
  },
  {
    title: 'WebhookEndpointCreateRequest',
    description: 'Creates an endpoint in the mode of the key.',
  },
);

export const WebhookEndpointCreateResponse = Type.Object(
  { ...WebhookEndpoint.properties, secret: Secret },
  { title: 'WebhookEndpointCreateResponse', description: 'The endpoint with its secret.' },
);

export const WebhookEndpointListRequest = Type.Object(
  {},
  {
    title: 'WebhookEndpointListRequest',
    description: 'No fields. The key identifies the account.',
  },
);

export const WebhookEndpointListResponse = Type.Object(
  {
    endpoints: Type.Array(WebhookEndpoint, { description: 'Endpoints, oldest first.' }),
    listeners: Type.Array(WebhookListener, { description: 'Open listeners; at most five.' }),
  },
  {
    title: 'WebhookEndpointListResponse',
    description: "The account's endpoints and open listeners in this mode.",
  },
);

export const WebhookEndpointUpdateRequest = Type.Object(
  {
    endpointId: EndpointId,
    url: Type.Optional(Url),
    events: Type.Optional(wantedEvents()),
    description: Type.Optional(Description),
    isOn: Type.Optional(
      Type.Boolean({
        description:
          'Turns the endpoint on or off. Pending deliveries keep waiting. Events that happen ' +
          'while it is off are not sent, unless you replay them.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'WebhookEndpointUpdateRequest',
    description: 'Changes the fields you send. The others stay as they are.',
  },
);

export const WebhookEndpointDeleteRequest = Type.Object(
  { endpointId: EndpointId },
  { title: 'WebhookEndpointDeleteRequest', description: 'Deletes an endpoint permanently.' },
);

export const WebhookEndpointDeleteResponse = Type.Object(
  { endpointId: EndpointId },
  { title: 'WebhookEndpointDeleteResponse', description: 'The deleted endpoint.' },
);

export const WebhookEndpointRollSecretRequest = Type.Object(
  { endpointId: EndpointId },
  {
    title: 'WebhookEndpointRollSecretRequest',
    description: 'Creates a new secret. For one day, deliveries are signed with both.',
  },
);

export const WebhookEndpointRollSecretResponse = Type.Object(
  {
    endpointId: EndpointId,
    secret: Secret,
    oldSecretUntil: moment('Until when deliveries are also signed with the old secret.'),
  },
  { title: 'WebhookEndpointRollSecretResponse', description: 'The new secret.' },
);

export const WebhookEndpointTestRequest = Type.Object(
  { endpointId: EndpointId },
  {
    title: 'WebhookEndpointTestRequest',
    description: 'Sends `endpoint.test` to the endpoint, the way every event is sent.',
  },
);

export const WebhookEndpointTestResponse = Type.Object(
  {
    deliveryId: DeliveryId,
    eventId: EventId,
  },
  { title: 'WebhookEndpointTestResponse', description: 'The delivery of the test event.' },
);

export const WebhookDelivery = Type.Object(
  {
    deliveryId: DeliveryId,
    endpointId: EndpointId,
    eventId: EventId,
    type: Type.Enum([...eventTypes], {
      type: 'string',
      description: 'Event type.',
      examples: ['sms.delivered'],
    }),
    state: Type.Enum([...deliveryStates], {
      type: 'string',
      description:
        '`pending`; `delivered`: the endpoint returned a 2xx; `failed`: no more retries.',
      examples: ['delivered'],
    }),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts.', examples: [1] }),
    dueAt: momentOrNull('When the next attempt is due, or null if there is none.'),
    lastStatus: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The HTTP status of the last response, or null if there was none.',
      examples: [204],
    }),
    lastProblem: Type.Union([Type.String(), Type.Null()], {
      description: 'The last error as text, or null.',
      examples: [null],
    }),
    deliveredAt: momentOrNull('When the endpoint accepted it, or null.'),
  },
  { title: 'WebhookDelivery', description: 'One event for one endpoint.' },
);
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;

export const WebhookDeliveryListRequest = Type.Object(
  {
    endpointId: Type.Optional(EndpointId),
    state: Type.Optional(
      Type.Enum([...deliveryStates], {
        type: 'string',
        description: 'Only deliveries in this state.',
        examples: ['failed'],
      }),
    ),
    type: Type.Optional(
      Type.Enum([...eventTypes], {
        type: 'string',
        description: 'Only deliveries of these event types.',
        examples: ['sms.failed'],
      }),
    ),
    requestId: Type.Optional(RequestId),
    cursor: Type.Optional({ ...DeliveryId, description: 'The `cursor` of the previous page.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxDeliveriesPerPage,
        description: 'Page size. Default: 50.',
        examples: [50],
      }),
    ),
  },
  { title: 'WebhookDeliveryListRequest', description: 'Lists deliveries, newest first.' },
);
export type WebhookDeliveryListRequest = Type.Static<typeof WebhookDeliveryListRequest>;

export const WebhookDeliveryListResponse = Type.Object(
  {
    deliveries: Type.Array(WebhookDelivery, { description: 'Deliveries, newest first.' }),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Cursor of the next page, or null on the last page.',
      examples: [null],
    }),
  },
  { title: 'WebhookDeliveryListResponse', description: 'One page of deliveries.' },
);

export const WebhookReplayRequest = Type.Object(
  {
    deliveryId: Type.Optional({ ...DeliveryId, description: 'The delivery to replay.' }),
    endpointId: Type.Optional({
      ...EndpointId,
      description: 'The endpoint that receives every event of a period, including those it missed.',
    }),
    from: Type.Optional(askedMoment('Start of the period; with `endpointId`.')),
    to: Type.Optional(askedMoment('End of the period; with `endpointId`. Default: now.')),
  },
  {
    title: 'WebhookReplayRequest',
    description: 'Replays one delivery, or every event of a period to one endpoint.',
  },
);
export type WebhookReplayRequest = Type.Static<typeof WebhookReplayRequest>;

export const WebhookReplayResponse = Type.Object(
  {
    count: Type.Integer({
      minimum: 0,
      description: 'Number of deliveries that are sent again.',
      examples: [1],
    }),
  },
  { title: 'WebhookReplayResponse', description: 'The replayed deliveries are due now.' },
);

export const WebhookListenRequest = Type.Object(
  {
    listenerId: Type.Optional({
      ...EndpointId,
      description:
        'The `listenerId` of the previous response. Without it, a new listener is created.',
    }),
    acknowledge: Type.Optional(
      Type.Array(DeliveryId, {
        maxItems: 1_000,
        description: 'Deliveries you accepted. The others are returned again.',
        examples: [['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.7']],
      }),
    ),
    events: Type.Optional(
      wantedEvents(' Default: all. Applies only when the listener is created.'),
    ),
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestListenSeconds,
        description: 'Seconds to wait for an event. Default: 20.',
        examples: [20],
      }),
    ),
  },
  {
    title: 'WebhookListenRequest',
    description:
      'Waits for events. For development: a listener has no URL, works only with test keys, and ' +
      'is removed after five minutes without a request.',
  },
);
export type WebhookListenRequest = Type.Static<typeof WebhookListenRequest>;

export const WebhookListenResponse = Type.Object(
  {
    listenerId: EndpointId,
    secret: Type.Optional({
      ...Secret,
      description:
        'The secret that signs the deliveries. Returned only when the listener is created.',
    }),
    deliveries: Type.Array(
      Type.Object({
        deliveryId: DeliveryId,
        headers: Type.Object(
          {
            'content-type': Type.Literal('application/json', { type: 'string' }),
            'webhook-id': Type.String(),
            'webhook-timestamp': Type.String(),
            'webhook-signature': Type.String(),
          },
          { description: 'The headers of the delivery, including its signature.' },
        ),
        body: Type.String({ description: 'The body, exactly as signed.' }),
      }),
      { description: 'Pending deliveries, oldest first. Empty if nothing happened.' },
    ),
  },
  { title: 'WebhookListenResponse', description: 'Deliveries for your handler.' },
);
export type WebhookListenResponse = Type.Static<typeof WebhookListenResponse>;

/** A replay takes either one delivery, or an endpoint and a start time. */
export function findReplayFaults(body: WebhookReplayRequest): readonly Detail[] {
  const { deliveryId, endpointId, from, to } = body;
  if (deliveryId !== undefined) {
    const others = Object.entries({ endpointId, from, to }).filter(
      ([, value]) => value !== undefined,
    );
    return others.map(([field]) => ({ field, problem: problems.beside_delivery }));
  }
  if (endpointId === undefined)
    return [{ field: 'deliveryId', problem: problems.nothing_to_replay }];
  if (from === undefined) return [{ field: 'from', problem: problems.required }];
  const isBefore = to !== undefined && Date.parse(to) < Date.parse(from);
  return isBefore ? [{ field: 'to', problem: problems.before_from }] : [];
}
