import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { canWord, roleWord, useTeamWords } from './team-words.ts';

export function RoleChoice({
  roles,
  value,
  onChange,
}: {
  roles: readonly string[];
  value: string;
  onChange(role: string): void;
}): ReactElement {
  const say = useTeamWords();
  return (
    <fieldset className="field team-choice">
      <legend>{say('role')}</legend>
      <Radio.Group
        className="team-roles"
        value={value}
        onChange={(event) => onChange(String(event.target.value))}
      >
        {roles.map((role) => (
          <Radio key={role} value={role}>
            {say(roleWord(role))} <span className="soft">{say(canWord(role))}</span>
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  );
}
