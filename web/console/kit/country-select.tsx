import { Select } from 'antd';
import { type ReactElement, useCallback, useMemo } from 'react';
import { regions } from '../../../src/foundation/contract/text/region.ts';
import { languageTags, useLanguage } from '../client/words.ts';
import { useKitWords } from './kit-words.ts';

const namesIn = (tag: string) => new Intl.DisplayNames([tag], { type: 'region' });
const english = namesIn('en');

/** The name of a country, by its two-letter code, in the language of the reader. */
export function useCountryName(): (code: string) => string {
  const tag = languageTags[useLanguage()];
  const names = useMemo(() => namesIn(tag), [tag]);
  return useCallback((code) => names.of(code) ?? code, [names]);
}

interface Named {
  value: string;
  label: string;
}

const unfound = 3;

/** The code itself comes first, then names that begin with what was typed, then those that contain it. */
function rankOf({ value, label }: Named, typed: string): number {
  const wanted = typed.trim().toLowerCase();
  if (value.toLowerCase() === wanted) return 0;
  const places = [label, english.of(value) ?? ''].map((name) => name.toLowerCase().indexOf(wanted));
  if (places.includes(0)) return 1;
  return places.some((place) => place > 0) ? 2 : unfound;
}

/** Countries by name. They are found by their code and their English name as well. */
export function CountrySelect({
  value,
  onChange,
  ...described
}: {
  /** The two-letter code; empty for none yet. */
  value: string;
  onChange(code: string): void;
  /** Of the field around it. */
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}): ReactElement {
  const say = useKitWords();
  const nameOf = useCountryName();
  const tag = languageTags[useLanguage()];
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(tag);
    return regions
      .map((code) => ({ value: code, label: nameOf(code) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [nameOf, tag]);
  return (
    <Select
      {...described}
      showSearch={{
        filterOption: (typed, option) => option !== undefined && rankOf(option, typed) < unfound,
        filterSort: (one, other, { searchValue }) =>
          rankOf(one, searchValue) - rankOf(other, searchValue),
      }}
      placeholder={say('countryHint')}
      value={value || null}
      options={options}
      notFoundContent={say('noMatch')}
      onChange={(code: string | null) => onChange(code ?? '')}
    />
  );
}
