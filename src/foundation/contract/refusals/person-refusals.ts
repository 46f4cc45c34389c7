import type { Bilingual } from '../text/bilingual.ts';

/** The rights of people who are checked or texted. */
export const personRefusals = {
  person_unnamed: {
    en: 'Name the person with either --mobile or --id-number.',
    zh: '请用 --mobile 或 --id-number 之一指定个人。',
  },
  erasure_not_found: { en: 'Erasure {erasure} not found.', zh: '删除记录 {erasure} 不存在。' },
  certificate_invalid: {
    en: 'This installation did not issue {file}, or the file was changed.',
    zh: '{file} 不是本平台签发的证明，或内容已被改动。',
  },
} as const satisfies Record<string, Bilingual>;
