import Type from 'typebox';
import { moment, momentOrNull } from '../text/moment.ts';
import { text } from '../text/text.ts';
import { RequestId } from './envelope.ts';
import { eventTypes } from './events.ts';

/** How a delivery stands: due, acknowledged with a 2xx, or given up. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Switched off by the account, or by the platform after days of failure or a 410. */
export const endpointStates = ['on', 'off', 'disabled'] as const;
export type EndpointState = (typeof endpointStates)[number];

export const longestUrl = 2_048;
export const mostDeliveriesAPage = 100;
export const longestListenSeconds = 25;

/** A time of this century, with its zone: `2026-11-16T05:00:00Z`. */
export const timePattern = '^2[0-9]{3}-[0-9]{2}-[0-9]{2}[Tt ].*([Zz]|[+-][0-9]{2}:[0-9]{2})$';

const EndpointId = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The endpoint.',
  examples: [7],
});

const urlExample = 'https://example.com/countersign';

const Url = text('wellFormed', {
  minLength: 1,
  maxLength: longestUrl,
  description:
    'Where events are sent: an http or https address that can be reached from the internet.',
  examples: [urlExample],
});

const eventsExample = ['face.finished', 'sms.failed'];

function wantedEvents(more = '') {
  return Type.Array(Type.Enum([...eventTypes], { type: 'string' }), {
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: `The types of events that it is told of.${more}`,
    examples: [eventsExample],
  });
}

const Description = text('noControl', {
  maxLength: 200,
  description: 'What it is for, in your own words.',
  examples: ['Orders'],
});

const Secret = Type.String({
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  description: 'What deliveries are signed with. It is shown now, and never again.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDBo6p1k2sTyo='],
});

const EventId = Type.String({
  format: 'uuid',
  description: 'The event.',
  examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8'],
});

const DeliveryId = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\.[1-9][0-9]{0,9}$',
  description: 'The delivery: an event on its way to an endpoint.',
  examples: ['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.7'],
});

/** The format has leap seconds, of which no clock of ours knows. */
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
      description: 'The types of events that it is told of.',
      examples: [eventsExample],
    }),
    description: Type.String({ description: 'What it is for.', examples: ['Orders'] }),
    state: Type.Enum([...endpointStates], {
      type: 'string',
      description:
        '`on`; `off`: switched off by you; `disabled`: switched off by the platform, because it ' +
        'failed for five days or answered with 410 Gone.',
      examples: ['on'],
    }),
  },
  { title: 'WebhookEndpoint', description: 'An address of the account that is told what happens.' },
);
export type WebhookEndpoint = Type.Static<typeof WebhookEndpoint>;

export const WebhookEndpointCreateRequest = Type.Object(
  {
    url: Url,
    events: Type.Optional(wantedEvents(' All without it.')),
    description: Type.Optional(Description),
  },
  {
    title: 'WebhookEndpointCreateRequest',
    description: 'Makes an endpoint in the mode of the key.',
  },
);

export const WebhookEndpointCreateResponse = Type.Object(
  { ...WebhookEndpoint.properties, secret: Secret },
  { title: 'WebhookEndpointCreateResponse', description: 'The endpoint, with its secret.' },
);

export const WebhookEndpointListRequest = Type.Object(
  {},
  { title: 'WebhookEndpointListRequest', description: 'No fields: the key says whose they are.' },
);

export const WebhookEndpointListResponse = Type.Object(
  { endpoints: Type.Array(WebhookEndpoint, { description: 'The oldest first.' }) },
  {
    title: 'WebhookEndpointListResponse',
    description: 'The endpoints of the account in this mode.',
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
          'Switches it on or off. What waits for it waits on; what happens while it is off is ' +
          'not sent, unless it is replayed.',
        examples: [true],
      }),
    ),
  },
  {
    title: 'WebhookEndpointUpdateRequest',
    description: 'Changes the fields that it names, and leaves the others.',
  },
);

export const WebhookEndpointDeleteRequest = Type.Object(
  { endpointId: EndpointId },
  { title: 'WebhookEndpointDeleteRequest', description: 'Takes an endpoint away, for good.' },
);

export const WebhookEndpointDeleteResponse = Type.Object(
  { endpointId: EndpointId },
  { title: 'WebhookEndpointDeleteResponse', description: 'The endpoint that is gone.' },
);

export const WebhookEndpointRollSecretRequest = Type.Object(
  { endpointId: EndpointId },
  {
    title: 'WebhookEndpointRollSecretRequest',
    description: 'Makes a new secret. For a day deliveries are signed with both.',
  },
);

export const WebhookEndpointRollSecretResponse = Type.Object(
  {
    endpointId: EndpointId,
    secret: Secret,
    oldSecretUntil: moment('Until when deliveries are signed with the old secret, too.'),
  },
  { title: 'WebhookEndpointRollSecretResponse', description: 'The new secret.' },
);

export const WebhookEndpointTestRequest = Type.Object(
  { endpointId: EndpointId },
  {
    title: 'WebhookEndpointTestRequest',
    description: 'Sends `endpoint.test` to the endpoint, as every event is sent.',
  },
);

export const WebhookEndpointTestResponse = Type.Object(
  {
    deliveryId: DeliveryId,
    eventId: EventId,
  },
  { title: 'WebhookEndpointTestResponse', description: 'The delivery to look for.' },
);

export const WebhookDelivery = Type.Object(
  {
    deliveryId: DeliveryId,
    endpointId: EndpointId,
    eventId: EventId,
    type: Type.Enum([...eventTypes], {
      type: 'string',
      description: 'What happened.',
      examples: ['sms.delivered'],
    }),
    state: Type.Enum([...deliveryStates], {
      type: 'string',
      description: '`pending`; `delivered`: answered with a 2xx; `failed`: given up.',
      examples: ['delivered'],
    }),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.', examples: [1] }),
    dueAt: momentOrNull('When it is tried next; null when it is not.'),
    lastStatus: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The HTTP status of the last answer, or null where there was none.',
      examples: [204],
    }),
    lastProblem: Type.Union([Type.String(), Type.Null()], {
      description: 'What went wrong last, in words, or null.',
      examples: [null],
    }),
    deliveredAt: momentOrNull('When it was acknowledged, or null.'),
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
        description: 'Those that stand so.',
        examples: ['failed'],
      }),
    ),
    type: Type.Optional(
      Type.Enum([...eventTypes], {
        type: 'string',
        description: 'Those of such events.',
        examples: ['sms.failed'],
      }),
    ),
    requestId: Type.Optional(RequestId),
    cursor: Type.Optional({ ...DeliveryId, description: 'The `cursor` of the page before.' }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostDeliveriesAPage,
        description: 'How many, 50 without it.',
        examples: [50],
      }),
    ),
  },
  { title: 'WebhookDeliveryListRequest', description: 'Asks for deliveries, the newest first.' },
);
export type WebhookDeliveryListRequest = Type.Static<typeof WebhookDeliveryListRequest>;

export const WebhookDeliveryListResponse = Type.Object(
  {
    deliveries: Type.Array(WebhookDelivery, { description: 'The newest first.' }),
    cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'What to ask for the next page with; null where this is the last.',
      examples: [null],
    }),
  },
  { title: 'WebhookDeliveryListResponse', description: 'One page of deliveries.' },
);

export const WebhookReplayRequest = Type.Object(
  {
    deliveryId: Type.Optional({ ...DeliveryId, description: 'The delivery to send again.' }),
    endpointId: Type.Optional({
      ...EndpointId,
      description: 'The endpoint to send all events of a time to, those that it missed as well.',
    }),
    from: Type.Optional(askedMoment('From when on; with `endpointId`.')),
    to: Type.Optional(askedMoment('Until when; with `endpointId`. Until now without it.')),
  },
  {
    title: 'WebhookReplayRequest',
    description: 'Sends again: one delivery, or what happened in a time to one endpoint.',
  },
);
export type WebhookReplayRequest = Type.Static<typeof WebhookReplayRequest>;

export const WebhookReplayResponse = Type.Object(
  { count: Type.Integer({ minimum: 0, description: 'How many are sent again.', examples: [1] }) },
  { title: 'WebhookReplayResponse', description: 'They are due at once.' },
);

export const WebhookListenRequest = Type.Object(
  {
    listenerId: Type.Optional({
      ...EndpointId,
      description: 'The listener of the reply before; without it a new one is made.',
    }),
    acknowledge: Type.Optional(
      Type.Array(DeliveryId, {
        maxItems: 1_000,
        description: 'The deliveries that were taken; the others come again.',
        examples: [['019a85d2-9b10-7c55-8e21-3f7a90c4d6b8.7']],
      }),
    ),
    events: Type.Optional(wantedEvents(' All without it. It counts when the listener is made.')),
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestListenSeconds,
        description: 'How long to wait for something to happen; 20 without it.',
        examples: [20],
      }),
    ),
  },
  {
    title: 'WebhookListenRequest',
    description:
      'Asks for what has happened. For development: a listener has no address, is known by test ' +
      'keys alone, and is gone when nobody asked for five minutes.',
  },
);
export type WebhookListenRequest = Type.Static<typeof WebhookListenRequest>;

export const WebhookListenResponse = Type.Object(
  {
    listenerId: EndpointId,
    secret: Type.Optional({
      ...Secret,
      description: 'What the deliveries are signed with. Only when the listener is made.',
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
          { description: 'The header fields of the delivery, signed.' },
        ),
        body: Type.String({ description: 'The body, to the byte as it is signed.' }),
      }),
      { description: 'What is due, the oldest first; none when nothing happened.' },
    ),
  },
  { title: 'WebhookListenResponse', description: 'Deliveries to hand on.' },
);
export type WebhookListenResponse = Type.Static<typeof WebhookListenResponse>;
