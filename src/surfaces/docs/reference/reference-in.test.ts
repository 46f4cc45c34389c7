import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../foundation/contract/openapi/openapi.ts';
import { readReference } from './read-reference.ts';
import chinese from './reference-chinese.json' with { type: 'json' };
import { mapTexts, referenceIn } from './reference-in.ts';

const reference = readReference(
  openApiDocument({ publicUrl: 'https://pay.example', version: '0' }),
);
const english = new Set<string>();
mapTexts(reference, (text) => {
  english.add(text);
  return text;
});

describe('the Chinese of the reference', () => {
  test('has an entry for every text', () => {
    expect([...english].filter((text) => !Object.hasOwn(chinese, text))).toEqual([]);
  });

  test('has no entry for a text that no longer occurs', () => {
    expect(Object.keys(chinese).filter((text) => !english.has(text))).toEqual([]);
  });

  test.each(Object.entries(chinese))('keeps the code and the paragraphs of: %s', (from, to) => {
    expect(to).toMatch(/\p{Script=Han}/u);
    expect(shapeOf(to)).toEqual(shapeOf(from));
  });

  test('replaces texts of operations, fields, headers and models, and leaves names and examples', () => {
    const there = referenceIn('zh', reference);
    const [group] = there.groups;
    expect(group?.id).toBe('tag/face-checks');
    expect(group?.name).toBe('人脸核验');
    const [form] = group?.operations[0]?.forms ?? [];
    expect(form?.summary).toBe('获取核验链接');
    expect(form?.request.properties?.name?.description).toMatch(/^用户的姓名/);
    const [english] = reference.groups[0]?.operations[0]?.forms ?? [];
    expect(form?.requestExample).toEqual(english?.requestExample);
    expect(form?.replyExample).toEqual({ ...english?.replyExample, message: '核验链接已生成。' });
    expect(there.requestHeaders[0]?.name).toBe('x-api-key');
    expect(there.requestHeaders[0]?.description).toMatch(/API 密钥/);
    expect([...there.models.keys()]).toEqual([...reference.models.keys()]);
    expect(there.models.get('WebhookDelivery')?.description).toMatch(/推送地址/);
    expect(referenceIn('en', reference)).toEqual(reference);
  });
});

function shapeOf(text: string) {
  return {
    codes: [...text.matchAll(/`[^`]+`/g)].map(([code]) => code).sort(),
    paragraphs: text.split('\n\n').length,
  };
}
