import { eventModelName, eventTitles, eventTypes, exampleEvent } from '../wire/events.ts';

/** The header fields of a delivery, as the Standard Webhooks have them. */
const deliveryHeaders = [
  {
    name: 'webhook-id',
    description: 'The id of the event. A repetition has the same: what you know, you can skip.',
    schema: { type: 'string', format: 'uuid' },
  },
  {
    name: 'webhook-timestamp',
    description: 'When it was signed, in seconds since 1970. Refuse what is five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under the secret of the ' +
      'endpoint. Two of them, with a space between, while the secret is being rolled.',
    schema: { type: 'string' },
  },
];

/** What an endpoint is told, one entry for each type of event. */
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
              'Sent to every endpoint of the account that wants it, at least once. Answer with a ' +
              '2xx within 15 seconds; anything else is tried again for three days.',
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
            responses: { '2XX': { description: 'It was taken.' } },
          },
        },
      ];
    }),
  );
}
