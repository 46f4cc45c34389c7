import type { Mutant } from './mutant.ts';

const closeDays = 'src/money/ledger/sql/close-days.sql';
const closings = 'src/money/ledger/closing-queries.ts';
const auditQueries = 'src/money/ledger/audit-queries.ts';
const readUsage = 'src/line/calls/read-usage.ts';

const closingTests = ['src/money/ledger/close-days.test.ts'];
const auditTests = ['src/money/ledger/audit.test.ts'];
const statementQueries = 'src/money/ledger/statement-queries.ts';

const statementTests = ['test/properties/statements.test.ts'];
const usageTests = ['src/line/calls/read-usage.test.ts'];

export const booksMutants: readonly Mutant[] = [
  {
    file: closeDays,
    find: ', ledger_oldest_writer(v_now))',
    replace: ')',
    breaks: 'What is not committed yet is not closed, however long that takes.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: "interval '20 seconds'",
    replace: "interval '0 seconds'",
    breaks: 'What is younger than 20 seconds is not closed yet.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: 'where made_at >= p_from and made_at < p_until',
    replace: 'where made_at >= p_from and made_at <= p_until',
    breaks: 'A day ends before its midnight, and a part before its instant.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: `  delete from closing_products where day >= v_first;
  delete from closings where day >= v_first;`,
    replace: `  delete from closing_products p
  using closings c
  where c.closed_until > p_now and p.account_id = c.account_id and p.mode = c.mode and p.day = c.day;
  delete from closings where closed_until > p_now;`,
    breaks: 'A day of which one wallet was closed too early is opened for every wallet.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: 'return case when v_until = v_midnight then v_day end;',
    replace: 'return v_day;',
    breaks: 'A part of a day is no day, and nobody waits for the next one.',
    tests: closingTests,
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: 'group by day, product',
    replace: 'group by day, product, calls, charged',
    breaks: 'The parts of a day are one movement.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: closeDays,
    find: 'm.available + coalesce(l.available, 0)',
    replace: 'm.available',
    breaks: 'What stood is carried on.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: 'charged = c.charged + excluded.charged',
    replace: 'charged = excluded.charged',
    breaks: 'Two parts of a day are both in its closing.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: `where c.account_id = p_account and c.mode = p_mode
  order`,
    replace: `where c.account_id = p_account
  order`,
    breaks: 'Wallets of both modes are closed by themselves.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: 'order by c.day desc',
    replace: 'order by c.day',
    breaks: 'The last closing is the newest.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: `  delete from closings where day >= v_first;
`,
    replace: '',
    breaks: 'Days that a clock closed too early are taken back.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: '(w.available, w.held) is distinct from (s.available, s.held)',
    replace: 'w.available is distinct from s.available',
    breaks: 'A wallet is proved by what it holds too.',
    tests: closingTests,
  },
  {
    file: closeDays,
    find: 'where m.account_id = p_account and m.mode = p_mode and m.made_at < v_until',
    replace: 'where m.account_id = p_account and m.made_at < v_until',
    breaks: 'A wallet is closed anew with its own transfers.',
    tests: closingTests,
  },
  {
    file: closings,
    find: 'day between $3 and $4',
    replace: 'day > $3 and day <= $4',
    breaks: 'Closings of a span have both of its ends.',
    tests: closingTests,
  },
  {
    file: auditQueries,
    find: `where (w.available, w.held) is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))
  order by 1, 2
  limit \${mostFaults}\`;

/** What each wallet's`,
    replace: `where false
  order by 1, 2
  limit \${mostFaults}\`;

/** What each wallet's`,
    breaks: 'Every wallet is added up from its transfers.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: 'where (d.mode, d.amount, d.to_account) is distinct from (m.mode, m.amount, m.to_account)',
    replace: 'where (d.mode, d.amount) is distinct from (m.mode, m.amount)',
    breaks: 'A call has the transfers of its state.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: "or (r.mode, r.amount, 'done') is distinct from (c.mode, c.amount, c.state)",
    replace: '',
    breaks: 'A refund is of a call that was done.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: 'where (m.mode, m.kind, m.amount) is distinct from (b.mode, b.kind, b.amount)',
    replace: 'where m.amount is distinct from b.amount and b.amount is null',
    breaks: 'An entry has its transfer.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: `where coalesce(u.calls, 0) <> coalesce(c.calls, 0)
    or`,
    replace: 'where',
    breaks: 'Days say what their calls say.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: 'where coalesce(s.spent, 0) <> coalesce(c.spent, 0)',
    replace: 'where false',
    breaks: 'Days say what was spent.',
    tests: auditTests,
  },
  {
    file: auditQueries,
    find: "values ('test'), ('live')",
    replace: "values ('test')",
    breaks: 'An account has both of its wallets.',
    tests: auditTests,
  },
  {
    file: readUsage,
    find: 'days.filter(({ product }) => caller.scopes.includes(product))',
    replace: 'days',
    breaks: 'A key sees the products in its scope.',
    tests: usageTests,
  },
  {
    file: readUsage,
    find: 'caller.accountId, caller.mode, from, to',
    replace: "caller.accountId, 'live', from, to",
    breaks: 'Usage is of the caller’s mode.',
    tests: usageTests,
  },
  {
    file: readUsage,
    find: 'refused += row.refused;',
    replace: 'refused += row.calls;',
    breaks: 'Sums are of what is shown.',
    tests: usageTests,
  },
  {
    file: 'src/money/ledger/sql/afford.sql',
    find: '        v_account_left := v_account_left - v_item.amount;\n',
    replace: '',
    breaks: 'The spend cap of an account holds within one batch.',
    tests: ['src/money/ledger/afford.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/move-by-hand.sql',
    find: 'u.mode = v_call.mode and u.day = v_call.day\n',
    replace: 'u.mode = v_call.mode\n',
    breaks: 'A refund takes its charge out of the usage of the day of its call, and of no other.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/close-days.sql',
    find: "least(v_midnight, v_now - interval '20 seconds', ledger_oldest_writer(v_now))",
    replace: 'v_midnight',
    breaks: 'A day that still lasts is closed as far as it is over.',
    tests: ['src/money/ledger/close-days.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/move-by-hand.sql',
    find: 'and u.day = v_call.day',
    replace: 'and u.day = v_now::date',
    breaks: 'A refund lowers the day of its call, and not the day on which it is made.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/settle.sql',
    find: '    refused = d.refused + excluded.refused;',
    replace: '    refused = excluded.refused;',
    breaks: 'A day counts all that was refused, whenever it was.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/move-by-hand.sql',
    find: 'if (v_first.kind, v_first.amount) <> (p_kind, p_amount) then',
    replace: 'if v_first.amount <> p_amount then',
    breaks: 'A reference of a top-up is none of an adjustment of the same amount.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: closeDays,
    find: 'set calls = p.calls + excluded.calls, charged = p.charged + excluded.charged',
    replace: 'set calls = excluded.calls, charged = excluded.charged',
    breaks: 'Two parts of a day are both in what its products took.',
    tests: statementTests,
  },
  {
    file: closeDays,
    find: '  delete from closing_products p where p.account_id = p_account and p.mode = p_mode;\n',
    replace: '',
    breaks: 'A wallet that is closed anew keeps nothing of its products of before.',
    tests: statementTests,
  },
  {
    file: statementQueries,
    find: 'made_at >= greatest($3, $6::timestamptz)',
    replace: 'made_at >= $3',
    breaks: 'What is closed is not added up from the transfers again.',
    tests: statementTests,
  },
  {
    file: 'src/money/ledger/read-statement.ts',
    find: '    sum(byDay, ({ charged }) => charged) === total.charged &&\n',
    replace: '',
    breaks: 'A statement whose products differ from its closings is not called equal.',
    tests: statementTests,
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: 'kind ? null : (before?.balance ?? rows[0]?.standing ?? null)',
    replace: 'before?.balance ?? rows[0]?.standing ?? null',
    breaks: 'A list of one kind has no balances.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: 'src/money/statements/draw-statement.ts',
    find: 'isFinal && isEqual ? say.isFinal : say.notFinal',
    replace: 'isFinal ? say.isFinal : say.notFinal',
    breaks: 'A paper that does not add up does not say that it does.',
    tests: ['src/money/statements/statement-paper.test.ts'],
  },
  {
    file: 'src/money/statements/paper-table.ts',
    find: "      paper.newPage();\n      drawRow(paper, table, head, 'soft');",
    replace: '      paper.newPage();',
    breaks: 'The head of a table is on every page.',
    tests: ['src/money/statements/statement-paper.test.ts'],
  },
  {
    file: 'src/money/statements/statement-paper.ts',
    find: 'wish.language ?? account.language ??',
    replace: 'wish.language ??',
    breaks: 'A statement is in the language of its account.',
    tests: ['src/surfaces/cli/money-commands.test.ts'],
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: 'where (a.at, a.id) < (mark.at, mark.id)',
    replace: 'where a.at < mark.at',
    breaks: 'A page of movements goes on where the last ended, within one instant too.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: 'src/money/statements/statement-tables.ts',
    find: 'paperMoney(toppedUp + adjusted + refunded)',
    replace: 'paperMoney(toppedUp + refunded)',
    breaks: 'The total of what was moved by hand is the sum of its rows.',
    tests: ['src/money/statements/statement-paper.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: 'available, held from closings where closed_until <= now()',
    replace: 'available, held from closings',
    breaks: 'What was closed while a clock was ahead is no fault of the books.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/close-days.sql',
    find: 'delete from closing_products where day >= v_first;',
    replace: '',
    breaks: 'What was closed too early is taken back, by product too.',
    tests: ['src/money/ledger/close-days.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/close-days.sql',
    find: 'least((d.day + 1)::timestamp at time zone p_time_zone, v_until)',
    replace: '(d.day + 1)::timestamp at time zone p_time_zone',
    breaks: 'A wallet that is closed anew is closed no further than the ledger.',
    tests: ['src/money/ledger/close-days.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: '    or coalesce(u.refused, 0) < coalesce(c.refused, 0)\n',
    replace: '',
    breaks: 'The audit names a day that hides a refusal.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: 'where (m.mode, m.kind, m.amount) is distinct from (b.mode, b.kind, b.amount)',
    replace: 'where (m.mode, m.amount) is distinct from (b.mode, b.amount)',
    breaks: 'The audit names an entry of another kind than its transfer.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: 'where (m.mode, m.kind, m.amount) is distinct from (b.mode, b.kind, b.amount)',
    replace: 'where (m.kind, m.amount) is distinct from (b.kind, b.amount)',
    breaks: 'The audit names an entry for the wrong wallet.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: 'where (r.mode, r.amount) is distinct from (b.mode, b.amount)\n    or',
    replace: 'where',
    breaks: 'The audit names a refund that was booked at another amount.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: '(coalesce(c.available, 0), coalesce(c.held, 0))\n    is distinct from (coalesce(m.available, 0), coalesce(m.held, 0))',
    replace: 'coalesce(c.available, 0)\n    is distinct from coalesce(m.available, 0)',
    breaks: 'The audit proves what was held at a closing, too.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: '  from closed c\n  full join moved m',
    replace: '  from closed c\n  left join moved m',
    breaks: 'The audit misses a closing that is not there.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/audit-queries.ts',
    find: 'order by account_id, mode, day desc',
    replace: 'order by account_id, mode, day',
    breaks: 'The audit looks at the last closing of a wallet.',
    tests: ['src/money/ledger/audit.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/close-days.sql',
    find: 'delete from closings c where c.account_id = p_account and c.mode = p_mode;',
    replace: 'delete from closings c where c.account_id = p_account;',
    breaks: 'To close a wallet anew leaves the closings of the other one.',
    tests: ['src/money/ledger/close-days.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/close-days.sql',
    find: 'delete from closing_products p where p.account_id = p_account and p.mode = p_mode;',
    replace: 'delete from closing_products p where p.account_id = p_account;',
    breaks: 'To close a wallet anew leaves what products took of the other one.',
    tests: ['src/money/ledger/close-days.test.ts'],
  },
];
