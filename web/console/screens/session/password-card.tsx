import { Button, Input } from 'antd';
import { type ReactElement, useState } from 'react';
import { passwordLength } from '../../../../src/people/sign-in/password-problem.ts';
import { post } from '../../client/api.ts';
import { useSession } from '../../client/session.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { toast } from '../../kit/toast.ts';
import { PasswordStrength } from './password-strength.tsx';
import { ratePassword } from './rate-password.ts';
import { useSessionWords } from './session-words.ts';

export function PasswordCard(): ReactElement {
  const say = useSessionWords();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { person } = useSession();
  const rating = ratePassword(next, person ?? { email: '', name: '' });
  const change = async () => {
    setBusy(true);
    setError(undefined);
    await post('session/password', { current, next }).then(() => {
      setCurrent('');
      setNext('');
      toast(say('passwordChanged'));
    }, setError);
    setBusy(false);
  };
  return (
    <section className="card">
      <header className="card-head">
        <h2>{say('passwordTitle')}</h2>
      </header>
      <form
        className="security-form"
        onSubmit={(event) => {
          event.preventDefault();
          if ('strength' in rating) void change();
        }}
      >
        <ProblemBar error={error} isChange />
        <div className="field">
          <label htmlFor="current-password">{say('currentPassword')}</label>
          <Input.Password
            id="current-password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="next-password">{say('nextPassword')}</label>
          <Input.Password
            id="next-password"
            autoComplete="new-password"
            required
            minLength={passwordLength.min}
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
          {next !== '' && <PasswordStrength rating={rating} />}
        </div>
        <Button htmlType="submit" loading={isBusy}>
          {say('changePassword')}
        </Button>
      </form>
    </section>
  );
}
