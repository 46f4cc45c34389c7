import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Team } from '../../../../src/surfaces/console/team/team-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { toast } from '../../kit/toast.ts';
import { roleWord, useTeamWords } from './team-words.ts';

type Invitation = Team['invitations'][number];

export function InvitationsCard({
  invitations,
  mayChange,
  onRevoked,
}: {
  invitations: readonly Invitation[];
  mayChange: boolean;
  onRevoked(team: Team): void;
}): ReactElement {
  const say = useTeamWords();
  const api = useApi();
  const language = useLanguage();
  const [problem, setProblem] = useState<unknown>();
  const revoke = async ({ invitationId }: Invitation) => {
    setProblem(undefined);
    await api.post<Team>('team/revoke', { invitationId }).then((team) => {
      onRevoked(team);
      toast(say('revoked'));
    }, setProblem);
  };
  const button = (invitation: Invitation) =>
    mayChange && (
      <Button size="small" onClick={() => void revoke(invitation)}>
        {say('revoke')}
      </Button>
    );
  const columns: Column<Invitation>[] = [
    { name: 'email', title: say('email'), cell: ({ email }) => email ?? say('anybody') },
    { name: 'role', title: say('role'), cell: ({ role }) => say(roleWord(role)) },
    { name: 'by', title: say('invitedBy'), cell: ({ invitedBy }) => invitedBy },
    { name: 'ends', title: say('expires'), cell: ({ expiresAt }) => <Time at={expiresAt} /> },
    {
      name: 'revoke',
      title: <span className="unseen">{say('revoke')}</span>,
      cell: button,
      isNumber: true,
    },
  ];
  return (
    <section className="card" aria-labelledby="team-pending">
      <header className="card-head">
        <h2 id="team-pending">{say('pending')}</h2>
      </header>
      <ProblemBar error={problem} isChange />
      {invitations.length === 0 ? (
        <p className="team-none">{say('noPending')}</p>
      ) : (
        <DataTable
          label={say('pending')}
          columns={columns}
          rows={invitations}
          rowKey={({ invitationId }) => String(invitationId)}
          phone={(invitation) => ({
            title: invitation.email ?? say('anybody'),
            amount: <span className="soft">{say(roleWord(invitation.role))}</span>,
            rest: invitation.invitedBy,
            time: say('expiresAt', { time: timeText(invitation.expiresAt, 'short', language) }),
            menu: mayChange && (
              <RowActions
                row={invitation.email ?? say('anybody')}
                more={[
                  { name: 'revoke', label: say('revoke'), onAct: () => void revoke(invitation) },
                ]}
              />
            ),
          })}
        />
      )}
    </section>
  );
}
