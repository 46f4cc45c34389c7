import type { OpenApiDocument } from '../src/foundation/contract/openapi/openapi.ts';
import { keptFields } from './sdk-operations.ts';

interface Example {
  summary: string;
  value: Record<string, unknown>;
}

interface Post {
  tags: string[];
  description: string;
  requestBody: { content: { 'application/json': { examples: Record<string, Example> } } };
  responses: Record<
    string,
    { content: { 'application/json': { examples: Record<string, Example> } } }
  >;
}

/** A Postman collection (v2.1) of the document: a folder for each tag, a request for each example. */
export function sdkPostman({ info, servers, tags, paths }: OpenApiDocument): string {
  const posts = Object.entries(paths).map(
    ([path, { post }]) => [path, post as unknown as Post] as const,
  );
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    // Destructive requests come last, so that a folder can be run from top to bottom.
    item: posts
      .filter(([, post]) => post.tags[0] === name)
      .toSorted(([a], [b]) => Number(a.includes('_delete')) - Number(b.includes('_delete')))
      .flatMap(([path, post]) => requestsOf(path, post)),
  }));
  const collection = {
    info: {
      name: info.title,
      version: info.version,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'x-api-key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      ...['apiKey', ...Object.keys(keptFields)].map((key) => ({ key, value: '' })),
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function requestsOf(path: string, post: Post) {
  const replies = post.responses['201']?.content['application/json'].examples ?? {};
  return Object.entries(post.requestBody.content['application/json'].examples).map(
    ([name, { summary, value }]) => {
      const request = {
        method: 'POST',
        header: [{ key: 'content-type', value: 'application/json' }],
        url: {
          raw: `{{baseUrl}}${path}`,
          host: ['{{baseUrl}}'],
          path: path.split('/').slice(1),
        },
        body: { mode: 'raw', raw: bodyOf(value), options: { raw: { language: 'json' } } },
        description: post.description,
      };
      const reply = {
        name: summary,
        originalRequest: request,
        status: 'Created',
        code: 201,
        header: [{ key: 'content-type', value: 'application/json; charset=utf-8' }],
        body: JSON.stringify(replies[name]?.value, null, 2),
      };
      return {
        name: summary,
        event: [{ listen: 'test', script: keepScript }],
        request,
        response: [reply],
      };
    },
  );
}

/** Replaces the fields that come from an earlier reply by Postman variables. */
function bodyOf(value: Record<string, unknown>): string {
  const filled = Object.entries(value).map(([field, one]) => {
    const text = field in keptFields ? `{{${field}}}` : JSON.stringify(one);
    return `  ${JSON.stringify(field)}: ${field in keptFields && typeof one === 'string' ? `"${text}"` : text}`;
  });
  return filled.length === 0 ? '{}' : `{\n${filled.join(',\n')}\n}`;
}

/** The request's ID is a field of the reply itself. */
const ownFields = Object.keys(keptFields).filter((field) => field !== 'requestId');

/** Stores values of a reply for later requests. Postman's sandbox has a global called `data` already. */
const keepScript = {
  type: 'text/javascript',
  exec: [
    'const reply = pm.response.json();',
    'const result = reply.data ?? {};',
    "if (result.mobile && result.templateId && !result.state) pm.collectionVariables.set('requestId', reply.requestId);",
    `for (const name of ${JSON.stringify(ownFields)}) {`,
    '  if (result[name]) pm.collectionVariables.set(name, result[name]);',
    '}',
  ],
};
