import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { MagicValues } from '../../../../src/surfaces/console/inbox/inbox-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { useReasonText } from '../calls/call-words.ts';
import { useInboxWords } from './inbox-words.ts';

const few = 5;
type RefusalWord = Extract<Parameters<ReturnType<typeof useInboxWords>>[0], `refusal_${string}`>;

export function MagicCard(): ReactElement | null {
  const say = useInboxWords();
  const reasonText = useReasonText();
  const api = useApi();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({
    queryKey: [api.scope, api.mode, 'magic-values'],
    queryFn: ({ signal }) => api.get<MagicValues>('inbox/magic-values', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  const groups = [
    {
      title: say('magicMobiles'),
      rows: data.mobiles.map(({ value, plays }) => ({ value, words: say(`sms_${plays}`) })),
    },
    {
      title: say('magicReasons'),
      rows: data.reasons.map(({ value, reason }) => ({ value, words: reasonText(reason) })),
    },
    {
      title: say('magicRefusals'),
      rows: data.refusals.map(({ value, reason }) => ({
        value,
        words: say(`refusal_${reason}` as RefusalWord),
      })),
    },
    {
      title: say('magicPersons'),
      rows: data.persons.map(({ value, plays }) => ({ value, words: say(`face_${plays}`) })),
    },
  ];
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const shown = isWhole
    ? groups
    : groups.slice(0, 1).map((group) => ({ ...group, rows: group.rows.slice(1, few + 1) }));
  return (
    <section className="card" aria-labelledby="inbox-magic">
      <header className="card-head">
        <h2 id="inbox-magic">{say('magicTitle')}</h2>
        <button
          type="button"
          className="link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? say('showFew') : say('showAll', { all: count })}
        </button>
      </header>
      <p className="inbox-quiet">{say('magicHint')}</p>
      {shown.map(({ title, rows }) => (
        <div key={title}>
          {isWhole && <h3 className="inbox-group">{title}</h3>}
          <ul className="inbox-magic">
            {rows.map(({ value, words }) => (
              <li key={value}>
                <code>{value}</code>
                <span>{words}</span>
                <CopyButton text={value} isBare />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
