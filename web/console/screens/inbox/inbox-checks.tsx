import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type {
  InboxChecks,
  RenewedLink,
} from '../../../../src/surfaces/console/inbox/inbox-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Qr } from '../../kit/qr.tsx';
import { Status } from '../../kit/status.tsx';
import { timeText } from '../../kit/time-text.ts';
import { useInboxWords } from './inbox-words.ts';

type Waiting = InboxChecks['checks'][number];

/** Sandbox checks that wait for a chosen outcome. */
export function WaitingChecks({ checks }: { checks: UseQueryResult<InboxChecks> }): ReactElement {
  const say = useInboxWords();
  const mayPlay = useMay()('inbox.play');
  const waiting = checks.data?.checks ?? [];
  return (
    <section className="card" aria-labelledby="inbox-checks">
      <header className="card-head">
        <h2 id="inbox-checks">{say('checksTitle')}</h2>
      </header>
      <ProblemBar error={checks.error} onRetry={() => void checks.refetch()} />
      {checks.data && waiting.length === 0 && <p className="inbox-quiet">{say('noChecks')}</p>}
      {mayPlay && waiting.length > 0 && <p className="inbox-quiet">{say('newLinkHint')}</p>}
      <ul className="inbox-checks">
        {waiting.map((check) => (
          <li key={check.requestId}>
            <WaitingCheck check={check} mayPlay={mayPlay} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function WaitingCheck({ check, mayPlay }: { check: Waiting; mayPlay: boolean }): ReactElement {
  const say = useInboxWords();
  const api = useApi();
  const language = useLanguage();
  const [link, setLink] = useState<RenewedLink>();
  const [error, setError] = useState<unknown>();
  const renew = async () => {
    setError(undefined);
    const { requestId } = check;
    await api.post<RenewedLink>('inbox/renew-link', { requestId }).then(setLink, setError);
  };
  return (
    <div className="inbox-check">
      {link && <Qr text={link.url} label={say('qrLabel')} />}
      <div>
        <strong>{check.name ?? say('somebody')}</strong>
        <span className="soft number">{check.number}</span>
        <Status tone="pending" word={say(`stage_${check.stage}`)} />
        <span className="soft">
          {say('linkEnds', { at: timeText(check.expiresAt, 'short', language) })}
        </span>
        <ProblemBar error={error} isChange />
        {link ? (
          <span className="inbox-link">
            <Button type="primary" href={link.url} target="_blank" rel="noreferrer">
              {say('open')}
            </Button>
            <CopyButton text={link.url} label={say('copyLink')} isBare />
          </span>
        ) : (
          mayPlay && <Button onClick={() => void renew()}>{say('newLink')}</Button>
        )}
      </div>
    </div>
  );
}
