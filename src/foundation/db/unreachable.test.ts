import { expect, test } from 'vitest';
import { explainError } from './unreachable.ts';

test.each([
  [{ message: '', code: 'ECONNREFUSED' }, 'The database cannot be reached (ECONNREFUSED).'],
  [{ message: '' }, 'The database cannot be reached (Error).'],
  [
    { message: 'connect ECONNREFUSED 127.0.0.1:1', code: 'ECONNREFUSED' },
    'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.',
  ],
  [
    { message: 'getaddrinfo ENOTFOUND nowhere' },
    'The database cannot be reached: getaddrinfo ENOTFOUND nowhere.',
  ],
  [{ message: 'The data key is another.' }, 'The data key is another.'],
])('%j is reported as: %s', ({ message, ...more }: { message: string; code?: string }, words) => {
  expect(explainError(Object.assign(new Error(message), more))).toBe(words);
});
