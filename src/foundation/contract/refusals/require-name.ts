import { type Bilingual, prefixField } from '../text/bilingual.ts';
import { nameProblem } from '../text/name-problem.ts';
import { refuse } from './refused.ts';

export function requireName(field: Bilingual, name: string, longest: number): void {
  const problem = nameProblem(name, longest);
  if (problem) refuse('fields_invalid', { faults: prefixField(field, problem) });
}
