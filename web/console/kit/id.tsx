import './id.css';
import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.tsx';

/** `01a1dde7…2d7e` in lists. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

export function Id({ id, isWhole = false }: { id: string; isWhole?: boolean }): ReactElement {
  return (
    <span lang="en" className={isWhole ? 'id id-whole' : 'id'} title={isWhole ? undefined : id}>
      {isWhole ? id : shortId(id)}
      <CopyButton text={id} isBare />
    </span>
  );
}
