import type { ReactElement } from 'react';

/** JSON with keys and strings highlighted, and the strings of the named keys dimmed. */
export function JsonText({
  value,
  soft = [],
}: {
  value: unknown;
  soft?: readonly string[];
}): ReactElement {
  const parts = JSON.stringify(value, null, 2).split(/("(?:\\.|[^"\\])*"(?:\s*:)?)/);
  const isSoft = (index: number) => soft.some((name) => parts[index - 2] === `"${name}":`);
  const lookOf = (part: string, index: number) =>
    part.endsWith(':') ? 'json-key' : isSoft(index) ? 'soft' : 'json-text';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <pre className="call-json" tabIndex={0}>
      {parts.map((part, index) =>
        part.startsWith('"') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
          <span key={index} className={lookOf(part, index)}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
