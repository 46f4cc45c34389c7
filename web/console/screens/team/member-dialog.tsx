import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Team } from '../../../../src/surfaces/console/team/team-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { Confirm } from '../../kit/confirm.tsx';
import { toast } from '../../kit/toast.ts';
import { RoleChoice } from './role-choice.tsx';
import { roleWord, useTeamWords } from './team-words.ts';

export function MemberDialog({
  person,
  roles,
  onChanged,
  onClose,
}: {
  person: Team['people'][number];
  roles: readonly string[];
  onChanged(team: Team): void;
  onClose(): void;
}): ReactElement {
  const say = useTeamWords();
  const api = useApi();
  const { personId, name } = person;
  const [role, setRole] = useState(person.role);
  const [isRemoving, setRemoving] = useState(false);
  const change = async () => {
    onChanged(await api.post<Team>('team/role', { personId, role }));
    toast(say('changed'), `${name}: ${say(roleWord(role))}`);
  };
  const remove = async () => {
    onChanged(await api.post<Team>('team/remove', { personId }));
    toast(say('removed', { name }));
  };
  if (isRemoving) {
    return (
      // A dialog of its own, which takes the focus: the button that opened it is gone.
      <Confirm
        key="remove"
        isOpen
        isDanger
        title={say('removeTitle', { name })}
        rows={[
          { label: say('email'), value: person.email },
          { label: say('access'), before: say(roleWord(person.role)), after: say('noAccess') },
        ]}
        verb={say('removeVerb', { name })}
        onConfirm={remove}
        onClose={onClose}
      >
        <p className="soft">{say('removeText')}</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      isOpen
      title={say('changeTitle', { name })}
      rows={[
        { label: say('email'), value: person.email },
        { label: say('role'), before: say(roleWord(person.role)), after: say(roleWord(role)) },
      ]}
      verb={say('changeVerb', { name, role: say(roleWord(role)) })}
      canConfirm={role !== person.role}
      onConfirm={change}
      onClose={onClose}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <div>
        <Button onClick={() => setRemoving(true)}>{say('remove')}</Button>
      </div>
    </Confirm>
  );
}
