import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Team } from '../../../../src/surfaces/console/team/team-contract.ts';
import { useApi } from '../../client/use-api.ts';
import { roleWord, useTeamWords } from '../team/team-words.ts';
import { useAccountsWords } from './accounts-words.ts';
import { HomeCard } from './home-card.tsx';

/** Without a member, the next steps offer to invite one. */
export function MembersCard(): ReactElement {
  const say = useAccountsWords();
  const sayTeam = useTeamWords();
  const api = useApi();
  const team = useQuery({
    queryKey: [api.scope, api.mode, 'team'],
    queryFn: ({ signal }) => api.get<Team>('team/people', {}, signal),
  });
  const { people = [], invitations = [] } = team.data ?? {};
  const rows = [
    ...people.map(({ personId, name, role }) => ({
      ...{ key: `person ${personId}`, name, aside: sayTeam(roleWord(role)) },
    })),
    ...invitations.map(({ invitationId, email, role }) => ({
      key: `invitation ${invitationId}`,
      name: email ?? sayTeam('anybody'),
      aside: say('invited', { role: sayTeam(roleWord(role)) }),
    })),
  ];
  return (
    <HomeCard
      title={say('goTeam')}
      screen="team"
      all={say('allMembers')}
      none={say('noMembers')}
      query={team}
      rows={rows}
    />
  );
}
