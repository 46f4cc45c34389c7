import type { ReactElement } from 'react';

/** JSON with keys and strings highlighted. */
export function JsonText({ value }: { value: unknown }): ReactElement {
  const parts = JSON.stringify(value, null, 2).split(/("(?:\\.|[^"\\])*"(?:\s*:)?)/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <pre className="call-json" tabIndex={0}>
      {parts.map((part, index) =>
        part.startsWith('"') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
          <span key={index} className={part.endsWith(':') ? 'json-key' : 'json-text'}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
