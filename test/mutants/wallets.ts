import type { Mutant } from './mutant.ts';

const hold = 'src/money/ledger/sql/hold.sql';
const settle = 'src/money/ledger/sql/settle.sql';
const afford = 'src/money/ledger/sql/afford.sql';
const locks = 'src/money/ledger/sql/lock-wallets.sql';
const writeLineFile = 'src/line/calls/write-line.ts';
const settleCalls = 'src/line/calls/settle-calls.ts';
const settleSql = 'src/line/calls/sql/settle-calls.sql';
const holdSql = 'src/line/calls/sql/hold-calls.sql';
const stale = 'src/line/calls/sql/find-stale.sql';

const affordTests = ['src/money/ledger/afford.test.ts'];
const lockTests = ['src/line/calls/write-line.test.ts'];
const holdTests = ['src/line/calls/hold-calls.test.ts'];

export const walletsMutants: readonly Mutant[] = [
  {
    file: hold,
    find: 'on conflict (account_id, mode, day, key_id) do update set spent = s.spent + excluded.spent',
    replace: 'on conflict (account_id, mode, day, key_id) do nothing',
    breaks: 'What is held is spent on its key.',
    tests: affordTests,
  },
  {
    file: hold,
    find: `where i.verdict is null and i.amount > 0
  ), transferred`,
    replace: `where i.amount > 0
  ), transferred`,
    breaks: 'What is refused is not held.',
    tests: affordTests,
  },
  {
    file: settle,
    find: 'available = w.available + u.released',
    replace: 'available = w.available',
    breaks: 'What was released comes back.',
    tests: affordTests,
  },
  {
    file: settle,
    find: 'set held = w.held - u.charged - u.released',
    replace: 'set held = w.held - u.released',
    breaks: 'What was done leaves what is held.',
    tests: affordTests,
  },
  {
    file: settle,
    find: 'count(*) filter (where is_done) as calls',
    replace: 'count(*) as calls',
    breaks: 'A call that was not done is not counted as one.',
    tests: affordTests,
  },
  {
    file: settle,
    find: 'count(*) filter (where not is_done) as refused',
    replace: '0 as refused',
    breaks: 'A call that was not done is counted as refused.',
    tests: affordTests,
  },
  {
    file: settle,
    find: 'set calls = d.calls + excluded.calls',
    replace: 'set calls = excluded.calls',
    breaks: 'A day is added up.',
    tests: affordTests,
  },
  {
    file: settle,
    find: "where i.state <> 'unknown'",
    replace: 'where true',
    breaks: 'What nobody knows stays held.',
    tests: affordTests,
  },
  {
    file: settle,
    find: "where e.state in ('rejected', 'unavailable') and e.amount > 0",
    replace: "where e.state in ('rejected') and e.amount > 0",
    breaks: 'What was released was not spent.',
    tests: affordTests,
  },
  {
    file: settle,
    find: ' and s.key_id = r.key_id',
    replace: '',
    breaks: 'What was released is given back to its own key.',
    tests: affordTests,
  },
  {
    file: afford,
    find: `        v_key_left := v_key_left || jsonb_build_object(
          v_item.key_id, (v_key_left ->> v_item.key_id)::numeric - v_item.amount
        );
`,
    replace: '',
    breaks: 'A key spends no more than its cap within one batch.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'v_account_left := v_account_left - v_item.amount;',
    replace: '',
    breaks: 'An account spends no more than its cap within one batch.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'v_spendable := v_spendable - v_item.amount;',
    replace: '',
    breaks: 'A wallet pays no more than it has within one batch.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'if v_item.amount > (v_key_left',
    replace: 'if v_item.amount >= (v_key_left',
    breaks: 'A cap is met exactly.',
    tests: affordTests,
  },
  {
    file: afford,
    find: `and d.account_id = a.account_id and d.mode = a.mode and d.day = p_day
    ) t`,
    replace: `and d.account_id = a.account_id and d.mode = a.mode and d.day = p_day and d.key_id = a.key_id
    ) t`,
    breaks: 'The cap of an account counts all of its keys.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'and d.account_id = a.account_id and d.mode = a.mode and',
    replace: 'and d.account_id = a.account_id and',
    breaks: 'The cap of an account counts its mode alone.',
    tests: affordTests,
  },
  {
    file: afford,
    find: `      or bool_or(coalesce(s.spent, 0) + a.amount > a.key_cap)
`,
    replace: '',
    breaks: 'The cap of a key is seen although the wallet could pay.',
    tests: affordTests,
  },
  {
    file: afford,
    find: `      or sum(a.amount) > min(a.account_cap) - min(coalesce(t.spent, 0))
`,
    replace: '',
    breaks: 'The cap of an account is seen although the wallet could pay.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'a.key_cap - coalesce(s.spent, 0)) as key_left',
    replace: 'a.key_cap) as key_left',
    breaks: 'What was spent before counts for a key.',
    tests: affordTests,
  },
  {
    file: afford,
    find: 'p_available::numeric + p_credit_limit',
    replace: 'p_available::numeric',
    breaks: 'Credit counts as money.',
    tests: affordTests,
  },
  {
    file: holdSql,
    find: 'v_is_clear := p_key_cap is null and p_account_cap is null',
    replace: 'v_is_clear := p_account_cap is null',
    breaks: 'A batch with a cap is looked at call by call.',
    tests: affordTests,
  },
  {
    file: holdSql,
    find: 'v_is_clear := p_key_cap is null and p_account_cap is null',
    replace: 'v_is_clear := p_key_cap is null',
    breaks: 'A batch with a cap of the account is looked at call by call.',
    tests: affordTests,
  },
  {
    file: holdSql,
    find: 'where a.asked > ledger_spendable',
    replace: 'where a.asked > 2 * ledger_spendable',
    breaks: 'A batch that a wallet cannot pay is looked at call by call.',
    tests: holdTests,
  },
  {
    file: stale,
    find: 'where a.version <> w.account_version or p.version <> w.platform_version;',
    replace: 'where p.version <> w.platform_version;',
    breaks: 'A call is decided on the terms of its account.',
    tests: holdTests,
  },
  {
    file: stale,
    find: "case when i.account_id = any (v_stale) then 'stale' end",
    replace: "'stale'",
    breaks: 'Terms of one account say nothing of another.',
    tests: holdTests,
  },
  {
    file: locks,
    find: '  for update of w;',
    replace: '  ;',
    breaks: 'Wallets are locked.',
    tests: lockTests,
  },
  {
    file: locks,
    find: `  order by w.account_id, w.mode
`,
    replace: `  order by w.account_id desc, w.mode desc
`,
    breaks: 'Wallets are locked in one order.',
    tests: lockTests,
  },
  {
    file: locks,
    find: 'join wallets w on w.account_id = d.account_id and w.mode = d.mode',
    replace: 'join wallets w on w.account_id = d.account_id',
    breaks: 'A wallet is locked without the other of its account.',
    tests: lockTests,
  },
  {
    file: writeLineFile,
    find: 'walletsOf(settles, callers)',
    replace: 'walletsOf(settles)',
    breaks: 'A mixed batch locks the wallets of its holds too.',
    tests: lockTests,
  },
  {
    file: writeLineFile,
    find: 'walletsOf(settles, callers)',
    replace: 'walletsOf(callers)',
    breaks: 'A mixed batch locks the wallets of its settles too.',
    tests: lockTests,
  },
  {
    file: settleCalls,
    find: "owner.mode === 'test' ? owner.accountId : -owner.accountId",
    replace: 'owner.accountId',
    breaks: 'The two wallets of an account are locked each by itself.',
    tests: lockTests,
  },
  {
    file: settleSql,
    find: `  perform ledger_lock_wallets(p_wallet_account, p_wallet_mode);
`,
    replace: '',
    breaks: 'A settle locks wallets before it does anything.',
    tests: lockTests,
  },
  {
    file: holdSql,
    find: 'if not p_is_locked then',
    replace: 'if false then',
    breaks: 'A hold by itself locks its wallets.',
    tests: lockTests,
  },
  {
    file: settleSql,
    find: "(c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))",
    replace: '(c.state <> i.state::call_state)',
    breaks: 'A call ends once.',
    tests: holdTests,
  },
  {
    file: settleSql,
    find: "(c.state = 'held' or (c.state = 'unknown' and i.state <> 'unknown'))",
    replace: "(c.state = 'held')",
    breaks: 'What nobody knew can be settled once somebody does.',
    tests: holdTests,
  },
  {
    file: settleSql,
    find: `    perform ledger_give_back(v_ended);
`,
    replace: '',
    breaks: 'A release gives back what counts towards a cap.',
    tests: affordTests,
  },
  {
    file: 'src/money/ledger/sql/move-by-hand.sql',
    find: 'if v_wallet.available::numeric + v_wallet.held + p_amount >',
    replace: 'if v_wallet.available::numeric + p_amount >',
    breaks: 'A top-up leaves room for what is held and may come back.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/afford.sql',
    find: 'elsif v_item.amount > v_account_left then',
    replace: 'elsif v_item.amount >= v_account_left then',
    breaks: 'A cap of an account is met exactly within a batch.',
    tests: ['test/contract/money.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/settle.sql',
    find: ' and s.day = r.day and s.key_id = r.key_id;',
    replace: ' and s.key_id = r.key_id;',
    breaks: 'A release gives back to the day of its hold, and to no other.',
    tests: ['src/money/ledger/afford.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/afford.sql',
    find: 'and s.mode = a.mode and s.day = p_day and s.key_id = a.key_id',
    replace: 'and s.mode = a.mode and s.key_id = a.key_id',
    breaks: 'A cap counts what its key spent on that day alone.',
    tests: ['src/money/ledger/afford.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/hold.sql',
    find: 'do update set refused = u.refused + excluded.refused;',
    replace: 'do update set refused = excluded.refused;',
    breaks: 'Every call that was refused on a day is counted.',
    tests: ['src/line/calls/hold-calls.test.ts'],
  },
  {
    file: 'src/money/ledger/wallet-queries.ts',
    find: 'and (not $4 or w.available < w.low_balance)',
    replace: 'and (not $4 or w.available <= w.low_balance)',
    breaks: 'A wallet is low below its threshold.',
    tests: ['src/money/ledger/wallet-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/wallet-queries.ts',
    find: 'where account_id = $1 and mode = $2 and day = $3`',
    replace: 'where account_id = $1 and mode = $2 and day <= $3`',
    breaks: 'What a day has spent is that of the day.',
    tests: ['src/money/ledger/wallet-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/wallet-queries.ts',
    find: 'where w.mode = $1 and w.account_id > $2 and',
    replace: 'where w.mode = $1 and w.account_id >= $2 and',
    breaks: 'A page of wallets begins behind the last one.',
    tests: ['src/money/ledger/wallet-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: "where $6::text is null or $6 = 'calls'",
    replace: 'where $6::text is null or true',
    breaks: 'A list of one kind of movement has no calls in it.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: "ledger_charged_products($1, $2, c.closed_until, 'infinity', $3)",
    replace: "ledger_charged_products($1, $2, '-infinity', 'infinity', $3)",
    breaks: 'The calls of a closed day are one movement.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/queries.ts',
    find: 'if (amount !== null && amount < 0n) refuse',
    replace: 'if (amount !== null && amount < -1n) refuse',
    breaks: 'A threshold is zero or more.',
    tests: ['src/money/ledger/wallet-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/movement-queries.ts',
    find: '         limit $7 + 10\n',
    replace: '         limit $7 + 1\n',
    breaks:
      'A list of movements that is paged through shows every one, though several products of the day of the mark come again.',
    tests: ['src/money/ledger/movement-queries.test.ts'],
  },
  {
    file: 'src/money/ledger/queries.ts',
    find: "if (!rows[0]) refuse('account_not_found', { account: accountId });\n  return rows[0];\n}\n\n/** Which",
    replace: 'return rows[0] as Balance;\n}\n\n/** Which',
    breaks: 'The balance of no account is refused.',
    tests: ['src/money/ledger/queries.test.ts'],
  },
  {
    file: afford,
    find: 'and d.account_id = a.account_id and d.mode = a.mode and d.day = p_day',
    replace: 'and d.account_id = a.account_id and d.mode = a.mode',
    breaks: 'The spend cap of an account counts nothing of the days before.',
    tests: affordTests,
  },
];
