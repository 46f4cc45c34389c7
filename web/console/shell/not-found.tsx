import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PageHead } from '../kit/page-head.tsx';
import { useShellWords } from './shell-words.ts';

export function NotFound(): ReactElement {
  return <Missing what="notFound" />;
}

export function AccountNotFound(): ReactElement {
  return <Missing what="noAccount" />;
}

function Missing({ what }: { what: 'notFound' | 'noAccount' }): ReactElement {
  const say = useShellWords();
  return (
    <div className="lonely">
      <PageHead title={say(what)} />
      <p className="soft">{say(`${what}Text`)}</p>
      <p>
        <Link to="/">{say('notFoundBack')}</Link>
      </p>
    </div>
  );
}
