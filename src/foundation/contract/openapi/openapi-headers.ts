/**
 * The request headers that every operation takes, besides the API key. They have no examples: the
 * reference would put them into every call it shows, and a key that is pasted twice is a replay.
 */
export const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a call safe to repeat. The first request with a key is carried out; a ' +
      'repetition with ' +
      'the same body gets the first reply again, with `Idempotency-Replayed: true`, and is not ' +
      'charged. Use a fresh UUID for each call.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description:
      'The language of `message` and of the problems in `details`: English (en), which is the ' +
      'default, or Chinese (zh).',
    schema: { type: 'string' },
  },
} as const;

/** The response headers that mean something to a program. */
export const headers = {
  'Idempotency-Replayed': {
    description: 'Present, with the value true, when the reply is that of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
  RateLimit: {
    description:
      'What is left of a limit (`r`), and the seconds until it is full again (`t`). On a success it ' +
      'is the rate of the key, where the key has one; on a 429 the limit that was reached.',
    schema: { type: 'string' },
    example: '"key";r=49;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limits in force: their amount (`q`) and their window in seconds (`w`).',
    schema: { type: 'string' },
    example: '"key";q=50;w=1',
  },
} as const;
