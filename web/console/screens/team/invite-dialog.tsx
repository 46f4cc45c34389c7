import { Input } from 'antd';
import { type ReactElement, useRef, useState } from 'react';
import type { Invited } from '../../../../src/surfaces/console/team/team-contract.ts';
import { useOwnName } from '../../client/account-names.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { Field } from '../../kit/field.tsx';
import { SecretDialog } from '../../kit/secret-once.tsx';
import { RoleChoice } from './role-choice.tsx';
import { aRoleWord, canWord, roleWord, useTeamWords } from './team-words.ts';

export function InviteDialog({
  roles,
  isFirst,
  onInvited,
  onClose,
}: {
  roles: readonly string[];
  /** Nobody is a member yet: the first one is to run the account. */
  isFirst: boolean;
  onInvited(): Promise<unknown>;
  onClose(): void;
}): ReactElement {
  const say = useTeamWords();
  const api = useApi();
  const place = useOwnName() ?? say('platform');
  const [role, setRole] = useState(roles.at(isFirst ? 0 : -1) ?? '');
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<Invited>();
  const isMade = useRef(false);
  const invite = async () => {
    const wanted = email.trim() === '' ? { role } : { role, email: email.trim() };
    const invited = await api.post<Invited>('team/invite', wanted);
    isMade.current = true;
    setMade(invited);
    await onInvited();
  };
  if (made !== undefined) {
    return (
      <SecretDialog
        title={say(made.mail === 'sent' ? 'linkMailed' : 'linkTitle', { place })}
        note={made.mail === 'off' ? undefined : say(`mail_${made.mail}`, { email: email.trim() })}
        secret={made.link}
        fileName="invitation.txt"
        isToSend
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      isOpen
      title={say('inviteTitle', { place })}
      act={say('inviteAct', { role: say(aRoleWord(role)), place })}
      summary={[
        { label: say('role'), value: `${say(roleWord(role))} · ${say(canWord(role))}` },
        { label: say('email'), value: email.trim() || say('anybody') },
      ]}
      verb={say('inviteVerb')}
      // After success the dialog with the link replaces it.
      onConfirm={invite}
      onClose={() => !isMade.current && onClose()}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <Field label={say('inviteEmail')} name="email" note={say('inviteHint')}>
        <Input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
    </Confirm>
  );
}
