import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type {
  Attack,
  Attacks,
} from '../../../../src/surfaces/console/verifications/verifications-contract.ts';
import { useScope } from '../../client/scope.ts';
import { useApi } from '../../client/use-api.ts';
import { noNumber, numberText } from '../../kit/number-text.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { Time } from '../../kit/time.tsx';
import { useVerificationWords } from './verification-words.ts';

/** Hours with many wrong guesses, each with a way to the verifications that they were for. */
export function AttacksCard({
  period,
  onOpen,
}: {
  period: Readonly<Record<string, string | undefined>>;
  onOpen(attack: Attack): void;
}): ReactElement {
  const say = useVerificationWords();
  const api = useApi();
  const { scope } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: [api.scope, api.mode, 'verificationFigures', 'attacks', period],
    queryFn: ({ signal }) => api.get<Attacks>('verifications/attacks', period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('attacks')}</h2>
        <span className="soft">{say('attacksNote')}</span>
      </header>
      <ProblemBar error={error} onRetry={() => void refetch()} />
      {data && data.attacks.length === 0 && <p className="verify-note">{say('noAttacks')}</p>}
      {data && data.attacks.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="table-scroll" aria-label={say('attacksTable')} tabIndex={0}>
          <table className="table">
            <caption className="unseen">{say('attacksTable')}</caption>
            <thead>
              <tr>
                <th scope="col">{say('target')}</th>
                {scope === 'platform' && <th scope="col">{say('account')}</th>}
                <th scope="col">{say('hour')}</th>
                <th scope="col" className="number">
                  {say('wrong')}
                </th>
                <th scope="col" className="number">
                  {say('guesses')}
                </th>
                <th scope="col">{say('addresses')}</th>
              </tr>
            </thead>
            <tbody>
              {data.attacks.map((attack) => (
                <tr key={`${attack.accountId} ${attack.hour} ${attack.token ?? ''}`}>
                  <td>
                    <button
                      type="button"
                      className="link"
                      title={say('openAttack')}
                      onClick={() => onOpen(attack)}
                    >
                      {attack.person ?? say('wholeAccount')}
                    </button>
                  </td>
                  {scope === 'platform' && <td>{attack.accountName}</td>}
                  <td>
                    <Time at={attack.hour} />
                  </td>
                  <td className="number">{numberText(attack.wrong)}</td>
                  <td className="number">{numberText(attack.guesses)}</td>
                  <td>{attack.addresses.join(', ') || noNumber}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
