import type { Mutant } from './mutant.ts';

const claim = 'src/line/idempotency/claim.ts';
const inFlight = 'src/line/idempotency/in-flight.ts';
const claimKeys = 'src/line/idempotency/sql/claim-keys.sql';
const storeReplies = 'src/line/idempotency/sql/store-replies.sql';
const queries = 'src/line/idempotency/queries.ts';
const holdSql = 'src/line/calls/sql/hold-calls.sql';
const holdRefused = 'src/money/ledger/sql/hold.sql';

const claimTests = ['src/line/idempotency/claim.test.ts'];
const inFlightTests = ['src/line/idempotency/in-flight.test.ts'];
const keyTests = ['src/line/idempotency/claim-keys.test.ts'];
const pruneTests = ['src/line/idempotency/queries.test.ts'];

export const idempotencyMutants: readonly Mutant[] = [
  {
    file: claim,
    find: `\`\${accountId} \${mode} \${operation} \${key}\``,
    replace: `\`\${accountId} \${operation} \${key}\``,
    breaks: 'A key in this process is of one mode.',
    tests: claimTests,
  },
  {
    file: claim,
    find: `\`\${accountId} \${mode} \${operation} \${key}\``,
    replace: `\`\${mode} \${operation} \${key}\``,
    breaks: 'A key in this process is of one account.',
    tests: claimTests,
  },
  {
    file: claim,
    find: `\`\${accountId} \${mode} \${operation} \${key}\``,
    replace: `\`\${accountId} \${mode} \${key}\``,
    breaks: 'A key in this process is of one operation.',
    tests: claimTests,
  },
  {
    file: claim,
    find: 'const longestKey = 255;',
    replace: 'const longestKey = 256;',
    breaks: 'A key has 255 characters at the most.',
    tests: claimTests,
  },
  {
    file: claim,
    find: '[\\x20-\\x7e]',
    replace: '[\\x21-\\x7e]',
    breaks: 'A key may have a space in it.',
    tests: claimTests,
  },
  {
    file: claim,
    find: '[\\x20-\\x7e]',
    replace: '[\\x20-\\x7f]',
    breaks: 'A key has no control character.',
    tests: claimTests,
  },
  {
    file: claim,
    find: `vault.fingerprint(\`body \${body}\`)`,
    replace: "hash('sha256', body, 'buffer')",
    breaks: 'A body is hashed under the secret of the platform.',
    tests: claimTests,
  },
  {
    file: claim,
    find: `    .sort()
`,
    replace: '',
    breaks: 'The order of fields does not matter.',
    tests: claimTests,
  },
  {
    file: claim,
    find: 'value.map(canonicalJson).join',
    replace: 'value.map(canonicalJson).sort().join',
    breaks: 'The order of a list matters.',
    tests: claimTests,
  },
  {
    file: inFlight,
    find: 'return carried?.body === body ? carried.reply : null;',
    replace: 'return carried?.reply ?? null;',
    breaks: 'A copy with another body shares nothing.',
    tests: inFlightTests,
  },
  {
    file: inFlight,
    find: 'if (carried === late) failInFlight();',
    replace: 'if (carried === late) return null;',
    breaks: 'A copy waits no longer than it should.',
    tests: inFlightTests,
  },
  {
    file: inFlight,
    find: 'if (entered.get(name) === promise) entered.delete(name);',
    replace: 'entered.delete(name);',
    breaks: 'A call that leaves late takes no later one out.',
    tests: inFlightTests,
  },
  {
    file: inFlight,
    find: 'if (entered.get(name) === promise) entered.delete(name);',
    replace: '',
    breaks: 'A call that has left is out.',
    tests: inFlightTests,
  },
  {
    file: inFlight,
    find: 'resolve(reply && { body, reply });',
    replace: 'resolve({ body, reply: reply as Replay });',
    breaks: 'A call that left without a final reply shares none.',
    tests: inFlightTests,
  },
  {
    file: claimKeys,
    find: 'if v_is_taken then',
    replace: 'if false then',
    breaks: 'A key that is taken is told from one that is free.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'where i.verdict is null\n      and k.account_id',
    replace: 'where k.account_id',
    breaks: 'Only a key that is free again is given away.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'i.body_hash, i.call_id, p_now, i.language',
    replace: 'i.body_hash, i.call_id, p_now, null',
    breaks: 'A key that is claimed has the language of its call.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: `left join idempotency_keys k
      on k.account_id = i.account_id and k.mode = i.mode and k`,
    replace: `left join idempotency_keys k
      on k.account_id = i.account_id and k`,
    breaks: 'A key in the database is of one mode, when it is looked up.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: `left join idempotency_keys k
      on k.account_id = i.account_id and k.mode = i.mode and k.operation = i.product`,
    replace: `left join idempotency_keys k
      on k.account_id = i.account_id and k.mode = i.mode`,
    breaks: 'A key in the database is of one operation, when it is looked up.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: `left join idempotency_keys k
      on k.account_id = i.account_id and k.mode`,
    replace: `left join idempotency_keys k
      on k.mode`,
    breaks: 'A key in the database is of one account, when it is looked up.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'when k.call_id is null or k.is_free or k.call_id',
    replace: 'when k.call_id is null or k.call_id',
    breaks: 'A key whose call was released is free.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: "else 'differs'",
    replace: "else 'replay'",
    breaks: 'Another body under a key is told apart from a copy.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'when k.body_hash is null or k.body_hash',
    replace: 'when k.body_hash',
    breaks: 'A key of before bodies were hashed is taken for a copy.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'where i.key_hash is not null and i.verdict is null',
    replace: 'where i.key_hash is not null',
    breaks: 'A call that was refused claims no key.',
    tests: keyTests,
  },
  {
    file: claimKeys,
    find: 'when i.verdict is not null then i.verdict',
    replace: 'when i.verdict is not null then null',
    breaks: 'What was decided before stays decided.',
    tests: keyTests,
  },
  {
    file: storeReplies,
    find: "is_free = e.state in ('rejected', 'unavailable')",
    replace: "is_free = e.state in ('rejected')",
    breaks: 'A key is free after a provider was not available.',
    tests: keyTests,
  },
  {
    file: storeReplies,
    find: "is_free = e.state in ('rejected', 'unavailable')",
    replace: 'is_free = true',
    breaks: 'A key is not free after its call was done.',
    tests: keyTests,
  },
  {
    file: storeReplies,
    find: ' and k.call_id = e.call_id',
    replace: '',
    breaks: 'A reply is kept with its own call.',
    tests: keyTests,
  },
  {
    file: storeReplies,
    find: 'reply = p_reply[e.ord],',
    replace: 'reply = p_reply[1],',
    breaks: 'A reply is kept where it stands in the batch.',
    tests: keyTests,
  },
  {
    file: holdSql,
    find: 'if p_idempotency is not null and (p_per_day is not null or not v_is_clear) then',
    replace: 'if false then',
    breaks: 'A copy is told apart before it can be refused.',
    tests: keyTests,
  },
  {
    file: holdRefused,
    find: "not in ('stale', 'replay', 'differs')",
    replace: "not in ('stale', 'differs')",
    breaks: 'Copies are not counted as refused.',
    tests: keyTests,
  },
  {
    file: holdRefused,
    find: "not in ('stale', 'replay', 'differs')",
    replace: "not in ('replay', 'differs')",
    breaks: 'A call that is decided anew is not counted as refused.',
    tests: keyTests,
  },
  {
    file: queries,
    find: 'make_interval(days => $3)',
    replace: 'make_interval(hours => $3)',
    breaks: 'A key is kept for its days.',
    tests: pruneTests,
  },
  {
    file: queries,
    find: 'and not exists (',
    replace: 'and exists (',
    breaks: 'A key of a call without an outcome is kept.',
    tests: pruneTests,
  },
  {
    file: 'src/line/idempotency/queries.ts',
    find: '           and not exists (\n             select from unresolved_calls u\n             where u.account_id = k.account_id and u.call_id = k.call_id\n           )\n',
    replace: '',
    breaks: 'The key of a call without an outcome outlives its time.',
    tests: ['src/line/idempotency/queries.test.ts'],
  },
  {
    file: 'src/line/idempotency/claim.ts',
    find: 'if (key.length > longestKey)',
    replace: 'if (key.length >= longestKey)',
    breaks: 'A key may have all the characters that it is allowed.',
    tests: ['src/line/idempotency/claim.test.ts'],
  },
  {
    file: 'src/line/calls/answer-free.ts',
    find: 'products.some((product) => !caller.scopes.includes(product))',
    replace: '!products.some((product) => caller.scopes.includes(product))',
    breaks: "A wider key's reply is no copy for one with less.",
    tests: ['src/line/calls/answer-free.test.ts'],
  },
  {
    file: 'src/line/idempotency/queries.ts',
    find: 'k.account_id = $1 and k.mode = $2 and k.operation = $3',
    replace: 'k.account_id = $1 and $2 = $2 and k.operation = $3',
    breaks: 'The reply under a key is of its mode.',
    tests: ['src/line/idempotency/queries.test.ts'],
  },
  {
    file: 'src/line/idempotency/queries.ts',
    find: 'k.mode = $2 and k.operation = $3 and k.key_hash = $4',
    replace: 'k.mode = $2 and $3 = $3 and k.key_hash = $4',
    breaks: 'The reply under a key is of its operation.',
    tests: ['src/line/idempotency/queries.test.ts'],
  },
  {
    file: 'src/line/idempotency/queries.ts',
    find: '     on conflict do nothing`',
    replace:
      '     on conflict (account_id, mode, operation, key_hash) do update set reply = excluded.reply`',
    breaks: 'The first reply under a key is the one that is kept.',
    tests: ['src/line/idempotency/queries.test.ts'],
  },
  {
    file: 'src/line/idempotency/claim.ts',
    find: '.subarray(0, 16)',
    replace: '.subarray(0, 4)',
    breaks: 'Keys are told apart by enough of their hash.',
    tests: ['src/line/idempotency/claim.test.ts'],
  },
  {
    file: 'src/line/idempotency/queries.ts',
    find: 'for update of k skip locked',
    replace: 'for update of k',
    breaks: 'To forget keys waits for no hold.',
    tests: ['src/line/idempotency/queries.test.ts'],
  },
];
