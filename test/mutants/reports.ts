import type { Mutant } from './mutant.ts';

/** What operators are told: what a route would bring, how providers do, what calls earn. */
export const reportsMutants: readonly Mutant[] = [
  {
    file: 'src/calls/what-if.ts',
    find: 'rank(one) - rank(other)',
    replace: 'rank(other) - rank(one)',
    breaks: 'Calls that have a route of their own are not counted for the draft of a wider one.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/what-if.ts',
    find: 'const rows = known.length > 0 ? known : health;',
    replace: 'const rows = known;',
    breaks: 'A provider of which nothing is known is taken to do as well as all together.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/what-if.ts',
    find: 'if (seenCost > 0n) cost',
    replace: 'if (each === undefined) cost',
    breaks: 'What a provider was seen to charge stands over its price list.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/what-if.ts',
    find: '(Number(price) / done) * replayed.done',
    replace: '(Number(price) / calls) * replayed.done',
    breaks: 'What calls would bring goes by what those that were done brought.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/what-if.ts',
    find: "code === 'sandbox' || providers.some",
    replace: 'providers.some',
    breaks: 'The sandbox on a drafted route would be asked.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/replay-queries.ts',
    find: "where c.mode = 'live' and c.product = $1",
    replace: 'where c.product = $1',
    breaks: 'Test calls say nothing of what a route would bring.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/replay-queries.ts',
    find: "coalesce(sum(p.amount) filter (where p.state = 'done'), 0)",
    replace: 'coalesce(sum(p.amount), 0)',
    breaks: 'A call that was refused brought nothing.',
    tests: ['src/calls/what-if.test.ts'],
  },
  {
    file: 'src/calls/with-rate-fields.ts',
    find: '      ...reply.headers,\n',
    replace: '',
    breaks: "A copy's reply says that it is one, whatever rate its key has.",
    tests: ['src/calls/with-rate-fields.test.ts'],
  },
  {
    file: 'src/calls/margin-queries.ts',
    find: 'where key is null or calls > 0 or cost > 0',
    replace: 'where key is null or calls > 0',
    breaks: 'What cost something is told although nobody was charged for it.',
    tests: ['src/calls/margin-queries.test.ts'],
  },
  {
    file: 'src/calls/margin-queries.ts',
    find: "order by key is null, case when key ~ '^[0-9]+$' then length(key) end, key",
    replace: 'order by key is null, key',
    breaks: 'Accounts are told in the order of their numbers.',
    tests: ['src/calls/margin-queries.test.ts'],
  },
  {
    file: 'src/calls/list-queries.ts',
    find: 'first.getTime() - dayMs',
    replace: 'first.getTime()',
    breaks: 'The list of calls ends with the last of them, whatever a clock has done.',
    tests: ['src/calls/list-queries.test.ts'],
  },
  {
    file: 'src/calls/list-queries.ts',
    find: 'most - calls.length',
    replace: 'most',
    breaks: 'A page of calls has no more of them than were asked for.',
    tests: ['src/calls/list-queries.test.ts'],
  },
];
