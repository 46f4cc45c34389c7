import { ApiProblem, noAnswer } from './api-problem.ts';
import { basePath } from './base-path.ts';
import { askFactor } from './factor-places.ts';
import { pressedAct } from './pressed-act.ts';
import { currentLanguage, languageTags } from './words.ts';

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined | null;
export type Query = Readonly<Record<string, QueryValue>>;

let onSignedOut: (() => void) | undefined;

/** Sets what happens when a request finds that the session has ended. */
export function setSignedOutHandler(handler: (() => void) | undefined): void {
  onSignedOut = handler;
}

export function get<Reply>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Reply> {
  return ask<Reply>(addressOf(path, query), signal ? { signal } : {});
}

export function post<Reply>(path: string, body: unknown = {}, query: Query = {}): Promise<Reply> {
  return ask<Reply>(addressOf(path, query), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

/** The URL of a route of the console's API; empty values are left out. */
export function addressOf(path: string, query: Query = {}): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) words.set(name, value.join(','));
    } else words.set(name, String(value));
  }
  const text = words.toString();
  return `${basePath}/console/api/${path}${text && `?${text}`}`;
}

async function ask<Reply>(address: string, init: RequestInit): Promise<Reply> {
  const act = pressedAct();
  try {
    return await askOnce<Reply>(address, init);
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.status === 401 && error.reason !== 'factor_required') onSignedOut?.();
    if (error.reason !== 'factor_required') throw error;
    // The server changed nothing yet, so the same request is safe to repeat.
    if (!(await askFactor(act))) throw error;
    return askOnce<Reply>(address, init);
  }
}

async function askOnce<Reply>(address: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(address, {
    ...init,
    headers: {
      ...init.headers,
      accept: 'application/json',
      'accept-language': languageTags[currentLanguage()],
    },
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, { reason: noAnswer, message: '' });
  });
  const text = await response.text();
  if (response.ok) return (text ? JSON.parse(text) : undefined) as Reply;
  throw new ApiProblem(response.status, readProblem(text, response));
}

function readProblem(text: string, response: Response) {
  try {
    const body = JSON.parse(text);
    if (typeof body.reason === 'string') return body;
  } catch {
    // A proxy answered, not the platform.
  }
  return { reason: noAnswer, message: `${response.status} ${response.statusText}`.trim() };
}
