import type { Mutant } from './mutant.ts';

const checkLimits = 'src/line/limits/sql/check-limits.sql';
const numberWindows = 'src/line/limits/number-window-queries.ts';
const limits = 'src/line/limits/limits.ts';
const limitQueries = 'src/line/limits/queries.ts';
const refusal = 'src/foundation/contract/errors/refusal.ts';
const verdicts = 'src/line/calls/hold-verdict.ts';

const windowTests = ['src/line/limits/number-windows.test.ts'];
const limitTests = ['src/line/limits/limits.test.ts'];
const settingTests = ['src/line/limits/queries.test.ts'];
const verdictTests = ['src/line/calls/hold-verdict.test.ts'];

export const limitsMutants: readonly Mutant[] = [
  {
    file: checkLimits,
    find: ' and c.mode = i.mode and c.prefix = i.prefix',
    replace: ' and c.prefix = i.prefix',
    breaks: 'A closed prefix of one mode closes nothing in the other.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'on v_has_closed and c.account_id = i.account_id and',
    replace: 'on v_has_closed and',
    breaks: 'A closed prefix of one account closes nothing for another.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'and c.closed_until > p_now and i.per_day is not null',
    replace: 'and c.closed_until >= p_now and i.per_day is not null',
    breaks: 'A prefix is open again once its time has come.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'and c.closed_until > p_now and i.per_day is not null',
    replace: 'and c.closed_until > p_now',
    breaks: 'A call that is not limited is refused by no closed prefix.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: `    on w.account_id = i.account_id and w.mode = i.mode and w.product = i.product
    and w.number_hash = i.number_hash
  left join closed`,
    replace: `    on w.account_id = i.account_id and w.product = i.product
    and w.number_hash = i.number_hash
  left join closed`,
    breaks: 'A number is counted for each mode by itself.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: `> p_now - interval '30 seconds'
          then`,
    replace: `> p_now - interval '31 seconds'
          then`,
    breaks: 'A code is the same one for half a minute.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: `when i.key_hash is null
          and`,
    replace: 'when',
    breaks: 'A code under a key of its own is not taken for the same one.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'when w.sent_at[i.per_minute] > p_now',
    replace: 'when w.sent_at[i.per_minute] >= p_now',
    breaks: 'A minute is over at its last instant.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'when w.sent_at[i.per_hour] > p_now',
    replace: 'when w.sent_at[i.per_hour] >= p_now',
    breaks: 'An hour is over at its last instant.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: "p_now - interval '24 hours' then 'number_per_day'",
    replace: "p_now - interval '23 hours' then 'number_per_day'",
    breaks: 'A rolling day has 24 hours.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'when w.sent_at[i.per_minute] >',
    replace: 'when w.sent_at[i.per_minute - 1] >',
    breaks: 'The limit of a minute allows as many as it says.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'when w.sent_at[i.per_day] > p_now',
    replace: 'when w.sent_at[i.per_day + 1] > p_now',
    breaks: 'The limit of a day allows as many as it says.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: "when 'number_per_hour' then w.sent_at[i.per_hour]",
    replace: "when 'number_per_hour' then w.sent_at[1]",
    breaks: 'A refusal by the hour says when the oldest of its messages leaves the hour.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: `where i.verdict is null and i.per_day is not null and i.is_known
      and w.account_id`,
    replace: `where i.per_day is not null and i.is_known
      and w.account_id`,
    breaks: 'A refused message is not counted.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'where i.verdict is null and i.per_day is not null and not i.is_known',
    replace: 'where i.verdict is null and not i.is_known',
    breaks: 'A number that is not limited is not counted.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'w.sent_at[1:999]',
    replace: 'w.sent_at[1:998]',
    breaks: 'A window keeps the thousand entries that the largest limit looks back on.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'then w.code_hashes[1:999]',
    replace: 'then w.code_hashes[2:999]',
    breaks: 'Codes of the last half minute are remembered behind others.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'array_position(w.sent_at, v_call.held_at)',
    replace: 'case when v_call.held_at = any (w.sent_at) then 1 end',
    breaks: 'A release gives back its own place and not the newest.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: 'w.code_hashes[:v_place - 1] || w.code_hashes[v_place + 1:]',
    replace: 'w.code_hashes[2:]',
    breaks: 'A release gives back its own code.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: "where e.state in ('rejected', 'unavailable') and e.number_hash",
    replace: "where e.state in ('rejected') and e.number_hash",
    breaks: 'A call that a provider could not take gives its place back.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: "where e.state in ('rejected', 'unavailable') and e.number_hash is not null",
    replace: 'where e.number_hash is not null',
    breaks: 'A call that was done keeps its place.',
    tests: windowTests,
  },
  {
    file: checkLimits,
    find: `    from number_windows w
    where w.account_id = v_call.account_id and w.mode = v_call.mode
`,
    replace: `    from number_windows w
    where w.account_id = v_call.account_id
`,
    breaks: 'A release touches no window of the other mode.',
    tests: windowTests,
  },
  {
    file: numberWindows,
    find: "interval '25 hours'",
    replace: "interval '1 hour'",
    breaks: 'A window is kept for as long as a day looks back.',
    tests: windowTests,
  },
  {
    file: numberWindows,
    find: 'sent_at[1]',
    replace: 'sent_at[cardinality(sent_at)]',
    breaks: 'A window is judged by its newest entry.',
    tests: windowTests,
  },
  {
    file: numberWindows,
    find: "coalesce(sent_at[1], '-infinity')",
    replace: 'sent_at[1]',
    breaks: 'A window without entries is forgotten.',
    tests: windowTests,
  },
  {
    file: numberWindows,
    find: 'for update skip locked',
    replace: '',
    breaks: 'The prune waits for no hold.',
    tests: windowTests,
  },
  {
    file: limits,
    find: "settings?.perNumber ?? mode === 'live'",
    replace: "settings?.perNumber ?? mode === 'test'",
    breaks: 'Live calls are limited unless told otherwise.',
    tests: limitTests,
  },
  {
    file: limits,
    find: '(region !== undefined && allowed.includes(region))',
    replace: '(region === undefined || allowed.includes(region))',
    breaks: 'A region that nobody can tell is not allowed.',
    tests: limitTests,
  },
  {
    file: limits,
    find: "settings?.regions ?? (isBound ? [platformRegion] : ['*'])",
    replace: "isBound ? (settings?.regions ?? [platformRegion]) : ['*']",
    breaks: 'A list of regions binds test messages too.',
    tests: limitTests,
  },
  {
    file: limits,
    find: 'settings?.codePerHour ?? defaultLimits.codePerHour',
    replace: 'defaultLimits.codePerHour',
    breaks: 'Codes have the limits that an operator has set.',
    tests: limitTests,
  },
  {
    file: limits,
    find: 'settings?.noticePerDay ?? defaultLimits.noticePerDay',
    replace: 'defaultLimits.noticePerDay',
    breaks: 'Notices have the limit that an operator has set.',
    tests: limitTests,
  },
  {
    file: limits,
    find: 'settings?.codePerDay ?? ',
    replace: 'settings?.codePerHour ?? ',
    breaks: 'Codes of a day have the limit that an operator has set.',
    tests: limitTests,
  },
  {
    file: limitQueries,
    find: '(value < 1 ||',
    replace: '(value < 0 ||',
    breaks: 'A limit is 1 at the least.',
    tests: settingTests,
  },
  {
    file: limitQueries,
    find: 'value > longestWindow)',
    replace: 'value > longestWindow + 1)',
    breaks: 'A limit is a thousand at the most.',
    tests: settingTests,
  },
  {
    file: limitQueries,
    find: 'changes[name] !== undefined',
    replace: 'changes[name] != null',
    breaks: 'A limit can go back to its default.',
    tests: settingTests,
  },
  {
    file: limitQueries,
    find: 'from limits where account_id = $1 and mode = $2`',
    replace: 'from limits where account_id = $1 and mode <> $2`',
    breaks: 'Limits are of one mode.',
    tests: settingTests,
  },
  {
    file: limitQueries,
    find: 'const names = settingNames.filter((name) => changes[name] !== undefined);',
    replace: 'const names = Object.keys(changes).length === 0 ? [] : settingNames;',
    breaks: 'What is not named stays as it is.',
    tests: settingTests,
  },
  {
    file: limitQueries,
    find: "codePerHour: 'code_per_hour'",
    replace: "codePerHour: 'code_per_day'",
    breaks: 'Each setting has its own column.',
    tests: settingTests,
  },
  {
    file: verdicts,
    find: 'quota: limits?.perHour ?? 0',
    replace: 'quota: limits?.perDay ?? 0',
    breaks: 'A refusal names the limit of the hour by its quota.',
    tests: verdictTests,
  },
  {
    file: verdicts,
    find: 'windowSeconds: 3_600',
    replace: 'windowSeconds: 60',
    breaks: 'A refusal names the length of its window.',
    tests: verdictTests,
  },
  {
    file: verdicts,
    find: "account_spend_cap: 'account_spend_cap'",
    replace: "account_spend_cap: 'key_spend_cap'",
    breaks: 'Each cause has the error of its own.',
    tests: verdictTests,
  },
  {
    file: refusal,
    find: 'Math.ceil(retryAfterMs / 1000)',
    replace: 'Math.floor(retryAfterMs / 1000)',
    breaks: 'A refusal says full seconds, never too few.',
    tests: verdictTests,
  },
  {
    file: refusal,
    find: 'if (retryAfterMs === null) return',
    replace: 'if (!retryAfterMs) return',
    breaks: 'A refusal that does not pass with time names none.',
    tests: verdictTests,
  },
  {
    file: 'src/line/limits/sql/check-limits.sql',
    find: "when 'number_per_hour' then w.sent_at[i.per_hour] + interval '1 hour'",
    replace: "when 'number_per_hour' then w.sent_at[1] + interval '1 hour'",
    breaks: 'A refusal says when the next message to the number may go.',
    tests: ['src/line/limits/number-windows.test.ts'],
  },
  {
    file: 'src/line/limits/sql/check-limits.sql',
    find: '    set sent_at = w.sent_at[:v_place - 1] || w.sent_at[v_place + 1:],\n      code_hashes = w.code_hashes[:v_place - 1] || w.code_hashes[v_place + 1:]',
    replace: '    set sent_at = w.sent_at[:v_place - 1] || w.sent_at[v_place + 1:]',
    breaks: 'A code whose message was not sent may be sent again at once.',
    tests: ['src/line/limits/number-windows.test.ts'],
  },
  {
    file: 'src/line/limits/limits.ts',
    find: "mode === 'live' || areNumbersLimited(settings, mode)",
    replace: 'areNumbersLimited(settings, mode)',
    breaks: 'Who lifts the limits per number opens no region to live messages.',
    tests: ['src/line/limits/limits.test.ts'],
  },
  {
    file: 'src/line/limits/sql/check-limits.sql',
    find: "else w.sent_at[i.per_day] + interval '24 hours'",
    replace: "else w.sent_at[1] + interval '24 hours'",
    breaks: 'What is said to wait for a day is no longer than it takes.',
    tests: ['src/line/limits/number-windows.test.ts'],
  },
  {
    file: 'src/line/limits/sql/check-limits.sql',
    find: '    and c.closed_until > p_now and i.per_day is not null',
    replace: '    and i.per_day is not null',
    breaks: 'A prefix is open again at its time, whatever others are closed.',
    tests: ['src/line/limits/number-windows.test.ts'],
  },
  {
    file: 'src/line/limits/miss-limiter.ts',
    find: '      buckets.delete(network);\n',
    replace: '',
    breaks: 'An address that goes on guessing is not forgotten for those that stopped.',
    tests: ['src/line/limits/miss-limiter.test.ts'],
  },
  {
    file: 'src/line/limits/rate-limiter.ts',
    find: '        if (buckets.size >= mostBuckets) buckets.clear();\n',
    replace: '',
    breaks: 'The rate limiter does not remember keys without end.',
    tests: ['src/line/limits/rate-limiter.test.ts'],
  },
];
