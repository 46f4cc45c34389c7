import './page-head.css';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Icon } from './icon.tsx';

/** At most three actions, the main one last. */
export function PageHead({
  title,
  aside,
  actions,
  trail,
}: {
  title: string;
  /** As words, with full stops only if it is several sentences. */
  aside?: ReactNode;
  actions?: ReactNode;
  /** The parent screen, above the title. */
  trail?: { label: string; onOpen(): void };
}): ReactElement {
  useEffect(() => {
    document.title = `${title} · Countersign`;
  }, [title]);
  return (
    <header className="page-head">
      {trail && (
        <nav className="page-trail" aria-label={trail.label}>
          <button type="button" className="link" onClick={trail.onOpen}>
            <Icon name="left" size={14} /> {trail.label}
          </button>
        </nav>
      )}
      <div className="page-title">
        <h1>{title}</h1>
        {aside && <div className="page-aside">{aside}</div>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
