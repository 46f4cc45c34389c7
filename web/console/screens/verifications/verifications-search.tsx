import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PersonFound } from '../../../../src/surfaces/console/calls/calls-contract.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { useApi } from '../../client/use-api.ts';
import { Icon } from '../../kit/icon.tsx';
import { useVerificationWords } from './verification-words.ts';

/**
 * Finds one verification, or those of a number. A number is personal data, so it is sent in a body, and the URL
 * has the token that comes back.
 */
export function VerificationsSearch({
  onId,
  onPerson,
}: {
  onId(verificationId: string): void;
  onPerson(token: string): void;
}): ReactElement {
  const say = useVerificationWords();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const find = async () => {
    const wanted = typed.trim();
    if (!wanted) return;
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)) {
      onId(wanted.toLowerCase());
      return;
    }
    try {
      const { token, kind } = await api.post<PersonFound>('calls/person', { text: wanted });
      if (kind !== 'mobile') return setWrong(true);
      onPerson(token);
      setTyped('');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setWrong(true);
    }
  };
  return (
    <span className="calls-search">
      <Input
        aria-label={say('find')}
        placeholder={say('find')}
        prefix={<Icon name="search" size={14} />}
        value={typed}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onPressEnter={() => void find()}
      />
      {isWrong && (
        <span className="field-problem" role="alert">
          {say('findWrong')}
        </span>
      )}
    </span>
  );
}
