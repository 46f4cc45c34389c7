import { createHash } from 'node:crypto';
import type { Values } from './template.ts';

/** A marker in place of the signature, to find the parts of the request that carry it. */
export const unsigned = '\u0000unsigned\u0000';

/** The parts of a request that can be signed. */
export const factNames: readonly string[] = [
  'method',
  'url',
  'path',
  'query',
  'body',
  'bodySha256',
  'params',
];

/** Computes only the facts that are used, because some cost more than the rest of the request. */
export function factsOf(
  url: URL,
  body: string,
  contentType: string | null,
  names: readonly string[],
): Values {
  return {
    url: url.href,
    path: `${url.pathname}${url.search}`,
    query: url.search.slice(1),
    body,
    ...(names.includes('bodySha256') && {
      bodySha256: createHash('sha256').update(body).digest('hex'),
    }),
    ...(names.includes('params') && {
      params: joinParams([...url.searchParams, ...fieldsOf(body, contentType)]),
    }),
  };
}

function fieldsOf(body: string, contentType: string | null): [string, string][] {
  if (contentType === null) return [];
  if (!contentType.includes('json')) return [...new URLSearchParams(body)];
  const parsed = JSON.parse(body) as unknown;
  if (typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(parsed).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
}

/** `a=1&b=2`, sorted by name, as many vendors sign it; without the parameter that carries the signature. */
export function joinParams(fields: readonly (readonly [string, string])[]): string {
  return fields
    .filter(([, value]) => !value.includes(unsigned))
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
