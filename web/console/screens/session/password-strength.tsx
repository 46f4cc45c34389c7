import type { ReactElement } from 'react';
import { useSessionWords } from './session-words.ts';

export const minPasswordLength = 10;

/** A rough estimate from length and repetition. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password.length < minPasswordLength) return 0;
  const kinds = new Set(password).size;
  const isRun = /(.)\1{3,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|passwor/i.test(password);
  if (kinds < 7 || isRun) return 1;
  return password.length >= 16 || kinds >= 11 ? 3 : 2;
}

export function PasswordStrength({ password }: { password: string }): ReactElement | null {
  const say = useSessionWords();
  if (password === '') return null;
  const strength = strengthOf(password);
  return (
    <p className="strength" data-weak={strength < 2 || undefined} role="status">
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={strength >= bar || undefined} />
      ))}
      <span>{say(`strength_${strength}`)}</span>
    </p>
  );
}
