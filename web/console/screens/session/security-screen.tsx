import './session.css';
import type { ReactElement } from 'react';
import { PageHead } from '../../kit/page-head.tsx';
import { ConnectionsCard } from './connections-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { FactorsCard } from './factors-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { useSessionWords } from './session-words.ts';

export default function SecurityScreen(): ReactElement {
  const say = useSessionWords();
  return (
    <>
      <PageHead title={say('securityTitle')} />
      <div className="security">
        <div className="stack">
          <FactorsCard />
          <DevicesCard />
          <ConnectionsCard />
        </div>
        <PasswordCard />
      </div>
    </>
  );
}
