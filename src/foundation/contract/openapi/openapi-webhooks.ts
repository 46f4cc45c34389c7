import { eventModelName, eventTitles, eventTypes, exampleEvent } from '../wire/event-schemas.ts';

/** The headers of a delivery, as Standard Webhooks define them. */
const deliveryHeaders = [
  {
    name: 'webhook-id',
    description: 'Event ID. A repeated delivery has the same ID, so that you can deduplicate.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'webhook-timestamp',
    description:
      'When the delivery was signed, in seconds since 1970. Reject a timestamp that is more than ' +
      'five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` with the endpoint's " +
      'secret. Two signatures, separated by a space, while the secret is being rotated.',
    schema: { type: 'string' },
  },
];

/** The webhooks section: one entry for each event type. */
export function webhooksObject(): Record<string, { post: Record<string, unknown> }> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const model = eventModelName(type);
      return [
        type,
        {
          post: {
            operationId: `on_${type.replace('.', '_')}`,
            tags: ['Webhooks'],
            summary: eventTitles[type].en,
            description:
              'Sent at least once to every endpoint of the account that subscribes to it. Return ' +
              'a 2xx within 15 seconds; any other response is retried for three days.',
            security: [],
            parameters: deliveryHeaders.map((header) => ({
              ...header,
              in: 'header',
              required: true,
            })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: { $ref: `#/components/schemas/${model}` },
                  example: exampleEvent(type),
                },
              },
            },
            responses: { '2XX': { description: 'The delivery was accepted.' } },
          },
        },
      ];
    }),
  );
}
