import type { Mutant } from './mutant.ts';

const client = 'sdk/src/create-countersign.ts';
const sendCall = 'sdk/src/send-call.ts';
const retry = 'sdk/src/wait-before-retry.ts';
const readReply = 'sdk/src/read-reply.ts';
const verify = 'sdk/src/verify-webhook.ts';
const waitUntil = 'sdk/src/wait-until.ts';
const rateFields = 'src/line/calls/with-rate-fields.ts';

const sendTests = ['sdk/src/send-call.test.ts'];
const verifyTests = ['sdk/src/verify-webhook.test.ts'];
const waitTests = ['sdk/src/wait-until.test.ts'];

export const sdkMutants: readonly Mutant[] = [
  {
    file: sendCall,
    find: '...(call.idempotencyKey && {',
    replace: '...(call.idempotencyKey && told.attempt === 1 && {',
    breaks: 'All attempts of a call have its key.',
    tests: sendTests,
  },
  {
    file: client,
    find: 'isQuestion ? undefined : crypto.randomUUID()',
    replace: 'crypto.randomUUID()',
    breaks: 'A question has no key, which the platform would keep for nothing.',
    tests: sendTests,
  },
  {
    file: client,
    find: 'isQuestion ? undefined : crypto.randomUUID()',
    replace: 'undefined',
    breaks: 'A call that changes something has a key by itself.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: "redirect: 'manual'",
    replace: "redirect: 'follow'",
    breaks: 'The API key goes to no other address than it was given for.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: 'performance.now() + waitMs >= endsAt',
    replace: 'false',
    breaks: 'A pause that ends after the time of the call is not begun.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: 'attempt > retries ? undefined',
    replace: 'attempt >= retries ? undefined',
    breaks: 'A call is repeated as often as was said.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: 'Math.max(0, Math.ceil(endsAt - performance.now()))',
    replace: 'Math.max(0, endsAt - performance.now())',
    breaks: 'A time-out is a time-out, and no fault of the connection.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: '  } catch {}',
    replace: '  } finally {}',
    breaks: 'A log that fails does not fail the call.',
    tests: sendTests,
  },
  {
    file: sendCall,
    find: 'tell(client.onRequest, told);',
    replace: 'tell(client.onRequest, { ...told, body: call.body } as RequestTold);',
    breaks: 'Logs are told nothing personal.',
    tests: sendTests,
  },
  {
    file: retry,
    find: '(error.retryAfter ?? 0) * 1_000 + jitterMs',
    replace: 'jitterMs',
    breaks: 'A platform that says when to come back is believed.',
    tests: sendTests,
  },
  {
    file: retry,
    find: 'return (repeatableReasons as readonly string[]).includes(reason);',
    replace: 'return status === 429 || (repeatableReasons as readonly string[]).includes(reason);',
    breaks: 'A limit on a number is not waited for.',
    tests: sendTests,
  },
  {
    file: retry,
    find: "if (reason === 'unreadable_reply') return status === 408 || status === 429;",
    replace: "if (reason === 'unreadable_reply') return true;",
    breaks: 'What something else answers for good is not asked again.',
    tests: sendTests,
  },
  {
    file: readReply,
    find: 'status === 201 && body?.code === 0',
    replace: 'body?.code === 0 || status < 300',
    breaks: 'Only the envelope of a success is a success.',
    tests: sendTests,
  },
  {
    file: verify,
    find: 'const ageSeconds = Math.abs(nowMs / 1000 - Number(timestamp));',
    replace: 'const ageSeconds = nowMs / 1000 - Number(timestamp);',
    breaks: 'A delivery from the future is refused, as an old one is.',
    tests: verifyTests,
  },
  {
    file: verify,
    find: '!/^\\d+$/.test(timestamp) || ',
    replace: '',
    breaks: 'A delivery without a time is refused.',
    tests: verifyTests,
  },
  {
    file: verify,
    find: 'toleranceSeconds = 300',
    replace: 'toleranceSeconds = 3_000',
    breaks: 'A delivery of more than five minutes ago is refused.',
    tests: verifyTests,
  },
  {
    file: verify,
    find: 'if (!secret || !bytes?.length) throw new TypeError',
    replace: 'if (!secret || !bytes) throw new TypeError',
    breaks: 'An empty secret is no secret.',
    tests: verifyTests,
  },
  {
    file: verify,
    find: "  return signatures\n    .split(' ')\n    .some(",
    replace: '  return [signatures].some(',
    breaks: 'While a secret is rolled, one of two signatures is enough.',
    tests: verifyTests,
  },
  {
    file: verify,
    find: "one.startsWith('v1,')",
    replace: '/^v\\d,/.test(one)',
    breaks: 'A signature of another version is none.',
    tests: verifyTests,
  },
  {
    file: waitUntil,
    find: 'if (leftMs <= 0) {',
    replace: 'if (leftMs < pauseMs) {',
    breaks: 'Whoever waits has the whole time that was given.',
    tests: waitTests,
  },
  {
    file: waitUntil,
    find: 'Math.min(longestPauseMs, pauseMs * 1.5)',
    replace: 'firstPauseMs',
    breaks: 'Whoever waits long asks less often.',
    tests: waitTests,
  },
  {
    file: rateFields,
    find: 'if (perSecond === null) return reply;',
    replace: '',
    breaks: 'A key without a rate is told of none.',
    tests: ['test/contract/limits.test.ts'],
  },
];
