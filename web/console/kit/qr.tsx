import './qr.css';
import { type ReactElement, useMemo } from 'react';
import { encode } from 'uqr';

/** Drawn in the browser: the secret in it goes to nobody else. */
export function Qr({ text, label }: { text: string; label: string }): ReactElement {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 0 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
