import { addressOf, get, post, type Query } from './api.ts';
import { type Scope, useScope } from './scope.ts';

interface Api extends Scope {
  get<Reply>(path: string, query?: Query, signal?: AbortSignal): Promise<Reply>;
  post<Reply>(path: string, body?: unknown): Promise<Reply>;
  /** The URL of a download or an event stream. */
  href(path: string, query?: Query): string;
}

/** Requests within the current scope and mode: `api.get('calls/list', { state })`. */
export function useApi(): Api {
  const here = useScope();
  const { scope, mode } = here;
  return {
    ...here,
    get: (path, query = {}, signal) => get(`${scope}/${path}`, { mode, ...query }, signal),
    post: (path, body = {}) => post(`${scope}/${path}`, body, { mode }),
    href: (path, query = {}) => addressOf(`${scope}/${path}`, { mode, ...query }),
  };
}
