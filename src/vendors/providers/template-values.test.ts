import { expect, test } from 'vitest';
import type { TemplateSend } from './provider.ts';
import { findRuleFault, namedValues, orderedValues } from './template-values.ts';

const send = (form: TemplateSend['form']) =>
  ({ templateId: 'T', variables: { code: '12', minutes: '5' }, form }) as unknown as TemplateSend;

test('values get a provider’s names and order', () => {
  const own = send({ variables: { code: 'number' }, order: ['minutes', 'code'] });
  expect(namedValues(own)).toEqual({ number: '12', minutes: '5' });
  expect(orderedValues(own)).toEqual(['5', '12']);
  expect(namedValues(send({}))).toEqual({ code: '12', minutes: '5' });
  expect(orderedValues(send({}))).toEqual(['12', '5']);
});

test.each([
  ['code', { needsCode: true, needsSignature: false }, { code: '1' }],
  ['signature', { needsCode: false, needsSignature: true }, { signature: 'Rowan' }],
])('a form without the %s that its provider needs is the operator’s to fix', (_, needs, form) => {
  const rules = { form: 'named' as const, ...needs };
  expect(findRuleFault(rules, send({}))).toMatchObject({ isOperators: true, field: 'templateId' });
  expect(findRuleFault(rules, send(form))).toBeUndefined();
});
