import { expect, test } from 'vitest';
import { html } from '../../../foundation/page/html.ts';
import { addressHtml, translatorFor } from './translator.ts';

test('a name from outside is isolated, and never parsed as HTML', () => {
  const translate = translatorFor('en', { asker: 'Rowan <b>' });
  expect(translate('returnTo').text).toBe(
    'Return to <bdi class="whole">Rowan &lt;b&gt;</bdi><wbr>',
  );
  expect(translate.plain('returnTo')).toBe('Return to Rowan <b>');
});

test('a right-to-left name does not reorder the sentence around it', () => {
  expect(translatorFor('en', { asker: 'بنك' }).plain('returnTo')).toBe('Return to \u2068بنك\u2069');
  expect(translatorFor('en', { asker: 'A\u202eB\u2069' }).plain('returnTo')).toBe('Return to AB');
  expect(translatorFor('en', { asker: 'A\u202eB' })('returnTo').text).not.toContain('\u202e');
});

test('a short name does not wrap, a long one may', () => {
  expect(translatorFor('en', { asker: 'x'.repeat(24) })('returnTo').text).toContain(
    'class="whole"',
  );
  expect(translatorFor('en', { asker: 'x'.repeat(25) })('returnTo').text).not.toContain(
    'class="whole"',
  );
});

test('Chinese has no space around Chinese names, and one beside Latin ones', () => {
  const translate = (asker: string) => translatorFor('zh-CN', { asker }).plain('consentHeading');
  expect(translate('海港银行')).toBe('海港银行需要核验您的身份');
  expect(translate('Rowan Bank')).toBe('Rowan Bank 需要核验您的身份');
});

test('no line begins with the mark after a name', () => {
  for (const language of ['zh-CN', 'zh-TW'] as const) {
    const { text } = translatorFor(language, { asker: 'Rowan Bank' })('doneThere');
    expect(text).toContain('<span class="whole"><bdi>Rowan Bank</bdi>，</span>');
  }
});

test('several names are joined by “or”, each isolated', () => {
  const translate = translatorFor('en', { vendor: ['A', 'B', 'C'] });
  expect(translate.plain('nothingSent')).toContain('to A, B, or C before');
  expect(translate('nothingSent').text.match(/<bdi/g)).toHaveLength(3);
  expect(translatorFor('zh-CN', { vendor: ['甲', '乙'] }).plain('nothingSent')).toContain(
    '向甲或乙发送',
  );
});

test('does not fill placeholders inside filled values', () => {
  const translate = translatorFor('en', { asker: '{vendor} {n}', vendor: 'P' });
  expect(translate.plain('returnTo')).toBe('Return to {vendor} {n}');
});

test('a URL may wrap after its punctuation', () => {
  expect(addressHtml('a@b.example').text).toBe('<bdi>a@<wbr>b.<wbr>example</bdi>');
  const translate = translatorFor('zh-CN', { contacts: html`<a href="x">Harbour</a>` });
  expect(translate('rights').text).toContain('请联系 <a href="x">Harbour</a>。');
});
