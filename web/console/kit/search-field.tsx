import { Input } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

const pauseMs = 300;

/**
 * A text field whose value is in the URL. Typing updates the URL after a pause: navigation is too slow for
 * every letter, and each would be a step of the back button.
 */
export function SearchField({
  label,
  value,
  onChange,
}: {
  /** Placeholder and accessible name. */
  label: string;
  value: string;
  onChange(value: string): void;
}): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // Something else changed the URL, such as the back button.
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
