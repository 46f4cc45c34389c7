import type { Mutant } from './mutant.ts';

const resolve = 'src/line/calls/resolve-calls.ts';
const queries = 'src/line/calls/queries.ts';
const sweep = 'src/line/calls/sql/sweep-abandoned.sql';
const lane = 'src/line/calls/sql/lane-of.sql';
const status = 'src/products/messages/ask-status.ts';
const apply = 'src/products/messages/sql/apply-receipts.sql';
const take = 'src/products/messages/sql/take-receipts.sql';

/** What a provider says that certainly has nothing. */
const absent = "{ state: 'absent', providerRef: '', detail: '', at: new Date() }";

const evidenceTests = ['src/line/calls/evidence.test.ts'];
const queryTests = ['src/line/calls/queries.test.ts'];
const callbackTests = ['src/surfaces/callbacks/take-callback.test.ts'];

export const resolvingMutants: readonly Mutant[] = [
  {
    file: apply,
    find: "(s.is_trusted is not false or c.state = 'done')",
    replace: 'true',
    breaks: 'What anyone could have said moves no call whose money is held.',
    tests: callbackTests,
  },
  {
    file: apply,
    find: 'u.is_trusted is false, u.ord',
    replace: 'u.ord',
    breaks: 'What anyone could have said does not stand before what is sure.',
    tests: callbackTests,
  },
  {
    file: take,
    find: "where not n.is_trusted and c.state in ('held', 'unknown')",
    replace: "where not n.is_trusted and c.state in ('unknown')",
    breaks: 'A word that comes before the answer moves the message once there is one.',
    tests: callbackTests,
  },
  {
    file: take,
    find: "when c.state in ('held', 'unknown') then 'wait'",
    replace: "when c.state in ('held') then 'wait'",
    breaks: 'A word on a call of which nobody knows waits until somebody does.',
    tests: callbackTests,
  },
  {
    file: take,
    find: "greatest(interval '1 second', (v_now - l.received_at) / 10)",
    replace: "interval '1 second'",
    breaks: 'What waits long is looked at rarely.',
    tests: callbackTests,
  },
  {
    file: resolve,
    find: ', ...(reached.get(call.callId) ?? [])',
    replace: '',
    breaks: 'A call that was about to reach another provider is asked of that one too.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'if (isPastHorizon(line, call)) await',
    replace: 'if (false) await',
    breaks: 'A call that nobody can tell of any more is put on the review list.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'return ageMs > Math.max(0, ...hours) * 3_600_000;',
    replace: 'return ageMs > 0;',
    breaks: 'A call is reviewed only when its provider can no longer be asked.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'heldAt: byOurClock(call.heldAt, { ours, databases: call.takenAt }),',
    replace: '',
    breaks: 'A call is as old as the database says, whatever our clock says.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'const anyone = [...registry.sms.keys()];',
    replace: 'const anyone = [...registry.sms.keys()].slice(0, 1);',
    breaks: 'Every provider that a call may have reached is asked.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: "call.lane === 'any' ? anyone : [...new Set([call.lane, ...(reached.get(call.callId) ?? [])])]",
    replace: 'anyone',
    breaks: 'A call that says whom it reached is asked of him alone.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'if (findings.includes(undefined)) return undefined;',
    replace: '',
    breaks: 'As long as one cannot tell, the others’ not having it proves nothing.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: `const sent = findings.find((finding) => finding?.state === 'done');
  if (sent) return sent;`,
    replace: '',
    breaks: 'Who says that it was sent is believed before who says that it was not.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: "return findings.find((finding) => finding?.state === 'rejected') ?? findings[0];",
    replace: 'return findings[0];',
    breaks: 'A rejection is told before an absence.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: " && messageState !== 'rejected'",
    replace: '',
    breaks: 'A receipt that says rejected is no proof that it was sent.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: "messageState && messageState !== 'accepted' &&",
    replace: 'messageState &&',
    breaks: 'A message that was accepted alone is no proof that it was sent.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: `const evidence = 'cut short before the link';`,
    replace: `const evidence = 'cut short before the link';
    if (evidence) return undefined;`,
    breaks: 'A face verification that was cut short is given back.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: "case 'absent':",
    replace: "case 'absent': return undefined;",
    breaks: 'A message that a provider never had is released.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: `    case 'unknown':
      return undefined;`,
    replace: `    case 'unknown':
      return { state: 'unavailable', providerCode, providerRef: null, evidence };`,
    breaks: 'A message that a provider cannot tell of stays.',
    tests: evidenceTests,
  },
  {
    file: status,
    find: 'if (!provider?.queryStatus) return undefined;',
    replace: `if (!provider?.queryStatus) return ${absent};`,
    breaks: 'A provider that this program does not know cannot tell.',
    tests: evidenceTests,
  },
  {
    file: status,
    find: `'status query failed');
    return undefined;`,
    replace: `'status query failed');
    return ${absent};`,
    breaks: 'A status query that fails tells nothing.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'if (isOpen && !(await resolveCall(line, call))) return;',
    replace: 'if (!(await resolveCall(line, call))) return;',
    breaks: 'A call that has its outcome is asked about by nobody.',
    tests: evidenceTests,
  },
  {
    file: resolve,
    find: 'if (isOpen && !(await resolveCall(line, call))) return;',
    replace: 'if (isOpen) await resolveCall(line, call);',
    breaks: 'A call that nobody can tell of stays on the list.',
    tests: evidenceTests,
  },
  {
    file: status,
    find: 'mobile: e164, providerRef',
    replace: 'mobile: asSent.slice(1), providerRef',
    breaks: 'A call is asked about by its own number.',
    tests: evidenceTests,
  },
  {
    file: lane,
    find: "case p_mode when 'test' then 'sandbox' else 'any' end",
    replace: "'any'",
    breaks: 'A test call is asked of the sandbox alone.',
    tests: evidenceTests,
  },
  {
    file: lane,
    find: 'coalesce(p_provider, case',
    replace: 'coalesce(null, case',
    breaks: 'A call that says whom it reached is asked of him.',
    tests: queryTests,
  },
  {
    file: lane,
    find: "when p_product = 'face_verify' then 'none'",
    replace: "when false then 'none'",
    breaks: 'A face verification is asked of nobody.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: 'v_end timestamptz := v_now - p_deadline;',
    replace: 'v_end timestamptz := v_now;',
    breaks: 'A call that may be under way is not taken for abandoned.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: 'c.held_at >= v_from and c.held_at < v_to and',
    replace: 'c.held_at >= v_from and c.held_at <= v_to and',
    breaks: 'A call at its deadline is not past it.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: "v_late constant interval := interval '1 minute'",
    replace: "v_late constant interval := interval '1 second'",
    breaks: 'A call that was committed late is found.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: " < v_to and c.state = 'held'",
    replace: ' < v_to',
    breaks: 'A call that has ended is not taken for abandoned.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: 'from call_sweep for update skip locked',
    replace: 'from call_sweep',
    breaks: 'One process searches at a time.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: "select c.account_id, c.call_id, p_now + p_deadline, 'abandoned'",
    replace: "select c.account_id, c.call_id, p_now, 'abandoned'",
    breaks: 'A call that is dated ahead is asked about when it can no longer be under way.',
    tests: queryTests,
  },
  {
    file: sweep,
    find: "select c.account_id, c.call_id, v_now, 'abandoned'",
    replace: "select c.account_id, c.call_id, v_now + p_deadline, 'abandoned'",
    breaks: 'A call that was found is due at once.',
    tests: queryTests,
  },
  {
    file: queries,
    find: '2 ^ least(u.tries + 1, 9)',
    replace: '2 ^ least(u.tries + 2, 9)',
    breaks: 'The pause between two questions doubles.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'least(300, 2',
    replace: 'least(512, 2',
    breaks: 'The pause between two questions is five minutes at the most.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'u.next_try_at <= coalesce($1, now())',
    replace: 'u.next_try_at <= now()',
    breaks: 'A call that is not due is not taken.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'where l.lane <> all ($3)',
    replace: 'where l.lane = any ($3) is not null',
    breaks: 'Calls of a jammed lane are left where they are.',
    tests: queryTests,
  },
  {
    file: queries,
    find: `order by d.next_try_at
`,
    replace: `order by d.next_try_at desc
`,
    breaks: 'Calls are taken in the order in which they are due.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'where l.lane is not null',
    replace: 'where false',
    breaks: 'All lanes are looked at.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'where u.account_id = r.account_id and u.call_id = r.call_id`',
    replace: 'where u.call_id = r.call_id`',
    breaks: 'A call is struck off by its account too.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'join unresolved_calls u on u.account_id = r.account_id and u.call_id = r.call_id',
    replace: 'join unresolved_calls u on u.call_id = r.call_id',
    breaks: 'A receipt hurries its own call.',
    tests: queryTests,
  },
  {
    file: queries,
    find: 'join calls c on c.account_id = i.account_id and c.call_id = i.call_id`',
    replace: 'join calls c on c.call_id = i.call_id`',
    breaks: 'How a call stands is told of its own account.',
    tests: queryTests,
  },
  {
    file: 'src/line/calls/sql/sweep-abandoned.sql',
    find: "v_late constant interval := interval '1 minute'",
    replace: "v_late constant interval := interval '0'",
    breaks: 'A hold that was committed after the search had passed its time is still found.',
    tests: ['src/line/calls/queries.test.ts'],
  },
  {
    file: 'src/line/calls/region-of.ts',
    find: '  } catch {\n    return null;\n  }',
    replace: '  } catch (error) {\n    throw error;\n  }',
    breaks: 'A number that cannot be opened keeps no call from its end.',
    tests: ['src/line/calls/region-of.test.ts'],
  },
  {
    file: 'src/line/calls/resolve-calls.ts',
    find: '...(cost === undefined ? {} : { cost }),',
    replace: '',
    breaks:
      'What a provider says that a call cost us is kept, though its outcome was found out later.',
    tests: ['src/line/calls/resolve-calls.test.ts'],
  },
  {
    file: 'src/line/calls/attempt-providers.ts',
    find: "if (providerCode === 'sandbox' || order.product === 'face_verify')",
    replace: "if (order.product === 'face_verify')",
    breaks: 'The sandbox has no bad days, and no breaker.',
    tests: ['src/line/calls/attempt-providers.test.ts'],
  },
];
