import type { Mutant } from './mutant.ts';

const money = 'src/foundation/money.ts';
const priceOf = 'src/line/pricing/price-of.ts';
const prices = 'src/line/pricing/queries.ts';
const ledger = 'src/money/ledger/queries.ts';
const byHand = 'src/money/ledger/sql/move-by-hand.sql';

const moneyTests = ['src/foundation/money.test.ts'];
const priceTests = ['src/line/pricing/price-of.test.ts'];
const priceQueryTests = ['src/line/pricing/queries.test.ts'];
const ledgerTests = ['src/money/ledger/queries.test.ts'];
const affordTests = ['src/money/ledger/afford.test.ts'];
const lockTests = ['src/line/calls/write-line.test.ts'];

export const moneyMutants: readonly Mutant[] = [
  {
    file: money,
    find: 'if (amount > largestAmount) return undefined;',
    replace: '',
    breaks: 'An amount above what a column holds is no amount.',
    tests: moneyTests,
  },
  {
    file: money,
    find: 'if (amount > largestAmount)',
    replace: 'if (amount >= largestAmount)',
    breaks: 'The largest amount is read.',
    tests: moneyTests,
  },
  {
    file: money,
    find: 'return sign ? -amount : amount;',
    replace: 'return amount;',
    breaks: 'A sign is not lost.',
    tests: moneyTests,
  },
  {
    file: money,
    find: "fraction.padEnd(4, '0')",
    replace: "fraction.padStart(4, '0')",
    breaks: 'Decimals count from the left.',
    tests: moneyTests,
  },
  {
    file: money,
    find: '([0-9]{1,4})',
    replace: '([0-9]{1,5})',
    breaks: 'An amount has four decimals at the most.',
    tests: moneyTests,
  },
  {
    file: money,
    find: `\`\${amount < 0n ? '-' : ''}\${digits`,
    replace: `\`\${digits`,
    breaks: 'A negative amount is printed as one.',
    tests: moneyTests,
  },
  {
    file: money,
    find: "padStart(5, '0')",
    replace: "padStart(4, '0')",
    breaks: 'What is less than one has a zero before the point.',
    tests: moneyTests,
  },
  {
    file: priceOf,
    find: 'rule.accountPrice ?? rule.defaultPrice',
    replace: 'rule.accountPrice || rule.defaultPrice',
    breaks: 'A price agreed for the account wins, even when it is zero.',
    tests: priceTests,
  },
  {
    file: priceOf,
    find: 'rule.perPart ? unitPrice * BigInt(parts) : unitPrice',
    replace: 'unitPrice * BigInt(parts)',
    breaks: 'A call costs its unit price once.',
    tests: priceTests,
  },
  {
    file: priceOf,
    find: "rule.accountPrice === null ? 'default'",
    replace: "rule.accountPrice !== null ? 'default'",
    breaks: 'A price says where it comes from.',
    tests: priceTests,
  },
  {
    file: priceOf,
    find: "if (amount > largestAmount) fail('balance_too_low');",
    replace: '',
    breaks: 'An amount that no wallet can hold is refused.',
    tests: priceTests,
  },
  {
    file: prices,
    find: 'delete from account_prices where account_id = $1 and product = $2',
    replace: 'delete from account_prices where product = $2',
    breaks: 'A price is of one account.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: 'update products set unit_price = $2 where product = $1',
    replace: 'update products set unit_price = $2 where $1 <> $3',
    breaks: 'A price is of one product.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: 'a.product = d.product and a.account_id = $1',
    replace: 'a.product = d.product',
    breaks: 'No account sees the price of another.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: 'if (unitPrice < 0n ||',
    replace: 'if (unitPrice < -1n ||',
    breaks: 'A price is not less than nothing.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: '|| unitPrice > largestPrice)',
    replace: '|| unitPrice >= largestPrice)',
    breaks: 'The largest price can be set.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: 'do update set unit_price = excluded.unit_price',
    replace: 'do nothing',
    breaks: 'A price that is agreed anew replaces the old one.',
    tests: priceQueryTests,
  },
  {
    file: prices,
    find: "if (product === 'face_verify') refuse",
    replace: "if (product === 'sms_code') refuse",
    breaks: 'A face has no parts.',
    tests: priceQueryTests,
  },
  {
    file: ledger,
    find: 'if (amount <= 0n) refuse',
    replace: 'if (amount < 0n) refuse',
    breaks: 'A top-up is more than zero.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: 'if (asked.amount === 0n) refuse',
    replace: 'if (asked.amount === 1n) refuse',
    breaks: 'An adjustment is not zero.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: "asked.reason.trim() === ''",
    replace: "asked.reason === 'none'",
    breaks: 'An adjustment needs a reason.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: '{1,200}',
    replace: '{1,201}',
    breaks: 'A reference has 200 characters at the most.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: '[^\\p{Cc}]',
    replace: '.',
    breaks: 'A reference has no control character.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: "reference.startsWith('refund ')",
    replace: "reference === 'refund '",
    breaks: 'The names of refunds are kept for refunds.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: '|| limit > largestCreditLimit)',
    replace: '|| limit > 2n * largestCreditLimit)',
    breaks: 'A credit limit has an end.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: 'if (limit < 0n ||',
    replace: 'if (limit < -10_000n ||',
    breaks: 'A credit limit is zero or more.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: `where account_id = $1 and mode = $2\`,
    values: [accountId, mode],
  });
  if`,
    replace: `where account_id = $1 and mode <> $2\`,
    values: [accountId, mode],
  });
  if`,
    breaks: 'A balance is of one mode.',
    tests: ledgerTests,
  },
  {
    file: ledger,
    find: `day between $3::date and $4::date
           order`,
    replace: `day > $3::date and day <= $4::date
           order`,
    breaks: 'Both days belong to the span.',
    tests: affordTests,
  },
  {
    file: ledger,
    find: `from usage_days
           where account_id = $1 and mode = $2 and`,
    replace: `from usage_days
           where account_id = $1 and mode <> $2 and`,
    breaks: 'Usage is of one mode.',
    tests: affordTests,
  },
  {
    file: ledger,
    find: `        for update of w skip locked
`,
    replace: '',
    breaks: 'A wallet that is locked is told to be.',
    tests: lockTests,
  },
  {
    file: byHand,
    find: 'm.account_id = p_account and m.mode = p_mode and m.reference',
    replace: 'm.account_id = p_account and m.reference',
    breaks: 'A reference is of one mode.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: 'm.account_id = p_account and m.mode = p_mode and m.reference',
    replace: 'm.mode = p_mode and m.reference',
    breaks: 'A reference is of one account.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: '<> (p_kind, p_amount) then',
    replace: '<> (p_kind, v_first.amount) then',
    breaks: 'A reference is of one amount.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: '<> (p_kind, p_amount) then',
    replace: '<> (v_first.kind, p_amount) then',
    breaks: 'A reference is of one kind.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `    return query select v_first.transfer_id, true, v_wallet.available, v_wallet.held;
    return;`,
    replace:
      '    return query select v_first.transfer_id, true, v_wallet.available, v_wallet.held;',
    breaks: 'A repeated movement moves nothing.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: 'if v_wallet.available::numeric + v_wallet.held + p_amount >',
    replace: 'if v_wallet.available::numeric + p_amount >',
    breaks: 'What is held keeps its place in a wallet.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: 'elsif p_amount < 0 and v_wallet.available::numeric + p_amount < -v_wallet.credit_limit then',
    replace: 'elsif false then',
    breaks: 'An adjustment takes no more than there is.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: '+ p_amount < -v_wallet.credit_limit then',
    replace: '+ p_amount < 0 then',
    breaks: 'An adjustment may use the credit.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `  perform ledger_lock_wallets(array[p_account], array[p_mode]);
`,
    replace: '',
    breaks: 'Movements by hand wait for each other.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `update wallets w set available = w.available + p_amount
  where w.account_id = p_account and w.mode = p_mode`,
    replace: `update wallets w set available = w.available + p_amount
  where w.account_id = p_account`,
    breaks: 'A movement is of one mode.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: "and c.state = 'done' and c.amount > 0",
    replace: 'and c.amount > 0',
    breaks: 'A refund is of a call that was done.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: "and c.state = 'done' and c.amount > 0",
    replace: "and c.state = 'done'",
    breaks: 'A call that cost nothing is not refunded.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `where c.account_id = p_account and c.call_id = p_call;
  if not found`,
    replace: `where c.call_id = p_call;
  if not found`,
    breaks: 'A refund is of the account’s own call.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `    where t.account_id = p_account and t.subject_id = p_call and t.phase = 3
`,
    replace: `    where false
`,
    breaks: 'A call that was refunded is said to have been.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: 'elsif v_wallet.available::numeric + v_wallet.held + v_call.amount > ledger_most_money() then',
    replace: 'elsif false then',
    breaks: 'A refund does not overflow a wallet.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: `and u.day = v_call.day
    and u.product = v_call.product;`,
    replace: 'and u.day = v_call.day;',
    breaks: 'A refund takes its charge off the day of its product.',
    tests: affordTests,
  },
  {
    file: byHand,
    find: 'update usage_days u set charged = u.charged - v_call.amount',
    replace: 'update usage_days u set charged = u.charged',
    breaks: 'A refund takes its charge off its day.',
    tests: ledgerTests,
  },
  {
    file: byHand,
    find: 'if v_wallet.available < -p_limit then',
    replace: 'if v_wallet.available < -p_limit - 1 then',
    breaks: 'A credit limit covers the credit in use.',
    tests: ledgerTests,
  },
  {
    file: 'src/money/ledger/sql/lock-wallets.sql',
    find: '  order by w.account_id, w.mode\n',
    replace: '',
    breaks:
      'Wallets are locked in one order, so that two batches never wait for each other in a circle.',
    tests: ['src/line/calls/write-line.test.ts'],
  },
];
