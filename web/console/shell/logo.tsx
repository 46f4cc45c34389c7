import type { ReactElement } from 'react';

export function Logo({ size = 26 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" className="logo">
      <rect width="26" height="26" rx="7" className="logo-ground" />
      <path d="m6 13.5 3.5 3.5 6.5-8" className="logo-first" />
      <path d="m13 16.5.8.5 6.2-8" className="logo-second" />
    </svg>
  );
}
