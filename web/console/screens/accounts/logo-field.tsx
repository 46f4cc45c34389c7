import { Button } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import { useAccountsWords } from './accounts-words.ts';

const largestBytes = 65_536;

/** The preview shows it at once; it is uploaded with the form. */
export function LogoField({
  label,
  source,
  isDark = false,
  onChange,
}: {
  label: string;
  source: string | null;
  isDark?: boolean;
  /** The image as base64; null removes it. */
  onChange(image: string | null): void;
}): ReactElement {
  const say = useAccountsWords();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > largestBytes) return setProblem(say('tooLarge'));
    setProblem(undefined);
    const bytes = new Uint8Array(await file.arrayBuffer());
    onChange(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')));
  };
  return (
    <div className="field">
      <span>{label}</span>
      <span className="logo-line">
        <span className="logo-shown" data-dark={isDark || undefined}>
          {source ? <img src={source} alt={label} /> : <span>{say('noLogo')}</span>}
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>{say('choose')}</Button>
        {source && (
          <Button type="text" onClick={() => onChange(null)}>
            {say('remove')}
          </Button>
        )}
      </span>
      <span className={problem ? 'field-problem' : 'field-note'}>{problem ?? say('logoHint')}</span>
    </div>
  );
}
