import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { passwordLength } from '../../../../src/people/sign-in/password-problem.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { PasswordStrength } from './password-strength.tsx';
import { ratePassword } from './rate-password.ts';
import { useSessionWords } from './session-words.ts';

interface NewPerson {
  name: string;
  email: string;
  password: string;
  accountName?: string;
}

export function PersonForm({
  email: given,
  withAccount = false,
  onSend,
}: {
  /** The invited email. */
  email?: string | undefined;
  withAccount?: boolean;
  onSend(person: NewPerson): Promise<unknown>;
}): ReactElement {
  const say = useSessionWords();
  const [person, setPerson] = useState<NewPerson>({ name: '', email: given ?? '', password: '' });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const rating = ratePassword(person.password, person);
  const problemOf = (field: string) =>
    error instanceof ApiProblem ? error.problemOf(field) : undefined;
  const send = async () => {
    setBusy(true);
    setError(undefined);
    await onSend({ ...person, email: person.email.trim() }).catch(setError);
    setBusy(false);
  };
  const field = (name: keyof NewPerson, label: string, autoComplete: string) => (
    <label className="field">
      {label}
      <Input
        size="large"
        required
        type={name === 'email' ? 'email' : 'text'}
        name={name}
        autoComplete={autoComplete}
        value={person[name] ?? ''}
        status={problemOf(name) ? 'error' : ''}
        onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
      />
      {problemOf(name) && <span className="field-problem">{problemOf(name)}</span>}
    </label>
  );
  return (
    <form
      className="sign-in-form"
      onSubmit={(event) => {
        event.preventDefault();
        if ('strength' in rating) void send();
      }}
    >
      <ProblemBar error={error} />
      {withAccount && field('accountName', say('accountName'), 'organization')}
      {field('name', say('yourName'), 'name')}
      {field('email', say('email'), 'username')}
      <div className="field">
        <label htmlFor="new-password">{say('newPassword')}</label>
        <Input.Password
          size="large"
          id="new-password"
          required
          minLength={passwordLength.min}
          autoComplete="new-password"
          value={person.password}
          status={problemOf('password') ? 'error' : ''}
          onChange={(event) => setPerson({ ...person, password: event.target.value })}
        />
        {person.password !== '' && <PasswordStrength rating={rating} />}
        {problemOf('password') && <span className="field-problem">{problemOf('password')}</span>}
      </div>
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {say('accept')}
      </Button>
    </form>
  );
}
