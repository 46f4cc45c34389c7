import type { ReactElement } from 'react';
import { useLanguage } from '../../client/words.ts';
import { CellStanding } from '../../kit/cell-standing.tsx';
import { useKitWords } from '../../kit/kit-words.ts';
import { Time } from '../../kit/time.tsx';
import { useProductName } from '../../kit/use-product-name.ts';
import type { CellAnswer } from './cell-answer.ts';
import { CellLink } from './cell-link.tsx';
import { useCellsWords } from './cells-words.ts';

interface Hit {
  name: string;
  label: string;
  note: ReactElement | string;
  to: string;
  search?: Readonly<Record<string, string>>;
}

/** The results by cell. Only if every cell has answered is it certain that none has the text. */
export function CellsResults({ answers }: { answers: readonly CellAnswer[] }): ReactElement {
  const say = useCellsWords();
  const sayKit = useKitWords();
  const hitsOf = useHits();
  const groups = answers.map((answer) => ({ ...answer, hits: hitsOf(answer) }));
  const unanswered = groups.filter(({ found }) => !found);
  const isWaiting = unanswered.some(({ standing }) => standing === 'loading');
  const isNowhere = groups.every(({ hits }) => hits.length === 0);
  return (
    <div className="cells-results" aria-live="polite" aria-busy={isWaiting}>
      {groups
        .filter(({ hits, found }) => hits.length > 0 || !found)
        .map(({ cell, standing, error, found, hits }) => (
          <section key={cell.cell} aria-label={sayKit('cell', { cell: cell.cell })}>
            <h3>
              {sayKit('cell', { cell: cell.cell })} {!found && <CellStanding standing={standing} />}
            </h3>
            {standing === 'refused' && error instanceof Error && <p>{error.message}</p>}
            {hits.map(({ name, label, note, to, search }) => (
              <p key={name} className="cells-hit">
                <CellLink cell={cell} to={to} {...(search ? { search } : {})}>
                  {label}
                </CellLink>
                <span className="soft">{note}</span>
              </p>
            ))}
          </section>
        ))}
      {isNowhere && !isWaiting && <Nowhere groups={groups} unanswered={unanswered.length} />}
      {answers.length === 0 && <p className="soft">{say('noSuchCell')}</p>}
    </div>
  );
}

function Nowhere({
  groups,
  unanswered,
}: {
  groups: readonly CellAnswer[];
  unanswered: number;
}): ReactElement | null {
  const say = useCellsWords();
  const language = useLanguage();
  if (groups.length === 0) return null;
  if (unanswered === 0) return <p className="soft">{say('nowhere')}</p>;
  if (unanswered === groups.length) return null;
  const cells = groups.filter(({ found }) => found).map(({ cell }) => cell.cell);
  return (
    <p className="soft">{say('notIn', { cells: cells.join(language === 'zh' ? '、' : ', ') })}</p>
  );
}

function useHits(): (answer: CellAnswer) => Hit[] {
  const say = useCellsWords();
  const nameOf = useProductName();
  return ({ found }) => {
    if (!found) return [];
    const calls = found.calls.map(
      ({ requestId, product, at, mode }): Hit => ({
        name: requestId,
        label: say('call', { product: nameOf(product), id: requestId.slice(-8) }),
        note: <Time at={at} form="full" />,
        to: `/platform/calls/${requestId}`,
        search: { mode },
      }),
    );
    const { person } = found;
    const persons = person && person.calls > 0 ? [personHit(person)] : [];
    const accounts = found.accounts.map(
      ({ accountId, name }): Hit => ({
        name: `account ${accountId}`,
        label: name,
        note: say('account', { id: accountId }),
        to: `/${accountId}/overview`,
      }),
    );
    const keys = found.keys.map(
      (key): Hit => ({
        name: `key ${key.keyId}`,
        label: `cs_${key.mode}_…${key.keyEnd} ${key.name}`,
        note: key.isRevoked ? say('revoked', { account: key.accountName }) : key.accountName,
        to: `/${key.accountId}/keys`,
        search: { mode: key.mode },
      }),
    );
    return [...calls, ...persons, ...keys, ...accounts];
  };

  function personHit({
    label,
    token,
    calls,
    more,
  }: {
    label: string;
    token: string;
    calls: number;
    more: boolean;
  }): Hit {
    return {
      name: 'person',
      label: say('callsOf', { label }),
      note: say(more ? 'moreCalls' : 'someCalls', { count: calls }),
      to: '/platform/calls',
      search: { person: token, mode: 'live' },
    };
  }
}
