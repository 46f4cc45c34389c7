import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useAccountName, useAccountNames } from '../client/account-names.ts';
import { useKitWords } from './kit-words.ts';

/** Searches on the server, by name or number: there can be any number of accounts. */
export function AccountSelect({
  value,
  onChange,
  label,
  placeholder,
  className,
}: {
  value: number | undefined;
  onChange(accountId: number | undefined): void;
  label: string;
  placeholder?: string;
  className?: string;
}): ReactElement {
  const say = useKitWords();
  const [wanted, setWanted] = useState('');
  const found = useAccountNames(wanted, true);
  const chosen = useAccountName(value);
  const options = found.map(({ accountId, name }) => ({ value: accountId, label: name }));
  if (value !== undefined && !found.some(({ accountId }) => accountId === value)) {
    options.unshift({ value, label: chosen ?? '' });
  }
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setWanted }}
      allowClear={placeholder !== undefined}
      aria-label={label}
      placeholder={placeholder ?? say('accountHint')}
      {...(className ? { className } : {})}
      value={value ?? null}
      options={options}
      optionRender={({ label: name, value: accountId }) => (
        <>
          {name} <span className="faint">{accountId}</span>
        </>
      )}
      notFoundContent={say('noMatch')}
      onChange={(next: number | null | undefined) => {
        setWanted('');
        onChange(next ?? undefined);
      }}
    />
  );
}
