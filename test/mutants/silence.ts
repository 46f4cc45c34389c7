import type { Mutant } from './mutant.ts';

const silent = 'src/products/messages/sql/end-silent.sql';
const silentTests = ['src/products/messages/receipt-queries.test.ts'];

/** Messages of which no receipt ever comes, and providers that are asked about them. */
export const silenceMutants: readonly Mutant[] = [
  {
    file: silent,
    find: 'v_end timestamptz := v_now - p_wait;',
    replace: 'v_end timestamptz := v_now;',
    breaks: 'A message is waited for as long as the setting says.',
    tests: silentTests,
  },
  {
    file: silent,
    find: "array[interval '0', v_week]",
    replace: "array[interval '0']",
    breaks: 'A message is looked at again a week later.',
    tests: silentTests,
  },
  {
    file: silent,
    find: `      and c.message_state in ('accepted', 'sent') and c.state = 'done'
    limit`,
    replace: `      and c.state = 'done'
    limit`,
    breaks: 'A receipt that has come is not overwritten.',
    tests: silentTests,
  },
  {
    file: silent,
    find: "in ('accepted', 'sent') and c.state = 'done'",
    replace: "in ('accepted', 'sent')",
    breaks: 'A call without an outcome is not ended as silent.',
    tests: silentTests,
  },
  {
    file: silent,
    find: `    limit p_most
`,
    replace: '',
    breaks: 'Silent messages are ended some at a time.',
    tests: silentTests,
  },
  {
    file: silent,
    find: `    if v_is_all then
      v_from := v_to;`,
    replace: `    v_from := v_to;
    if v_is_all then`,
    breaks: 'What is left of a bite is ended by the next.',
    tests: silentTests,
  },
  {
    file: silent,
    find: ' or v_from > v_end then',
    replace: ' then',
    breaks: 'A search that stood in the future begins anew.',
    tests: silentTests,
  },
  {
    file: silent,
    find: 'if v_from < v_end - v_week or v_from',
    replace: 'if v_from',
    breaks: 'A search after a long rest goes back a week.',
    tests: silentTests,
  },
  {
    file: 'src/products/messages/ask-status.ts',
    find: "log.warn({ callId }, 'what a call without an outcome said is no longer kept');\n    return undefined;",
    replace: "log.warn({ callId }, 'what a call without an outcome said is no longer kept');",
    breaks: 'What is no longer kept is told by its name.',
    tests: ['src/products/messages/ask-status.test.ts'],
  },
  {
    file: 'src/products/messages/ask-status.ts',
    find: 'AbortSignal.timeout(settings.providerTimeoutMs)',
    replace: 'new AbortController().signal',
    breaks: 'A provider is told when nobody waits for its answer.',
    tests: ['src/products/messages/ask-status.test.ts'],
  },
  {
    file: 'src/products/messages/ask-status.ts',
    find: "      log.warn({ callId, provider: providerCode }, 'status query not answered in time');\n",
    replace: '',
    breaks: 'A provider that does not answer in time is told of.',
    tests: ['src/products/messages/ask-status.test.ts'],
  },
];
