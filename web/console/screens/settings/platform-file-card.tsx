import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { usePlatformFile } from '../../kit/locked-note.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Status } from '../../kit/status.tsx';
import { Time } from '../../kit/time.tsx';
import { useSettingsWords } from './settings-words.ts';

/** The file that was applied last, and what was changed by hand since; nothing if there was none. */
export function PlatformFileCard(): ReactElement | null {
  const say = useSettingsWords();
  const language = useLanguage();
  const { data, error, refetch } = usePlatformFile();
  if (error) return <ProblemBar error={error} onRetry={() => void refetch()} />;
  const file = data?.file;
  if (!file) return null;
  const { version, appliedAt, appliedBy, locked, changed, fault } = file;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('platformFile')}</h2>
      </header>
      <p className="settings-note">
        {fault !== null ? (
          <Status tone="bad" word={say('fileUnreadable', { fault })} />
        ) : changed.length === 0 ? (
          <Status tone="good" word={say('fileFollowed')} />
        ) : (
          <Status tone="unknown" word={say('changedByHand', { version })} />
        )}
      </p>
      {changed.length > 0 && (
        <ul className="settings-note">
          {changed.map((one) => (
            <li key={one.en}>{one[language]}</li>
          ))}
        </ul>
      )}
      <dl className="settings-list">
        <div>
          <dt>{say('fileVersion')}</dt>
          <dd className="number">{version}</dd>
        </div>
        <div>
          <dt>{say('fileApplied', { by: appliedBy })}</dt>
          <dd>
            <Time at={appliedAt} />
          </dd>
        </div>
        {locked.length > 0 && (
          <div>
            <dt>{say('fileLocked')}</dt>
            <dd>{locked.join(', ')}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
