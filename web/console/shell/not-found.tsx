import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PageHead } from '../kit/page-head.tsx';
import { useShellWords } from './shell-words.ts';

export function NotFound(): ReactElement {
  const say = useShellWords();
  return (
    <div className="lonely">
      <PageHead title={say('notFound')} />
      <p className="soft">{say('notFoundText')}</p>
      <p>
        <Link to="/">{say('notFoundBack')}</Link>
      </p>
    </div>
  );
}
