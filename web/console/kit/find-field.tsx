import './find-field.css';
import { Input } from 'antd';
import { type ReactElement, useState } from 'react';
import type { PersonFound } from '../../../src/surfaces/console/calls/calls-contract.ts';
import { ApiProblem } from '../client/api-problem.ts';
import { useApi } from '../client/use-api.ts';
import { Icon } from './icon.tsx';

/**
 * Finds one row by its ID, or the rows of a person. Numbers are personal data, so they are sent in a body, and the
 * URL has the token that comes back.
 */
export function FindField({
  label,
  wrong,
  kinds,
  onId,
  onPerson,
}: {
  /** Placeholder and accessible name. */
  label: string;
  /** What is said of a text that is neither. */
  wrong: string;
  /** The numbers that the rows can have. */
  kinds: readonly PersonFound['kind'][];
  onId(id: string): void;
  onPerson(token: string): void;
}): ReactElement {
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const findPerson = async (text: string) => {
    try {
      const { token, kind } = await api.post<PersonFound>('calls/person', { text });
      if (!kinds.includes(kind)) return setWrong(true);
      onPerson(token);
      setTyped('');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setWrong(true);
    }
  };
  const find = async () => {
    const wanted = typed.trim();
    if (!wanted) return;
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted)) return findPerson(wanted);
    onId(wanted.toLowerCase());
    setTyped('');
  };
  return (
    <span className="find-field">
      <Input
        aria-label={label}
        placeholder={label}
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
          {wrong}
        </span>
      )}
    </span>
  );
}
