import { useRef } from 'react';
import { ApiProblem } from '../../client/api-problem.ts';

/**
 * The state that a draft is based on: what was stored when it began, whatever is stored since. A save names it, so
 * that the server can refuse to overwrite what somebody else changed meanwhile.
 */
export function useDraftBase<State>(
  stored: State,
  isDirty: boolean,
): {
  base: State;
  /** Runs a save. After a refusal because of another change, the draft stays and is based on that change. */
  saveOn<Reply>(
    save: (base: State) => Promise<Reply>,
    reread: () => Promise<State>,
  ): Promise<Reply>;
} {
  const held = useRef(stored);
  if (!isDirty) held.current = stored;
  return {
    base: held.current,
    async saveOn(save, reread) {
      try {
        return await save(held.current);
      } catch (error) {
        if (error instanceof ApiProblem && error.reason === 'outdated') {
          held.current = await reread();
        }
        throw error;
      }
    },
  };
}
