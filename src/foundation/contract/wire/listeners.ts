import Type from 'typebox';
import { moment } from '../text/moment.ts';
import { eventTypes } from './event-schemas.ts';

export const WebhookListener = Type.Object(
  {
    listenerId: Type.Integer({ minimum: 1, description: 'Identifies the listener.' }),
    events: Type.Array(Type.Enum([...eventTypes], { type: 'string' }), {
      description: 'Event types that it receives.',
    }),
    expiresAt: moment('When it ends, unless it asks again before.'),
  },
  { title: 'WebhookListener', description: 'An open listener of webhook_listen.' },
);
