import type { Mutant } from './mutant.ts';

const prefixHour = 'src/limits/sql/count-prefix-hour.sql';
const pumping = 'src/limits/pumping-queries.ts';
const limitQueries = 'src/limits/queries.ts';

const pumpingTests = ['src/limits/pumping-queries.test.ts'];

export const pumpingMutants: readonly Mutant[] = [
  {
    file: pumping,
    find: 'having count(*) >= $2',
    replace: 'having count(*) > $2',
    breaks: 'A prefix is closed from as many codes on as the setting says.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: '* 100 >= count(*) * $4',
    replace: '* 100 > count(*) * $4',
    breaks: 'A prefix is closed from the share of lost codes on that the setting says.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: `having count(*) >= $2
         and count(*) filter (where m.message_state <> 'delivered')`,
    replace: `having count(*) >= $2
         and count(*) filter (where m.message_state <> 'undelivered')`,
    breaks: 'What has arrived does not count as lost.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "m.held_at < t.now - interval '2 minutes'",
    replace: "m.held_at < t.now - interval '1 minute'",
    breaks: 'Codes have two minutes to arrive.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "uuid_floor(t.now - interval '1 hour')",
    replace: "uuid_floor(t.now - interval '2 hours')",
    breaks: 'Codes of an hour are looked at.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "where m.product = 'sms_code' and m.held_at",
    replace: 'where m.held_at',
    breaks: 'Only codes are looked at.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "and coalesce(l.per_number, u.mode = 'live')",
    replace: '',
    breaks: 'Test calls are not watched unless their numbers are limited.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: 'left join limits l on l.account_id = u.account_id and l.mode = u.mode',
    replace: 'left join limits l on l.account_id = u.account_id',
    breaks: 'Limits of one mode say nothing of the other.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: 'history.codes / 166.0',
    replace: 'history.codes / 160.0',
    breaks: 'The history of a prefix is compared by the hour.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "and h.hour <= t.now - interval '2 hours'",
    replace: 'and h.hour <= t.now',
    breaks: 'What is suspect now is not counted as history.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "h.hour >= t.now - interval '7 days'",
    replace: "h.hour >= t.now - interval '8 days'",
    breaks: 'A week is looked back on.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: 'and h.mode = s.mode and h.prefix = s.prefix',
    replace: 'and h.prefix = s.prefix',
    breaks: 'History is of one mode.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "excluded.closed_at - interval '1 hour'",
    replace: 'excluded.closed_at',
    breaks: 'A prefix that was opened by hand stays open for an hour.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: 'make_interval(mins => $5)',
    replace: 'make_interval(hours => $5)',
    breaks: 'A prefix is closed for as long as the setting says.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: 'from closed_prefixes where closed_until > now()',
    replace: 'from closed_prefixes',
    breaks: 'Closed prefixes are counted while they are closed.',
    tests: pumpingTests,
  },
  {
    file: pumping,
    find: "interval '8 days'",
    replace: "interval '6 days'",
    breaks: 'The hours of the week before are kept.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: "interval '2 minutes'",
    replace: "interval '1 minute'",
    breaks: 'An hour is counted two minutes after it is over.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: 'c.held_at < v_from + v_hour',
    replace: 'c.held_at <= v_from + v_hour',
    breaks: 'An hour ends before the first instant of the next.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: "and c.product = 'sms_code' and",
    replace: 'and',
    breaks: 'Notices are not counted as codes.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: `    and coalesce(l.per_number, c.mode = 'live')
`,
    replace: '',
    breaks: 'Accounts that are not watched are not counted.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: 'set codes = excluded.codes',
    replace: 'set codes = prefix_hours.codes + excluded.codes',
    breaks: 'An hour that is counted again has the count that it has.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: "then v_end - interval '1 day'",
    replace: "then v_end - interval '2 hours'",
    breaks: 'Hours are counted anew for a day when the count stands in the future.',
    tests: pumpingTests,
  },
  {
    file: prefixHour,
    find: 'return v_from + v_hour < v_end',
    replace: 'return v_from < v_end',
    breaks: 'It is told whether there is another hour to count.',
    tests: pumpingTests,
  },
  {
    file: limitQueries,
    find: 'where account_id = $1 and mode = $2 and prefix = $3 and closed_until',
    replace: 'where account_id = $1 and prefix = $3 and closed_until',
    breaks: 'A prefix is opened in one mode.',
    tests: pumpingTests,
  },
  {
    file: limitQueries,
    find: 'and prefix = $3 and closed_until > now()',
    replace: 'and prefix = $3',
    breaks: 'A prefix that is not closed cannot be opened.',
    tests: pumpingTests,
  },
  {
    file: limitQueries,
    find: 'coalesce($1, account_id) and closed_until > now()',
    replace: 'coalesce($1, account_id)',
    breaks: 'Prefixes that are open again are not listed.',
    tests: pumpingTests,
  },
  {
    file: 'src/limits/pumping-queries.ts',
    find: "where c.closed_until < excluded.closed_at - interval '1 hour'",
    replace: 'where c.closed_until < excluded.closed_at',
    breaks: 'A prefix that an operator has opened by hand stays open for an hour.',
    tests: ['src/limits/pumping-queries.test.ts'],
  },
  {
    file: 'src/limits/pumping-queries.ts',
    find: "where u.day >= (t.now - interval '2 days')::date and",
    replace: 'where u.day >= t.now::date and',
    breaks: 'An account in a zone behind ours is watched past our midnight.',
    tests: ['src/limits/pumping-queries.test.ts'],
  },
];
