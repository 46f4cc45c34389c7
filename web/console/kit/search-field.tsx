import { Input } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

const pauseMs = 300;

/**
 * A field whose text stands in the address. What is typed is kept here and goes there after a pause: an
 * address changes too slowly for fast fingers, and each letter would be a step back.
 */
export function SearchField({
  label,
  value,
  onChange,
}: {
  /** What can be found, for the eyes while it is empty and for the ears always. */
  label: string;
  value: string;
  onChange(value: string): void;
}): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // The address was changed by something else, such as a step back.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Input
      aria-label={label}
      placeholder={label}
      allowClear
      prefix={<Icon name="search" size={14} />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
