import type { ReactElement } from 'react';
import type { PasswordRating } from './rate-password.ts';
import { useSessionWords } from './session-words.ts';

export function PasswordStrength({ rating }: { rating: PasswordRating }): ReactElement {
  const say = useSessionWords();
  const strength = 'problem' in rating ? 0 : rating.strength;
  return (
    <p className="strength" data-weak={strength < 2 || undefined} role="status">
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={strength >= bar || undefined} />
      ))}
      <span>
        {'problem' in rating
          ? say(`refused_${rating.problem}`)
          : say(`strength_${rating.strength}`)}
      </span>
    </p>
  );
}
