import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { addressOf, get, post, type Query } from './api.ts';
import { useSession } from './session.ts';

export type Mode = 'live' | 'test';
export type Door = 'operator' | 'customer';

/** Where one is: whose data, live or test, and through which door one came in. */
export interface Place {
  /** `platform`, or the number of an account. */
  scope: string;
  accountId: number | undefined;
  mode: Mode;
  door: Door;
  get<Reply>(path: string, query?: Query, signal?: AbortSignal): Promise<Reply>;
  post<Reply>(path: string, body?: unknown): Promise<Reply>;
  /** The address of a download. */
  href(path: string, query?: Query): string;
}

/** The place with requests below its scope and in its mode: `place.get('calls/list', { state })`. */
export function usePlace(): Place {
  const { scope = '' } = useParams({ strict: false }) as { scope?: string };
  const { mode: asked } = useSearch({ strict: false }) as { mode?: string };
  const { operatorRole } = useSession();
  const mode: Mode = asked === 'test' ? 'test' : 'live';
  return {
    scope,
    accountId: scope === 'platform' ? undefined : Number(scope),
    mode,
    door: operatorRole ? 'operator' : 'customer',
    get: (path, query = {}, signal) => get(`${scope}/${path}`, { mode, ...query }, signal),
    post: (path, body = {}) => post(`${scope}/${path}`, body, { mode }),
    href: (path, query = {}) => addressOf(`${scope}/${path}`, { mode, ...query }),
  };
}

/** Goes to a screen of the same scope and mode, or of another scope. */
export function useGo(): (screen: string, options?: { scope?: string; query?: Query }) => void {
  const navigate = useNavigate();
  const { scope: here = '' } = useParams({ strict: false }) as { scope?: string };
  const { mode } = useSearch({ strict: false }) as { mode?: string };
  return (screen, { scope = here, query = {} } = {}) =>
    void navigate({ to: `/${scope}/${screen}`, search: { mode, ...query } } as never);
}
