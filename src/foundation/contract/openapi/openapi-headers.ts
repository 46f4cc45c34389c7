/**
 * The request headers that every operation takes, besides the API key. They have no examples: the reference
 * would put them into every sample call, and an idempotency key that is pasted twice makes a repeat.
 */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a call safe to retry. The first request with a key is carried out. A repeat with ' +
      'the same body gets the first response again, with `Idempotency-Replayed: true`, and is ' +
      'not charged. Use a new UUID for each call.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description:
      'The language of `message` and of `details`: English (en, the default) or Chinese (zh).',
    schema: { type: 'string' },
  },
} as const;

/** The response headers that programs use. */
export const headers = {
  'Idempotency-Replayed': {
    description:
      'Present with the value true when the response repeats that of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  RateLimit: {
    description:
      'What is left of a limit (`r`), and the seconds until it resets (`t`). On success it is ' +
      'the rate limit of the key, if the key has one; on a 429 it is the limit that was reached.',
    schema: { type: 'string' },
    example: '"key";r=49;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limits in force: quota (`q`) and window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"key";q=50;w=1',
  },
} as const;
