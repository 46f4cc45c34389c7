import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Query } from './api.ts';
import { useSession } from './session.ts';

export type Mode = 'live' | 'test';
export type Area = 'operator' | 'customer';

/** Whose data is shown, live or test, and whether an operator or a customer looks at it. */
export interface Scope {
  /** `platform`, or the number of an account. */
  scope: string;
  accountId: number | undefined;
  mode: Mode;
  area: Area;
}

export function useScope(): Scope {
  const { scope = '' } = useParams({ strict: false }) as { scope?: string };
  const { mode } = useSearch({ strict: false }) as { mode?: string };
  const { operatorRole } = useSession();
  return {
    scope,
    accountId: scope === 'platform' ? undefined : Number(scope),
    mode: mode === 'test' ? 'test' : 'live',
    area: operatorRole ? 'operator' : 'customer',
  };
}

/** Opens a screen in the same mode, and in the same scope unless another is given. */
export function useGo(): (
  screen: string,
  options?: { scope?: string; query?: Query; replace?: boolean; state?: object },
) => void {
  const navigate = useNavigate();
  const { scope: here = '' } = useParams({ strict: false }) as { scope?: string };
  const { mode } = useSearch({ strict: false }) as { mode?: string };
  return (screen, { scope = here, query = {}, replace = false, state = {} } = {}) =>
    void navigate({
      to: `/${scope}/${screen}`,
      replace,
      state,
      search: { mode, ...query },
    } as never);
}
