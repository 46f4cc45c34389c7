import Type, { type Static } from 'typebox';
import { modes } from '../../../foundation/contract/products.ts';
import { disabledReasons, eventTypes } from '../../../foundation/contract/wire/event-schemas.ts';
import {
  endpointStates,
  maxDeliveriesPerPage,
  WebhookDelivery,
  WebhookDeliveryListRequest,
  WebhookEndpointCreateRequest,
  WebhookEndpointUpdateRequest,
} from '../../../foundation/contract/wire/webhooks.ts';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

const mode = Type.Enum([...modes]);
const { endpointId } = WebhookEndpointUpdateRequest.properties;
const { deliveryId } = WebhookDelivery.properties;

export const EndpointsQuery = Type.Object({
  mode: Type.Optional(mode),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

/** How an endpoint took what it was sent. */
const EndpointHealth = Type.Object({
  failingSince: nullable(time),
  failedInRow: Type.Integer({ description: 'Failed attempts since it accepted anything.' }),
  lastStatus: nullable(Type.Integer({ description: 'Of the last failed attempt.' })),
  lastProblem: nullable(Type.String()),
  turnsOffAt: nullable(time),
  undelivered: Type.Integer({ description: 'Attempted, and not accepted so far.' }),
  hours: Type.Array(Type.Object({ delivered: Type.Integer(), failed: Type.Integer() }), {
    description: 'Attempts in each of the last 24 hours, oldest first.',
  }),
});
export type EndpointHealth = Static<typeof EndpointHealth>;

export const EndpointRow = Type.Object({
  endpointId: Type.Integer(),
  accountId: Type.Integer(),
  accountName: Type.String(),
  mode,
  url: Type.String(),
  events: Type.Array(Type.Enum([...eventTypes])),
  description: Type.String(),
  state: Type.Enum([...endpointStates]),
  disabledBecause: nullable(Type.Enum([...disabledReasons])),
  disabledAt: nullable(time),
  createdAt: time,
  health: EndpointHealth,
});
export type EndpointRow = Static<typeof EndpointRow>;

export const ListenerRow = Type.Object({
  endpointId: Type.Integer(),
  mode,
  events: Type.Array(Type.Enum([...eventTypes])),
  expiresAt: time,
});
export type ListenerRow = Static<typeof ListenerRow>;

export const EndpointsPage = Type.Object({
  endpoints: Type.Array(EndpointRow),
  listeners: Type.Array(ListenerRow, {
    description: 'Programs that forward the events of one account to a developer’s machine.',
  }),
  next: nullable(Type.Integer({ description: 'The `before` of the next page.' })),
  types: Type.Array(Type.Object({ type: Type.Enum([...eventTypes]), title: Type.String() }), {
    description: "All event types, in the reader's language.",
  }),
});
export type EndpointsPage = Static<typeof EndpointsPage>;

export const NewEndpoint = Type.Object({ mode, ...WebhookEndpointCreateRequest.properties });
export type NewEndpoint = Static<typeof NewEndpoint>;

export const ShownSecret = Type.Object({
  endpointId: Type.Integer(),
  secret: Type.String({ description: 'Shown only this once.' }),
  oldSecretUntil: nullable(time),
});
export type ShownSecret = Static<typeof ShownSecret>;

export const ChangedEndpoint = WebhookEndpointUpdateRequest;
export type ChangedEndpoint = Static<typeof ChangedEndpoint>;

export const OneEndpoint = Type.Object({ endpointId });
export const SentTest = Type.Object({ deliveryId });
export type SentTest = Static<typeof SentTest>;

export const DeliveriesQuery = Type.Object({
  ...WebhookDeliveryListRequest.properties,
  mode: Type.Optional(mode),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDeliveriesPerPage })),
});

export const DeliveryRow = Type.Object({
  ...WebhookDelivery.properties,
  url: Type.String({ description: "The endpoint's current URL." }),
  happenedAt: time,
  replayedAt: nullable(time),
});
export type DeliveryRow = Static<typeof DeliveryRow>;

export const DeliveriesPage = Type.Object({
  deliveries: Type.Array(DeliveryRow),
  cursor: nullable(Type.String()),
});
export type DeliveriesPage = Static<typeof DeliveriesPage>;

export const DeliveryQuery = Type.Object({ mode: Type.Optional(mode), deliveryId });

/** One delivery in full: the request, and the response to each attempt. */
export const DeliveryStory = Type.Object({
  delivery: DeliveryRow,
  requestId: nullable(Type.String({ description: 'The call that it is about.' })),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  tries: Type.Array(
    Type.Object({
      at: time,
      ms: nullable(Type.Integer()),
      status: nullable(Type.Integer()),
      problem: nullable(Type.String()),
      reply: nullable(Type.String()),
    }),
    { description: 'Newest first, as far as they are stored.' },
  ),
});
export type DeliveryStory = Static<typeof DeliveryStory>;

export const OneDelivery = Type.Object({ deliveryId });
export const Replayed = Type.Object({ count: Type.Integer() });
export type Replayed = Static<typeof Replayed>;
