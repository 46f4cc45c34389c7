import type { Mutant } from './mutant.ts';

const boxTests = ['src/surfaces/console/search-box/search-box-routes.test.ts'];
const docTests = ['src/surfaces/docs/doc-routes.test.ts'];
const sectionTests = ['src/surfaces/docs/search-sections.test.ts'];

export const searchMutants: readonly Mutant[] = [
  {
    file: 'src/surfaces/console/search-box/queries.ts',
    find: '       and ($2::integer is null or account_id = $2)\n     order by account_id::text = $1 desc',
    replace:
      '       and $2::integer is not distinct from $2\n     order by account_id::text = $1 desc',
    breaks: 'The search box of an account finds no other account.',
    tests: boxTests,
  },
  {
    file: 'src/surfaces/console/search-box/queries.ts',
    find: 'account_id::text = $1 desc, length(name), account_id',
    replace: 'account_id',
    breaks: 'The account that is likeliest meant comes first.',
    tests: boxTests,
  },
  {
    file: 'src/surfaces/console/search-box/queries.ts',
    find: 'order by k.revoked_at is not null, k.key_id desc',
    replace: 'order by k.key_id desc',
    breaks: 'Keys that work come before those that ended.',
    tests: boxTests,
  },
  {
    file: 'src/surfaces/console/search-box/queries.ts',
    find: 'lower($1)) > 0',
    replace: '$1) > 0',
    breaks: 'An account is found however its name is typed.',
    tests: boxTests,
  },
  {
    file: 'src/surfaces/docs/doc-routes.ts',
    find: "const preferred = pickLanguage(request.headers['accept-language']);",
    replace: 'const preferred = pickLanguage(undefined);',
    breaks: 'The docs are in the language of the browser.',
    tests: docTests,
  },
  {
    file: 'src/surfaces/docs/doc-routes.ts',
    find: "if (form === 'html') reply.header('content-security-policy', pagePolicy);",
    replace: '',
    breaks: 'A page of the docs runs nothing that the site did not write.',
    tests: docTests,
  },
  {
    file: 'src/surfaces/docs/search-sections.ts',
    find: "block.kind === 'heading' && block.level > 1",
    replace: "block.kind === 'heading' && block.level > 2",
    breaks: 'Each part of a page is found under its heading.',
    tests: sectionTests,
  },
  {
    file: 'src/surfaces/docs/search-sections.ts',
    find: '[block.head, ...block.rows]',
    replace: 'block.rows',
    breaks: 'What stands at the head of a table is found.',
    tests: sectionTests,
  },
  {
    file: 'src/foundation/audit/verify-entries.ts',
    find: 'if (page.length < pageSize) break;',
    replace: 'break;',
    breaks: 'The chain is followed to its last entry.',
    tests: ['src/foundation/audit/change-queries.test.ts'],
  },
  {
    file: 'src/line/search/last-use-queries.ts',
    find: 'max(newest.held_at) as',
    replace: 'min(newest.held_at) as',
    breaks: 'The newest use of a key is told.',
    tests: ['src/line/search/last-use-queries.test.ts'],
  },
  {
    file: 'src/line/search/sql/project-calls.sql',
    find: "when p_status = 4 and p_withdrawn_at is not null then 'withdrawn'",
    replace: "when p_withdrawn_at is not null then 'withdrawn'",
    breaks: 'A result that there is stands.',
    tests: ['src/line/search/project-checks.test.ts'],
  },
  {
    file: 'src/line/search/hour-queries.ts',
    find: 'to: new Date(Math.ceil(to.getTime() / hourMs) * hourMs),',
    replace: 'to: new Date(Math.floor(to.getTime() / hourMs) * hourMs),',
    breaks: 'The hour in which a span ends is counted.',
    tests: ['src/line/search/search-queries.test.ts'],
  },
  {
    file: 'src/line/search/hour-queries.ts',
    find: 'margin: isPlatform ? spend - cost : null,',
    replace: 'margin: spend - cost,',
    breaks: "What calls cost the operator is nobody else's business.",
    tests: ['src/line/search/search-queries.test.ts'],
  },
  {
    file: 'src/line/search/search-queries.ts',
    find: 'from ? idAt(from.getTime() - minuteMs) : leastId',
    replace: 'from ? idAt(from.getTime() + minuteMs) : leastId',
    breaks: 'A call is found whose id was made by a clock that is behind.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/sql/project-calls.sql',
    find: '      order by a.attempt desc\n',
    replace: '      order by a.attempt\n',
    breaks: 'A call is found by the reason of whom it was given to last.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/search-queries.ts',
    find: 'to ? idAt(to.getTime() + minuteMs) : greatestId',
    replace: 'to ? idAt(to.getTime() - minuteMs) : greatestId',
    breaks: 'A call of the last minute of a span is found.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/hour-queries.ts',
    find: "f.result in ('delivered', 'undelivered', 'expired', 'rejected') as is_finished",
    replace: "f.result in ('delivered', 'undelivered', 'rejected') as is_finished",
    breaks:
      'A message that expired counts among those that have their last word, and so against the delivery rate.',
    tests: ['src/line/search/search-queries.test.ts'],
  },
  {
    file: 'src/line/search/sql/project-calls.sql',
    find: 'if true <> all (v_is_first) then',
    replace: 'if false then',
    breaks: 'What cannot be copied is a fault, and is not tried for ever.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/sql/project-calls.sql',
    find: 'exception when unique_violation then',
    replace: 'exception when division_by_zero then',
    breaks: 'A call that was copied while it was held is copied with its outcome.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/project-calls.ts',
    find: '< most) break;',
    replace: '> -1) break;',
    breaks: 'What has changed is copied to the end, however much it is.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/project-calls.ts',
    find: 'await putOffNote(client, rest);',
    replace: 'throw error;',
    breaks: "Nobody's calls wait for a note that cannot be copied.",
    tests: ['src/line/search/project-calls.test.ts'],
  },
  {
    file: 'src/line/search/project-calls.ts',
    find: ' && sqlState(error) !== tookTooLong',
    replace: '',
    breaks: 'Calls that are too many for one statement are copied in several.',
    tests: ['src/line/search/project-calls.test.ts'],
  },
];
