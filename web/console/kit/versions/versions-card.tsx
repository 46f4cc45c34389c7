import './versions-card.css';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useLanguage } from '../../client/words.ts';
import { actText } from '../act-text.ts';
import { Confirm, type ConfirmRow } from '../confirm.tsx';
import { useKitWords } from '../kit-words.ts';
import { ProblemBar } from '../problem-bar.tsx';
import { Time } from '../time.tsx';
import { timeText } from '../time-text.ts';
import { isSameState } from './is-same-state.ts';
import type { ListedVersion, Versions } from './use-versions.ts';

/** What can be restored: a version, or the state before the first one. */
interface Restorable<State> {
  version: number;
  state: State | null;
  name: string;
}

/** The changes of a setting, each of which can be restored. */
export function VersionsCard<State>({
  versions: { list, error, restore },
  current,
  mayRestore,
  rowsOf,
}: {
  versions: Versions<State>;
  current: State | null;
  mayRestore: boolean;
  /** What differs between two states. */
  rowsOf(before: State | null, after: State | null): ConfirmRow[];
}): ReactElement | null {
  const say = useKitWords();
  const language = useLanguage();
  const [chosen, setChosen] = useState<Restorable<State>>();
  if (error) return <ProblemBar error={error} />;
  if (!list) return null;
  const { versions, isWhole } = list;
  const oldest = versions.at(-1);
  const restoreButton = (one: Restorable<State>) =>
    mayRestore && one.state !== null && !isSameState(one.state, current) ? (
      <Button
        size="small"
        aria-label={say('restoreOf', { version: one.name })}
        onClick={() => setChosen(one)}
      >
        {say('restore')}
      </Button>
    ) : null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('versions')}</h2>
      </header>
      {versions.length === 0 && <p className="versions-note soft">{say('noVersions')}</p>}
      <ol className="versions">
        {versions.map((one) => (
          <VersionItem key={one.entryId} version={one} rows={rowsOf(one.before, one.after)}>
            {restoreButton({
              ...{ version: one.entryId, state: one.after },
              name: say('stateOf', { time: timeText(one.madeAt, 'full', language) }),
            })}
          </VersionItem>
        ))}
        {isWhole && oldest && oldest.before !== null && (
          <li>
            <span />
            <span>{say('initialState')}</span>
            {restoreButton({ version: 0, state: oldest.before, name: say('initialState') })}
          </li>
        )}
      </ol>
      {!isWhole && <p className="versions-note soft">{say('olderVersions')}</p>}
      <Confirm
        isOpen={chosen !== undefined}
        title={chosen ? say('restoreOf', { version: chosen.name }) : ''}
        verb={say('restore')}
        rows={chosen ? rowsOf(current, chosen.state) : []}
        onConfirm={async () => chosen && restore(chosen.version, current)}
        onClose={() => setChosen(undefined)}
      />
    </section>
  );
}

function VersionItem<State>({
  version: { madeAt, by, action },
  rows,
  children,
}: {
  version: ListedVersion<State>;
  rows: readonly ConfirmRow[];
  children: ReactNode;
}): ReactElement {
  const say = useKitWords();
  const language = useLanguage();
  return (
    <li>
      <Time at={madeAt} />
      <span>
        <strong>{by ?? say('thePlatform')}</strong> {actText(action, language)}
      </span>
      {children}
      <dl>
        {rows.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before} <span aria-hidden="true">→</span> {after}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
