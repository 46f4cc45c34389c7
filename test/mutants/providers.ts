import type { Mutant } from './mutant.ts';

const route = 'src/vendors/providers/route.ts';
const routeTests = ['src/vendors/providers/route.test.ts'];
const orderMessage = 'src/line/calls/order-message.ts';
const orderMessageTests = ['src/line/calls/order-message.test.ts'];
const breakers = 'src/vendors/providers/breakers.ts';
const breakersTests = ['src/vendors/providers/breakers.test.ts'];
const httpClient = 'src/foundation/outbound/http-client.ts';
const httpClientTests = ['src/foundation/outbound/http-client.test.ts'];
const liveRegistry = 'src/vendors/providers/live-registry.ts';
const liveRegistryTests = ['src/vendors/providers/live-registry.test.ts'];
const findFault = 'src/vendors/providers/find-fault.ts';
const findFaultTests = ['src/vendors/providers/find-fault.test.ts'];
const templateValues = 'src/vendors/providers/template-values.ts';
const readAnswer = 'src/vendors/providers/read-answer.ts';
const readAnswerTests = ['src/vendors/providers/read-answer.test.ts'];
const readConfig = 'src/vendors/providers/read-config.ts';
const readConfigTests = ['src/vendors/providers/read-config.test.ts'];
const maskValues = 'src/vendors/providers/mask-values.ts';
const maskValuesTests = ['src/vendors/providers/mask-values.test.ts'];
const routeQueries = 'src/vendors/providers/route-queries.ts';

/** Who is asked, in what order, and what becomes of a request. */
export const providersMutants: readonly Mutant[] = [
  {
    file: route,
    find: '[first.code, ...codes.filter((code) => code !== first.code)]',
    replace: '[first.code]',
    breaks: 'Whoever is drawn by weight, the others on the route stand behind him.',
    tests: routeTests,
  },
  {
    file: route,
    find: 'const first = providers.find(({ weight = 0 }) => {',
    replace: 'const first = providers.find(({ weight = 1 }) => {',
    breaks:
      'A provider without a weight beside others with one is asked only when they can do nothing.',
    tests: routeTests,
  },
  {
    file: route,
    find: '(route.region === null || route.region === region)',
    replace: 'route.region === null',
    breaks: 'A route of a region carries the messages to its numbers.',
    tests: routeTests,
  },
  {
    file: 'src/line/calls/serving.ts',
    find: 'if (provider && !provider.isOff) on.push(code);',
    replace: 'if (provider) on.push(code);',
    breaks: 'A provider that is off gets nothing new.',
    tests: ['test/contract/outcomes.test.ts'],
  },
  {
    file: orderMessage,
    find: 'else if (found.isOperators) formless.push(`${code}: ${found.problem.en}`);\n    else fault ??= found;',
    replace: 'else fault ??= found;',
    breaks: 'What the operator has left out is not told to a caller who can do nothing about it.',
    tests: orderMessageTests,
  },
  {
    file: orderMessage,
    find: 'return provider.send({ ...send, form: template.forms[providerCode] ?? {} }, context);',
    replace:
      'return provider.send({ ...send, form: Object.values(template.forms)[0] ?? {} }, context);',
    breaks: 'Each provider gets the template in its own form.',
    tests: orderMessageTests,
  },
  {
    file: orderMessage,
    find: "for (const name of names) picked[name] = given[name] ?? '';",
    replace:
      "for (const name of [...names, ...Object.keys(given)]) picked[name] = given[name] ?? '';",
    breaks: 'A provider gets the values that fill the text, and nothing else that a body holds.',
    tests: orderMessageTests,
  },
  {
    file: breakers,
    find: 'minimumRps: 0.5',
    replace: 'minimumRps: 0.01',
    breaks: 'A handful of failures keeps nobody away from a provider.',
    tests: breakersTests,
  },
  {
    file: breakers,
    find: "  kind: 'unavailable',\n  reason: 'provider_fault',\n  detail: 'not asked",
    replace: "  kind: 'unknown',\n  reason: 'provider_fault',\n  detail: 'not asked",
    breaks: 'A provider that was not asked certainly did nothing, so the next one is.',
    tests: breakersTests,
  },
  {
    file: breakers,
    find: 'const known = breakers.get(providerCode);',
    replace: 'const known = breakers.values().next().value;',
    breaks: 'A provider that fails keeps no calls away from another.',
    tests: breakersTests,
  },
  {
    file: breakers,
    find: "const isFailure = outcome.kind === 'unavailable' || outcome.kind === 'unknown';",
    replace: 'const isFailure = true;',
    breaks: 'A provider that refuses what callers send is well.',
    tests: breakersTests,
  },
  {
    file: httpClient,
    find: 'if (this.#controller) this.#reject(new NoAnswer(words));',
    replace: 'if (this.#status !== 0) this.#reject(new NoAnswer(words));',
    breaks: 'Once a byte has left, a lost connection is no proof that nothing was done.',
    tests: httpClientTests,
  },
  {
    file: httpClient,
    find: "    if (this.#isOver) controller.abort(new Error('given up'));\n    else this.#controller = controller;",
    replace: '    if (!this.#isOver) this.#controller = controller;',
    breaks: 'What was given up before it left never leaves.',
    tests: httpClientTests,
  },
  {
    file: httpClient,
    find: 'if (chunk.length <= room) return;',
    replace: 'if (this.#isOver || chunk.length > 0) return;',
    breaks: 'An answer without an end is given up.',
    tests: httpClientTests,
  },
  {
    file: httpClient,
    find: '        return await dispatch(agent, request, options.longestAnswer ?? wholeAnswer);\n      } finally {\n        leave();\n      }',
    replace:
      '        const answer = await dispatch(agent, request, options.longestAnswer ?? wholeAnswer);\n        leave();\n        return answer;\n      } finally {\n        agent.closed;\n      }',
    breaks: 'A request that fails gives its connection back.',
    tests: httpClientTests,
  },
  {
    file: 'src/foundation/slots.ts',
    find: '        queue.delete(enter);\n        reject(signal.reason);',
    replace: '        reject(signal.reason);',
    breaks: 'Whoever gives up waiting for a connection takes none with him.',
    tests: ['src/foundation/slots.test.ts'],
  },
  {
    file: liveRegistry,
    find: 'isOff: isOff(row), ',
    replace: '',
    breaks: 'A provider that was switched off is off in every server.',
    tests: liveRegistryTests,
  },
  {
    file: liveRegistry,
    find: 'if (known && isSame(known.row, row)) return;',
    replace: 'if (known) return;',
    breaks: 'A running server follows what an operator changes of a provider.',
    tests: liveRegistryTests,
  },
  {
    file: liveRegistry,
    find: '    for (const code of this.#opened.keys()) if (!codes.has(code)) void this.#remove(code);\n',
    replace: '',
    breaks: 'A provider that was removed is asked by nobody.',
    tests: liveRegistryTests,
  },
  {
    file: liveRegistry,
    find: '    while (this.#version < platformVersion) await this.reload();',
    replace: '    if (this.#version < platformVersion) void this.reload();',
    breaks: "A caller's new route is not served before its providers are known.",
    tests: liveRegistryTests,
  },
  {
    file: liveRegistry,
    find: '    }, lingerMs);',
    replace: '    }, 0);',
    breaks: 'A change of settings cuts off nobody who is waiting for an answer.',
    tests: liveRegistryTests,
  },
  {
    file: liveRegistry,
    find: '    if (!opened) return;',
    replace: "    if (!opened) throw new Error('cannot be opened');",
    breaks: 'One provider that cannot be opened keeps none of the others from serving.',
    tests: liveRegistryTests,
  },
  {
    file: 'src/vendors/providers/provider-queries.ts',
    find: 'costs = coalesce($6, costs), version = version + 1, changed_at = now()',
    replace: 'costs = coalesce($6, costs), changed_at = now()',
    breaks: 'A change of a provider is one that running servers see.',
    tests: liveRegistryTests,
  },
  {
    file: 'src/vendors/providers/provider-settings.ts',
    find: 'return `provider ',
    replace: 'return `provider` || `',
    breaks: "The settings of one provider cannot be put in another's place.",
    tests: liveRegistryTests,
  },
  {
    file: findFault,
    find: "regions !== 'all' && !regions.includes(send.region ?? '')",
    replace: "regions !== 'all' && send.region !== null && !regions.includes(send.region)",
    breaks: 'A number of no country is refused by a vendor that names its regions.',
    tests: findFaultTests,
  },
  {
    file: findFault,
    find: '!longMessages && send.parts > 1',
    replace: '!longMessages && send.parts > 2',
    breaks: 'A vendor that sends one part is given no longer message.',
    tests: findFaultTests,
  },
  {
    file: templateValues,
    find: 'const order = form.order ?? Object.keys(variables);',
    replace: 'const order = Object.keys(variables);',
    breaks: "Values go in the order that the vendor's own template has.",
    tests: ['src/vendors/adapters/tencent/tencent-sms.test.ts'],
  },
  {
    file: templateValues,
    find: '[...value].length > longestValue',
    replace: 'value.length > longestValue',
    breaks: 'A value is as long as its characters, of whatever plane.',
    tests: findFaultTests,
  },
  {
    file: templateValues,
    find: '  if (unknown !== undefined) return',
    replace: "  if (unknown === '') return",
    breaks:
      'A form that asks for a value which the template has not is found before any money moves.',
    tests: findFaultTests,
  },
  {
    file: readAnswer,
    find: '      !Number.isSafeInteger(value) &&\n',
    replace: '      Number.isNaN(value) &&\n',
    breaks: 'An id of many digits is kept digit by digit.',
    tests: readAnswerTests,
  },
  {
    file: readAnswer,
    find: "[code, code.replace(/_\\d{3}$/, '')]",
    replace: '[code]',
    breaks: "A carrier's word is known whatever detail a gateway has hung on it.",
    tests: ['src/vendors/adapters/carrier-codes.test.ts'],
  },
  {
    file: readAnswer,
    find: '(Object.hasOwn(codes, vendorCode) && codes[vendorCode]) || [',
    replace: 'codes[vendorCode] || [',
    breaks: 'A code that no table has is unknown, whatever it is called.',
    tests: readAnswerTests,
  },
  {
    file: readConfig,
    find: '...strangers.map((name) =>',
    replace: '...strangers.slice(0, 0).map((name) =>',
    breaks: 'A setting that a vendor does not have is refused and not overlooked.',
    tests: readConfigTests,
  },
  {
    file: readConfig,
    find: 'if (deeper.length > 0) refuse',
    replace: 'if (deeper.length > 99) refuse',
    breaks: 'Settings that no request can be made with are refused.',
    tests: readConfigTests,
  },
  {
    file: 'src/vendors/providers/mask-settings.ts',
    find: 'properties[name] ?? { secret: true }',
    replace: 'properties[name] ?? {}',
    breaks: "What a vendor's settings do not name is hidden in print.",
    tests: ['src/vendors/providers/mask-settings.test.ts'],
  },
  {
    file: maskValues,
    find: '.sort((a, b) => b.length - a.length)',
    replace: '',
    breaks: 'A secret that begins like another is hidden whole.',
    tests: maskValuesTests,
  },
  {
    file: maskValues,
    find: 'return masked.replace(base64, (run) => (holdsOne(run, hidden) ? mask : run));',
    replace: 'return masked;',
    breaks: 'A secret within base64 is hidden in print.',
    tests: maskValuesTests,
  },
  {
    file: routeQueries,
    find: "if (code === 'sandbox' && accountId === null) refuse",
    replace: "if (code === 'sandbox' && accountId === undefined) refuse",
    breaks: 'The sandbox serves live calls only of accounts that the operator names.',
    tests: ['src/surfaces/cli/provider-commands.test.ts'],
  },
  {
    file: routeQueries,
    find: 'order by product, account_id nulls last, region nulls last',
    replace: 'order by product, region nulls last, account_id nulls last',
    breaks: "A check is done by the providers of its account's own route.",
    tests: ['src/surfaces/cli/register-commands.test.ts'],
  },
  {
    file: 'src/vendors/providers/listed-cost.ts',
    find: "regions?.[region ?? ''] ?? each",
    replace: "each ?? regions?.[region ?? '']",
    breaks: 'What a provider charges for a region stands over its price for all.',
    tests: ['src/vendors/providers/listed-cost.test.ts'],
  },
  {
    file: 'src/line/calls/call-details.ts',
    find: "  if (outcome.cost !== undefined) return { cost: Number(outcome.cost), costSource: 'answer' };\n",
    replace: '',
    breaks: 'What a provider says that it charges stands over its price list.',
    tests: ['src/line/calls/call-details.test.ts'],
  },
  {
    file: 'src/line/calls/attempt-providers.ts',
    find: 'if (nth > 1 && !(await isNoted(log, requestId, noteNext(providerCode, nth)))) break;',
    replace: 'if (nth > 1) void isNoted(log, requestId, noteNext(providerCode, nth));',
    breaks: 'A second provider is noted before it is asked.',
    tests: ['src/line/calls/attempt-providers.test.ts'],
  },
  {
    file: 'src/vendors/providers/attempt-queries.ts',
    find: "(a.outcome is null or a.outcome = 'unknown')",
    replace: "a.outcome = 'unknown'",
    breaks: 'A provider that a dead process was about to ask is asked what it did.',
    tests: ['src/line/calls/evidence.test.ts'],
  },
  {
    file: 'src/vendors/providers/ask-in-lanes.ts',
    find: '.catch((fault: unknown) => faults.push(fault))',
    replace:
      '.catch((fault: unknown) => {\n          lane.waiting.length = 0;\n          faults.push(fault);\n        })',
    breaks: 'A question that fails keeps none of the others from being asked.',
    tests: ['src/vendors/providers/ask-in-lanes.test.ts'],
  },
  {
    file: 'src/vendors/providers/deadlines.ts',
    find: 'if (entry.untilMs > nowMs) break;',
    replace: 'if (entry.untilMs > nowMs || waiting.size > 100) break;',
    breaks: 'A provider is given up in time, however many are waited for.',
    tests: ['src/vendors/providers/deadlines.test.ts'],
  },
  {
    file: breakers,
    find: "'reason' in outcome && faults.has(outcome.reason);",
    replace: "'reason' in outcome;",
    breaks: 'A template that a provider refuses keeps no other calls away from it.',
    tests: breakersTests,
  },
  {
    file: 'src/line/callers/principal-queries.ts',
    find: 'order by r.account_id nulls last, r.region nulls last',
    replace: 'order by r.region nulls last, r.account_id nulls last',
    breaks: "An account's own route comes before the platform's, of whatever region that is.",
    tests: ['src/line/callers/principal-queries.test.ts'],
  },
  {
    file: 'src/line/calls/call-details.ts',
    find: 'endedAgoMs: Math.round(nowMs - endedMs),',
    replace: 'endedAgoMs: Math.round(nowMs - startedMs),',
    breaks: 'How long a provider took is kept.',
    tests: ['src/line/calls/call-details.test.ts'],
  },
  {
    file: 'src/vendors/providers/breakers.ts',
    find: "  'provider_balance',\n",
    replace: '',
    breaks: 'A provider that has no money left of ours is kept away from.',
    tests: ['src/vendors/providers/breakers.test.ts'],
  },
  {
    file: 'src/vendors/providers/breakers.ts',
    find: "outcome.kind === 'unavailable' || outcome.kind === 'unknown'",
    replace: "outcome.kind === 'unavailable'",
    breaks: 'A provider that does not say what it did is kept away from.',
    tests: ['src/vendors/providers/breakers.test.ts'],
  },
  {
    file: 'src/vendors/providers/listed-cost.ts',
    find: '(parseMoney(amount) ?? -1n) >= 0n',
    replace: '(parseMoney(amount) ?? 0n) >= 0n',
    breaks: 'A price list that cannot be read is refused.',
    tests: ['src/vendors/providers/listed-cost.test.ts'],
  },
];
