import { Select } from 'antd';
import { type ReactElement, useMemo } from 'react';
import { languageTags, useLanguage } from '../client/words.ts';
import { useKitWords } from './kit-words.ts';

/** Currencies by code and name; found by either. */
export function CurrencySelect({
  value,
  currencies,
  placeholder,
  onChange,
  ...described
}: {
  /** The code; empty for none. */
  value: string;
  /** The codes to choose from. */
  currencies: readonly string[];
  placeholder?: string;
  onChange(code: string): void;
  /** Of the field around it. */
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}): ReactElement {
  const say = useKitWords();
  const tag = languageTags[useLanguage()];
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'currency' });
    return currencies.map((code) => ({ value: code, label: `${code} · ${names.of(code)}` }));
  }, [currencies, tag]);
  return (
    <Select
      {...described}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      value={value || null}
      options={options}
      notFoundContent={say('noMatch')}
      onChange={(code: string | null) => onChange(code ?? '')}
    />
  );
}
