import './filter-chips.css';
import { Popover } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { useKitWords } from './kit-words.ts';

export interface Filter {
  name: string;
  label: string;
  /** Undefined while the filter is not set. */
  value: string | undefined;
  editor: ReactNode;
  onDrop(): void;
}

export function FilterChips({
  filters,
  search,
  onClear,
}: {
  filters: readonly Filter[];
  search?: ReactNode;
  onClear?: () => void;
}): ReactElement {
  const say = useKitWords();
  const isAnySet = filters.some(({ value }) => value !== undefined);
  return (
    <div className="filter-line">
      {search}
      <ul className="filter-chips">
        {filters.map((filter) => (
          <li key={filter.name}>
            <Chip {...filter} />
          </li>
        ))}
      </ul>
      {isAnySet && onClear && (
        <button type="button" className="link filter-clear" onClick={onClear}>
          {say('clear')}
        </button>
      )}
    </div>
  );
}

function Chip({ label, value, editor, onDrop }: Filter): ReactElement {
  const say = useKitWords();
  if (value === undefined) {
    return (
      <Popover content={editor} trigger="click" placement="bottomLeft" destroyOnHidden>
        <button type="button" className="chip" aria-label={say('add', { label })}>
          <Icon name="plus" size={12} /> {label}
        </button>
      </Popover>
    );
  }
  return (
    <span className="chip chip-set">
      <Popover content={editor} trigger="click" placement="bottomLeft" destroyOnHidden>
        <button type="button">
          <span className="chip-label">{label}</span> <strong>{value}</strong>
        </button>
      </Popover>
      <button type="button" aria-label={say('remove', { label })} onClick={onDrop}>
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}
