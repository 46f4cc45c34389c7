import './code-field.css';
import { type ReactElement, useEffect, useRef } from 'react';
import { useKitWords } from './kit-words.ts';

const digits = [0, 1, 2, 3, 4, 5];

/** Six digits; pasting works, and the sixth digit submits. */
export function CodeField({
  value,
  onChange,
  onWhole,
  problemId,
}: {
  value: string;
  onChange(value: string): void;
  onWhole(code: string): void;
  /** The element that says what is wrong with the last code, if it was. */
  problemId?: string | undefined;
}): ReactElement {
  const say = useKitWords();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <span className={problemId ? 'code-field code-bad' : 'code-field'}>
      <input
        ref={field}
        value={value}
        aria-label={say('factorCode')}
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
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
