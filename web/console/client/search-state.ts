import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** How a value is read from the URL and written into it; undefined leaves it out. */
interface Field<Value> {
  read(text: string | undefined): Value;
  write(value: Value): string | undefined;
}

/** A default value is left out of the URL. */
export function text(usual = ''): Field<string> {
  return { read: (word) => word ?? usual, write: (value) => (value === usual ? undefined : value) };
}

/** An unknown value counts as the default one. */
export function choice<const Choice extends string>(
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
): Field<Choice> {
  return {
    read: (word) => choices.find((one) => one === word) ?? usual,
    write: (value) => (value === usual ? undefined : value),
  };
}

/** Sorted, so that one state has one URL. */
export function list(): Field<readonly string[]> {
  return {
    read: (word) => (word ? word.split(',').filter(Boolean) : []),
    write: (value) => (value.length > 0 ? [...new Set(value)].sort().join(',') : undefined),
  };
}

type Fields = Readonly<Record<string, Field<never>>>;
export type StateOf<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer V> ? V : never };

// biome-ignore lint/suspicious/noExplicitAny: a field reads and writes its own kind of value
type AnyFields = Readonly<Record<string, Field<any>>>;

/**
 * Screen state that lives in the URL: filters, tabs, cursors. Parameters keep the order of `fields`; setting one
 * leaves the others, and the mode, unchanged.
 */
export function useSearchState<const F extends AnyFields>(
  fields: F,
): [StateOf<F>, (change: Partial<StateOf<F>>, how?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const navigate = useNavigate();
  const state = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, field.read(search[name])]),
      ) as StateOf<F>,
    [fields, search],
  );
  const set = useCallback(
    (change: Partial<StateOf<F>>, { replace = false } = {}) => {
      void navigate({
        to: '.',
        replace,
        search: (before: Readonly<Record<string, string | undefined>>) => {
          const next: Record<string, string | undefined> = { ...before };
          for (const [name, field] of Object.entries(fields as unknown as Fields)) {
            if (name in change) next[name] = field.write(change[name as keyof F] as never);
          }
          return inOrder(next, Object.keys(fields));
        },
      } as never);
    },
    [fields, navigate],
  );
  return [state, set];
}

function inOrder(
  words: Readonly<Record<string, string | undefined>>,
  order: readonly string[],
): Record<string, string> {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.fromEntries(
    Object.entries(words)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .sort(([a], [b]) => Number(b === 'mode') - Number(a === 'mode') || rank(a) - rank(b)),
  );
}

/** URLs are read by people: commas and colons stay unescaped. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(words: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(words).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text && `?${text}`;
}
