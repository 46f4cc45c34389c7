import { describe, expect, test } from 'vitest';
import { errorTable, type Reason } from '../../../foundation/contract/errors/errors.ts';
import { openApiDocument } from '../../../foundation/contract/openapi/openapi.ts';
import { exampleOf } from '../../../foundation/contract/openapi/openapi-example.ts';
import { operations } from '../../../foundation/contract/operations/operations.ts';
import { messageProducts } from '../../../foundation/contract/products.ts';
import { languages } from '../../../foundation/contract/text/languages.ts';
import { eventTitles, eventTypes } from '../../../foundation/contract/wire/event-schemas.ts';
import { html } from '../../../foundation/page/html.ts';
import { readReference } from './read-reference.ts';
import { referenceIn } from './reference-in.ts';
import { renderReference } from './render-reference.ts';

const document = openApiDocument({ publicUrl: 'https://pay.example/api', version: '0' });
const reference = readReference(document);
const pageIn = (language: 'en' | 'zh') =>
  renderReference(referenceIn(language, reference), {
    ...{ language, basePath: '/api', url: (file: string) => `/assets/${file}` },
  });
const page = pageIn('en');
const escaped = (text: string) => html`${text}`.text;

/** The part of a page from one anchor to the next heading of the same level, without the colours of its code. */
function sectionOf(id: string, text = page): string {
  const [, rest = ''] = text.split(`<h3 id="${id}"`);
  return (rest.split('<h3 ')[0] ?? '').replaceAll(/<\/?i\b[^>]*>/g, '');
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
}

/** The paragraphs and headings of a page that have words outside code and links. */
function proseOf(text: string): string[] {
  const found = text.matchAll(/<(p|h[1-5])(?: id="[^"]+")?>(.*?)<\/\1>/gs);
  const plain = [...found].map(([, , inner = '']) =>
    inner.replaceAll(/<(code|a)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]+>/g, ''),
  );
  return plain.filter((inner) => /\p{L}/u.test(inner));
}

describe('the reference', () => {
  test.each(operations)('shows %s with its fields, an example and an entry in the list', (name) => {
    const { request, requestExample, replyExample } = exampleOf(name);
    const section = sectionOf(name === 'face_recheck' ? 'face_verify' : name);
    const schema = document.components.schemas?.[request] as { properties: object };
    for (const field of Object.keys(schema.properties)) {
      expect(section).toContain(`<dt><code>${field}</code>`);
    }
    const data = replyExample.data as object;
    for (const field of Object.keys(data)) expect(section).toContain(`<code>${field}</code>`);
    expect(section).toContain(escaped(JSON.stringify(replyExample, null, 2)));
    expect(section).toContain(escaped(`  -d '${JSON.stringify(requestExample)}'`));
    expect(section).toContain('curl https://pay.example/api/api/v1/');
    expect(page).toContain(`<a class="name" href="#${name}">${name.replaceAll('_', '_<wbr>')}</a>`);
    expect(page).toContain(` id="${name}"`);
  });

  test.each(Object.entries(document.paths))(
    'links every error of %s to its page, there or among the common ones',
    (_, { post }) => {
      const responses = post.responses as Record<string, { content: { [type: string]: object } }>;
      const own = sectionOf(String(post.operationId));
      const [, common = ''] = page.split('<h2 id="errors"');
      const problemsIn = Object.entries(responses).flatMap(([status, { content }]) => {
        const { examples = {} } = content['application/json'] as { examples?: object };
        return status === '201' ? [] : (Object.keys(examples) as Reason[]);
      });
      expect(problemsIn.length).toBeGreaterThan(10);
      for (const reason of problemsIn) {
        const link = `<a href="/api/docs/en/errors/${errorTable[reason].code}">`;
        expect(own.includes(link) || common.split('<h2')[0]?.includes(link), reason).toBe(true);
      }
    },
  );

  test('lists an error under an operation only if the operation can return it', () => {
    expect(sectionOf('sms_code')).toContain('> duplicate_code</a>');
    expect(sectionOf('sms_notice')).not.toContain('> duplicate_code</a>');
  });

  test('lists an error that several operations share once, and links them to it', () => {
    expect(page.split('> balance_too_low</a>')).toHaveLength(2);
    const groupsOf = (id: string) =>
      [...sectionOf(id).matchAll(/href="#errors\/(\w+)"/g)].map(([, group]) => group);
    expect(groupsOf('sms_code')).toEqual(['every', 'paid', 'sms']);
    expect(groupsOf('face_verify')).toEqual(['every', 'paid']);
    expect(groupsOf('balance')).toEqual(['every']);
  });

  test.each(eventTypes)('shows the event %s with an example, titled in both languages', (type) => {
    for (const language of languages) {
      const section = sectionOf(`event/${type}`, pageIn(language));
      expect(section).toContain(escaped(eventTitles[type][language]));
      expect(section).toContain(escaped(`"type": "${type}"`));
    }
  });

  test('shows required fields, optional fields and allowed values', () => {
    const code = sectionOf('sms_code');
    expect(code).toMatch(/<code>mobile<\/code>.*<span class="required">required<\/span>/);
    expect(code).toContain('<li>1 to 32 characters</li>');
    const verify = sectionOf('face_verify');
    expect(verify).toMatch(/<code>redirectUrl<\/code>.*<span class="optional">optional<\/span>/);
    const status = sectionOf('sms_status');
    expect(status).toMatch(/<code>mobile<\/code>.*<span class="optional">can be missing<\/span>/);
    const values = messageProducts.map((product) => `<code>${product}</code>`).join(', ');
    expect(status).toContain(`<li>One of ${values}</li>`);
    expect(status).toContain('<summary>33 possible values</summary>');
    expect(sectionOf('webhook_delivery_list')).toContain('href="#model/WebhookDelivery"');
  });

  test('sends an Idempotency-Key with the paid call beside the headers', () => {
    const basics = page.slice(page.indexOf('<h2 id="requests"'), page.indexOf('<h2 id="replies"'));
    expect(basics).toContain('/api/v1/sms_code');
    expect(basics).toContain('idempotency-key: NEW_UUID');
  });

  test('says which operations are free', () => {
    expect(sectionOf('sms_code')).toContain('<span class="cost">Charged</span>');
    expect(sectionOf('balance')).toContain('<span class="cost">Free</span>');
    expect(sectionOf('face_verify').match(/class="cost">\w+/g)).toEqual([
      ...['class="cost">Charged', 'class="cost">Free'],
    ]);
  });

  test('is in Chinese on the Chinese page, with the same anchors', () => {
    const chinese = pageIn('zh');
    expect(chinese).toContain('<html lang="zh-CN">');
    expect(chinese).toContain(
      '<meta name="description" content="人脸核验、验证码与短信，按次计费。">',
    );
    expect(chinese).toContain('<h3 id="sms_code">发送验证码<a');
    expect(sectionOf('sms_code', chinese)).toContain('必填');
    expect(sectionOf('sms_code', chinese)).toContain(errorTable.duplicate_code.message.zh);
    expect(anchorsOf(chinese)).toEqual(anchorsOf(page));
    expect(proseOf(page).length).toBeGreaterThan(200);
    expect(proseOf(chinese).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
  });

  test('has unique anchors', () => {
    const ids = anchorsOf(page);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  test('loads nothing from another host', () => {
    const addresses = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, to = '']) => to);
    expect(addresses.filter((to) => !/^(\/|#|data:)/.test(to))).toEqual([]);
  });
});
