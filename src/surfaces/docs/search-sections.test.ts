import { expect, test } from 'vitest';
import type { OpenApiDocument } from '../../foundation/contract/openapi/openapi.ts';
import type { DocPage } from './doc-page.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { searchSections } from './search-sections.ts';

const markdown = `# Title

First **words**.

## Part one

- a list
- of two

| head | other |
| ---- | ----- |
| cell | more  |

\`\`\`sh
curl it
\`\`\`

\`\`\`python
never_found()
\`\`\`

### Part two

Last words.
`;

const pageAt = (path: string): DocPage => ({
  ...{ language: 'en', path, title: 'Title', summary: '', markdown },
  blocks: parseMarkdown(markdown),
});
const empty = { paths: {} } as unknown as OpenApiDocument;

test('each section of a page is found under its heading, by all visible words', () => {
  expect(searchSections([pageAt('start')], empty, 'en')).toEqual([
    { path: '/en/start', title: 'Title', heading: '', text: 'First words.' },
    {
      ...{ path: '/en/start#part-one', title: 'Title', heading: 'Part one' },
      text: 'a list of two head other cell more curl it',
    },
    { path: '/en/start#part-two', title: 'Title', heading: 'Part two', text: 'Last words.' },
  ]);
  expect(searchSections([pageAt('')], empty, 'en')[0]?.path).toBe('/en');
});

test('an operation is found by its path and words, and links to the reference', () => {
  const post = {
    operationId: 'face_verify',
    summary: 'Check a code',
    description: 'With *words*.',
  };
  const document = { paths: { '/api/v1/face_verify': { post } } } as unknown as OpenApiDocument;
  const heading = 'POST /api/v1/face_verify';
  expect(searchSections([], document, 'en')).toMatchObject([
    {
      ...{ path: '/en/reference#face_verify', heading, title: 'API reference' },
      text: expect.stringMatching(/^Check a code With/),
    },
  ]);
  const [chinese] = searchSections([], document, 'zh');
  expect(chinese).toMatchObject({
    ...{ path: '/zh/reference#face_verify', heading, title: 'API 参考' },
  });
  expect(chinese?.text).toMatch(/^校验验证码 With/);
});
