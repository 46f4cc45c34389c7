import type { Mutant } from './mutant.ts';

const withdraw = 'src/products/checks/sql/withdraw-consent.sql';
const runSession = 'src/products/checks/sql/run-session.sql';
const checkQueries = 'src/products/checks/queries.ts';
const sendLink = 'src/products/checks/send-link.ts';
const textLink = 'src/line/calls/text-link.ts';
const prepareFace = 'src/line/calls/prepare-face.ts';
const theme = 'src/people/accounts/page-theme.ts';
const particulars = 'src/vendors/providers/particulars.ts';

const withdrawTests = ['src/products/checks/withdraw-consent.test.ts'];
const linkTests = ['src/products/checks/send-link.test.ts'];
const preparedTests = ['src/line/calls/prepare-face.test.ts'];
const queryTests = ['src/products/checks/queries.test.ts'];
const themeTests = ['src/people/accounts/page-theme.test.ts'];
const particularsTests = ['src/vendors/providers/particulars.test.ts'];

/** What persons are told, and what they can take back or ask for. */
export const toldMutants: readonly Mutant[] = [
  {
    file: prepareFace,
    find: "if (caller.mode === 'live' && !caller.isOperatorNamed) fail('product_not_available');",
    replace: '',
    breaks: 'No live face check is sold before persons can be told who runs the platform.',
    tests: preparedTests,
  },
  {
    file: prepareFace,
    find: "caller.mode === 'live' && !caller",
    replace: '!caller',
    breaks: 'A check of a test key needs no operator.',
    tests: preparedTests,
  },
  {
    file: 'src/vendors/providers/live-registry.ts',
    find: "|| (kind === 'face' && particularsProblems(particulars).length > 0)",
    replace: '',
    breaks: 'Nobody is checked by a provider that a consent cannot name.',
    tests: preparedTests,
  },
  {
    file: particulars,
    find: 'isAbroad === undefined && ofField(called.isAbroad, problems.required),',
    replace: '',
    breaks: 'Whether data leave the country is said, not guessed.',
    tests: particularsTests,
  },
  {
    file: particulars,
    find: 'Number(value) >= 0',
    replace: 'true',
    breaks: 'Nothing is kept for less than no time.',
    tests: particularsTests,
  },
  {
    file: 'src/foundation/contract/text/legal-particulars.ts',
    find: '...languages.map((language) => wrong(called[language], textProblem(names[language]))),',
    replace: '',
    breaks: 'A name is known in every language.',
    tests: ['src/foundation/contract/text/legal-particulars.test.ts'],
  },
  {
    file: 'src/foundation/contract/text/https-problem.ts',
    find: '    !unseen.test(address);',
    replace: '    true;',
    breaks: 'An address has nothing in it that turns how it is read.',
    tests: ['src/foundation/contract/text/legal-particulars.test.ts'],
  },
  {
    file: 'src/foundation/db/migrations/0013_person_told.sql',
    find: 'create trigger operator_particulars_changed after insert or update or delete on',
    replace: 'create trigger operator_particulars_changed after truncate on',
    breaks: 'Running servers are told that the operator has a name.',
    tests: ['src/people/accounts/operator-queries.test.ts'],
  },
  {
    file: withdraw,
    find: 'sealed = null, ',
    replace: '',
    breaks: 'A person who withdraws is forgotten at once.',
    tests: withdrawTests,
  },
  {
    file: withdraw,
    find: '    and c.withdrawn_at is null\n',
    replace: '',
    breaks: 'A consent is withdrawn once.',
    tests: withdrawTests,
  },
  {
    file: withdraw,
    find: ' and c.consented_at is not null\n',
    replace: '\n',
    breaks: 'Nobody withdraws what they never gave.',
    tests: withdrawTests,
  },
  {
    file: withdraw,
    find: "  perform checks_end(p_account, p_check, 4::smallint, '', null, v_now);\n",
    replace: '',
    breaks: 'A check under way ends with its consent.',
    tests: withdrawTests,
  },
  {
    file: withdraw,
    find: '    and s.erase_at is null;',
    replace: '    ;',
    breaks: 'A vendor that was asked in vain is asked again at its own time.',
    tests: withdrawTests,
  },
  {
    file: withdraw,
    find: ' and s.erased_at is null\n',
    replace: '\n',
    breaks: 'A vendor that has erased is not asked again.',
    tests: withdrawTests,
  },
  {
    file: runSession,
    find: 'case when v_check.erased_at is not null then v_now end',
    replace: 'null',
    breaks: 'A session that was being started while its consent was withdrawn is erased too.',
    tests: withdrawTests,
  },
  {
    file: checkQueries,
    find: 'const resultShownMinutes = 30;',
    replace: 'const resultShownMinutes = 300;',
    breaks: 'A link that is passed on tells nothing after half an hour.',
    tests: queryTests,
  },
  {
    file: checkQueries,
    find: ' and c.link_tries < $4',
    replace: '',
    breaks: 'Nobody tries out numbers with a link.',
    tests: linkTests,
  },
  {
    file: checkQueries,
    find: ' and a.texts_link',
    replace: '',
    breaks: 'No account pays for a link that it does not want to send.',
    tests: linkTests,
  },
  {
    file: checkQueries,
    find: 'c.check_id = $3 and c.status = 0 and c.link_tries',
    replace: 'c.check_id = $3 and c.link_tries',
    breaks: 'No link of a check that has ended is sent.',
    tests: linkTests,
  },
  {
    file: sendLink,
    find: "texted === 'sent' || texted === 'was_sent'",
    replace: "texted === 'sent'",
    breaks: 'A message that was sent is noted, should its sender not live to do it.',
    tests: linkTests,
  },
  {
    file: textLink,
    find: 'return { caller, callId, order, price, claim };',
    replace: 'return { caller, callId, order, price, claim: null };',
    breaks: 'One message is sent for a check, however many ask at once.',
    tests: linkTests,
  },
  {
    file: textLink,
    find: '!caller || !isInForce(caller, line.clock)',
    replace: '!caller',
    breaks: 'Nothing is sent under a key that was revoked.',
    tests: linkTests,
  },
  {
    file: textLink,
    find: "  authorize(caller, 'sms_notice');\n",
    replace: '',
    breaks: 'Nothing is sent for a suspended account, or under a key that may not send.',
    tests: linkTests,
  },
  {
    file: textLink,
    find: "first?.state === 'done' ? 'was_sent' : 'under_way'",
    replace: "'was_sent'",
    breaks: 'A message that nobody knows of can be sent once it is known that it was not.',
    tests: linkTests,
  },
  {
    file: textLink,
    find: "if (status === 504) return 'under_way';",
    replace: "if (status === 504) return 'sent';",
    breaks: 'A message is said to be sent when it is.',
    tests: linkTests,
  },
  {
    file: theme,
    find: '[paper, ground].every',
    replace: '[paper].every',
    breaks: 'The colour of an account can be read on every surface.',
    tests: themeTests,
  },
  {
    file: theme,
    find: '>= contrastOf(ink, lead) ? white : ink',
    replace: '>= contrastOf(ink, lead) ? ink : white',
    breaks: 'The text on a button can be read.',
    tests: themeTests,
  },
  {
    file: 'src/people/accounts/page-queries.ts',
    find: "    if (!hasLogo) refuse('dark_logo_alone');\n",
    replace: '',
    breaks: 'A logo for the dark that is shown to nobody is not taken.',
    tests: ['src/people/accounts/page-settings.test.ts'],
  },
  {
    file: 'src/line/calls/sql/hold-calls.sql',
    find: 'where a.version <> d.account_version or p.version <> d.platform_version',
    replace: 'where a.version <> d.account_version',
    breaks: 'A call that was decided on yesterday’s platform is decided anew.',
    tests: ['test/contract/money.test.ts'],
  },
  {
    file: 'src/foundation/db/listen.ts',
    find: 'return client.query({ text, query_timeout: silenceMs } as pg.QueryConfig);',
    replace: 'return client.query({ text } as pg.QueryConfig);',
    breaks: 'A connection that goes silent is not listened to for ever.',
    tests: ['src/foundation/db/listen.test.ts'],
  },
  {
    file: 'src/line/callers/principal-cache.ts',
    find: '      unknown.delete(apiKey);\n      loading.delete(apiKey);',
    replace: '      unknown.delete(apiKey);',
    breaks: 'A caller that was dropped is read anew, and not by a read of before.',
    tests: ['src/line/callers/principal-cache.test.ts'],
  },
  {
    file: 'src/line/callers/principal-cache.ts',
    find: '  if (principal) await onRead(principal);',
    replace: '  if (principal) void onRead(principal);',
    breaks: 'A caller is served once all is known that must be.',
    tests: ['src/line/callers/principal-cache.test.ts'],
  },
  {
    file: 'src/line/calls/text-link.ts',
    find: "template.product !== 'sms_notice' || missingVariables(template, variables).length > 0",
    replace: "template.product !== 'sms_notice'",
    breaks: 'A message with a link is never sent with a gap.',
    tests: ['src/products/checks/send-link.test.ts'],
  },
  {
    file: 'src/line/calls/sql/tell-resolved.sql',
    find: 'order by a.attempt desc',
    replace: 'order by a.attempt',
    breaks: 'What became of a call is told with the reason of whoever was asked last.',
    tests: ['src/line/calls/settle-calls.test.ts'],
  },
  {
    file: 'src/money/ledger/sql/move-by-hand.sql',
    find: 'v_wallet.available + p_amount < v_wallet.low_balance then',
    replace: 'v_wallet.available + p_amount <= v_wallet.low_balance then',
    breaks: 'A wallet at its threshold is not told of as low.',
    tests: ['src/foundation/events/record-event.test.ts'],
  },
  {
    file: 'src/line/calls/sql/tell-resolved.sql',
    find: "case c.state when 'done' then 'done' else 'released' end,",
    replace: 'c.state,',
    breaks: 'A call that was not carried out is told of as released.',
    tests: ['src/line/calls/settle-calls.test.ts'],
  },
  {
    file: 'src/line/calls/sql/tell-resolved.sql',
    find: "(case c.state when 'done' then c.amount else 0 end)::text",
    replace: 'c.amount::text',
    breaks: 'A call that was released is told of as charged nothing.',
    tests: ['src/line/calls/settle-calls.test.ts'],
  },
  {
    file: 'src/line/calls/sql/tell-resolved.sql',
    find: "where c.state <> 'done' and a.account_id",
    replace: 'where a.account_id',
    breaks: 'A call that was carried out is told of without a reason against it.',
    tests: ['src/line/calls/settle-calls.test.ts'],
  },
];
