import type { Mutant } from './mutant.ts';

const takeCallback = 'src/surfaces/callbacks/take-callback.ts';
const takeCallbackTests = ['src/surfaces/callbacks/take-callback.test.ts'];
const callbackRoutes = 'src/surfaces/callbacks/callback-routes.ts';
const callbackRoutesTests = ['src/surfaces/callbacks/callback-routes.test.ts'];
const takeReceipts = 'src/products/messages/sql/take-receipts.sql';
const takeReceiptsTests = ['src/products/messages/take-receipts.test.ts'];
const applyReceipts = 'src/products/messages/sql/apply-receipts.sql';
const keepDetails = 'src/vendors/providers/sql/keep-details.sql';
const pollQueriesTests = ['src/vendors/providers/poll-queries.test.ts'];
const receiptQueries = 'src/products/messages/receipt-queries.ts';
const receiptOfStatus = 'src/products/messages/receipt-of-status.ts';
const receiptOfStatusTests = ['src/products/messages/receipt-of-status.test.ts'];
const pollQueries = 'src/vendors/providers/poll-queries.ts';
const pollSilent = 'src/vendors/providers/sql/poll-silent.sql';
const askStatus = 'src/products/messages/ask-status.ts';
const askStatusTests = ['src/products/messages/ask-status.test.ts'];
const resolveCalls = 'src/line/calls/resolve-calls.ts';
const evidenceTests = ['src/line/calls/evidence.test.ts'];

/** What providers say later, and what is asked of them. */
export const receiptsMutants: readonly Mutant[] = [
  {
    file: takeCallback,
    find: '  if (touched.length > 0) await hurry(touched);\n',
    replace: '',
    breaks: 'A word on a call of which nobody knows has it asked about at once.',
    tests: takeCallbackTests,
  },
  {
    file: takeCallback,
    find: 'signature: { status: 403,',
    replace: 'signature: { status: 200,',
    breaks: 'A callback with a forged signature is refused.',
    tests: takeCallbackTests,
  },
  {
    file: takeCallback,
    find: '      await keepReceipts(ports, provider.code, reading.receipts, reading.isSigned);',
    replace: '      void keepReceipts(ports, provider.code, reading.receipts, reading.isSigned);',
    breaks: 'A callback is acknowledged when what it said is durable.',
    tests: takeCallbackTests,
  },
  {
    file: callbackRoutes,
    find: "const query = request.url.includes('?') ?",
    replace: "const query = request.url === '?' ?",
    breaks: 'An adapter sees the whole address at which its vendor calls back.',
    tests: callbackRoutesTests,
  },
  {
    file: callbackRoutes,
    find: "method: ['GET', 'POST'],",
    replace: "method: ['POST'],",
    breaks: 'A vendor that calls back by GET is heard.',
    tests: callbackRoutesTests,
  },
  {
    file: 'src/products/checks/session-queries.ts',
    find: "where s.provider_code = $1 and s.session_ref = any ($2) and s.state = 'open'",
    replace: "where $1 = $1 and s.session_ref = any ($2) and s.state = 'open'",
    breaks: 'A callback tells of sessions of its own provider alone.',
    tests: ['src/products/checks/session-queries.test.ts'],
  },
  {
    file: takeReceipts,
    find: '  where n.call_id is null and n.provider_ref is not null\n',
    replace: '  where n.call_id is null and n.provider_ref is not null and false\n',
    breaks: 'A receipt that was quicker than its message waits for it.',
    tests: takeCallbackTests,
  },
  {
    file: takeReceipts,
    find: 'on d.call_id is null and r.provider_code = d.provider_code and r.provider_ref = d.provider_ref',
    replace: 'on d.call_id is null and r.provider_ref = d.provider_ref',
    breaks: 'A receipt that waits is taken for a message of its own provider alone.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: "d.received_at < v_now - interval '3 days' then 'drop'",
    replace: "d.received_at < v_now then 'drop'",
    breaks: 'A receipt that was quicker than its message waits for days.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: "coalesce(nullif(l.receipt -> 'part', 'null'), to_jsonb(l.part))",
    replace: "coalesce(nullif(l.receipt -> 'part', 'null'), '1')",
    breaks: 'A receipt that waited for its message tells of the part that its id is of.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: '    coalesce(u.part, r.part, case',
    replace: '    coalesce(u.part, case',
    breaks: 'A receipt tells of the part that its id is of.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: '  for no key update of c;',
    replace: '  for key share of c;',
    breaks: 'Words on two parts that come at once are both counted.',
    tests: takeCallbackTests,
  },
  {
    file: takeReceipts,
    find: '    where c.message_state is not null\n',
    replace: '    where true\n',
    breaks: 'What names a call that is no message leaves no trace.',
    tests: takeReceiptsTests,
  },
  {
    file: applyReceipts,
    find: "u.state = 'sent', u.is_trusted is false, u.ord",
    replace: "u.state = 'sent', u.ord",
    breaks: 'A word that anyone could have said does not stand before a sure one.',
    tests: takeCallbackTests,
  },
  {
    file: applyReceipts,
    find: "u.state = 'sent', u.is_trusted is false, u.ord",
    replace: 'u.is_trusted is false, u.ord',
    breaks: 'Of several words in one callback a final one counts.',
    tests: takeReceiptsTests,
  },
  {
    file: applyReceipts,
    find: "    and c.message_state in ('accepted', 'sent') and c.message_state <> s.state::message_state\n",
    replace: '    and c.message_state <> s.state::message_state\n',
    breaks: 'The final state of a message is never overwritten by a later receipt.',
    tests: takeReceiptsTests,
  },
  {
    file: applyReceipts,
    find: "finished_at = case when s.state <> 'sent' then clock_timestamp() end",
    replace: 'finished_at = clock_timestamp()',
    breaks: 'A message that is on its way is not finished.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: '    (select count(*) from provider_refs r where r.call_id = p_call)\n',
    replace: '    0\n',
    breaks: 'A message whose parts have ids of their own has arrived when all have.',
    tests: takeReceiptsTests,
  },
  {
    file: takeReceipts,
    find: "case when v_failed is not null then v_failed when v_delivered >= v_parts then 'delivered'",
    replace: "case when v_delivered >= 1 then 'delivered' when v_failed is not null then v_failed",
    breaks: 'A message of which one part did not arrive has not arrived.',
    tests: takeReceiptsTests,
  },
  {
    file: keepDetails,
    find: 'on conflict (account_id, call_id) do update set cost = excluded.cost, source = excluded.source;',
    replace: 'on conflict (account_id, call_id) do nothing;',
    breaks: 'What a receipt says of the cost stands over what was known before.',
    tests: takeReceiptsTests,
  },
  {
    file: keepDetails,
    find: 'order by n.account_id, n.call_id, n.ord desc',
    replace: 'order by n.account_id, n.call_id, n.ord',
    breaks: 'Of several costs in one callback the last one counts.',
    tests: takeReceiptsTests,
  },
  {
    file: keepDetails,
    find: '  set cost = k.cost + excluded.cost, provider_code',
    replace: '  set cost = excluded.cost, provider_code',
    breaks: 'Each session of a check costs by itself.',
    tests: ['src/products/checks/check-jobs.test.ts'],
  },
  {
    file: keepDetails,
    find: "case when r.ord = 1 and (p_details[n] ->> 'poll')::boolean then p_now + interval '20 seconds' end",
    replace: 'null',
    breaks: 'A provider that says nothing by itself is asked how its messages stand.',
    tests: pollQueriesTests,
  },
  {
    file: keepDetails,
    find: '  set outcome = excluded.outcome, reason = excluded.reason, vendor_code = excluded.vendor_code,\n    words = excluded.words, ended_at = excluded.ended_at;',
    replace: '  set outcome = excluded.outcome, ended_at = excluded.ended_at;',
    breaks: 'What a second provider said is kept, though it was noted before it was asked.',
    tests: ['src/vendors/providers/keep-details.test.ts'],
  },
  {
    file: receiptQueries,
    find: 'part.no >= 1 && part.no <= part.of && part.of <= mostParts ? part : undefined',
    replace: 'part',
    breaks: 'A word on a part that cannot be is one on the message.',
    tests: takeReceiptsTests,
  },
  {
    file: receiptQueries,
    find: 'return ms >= oldest && ms - nowMs <= furthestMs ? ms : nowMs;',
    replace: 'return ms;',
    breaks: 'A receipt whose time is none is kept all the same.',
    tests: takeReceiptsTests,
  },
  {
    file: receiptQueries,
    find: 'cleanWords(withoutNumbers(detail))',
    replace: 'withoutNumbers(detail)',
    breaks: 'Nothing that a vendor says keeps its receipt out of the database.',
    tests: takeReceiptsTests,
  },
  {
    file: receiptQueries,
    find: 'textArray(receipts.map(({ providerRef }) => (providerRef ? cleanWords(providerRef) : null))),',
    replace: 'textArray(receipts.map(({ providerRef }) => providerRef ?? null)),',
    breaks: 'An id with whatever in it keeps no other receipt out of the database.',
    tests: takeReceiptsTests,
  },
  {
    file: receiptOfStatus,
    find: '    ...(cost === undefined ? {} : { cost }),\n',
    replace: '',
    breaks: 'What a provider says of the cost when it is asked is kept.',
    tests: receiptOfStatusTests,
  },
  {
    file: receiptOfStatus,
    find: '    ...(reason ? { reason } : {}),\n',
    replace: '',
    breaks: 'Why a message did not arrive is known from the answer to a question, too.',
    tests: receiptOfStatusTests,
  },
  {
    file: pollQueries,
    find: "           when r.made_at > coalesce($1, now()) - interval '3 days'\n",
    replace: '           when true\n',
    breaks: 'A message is asked about for three days and no longer.',
    tests: pollQueriesTests,
  },
  {
    file: pollQueries,
    find: '  if (over.length > 0) await stopPolling(pool, over);\n',
    replace: '',
    breaks: 'A message whose end is known is asked about no more.',
    tests: pollQueriesTests,
  },
  {
    file: pollQueries,
    find: 'where l.provider_code <> all ($3::text[])',
    replace: 'where $3::text[] is not null',
    breaks: 'What belongs to a jammed provider is left for later.',
    tests: pollQueriesTests,
  },
  {
    file: askStatus,
    find: 'const detail = redact(item.detail, messageValues(asSent, e164, text));',
    replace: 'const { detail } = item;',
    breaks: 'What a provider says of a polled message keeps neither its number nor its text.',
    tests: askStatusTests,
  },
  {
    file: askStatus,
    find: '    const item = await deadlines.race<StatusItem | undefined>(\n      provider.queryStatus(\n        { callId, reference, mobile: e164, providerRef, partRefs: [], heldAt },\n        { signal },\n      ),\n      () => undefined,\n    );',
    replace:
      '    const item: StatusItem | undefined = await provider.queryStatus(\n      { callId, reference, mobile: e164, providerRef, partRefs: [], heldAt },\n      { signal },\n    );',
    breaks: 'A provider that never answers a question keeps no other from being asked.',
    tests: askStatusTests,
  },
  {
    file: 'src/vendors/providers/open-provider.ts',
    find: "isPolled: receipts.includes('query') && !receipts.includes('push'),",
    replace: "isPolled: receipts.includes('query'),",
    breaks: 'A provider that tells by itself is not asked about every message.',
    tests: ['src/vendors/providers/open-provider.test.ts'],
  },
  {
    file: resolveCalls,
    find: '  if (receipt) await takeReceipts(line.pool, [{ ...receipt, providerCode, isTrusted: true }]);\n',
    replace: '',
    breaks: 'What a provider says of a message when its call is resolved is kept with it.',
    tests: evidenceTests,
  },
  {
    file: resolveCalls,
    find: "details: finding.state === 'done' ? doneDetails(line, call, finding) : null,",
    replace: 'details: null,',
    breaks:
      'A receipt finds a message whose call was resolved, by the id that the provider gave it.',
    tests: ['src/line/calls/resolve-calls.test.ts'],
  },
  {
    file: resolveCalls,
    find: "const providerCode = call.saidBy ?? providerCodes[0] ?? 'none';",
    replace: "const providerCode = providerCodes[0] ?? 'none';",
    breaks: 'A call that a receipt proves is done by the provider that said so.',
    tests: evidenceTests,
  },
  {
    file: takeReceipts,
    find: "where not n.is_trusted and c.state in ('held', 'unknown')",
    replace: "where not n.is_trusted and c.state = 'held'",
    breaks: 'What anyone could have said of an unknown call waits until that has its outcome.',
    tests: takeCallbackTests,
  },
  {
    file: takeReceipts,
    find: "greatest(interval '1 second', (v_now - l.received_at) / 10)",
    replace: "interval '1 second'",
    breaks: 'A word that waits is looked at more and more rarely.',
    tests: takeCallbackTests,
  },
  {
    file: takeReceipts,
    find: "        when c.state = 'done' then 'take'\n",
    replace: '',
    breaks: 'What was said of a call before its outcome counts once it was carried out.',
    tests: takeCallbackTests,
  },
  {
    file: applyReceipts,
    find: "and (s.is_trusted is not false or c.state = 'done')",
    replace: "and (s.is_trusted is not false or c.state <> 'held')",
    breaks: 'A word that anyone could have said moves no call whose outcome is unknown.',
    tests: takeCallbackTests,
  },
  {
    file: takeCallback,
    find: 'isTrusted: isSigned,',
    replace: 'isTrusted: true,',
    breaks: 'A receipt that is not signed moves no money that is held.',
    tests: takeCallbackTests,
  },
  {
    file: pollQueries,
    find: "interval '20 seconds' * 3 ^ least(r.polls + 1, 8)",
    replace: "interval '20 seconds' * 3",
    breaks: 'A provider is asked about a message more and more rarely.',
    tests: pollQueriesTests,
  },
  {
    file: pollQueries,
    find: '           when r.provider_code = any ($4::text[]) then null\n',
    replace: '',
    breaks: 'A provider that tells by itself is asked a few times, and not again and again.',
    tests: pollQueriesTests,
  },
  {
    file: pollSilent,
    find: '  v_from := greatest(v_from, v_now - p_late);\n',
    replace: '',
    breaks:
      'After a rest of the platform one question is asked of a message, not all that were missed.',
    tests: pollQueriesTests,
  },
  {
    file: pollSilent,
    find: '    if v_count < v_most then\n',
    replace: '    if true then\n',
    breaks: 'However many messages are silent, each of them is asked about.',
    tests: pollQueriesTests,
  },
  {
    file: 'src/line/calls/resolve-calls.ts',
    find: 'if (receipt) await takeReceipts(line.pool, [{ ...receipt, providerCode, isTrusted: true }]);',
    replace:
      'if (receipt) await takeReceipts(line.pool, [{ ...receipt, providerCode, isTrusted: false }]);',
    breaks: 'What a provider answers is its own word.',
    tests: ['src/line/calls/evidence.test.ts'],
  },
  {
    file: 'src/products/messages/receipt-queries.ts',
    find: 'cleanWords(withoutNumbers(detail))',
    replace: 'cleanWords(detail)',
    breaks: 'A number in the words of a receipt is not kept.',
    tests: ['src/surfaces/callbacks/take-callback.test.ts'],
  },
  {
    file: 'src/vendors/providers/sql/keep-details.sql',
    find: 'u.provider_ref is not null and u.is_trusted and exists (',
    replace: 'u.provider_ref is not null and exists (',
    breaks: 'A word that anyone could have said gives a message no id.',
    tests: ['src/surfaces/callbacks/take-callback.test.ts'],
  },
  {
    file: 'src/vendors/providers/poll-queries.ts',
    find: "least(interval '6 hours', interval '20 seconds' * 3 ^ least(r.polls + 1, 8))",
    replace: "interval '20 seconds' * 3 ^ least(r.polls + 1, 8)",
    breaks: 'A message is asked about every six hours at the least.',
    tests: ['src/vendors/providers/poll-queries.test.ts'],
  },
];
