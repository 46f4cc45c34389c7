import { createContext, useContext, useEffect, useState } from 'react';
import { ApiProblem } from '../client/api-problem.ts';

interface FieldProblems {
  error: unknown;
  /** The names of the fields that show their own problem. */
  shown: Set<string>;
}

const FieldProblemsContext = createContext<FieldProblems>({ error: undefined, shown: new Set() });

export const FieldProblemsProvider = FieldProblemsContext.Provider;

/** What a form gives its fields: the server's last refusal. */
export function useFieldProblems(error: unknown): FieldProblems {
  const [shown] = useState(() => new Set<string>());
  return { error, shown };
}

/** What the server's last refusal says of a field of the form around it. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const { error, shown } = useContext(FieldProblemsContext);
  useEffect(() => {
    if (name === undefined) return;
    shown.add(name);
    return () => void shown.delete(name);
  }, [shown, name]);
  if (name === undefined || !(error instanceof ApiProblem)) return undefined;
  return error.details.find(({ field }) => fieldOf(field) === name)?.problem;
}

/** The field of a form that a detail is about: `addresses` for `addresses.0`. */
export const fieldOf = (path: string): string => path.replace(/\..*/s, '');
