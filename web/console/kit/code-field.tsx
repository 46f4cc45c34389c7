import './code-field.css';
import { type ReactElement, useEffect, useRef } from 'react';
import { useKitWords } from './kit-words.ts';

const digits = [0, 1, 2, 3, 4, 5];

/** Six digits; pasting works, and the sixth digit submits. */
export function CodeField({
  value,
  onChange,
  onWhole,
  isBad = false,
}: {
  value: string;
  onChange(value: string): void;
  onWhole(code: string): void;
  isBad?: boolean;
}): ReactElement {
  const say = useKitWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <span className={isBad ? 'code-field code-bad' : 'code-field'}>
      <input
        ref={field}
        value={value}
        aria-label={say('factorCode')}
        aria-invalid={isBad}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '').slice(0, 6);
          onChange(digits);
          if (digits.length === 6 && digits !== value) onWhole(digits);
        }}
      />
      {digits.map((digit) => (
        <span
          key={digit}
          className="code-digit"
          data-next={digit === value.length || undefined}
          aria-hidden="true"
        >
          {value[digit]}
        </span>
      ))}
    </span>
  );
}
