import type { Mutant } from './mutant.ts';

const replay = 'src/line/idempotency/replay.ts';
const runCall = 'src/line/calls/run-call.ts';
const rebuild = 'src/line/calls/rebuild-reply.ts';

const runTests = ['src/line/calls/run-call.test.ts'];
const replayTests = ['src/line/idempotency/replay.test.ts'];
const rebuildTests = ['src/line/calls/rebuild-reply.test.ts'];
const foundTests = ['src/line/idempotency/found-claim.test.ts'];

export const replaysMutants: readonly Mutant[] = [
  {
    file: replay,
    find: "return fail('outcome_unknown', { requestId: found.callId });",
    replace: "return fail('outcome_unknown');",
    breaks: 'An unknown outcome is told as such, with the first one’s id.',
    tests: runTests,
  },
  {
    file: replay,
    find: `fail('idempotency_body_differs');
    }
    if`,
    replace: `}
    if`,
    breaks: 'A copy with another body is refused in the replay too.',
    tests: runTests,
  },
  {
    file: replay,
    find: 'if (leftMs <= 0) failInFlight();',
    replace: 'failInFlight();',
    breaks: 'A copy of a call in flight elsewhere waits for it.',
    tests: replayTests,
  },
  {
    file: runCall,
    find: 'if (reply.status !== 504) leave?.(reply);',
    replace: 'leave?.(reply);',
    breaks: 'Waiting copies do not share an outcome that is not final.',
    tests: runTests,
  },
  {
    file: runCall,
    find: 'if (reply.status !== 504) leave?.(reply);',
    replace: '',
    breaks: 'Waiting copies share a final reply.',
    tests: runTests,
  },
  {
    file: runCall,
    find: `        // It would otherwise find itself in flight, and wait for itself.
        leave?.();`,
    replace: '        ',
    breaks: 'A call whose terms changed does not wait for itself.',
    tests: replayTests,
  },
  {
    file: runCall,
    find: 'if (!claim || !first || first.isFree) throw refusal;',
    replace: 'throw refusal;',
    breaks: 'A copy of a call is answered as the first one was, whatever has changed.',
    tests: runTests,
  },
  {
    file: runCall,
    find: 'if (!claim || !first || first.isFree) throw refusal;',
    replace: 'if (!claim || !first) throw refusal;',
    breaks: 'A key that is free again answers for nobody.',
    tests: runTests,
  },
  {
    file: runCall,
    find: `  } finally {
    leave?.();
  }`,
    replace: `  } finally {
  }`,
    breaks: 'A call that is refused leaves the line.',
    tests: runTests,
  },
  {
    file: 'src/line/calls/carry-out.ts',
    find: "if (outcome.kind === 'done') return order.check !== null;",
    replace: "if (outcome.kind === 'done') return false;",
    breaks: 'The reply of a face verification is kept.',
    tests: runTests,
  },
  {
    file: runCall,
    find: 'if (restarts > 10) fail',
    replace: 'if (restarts > 10_000) fail',
    breaks: 'Terms that change without an end are given up.',
    tests: runTests,
  },
  {
    file: rebuild,
    find: "call.state === 'rejected' ? 'provider_rejected'",
    replace: "call.state !== 'rejected' ? 'provider_rejected'",
    breaks: 'A call that was rejected is replayed as rejected.',
    tests: rebuildTests,
  },
  {
    file: rebuild,
    find: '{ requestId: call.callId, language: call.language }',
    replace: "{ requestId: '', language: call.language }",
    breaks: 'A replay has the id of the first call.',
    tests: rebuildTests,
  },
  {
    file: rebuild,
    find: 'language: call.language }',
    replace: "language: 'en' }",
    breaks: 'A replay of a refusal is in the language of the first call.',
    tests: rebuildTests,
  },
  {
    file: rebuild,
    find: 'openMessage(vault, call).asSent : asSent',
    replace: 'openMessage(vault, call).asSent : undefined',
    breaks: 'A message that is no longer kept has the number of its copy.',
    tests: rebuildTests,
  },
  {
    file: replay,
    find: 'if (found.reply && found.status !== null) {',
    replace: 'if (found.reply && found.status === 0) {',
    breaks: 'A reply that was kept comes before one that is made again.',
    tests: foundTests,
  },
  {
    file: replay,
    find: `return vault.seal(body, \`reply \${callId}\`);`,
    replace: 'return vault.seal(body, `reply `);',
    breaks: 'A reply is sealed for its own call.',
    tests: foundTests,
  },
  {
    file: replay,
    find: 'if (found.bodyHash && !found',
    replace: 'if (!found.bodyHash || !found',
    breaks: 'A key of before bodies were hashed is taken for a copy in the replay.',
    tests: foundTests,
  },
  {
    file: replay,
    find: 'if (!found) failInFlight();',
    replace: "if (!found) return { status: 500, body: '' };",
    breaks: 'A key that is gone by now tells its copy to come back.',
    tests: foundTests,
  },
  {
    file: replay,
    find: 'if (leftMs <= 0) failInFlight();',
    replace: '',
    breaks: 'A copy that waited long enough is told to come back.',
    tests: foundTests,
  },
  {
    file: rebuild,
    find: `      call.language,
    ),`,
    replace: `      'en',
    ),`,
    breaks: 'A replay is in the language of the first call.',
    tests: runTests,
  },
  {
    file: rebuild,
    find: 'price: { source: call.priceSource, unitPrice: call.unitPrice }',
    replace: "price: { source: 'default', unitPrice: 500n }",
    breaks: 'A replay names the price of the first call.',
    tests: runTests,
  },
  {
    file: rebuild,
    find: "call.product === 'sms_code' ? 'codeAccepted' : 'noticeAccepted'",
    replace: "'codeAccepted'",
    breaks: 'A replay of a notice is told as a notice.',
    tests: runTests,
  },
  {
    file: rebuild,
    find: 'openMessage(vault, call).asSent',
    replace: 'openMessage(vault, call).e164',
    breaks: 'A replay shows the number as the first one sent it.',
    tests: runTests,
  },
  {
    file: 'src/line/calls/answer-free.ts',
    find: 'return isFirst ? reply : replayed(await replay(replayPorts(line), caller, claim));',
    replace: 'return isFirst ? reply : { ...reply };',
    breaks: 'Two copies of a free operation that run at once get one and the same reply.',
    tests: ['src/line/idempotency/replay.test.ts'],
  },
  {
    file: 'src/line/calls/answer-free.ts',
    find: "operation === 'sms_status' || operation === 'usage';",
    replace: "operation === 'sms_status';",
    breaks:
      'A narrow key is not answered with the usage that a wider key was shown under the same idempotency key.',
    tests: ['test/contract/scopes.test.ts'],
  },
  {
    file: 'src/line/idempotency/sql/claim-keys.sql',
    find: '      and k.account_id = i.account_id and k.mode = i.mode and k.operation = i.product\n      and k.key_hash = i.key_hash;\n  end if;',
    replace:
      '      and k.account_id = i.account_id and k.mode = i.mode\n      and k.key_hash = i.key_hash;\n  end if;',
    breaks: 'A key that is claimed again leaves the same key of other operations.',
    tests: ['src/line/idempotency/claim-keys.test.ts'],
  },
  {
    file: 'src/line/calls/run-call.ts',
    find: 'return replay(replayPorts(line, order.message?.asSent), caller, claim as Claim);',
    replace: 'return replay(replayPorts(line), caller, claim as Claim);',
    breaks: 'A copy is answered with its number although the first one’s is forgotten.',
    tests: ['test/process/retention.test.ts'],
  },
  {
    file: 'src/line/calls/sql/hold-calls.sql',
    find: 'if p_idempotency is not null and (p_per_day is not null or not v_is_clear) then',
    replace: 'if p_idempotency is not null and not v_is_clear then',
    breaks: 'A copy of a call to a number at its limit is answered as the first one was.',
    tests: ['src/line/idempotency/claim-keys.test.ts'],
  },
  {
    file: 'src/line/calls/sql/settle-calls.sql',
    find: "if p_reply is not null or p_state && array['rejected', 'unavailable'] then",
    replace: "if p_reply is not null or p_state && array['rejected'] then",
    breaks: 'A key is free again when it is found out that nobody took its call.',
    tests: ['src/line/idempotency/claim-keys.test.ts'],
  },
];
