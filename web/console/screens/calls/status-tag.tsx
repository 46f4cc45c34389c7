import type { ReactElement } from 'react';

/** The HTTP status of a reply. An unknown outcome is no failure yet. */
export function StatusTag({ status }: { status: number }): ReactElement {
  const tone = status < 300 ? 'good' : status === 504 ? 'warn' : 'bad';
  return <span className={`tag tag-${tone}`}>{status}</span>;
}
