import type { ReactElement } from 'react';
import type { AuditProof } from '../../../../src/surfaces/console/audit/audit-contract.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useAuditWords } from './audit-words.ts';

export function AuditProofBar({ proof }: { proof: AuditProof }): ReactElement {
  const say = useAuditWords();
  const { ok, entries, fault, head, against } = proof;
  return (
    <section className="card audit-proof" role="status">
      <Status tone={ok ? 'good' : 'bad'} />
      <div>
        <strong>{ok ? say('good', { count: entries }) : say('bad', { fault: fault ?? '' })}</strong>
        {against?.keptAt && (
          <p className="soft">
            {say('against', { entry: against.entryId ?? '' })} <Time at={against.keptAt} />
          </p>
        )}
        {ok && !against && <p className="soft">{say('againstNone')}</p>}
        {head && (
          <p className="soft">
            {say('head')} <code>{head}</code> <CopyButton text={head} isBare /> {say('headHint')}
          </p>
        )}
      </div>
    </section>
  );
}
