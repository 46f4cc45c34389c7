import type { Mutant } from './mutant.ts';

const template = 'src/products/messages/template.ts';
const registerCommandsTests = ['src/surfaces/cli/register-commands.test.ts'];
const templateQueries = 'src/products/messages/template-queries.ts';
const templateQueriesTests = ['src/products/messages/template-queries.test.ts'];

/** What messages say. */
export const templatesMutants: readonly Mutant[] = [
  {
    file: template,
    find: 'at += isDoubled ? 2 : 1;',
    replace: 'at += 1;',
    breaks: 'A doubled brace is sent as one.',
    tests: ['src/products/messages/template.test.ts'],
  },
  {
    file: template,
    find: 'if (isBrace && !isDoubled) problem ??= problemAt(text, at);',
    replace: 'if (isBrace && !isDoubled) problem = problemAt(text, at);',
    breaks: 'Of several faults in a text the first is told.',
    tests: registerCommandsTests,
  },
  {
    file: templateQueries,
    find: 'if (!lines.test(text) || turning.test(text)) refuse',
    replace: 'if (!lines.test(text)) refuse',
    breaks: 'No text of a template turns the direction of what follows.',
    tests: registerCommandsTests,
  },
  {
    file: templateQueries,
    find: "[...names].join() !== 'code'",
    replace: "!names.has('code')",
    breaks: "A code's template has no variable but the code.",
    tests: templateQueriesTests,
  },
  {
    file: templateQueries,
    find: 'if (unfillable) refuse',
    replace: "if (unfillable === '') refuse",
    breaks: 'A placeholder that no request can fill is refused.',
    tests: registerCommandsTests,
  },
  {
    file: templateQueries,
    find: '  if (template.product !== product) {',
    replace: '  if (template.product !== product && accountId === null) {',
    breaks: 'A template is assigned to its own product alone.',
    tests: templateQueriesTests,
  },
  {
    file: templateQueries,
    find: "provider_forms = jsonb_strip_nulls(provider_forms || coalesce($3::jsonb, '{}'))",
    replace: 'provider_forms = jsonb_strip_nulls(coalesce($3::jsonb, provider_forms))',
    breaks: 'A new form for one provider leaves those of the others.',
    tests: registerCommandsTests,
  },
  {
    file: templateQueries,
    find: 'on conflict (product, account_id, language) do update set template_id = excluded.template_id',
    replace: 'on conflict (product, account_id, language) do nothing',
    breaks: 'An assignment takes the place of the one before.',
    tests: templateQueriesTests,
  },
  {
    file: templateQueries,
    find: 'where product = $1 and account_id is not distinct from $2 and language is not distinct from $3',
    replace:
      'where product = $1 and account_id is not distinct from $2 and (language is not distinct from $3 or $3 is null)',
    breaks: 'To unassign the template of all languages leaves those of single languages.',
    tests: templateQueriesTests,
  },
  {
    file: 'src/line/callers/principal-queries.ts',
    find: 'order by s.account_id nulls last, s.language nulls last',
    replace: 'order by s.language nulls last, s.account_id nulls last',
    breaks: "An account's own template comes before the platform's, of whatever language that is.",
    tests: ['src/line/callers/principal-queries.test.ts'],
  },
  {
    file: templateQueries,
    find: '  if (changes.text !== undefined) checkText(product, changes.text);\n',
    replace: "  if (changes.text === '') checkText(product, changes.text);\n",
    breaks:
      'A text that could not be sent as its writer means it is not taken by an update either.',
    tests: registerCommandsTests,
  },
  {
    file: 'src/line/calls/order-message.ts',
    find: "  log.warn({ requestId: send.callId, detail: formless.join('; ') }, 'nobody can send a template');\n",
    replace: '',
    breaks:
      'A call that is refused because the operator has not said a form leaves a line in the log.',
    tests: ['src/line/calls/order-message.test.ts'],
  },
  {
    file: 'src/surfaces/reports/find-form-faults.ts',
    find: 'if (faults.length === 0 || faults.includes(null)) return undefined;',
    replace: 'if (!faults.includes(null)) return undefined;',
    breaks: 'The doctor tells of templates that nobody on their route can send.',
    tests: ['src/surfaces/cli/provider-commands.test.ts'],
  },
  {
    file: 'src/products/messages/template.ts',
    find: 'return template.variables.filter((name) => !Object.hasOwn(given, name));',
    replace: 'return template.variables.filter((name) => !(name in given));',
    breaks: 'A placeholder that is named as what every object has is missed too.',
    tests: ['src/products/messages/template.test.ts'],
  },
  {
    file: 'src/surfaces/trials/check-template.ts',
    find: 'listPrices(pool, account ?? undefined)',
    replace: 'listPrices(pool)',
    breaks: 'A message is priced as a call of the account would be.',
    tests: ['src/surfaces/trials/check-template.test.ts'],
  },
  {
    file: 'src/surfaces/trials/check-template.ts',
    find: "provider.isOn ? refusalOf(fault) : 'it is off'",
    replace: 'refusalOf(fault)',
    breaks: 'A provider that is off would take no message.',
    tests: ['src/surfaces/trials/check-template.test.ts'],
  },
  {
    file: 'src/surfaces/trials/check-template.ts',
    find: 'priceOf(rule, parts).amount',
    replace: 'priceOf(rule, 1).amount',
    breaks: 'A template is checked at the price of its parts.',
    tests: ['src/surfaces/trials/check-template.test.ts'],
  },
  {
    file: 'src/vendors/providers/template-values.ts',
    find: 'form.variables?.[name] ?? name',
    replace: 'name',
    breaks: 'Values go under the names of the provider.',
    tests: ['src/vendors/providers/template-values.test.ts'],
  },
  {
    file: 'src/vendors/providers/template-values.ts',
    find: 'if (needsSignature && !form.signature)',
    replace: "if (needsSignature && form.signature === '')",
    breaks: 'A form without a signature is the operator’s to mend.',
    tests: ['src/vendors/providers/template-values.test.ts'],
  },
];
