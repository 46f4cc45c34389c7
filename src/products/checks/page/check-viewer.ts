import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  languageOfTag,
  type PageLanguage,
  pickPageLanguage,
} from '../../../foundation/page/page-languages.ts';
import type { LinkedCheck } from '../queries.ts';
import type { PageViewer } from './collect-facts.ts';
import { deviceOf, isDevice } from './device.ts';

export interface LinkRoute {
  Params: { link: string };
  Querystring: {
    lang?: string;
    here?: string;
    code?: string;
    device?: string;
    by?: string;
    missing?: string;
    scheme?: string;
  };
}

export type LinkRequest = FastifyRequest<LinkRoute>;

const visitorForm = /^[A-Za-z0-9_-]{16,40}$/;

/** The viewer, from the request. The device that the page's script detects overrides the user agent. */
export function viewerOf(request: LinkRequest, check: LinkedCheck): PageViewer {
  const { query, params, headers } = request;
  const isDeviceKnown = isDevice(query.device);
  const visitorName = visitorForm.test(query.by ?? '') ? (query.by as string) : null;
  return {
    link: params.link,
    device: isDevice(query.device) ? query.device : deviceOf(headers['user-agent']),
    isDeviceUnsure: !isDeviceKnown && /Macintosh/.test(headers['user-agent'] ?? ''),
    goesOnHere: query.here === '1',
    wantsCode: query.code === '1',
    visitorName,
    visitor: visitorName === null ? null : hashVisitor(visitorName),
    isTickMissing: query.missing === '1',
    linkResult: null,
    ...languageOf(request, check),
  };
}

/** Enough to tell the browsers of one check apart, without identifying them elsewhere. */
function hashVisitor(name: string): Buffer {
  return createHash('sha256').update(name).digest().subarray(0, 16);
}

/** The person's choice, then the browser's language, then the language of the call. */
export function languageOf(
  { query, headers }: Pick<LinkRequest, 'query' | 'headers'>,
  check: LinkedCheck | null,
): { language: PageLanguage; isLanguageChosen: boolean } {
  const chosen = languageOfTag(query.lang);
  if (chosen) return { language: chosen, isLanguageChosen: true };
  const accepted = headers['accept-language'];
  const isSilent = !/\b(en|zh)\b/i.test(accepted ?? '');
  const language = isSilent && check?.language === 'zh' ? 'zh-CN' : pickPageLanguage(accepted);
  return { language, isLanguageChosen: false };
}
