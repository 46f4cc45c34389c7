import type { Mutant } from './mutant.ts';

const settle = 'src/calls/settle.ts';
const attempt = 'src/calls/attempt-providers.ts';
const deadlines = 'src/calls/deadlines.ts';
const settleCalls = 'src/calls/sql/settle-calls.sql';
const receipts = 'src/messages/sql/apply-receipts.sql';
const holdSql = 'src/calls/sql/hold-calls.sql';

const settleTests = ['src/calls/settle.test.ts'];
const attemptTests = ['src/calls/attempt-providers.test.ts'];
const deadlineTests = ['src/calls/deadlines.test.ts'];
const queryTests = ['src/calls/queries.test.ts'];
const rowTests = ['src/calls/call-row.test.ts'];

export const outcomesMutants: readonly Mutant[] = [
  {
    file: settle,
    find: 'if (result.isApplied || result.state === outcome.kind) return reply;',
    replace: 'if (result.isApplied) return reply;',
    breaks: 'A settle that was applied although its answer was lost ends with the reply.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (result.state === 'unavailable') fail('provider_unavailable');",
    replace: '',
    breaks: 'A call that the resolver released first is answered as released.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (result.state === 'rejected') fail('provider_rejected');",
    replace: '',
    breaks: 'A call that was rejected in the books is answered as rejected.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (isItemFault(error)) fail('outcome_unknown');",
    replace: "fail('outcome_unknown');",
    breaks: 'A settle is asked for again after a lost connection.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (isItemFault(error)) fail('outcome_unknown');",
    replace: 'if (isItemFault(error)) throw error;',
    breaks: 'A settle that can never be written leaves the outcome unknown at once.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (result.isApplied || result.state !== 'held') return result;",
    replace: 'return result;',
    breaks: 'A settle that left its call held is asked for again.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "if (performance.now() > untilMs) fail('outcome_unknown');",
    replace: '',
    breaks: 'A settle ends with the deadline of its call.',
    tests: settleTests,
  },
  {
    file: settle,
    find: 'state: outcome.kind,',
    replace: "state: 'done',",
    breaks: 'What is settled is the outcome that the provider gave.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "providerRef: outcome.kind === 'done' ? outcome.providerRef : null",
    replace: 'providerRef: null',
    breaks: 'The reference of a provider is kept.',
    tests: settleTests,
  },
  {
    file: settle,
    find: "evidence: outcome.kind === 'done' ? null : outcome.detail",
    replace: 'evidence: null',
    breaks: 'The words of a provider are kept as evidence.',
    tests: settleTests,
  },
  {
    file: attempt,
    find: 'if (spentMs + settings.providerTimeoutMs > settings.callDeadlineMs) break;',
    replace: '',
    breaks: 'No provider is asked past the deadline of the call.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: 'spentMs + settings.providerTimeoutMs >',
    replace: 'spentMs >',
    breaks: 'The time that a provider may take counts before it is asked.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: 'settings.providerTimeoutMs > settings.callDeadlineMs',
    replace: 'settings.providerTimeoutMs >= settings.callDeadlineMs',
    breaks: 'A provider is asked up to the last instant at which it can answer in time.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: "if (last.outcome.kind !== 'unavailable') break;",
    replace: "if (last.outcome.kind === 'done') break;",
    breaks: 'The next provider is asked only when one certainly did nothing.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: "if (last.outcome.kind !== 'unavailable') break;",
    replace: 'break;',
    breaks: 'The next provider is asked when one certainly did nothing.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: "return { kind: 'unknown', reason: 'provider_fault'",
    replace: "return { kind: 'unavailable', reason: 'provider_fault'",
    breaks: 'An adapter that throws may have sent all the same.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: "return { kind: 'unknown', reason: 'no_answer'",
    replace: "return { kind: 'unavailable', reason: 'no_answer'",
    breaks: 'An adapter that says nothing in time may have sent all the same.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: `      context.abort();
`,
    replace: '',
    breaks: 'An adapter that is given up is told so.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: 'redact(outcome.detail, order.personal())',
    replace: 'redact(outcome.detail, [])',
    breaks: 'Evidence shows no personal data.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: 'cleanWords(outcome.providerRef)',
    replace: 'outcome.providerRef',
    breaks: 'A reference is text that the database can keep.',
    tests: attemptTests,
  },
  {
    file: attempt,
    find: 'last = { providerCode, outcome',
    replace: 'last = { ...last, outcome',
    breaks: 'The provider that was asked last is the one that is named.',
    tests: attemptTests,
  },
  {
    file: deadlines,
    find: 'if (entry.untilMs > nowMs) break;',
    replace: '',
    breaks: 'Nobody is given up before his own limit.',
    tests: deadlineTests,
  },
  {
    file: deadlines,
    find: `          (value) => {
            waiting.delete(entry);`,
    replace: '          (value) => {',
    breaks: 'Who has answered is not given up later.',
    tests: deadlineTests,
  },
  {
    file: deadlines,
    find: 'reject(error);',
    replace: 'resolve(onLate());',
    breaks: 'A fault of the promise is its fault.',
    tests: deadlineTests,
  },
  {
    file: deadlines,
    find: 'clearInterval(timer);',
    replace: '',
    breaks: 'Closed deadlines give up nobody.',
    tests: deadlineTests,
  },
  {
    file: settleCalls,
    find: `    where e.state = 'unknown'
`,
    replace: '',
    breaks: 'A call that nobody knows of is put among those to resolve, and no other.',
    tests: queryTests,
  },
  {
    file: settleCalls,
    find: 'do update set lane = excluded.lane',
    replace: 'do nothing',
    breaks: 'A call that was taken for abandoned and says whom it reached is asked of him.',
    tests: queryTests,
  },
  {
    file: settleCalls,
    find: "v_now + interval '2 seconds'",
    replace: 'v_now',
    breaks: 'A call that nobody knows of is asked about a little later.',
    tests: queryTests,
  },
  {
    file: settleCalls,
    find: "(c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))",
    replace: "(c.state in ('held', 'unknown', 'unavailable') and c.state <> i.state::call_state)",
    breaks: 'A final outcome is never overwritten.',
    tests: rowTests,
  },
  {
    file: settleCalls,
    find: "when c.message_state is distinct from 'accepted' or i.state = 'unknown' then c.message_state",
    replace: "when i.state = 'unknown' then c.message_state",
    breaks: 'A receipt that came first is not undone by the settle.',
    tests: rowTests,
  },
  {
    file: settleCalls,
    find: "when c.message_state is distinct from 'accepted' or i.state = 'unknown' then",
    replace: "when c.message_state is distinct from 'accepted' then",
    breaks: 'A message of which nobody knows is not sent yet.',
    tests: rowTests,
  },
  {
    file: settleCalls,
    find: 'then coalesce(c.sent_at, v_now) else',
    replace: 'then v_now else',
    breaks: 'A message was sent when it was first said to be.',
    tests: rowTests,
  },
  {
    file: settleCalls,
    find: "when i.state in ('rejected', 'unavailable') then v_now else c.finished_at",
    replace: "when i.state in ('rejected') then v_now else c.finished_at",
    breaks: 'A message that was not sent is finished.',
    tests: rowTests,
  },
  {
    file: settleCalls,
    find: 'provider_ref = i.provider_ref, evidence = i.evidence',
    replace: 'provider_ref = i.provider_ref, evidence = i.provider_ref',
    breaks: 'The evidence of an outcome is kept.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: "and c.message_state in ('accepted', 'sent') and c.message_state",
    replace: 'and c.message_state',
    breaks: 'A final state of a message is never overwritten.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: "order by u.account_id, u.call_id, u.state = 'sent', u.ord",
    replace: 'order by u.account_id, u.call_id, u.ord',
    breaks: 'Of several receipts the first final one counts.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: `u.state = 'sent', u.ord
`,
    replace: `u.state = 'sent', u.ord desc
`,
    breaks: 'Of several final receipts the first counts.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: 'where c.account_id = s.account_id and c.call_id',
    replace: 'where c.call_id',
    breaks: 'A receipt is of its own account.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: "when s.state <> 'sent' then clock_timestamp()",
    replace: 'when true then clock_timestamp()',
    breaks: 'A message that is sent is not finished.',
    tests: rowTests,
  },
  {
    file: receipts,
    find: 'sent_at = coalesce(c.sent_at, to_timestamp',
    replace: 'sent_at = coalesce(null, to_timestamp',
    breaks: 'A message was sent when the first receipt said so.',
    tests: rowTests,
  },
  {
    file: holdSql,
    find: '(v_now at time zone p_time_zone)::date',
    replace: '(v_now)::date',
    breaks: 'The day of a call is the platform’s.',
    tests: rowTests,
  },
  {
    file: holdSql,
    find: 'case when i.number_hash is not null then p_content end',
    replace: 'p_content',
    breaks: 'A call without a message has none.',
    tests: rowTests,
  },
  {
    file: holdSql,
    find: "case when i.number_hash is not null then 'accepted'::message_state end",
    replace: "'accepted'::message_state",
    breaks: 'A face verification has no state of a message.',
    tests: rowTests,
  },
  {
    file: holdSql,
    find: `i.price_source, i.unit_price,
    i.amount, i.parts`,
    replace: `i.price_source, i.amount,
    i.amount, i.parts`,
    breaks: 'What a call costs is kept beside its unit price.',
    tests: rowTests,
  },
];
