import './team.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { Team } from '../../../../src/surfaces/console/team/team-contract.ts';
import { text, useSearchState } from '../../client/search-state.ts';
import { useApi } from '../../client/use-api.ts';
import { useMay } from '../../client/use-may.ts';
import { useLanguage } from '../../client/words.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { EmptyList } from '../../kit/empty-list.tsx';
import { LockedNote } from '../../kit/locked-note.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { RowsSkeleton } from '../../kit/skeletons.tsx';
import { Time } from '../../kit/time.tsx';
import { timeText } from '../../kit/time-text.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { roleWord, useTeamWords } from './team-words.ts';

type Person = Team['people'][number];

/** `create` opens the form of an invitation. */
const fields = { create: text() };

export default function TeamScreen(): ReactElement {
  const say = useTeamWords();
  const api = useApi();
  const queries = useQueryClient();
  const mayChange = useMay()('team.change');
  const [state, set] = useSearchState(fields);
  const [isInviting, setInviting] = useState(mayChange && state.create !== '');
  const [chosen, setChosen] = useState<Person>();
  const queryKey = [api.scope, api.mode, 'team'];
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Team>('team/people', {}, signal),
  });
  // Every change returns the new team.
  const take = (team: Team) => queries.setQueryData(queryKey, team);
  return (
    <>
      <PageHead
        title={say('title')}
        aside={say(api.scope === 'platform' ? 'asidePlatform' : 'asideAccount')}
        actions={
          mayChange && (
            <Button type="primary" onClick={() => setInviting(true)}>
              {say('invite')}
            </Button>
          )
        }
      />
      <LockedNote sections={['people']} />
      <ProblemBar error={error} onRetry={() => void refetch()} />
      <div className="stack">
        <section className="card">
          {isPending && <RowsSkeleton rows={4} height={38} />}
          {data && (
            <PeopleTable
              people={data.people}
              onChange={mayChange ? setChosen : undefined}
              onInvite={mayChange ? () => setInviting(true) : undefined}
            />
          )}
        </section>
        {data && (
          <InvitationsCard invitations={data.invitations} mayChange={mayChange} onRevoked={take} />
        )}
      </div>
      {isInviting && data && (
        <InviteDialog
          roles={data.roles}
          isFirst={data.people.length === 0}
          onInvited={() => refetch()}
          onClose={() => {
            setInviting(false);
            if (state.create) set({ create: '' });
          }}
        />
      )}
      {chosen && data && (
        <MemberDialog
          person={chosen}
          roles={data.roles}
          onChanged={take}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function PeopleTable({
  people,
  onChange,
  onInvite,
}: {
  people: readonly Person[];
  onChange: ((person: Person) => void) | undefined;
  onInvite: (() => void) | undefined;
}): ReactElement {
  const say = useTeamWords();
  const phoneRow = usePhoneRow(onChange);
  const seen = ({ seenAt }: Person) => (seenAt ? <Time at={seenAt} /> : say('never'));
  const button = (person: Person) =>
    onChange && (
      <Button
        size="small"
        aria-label={say('changeTitle', { name: person.name })}
        onClick={() => onChange(person)}
      >
        {say('change')}
      </Button>
    );
  const columns: Column<Person>[] = [
    { name: 'name', title: say('name'), cell: (person) => <Name person={person} /> },
    { name: 'email', title: say('email'), cell: ({ email }) => email },
    { name: 'role', title: say('role'), cell: ({ role }) => say(roleWord(role)) },
    {
      name: 'factor',
      title: say('factor'),
      cell: ({ hasFactor }) => say(hasFactor ? 'hasFactor' : 'noFactor'),
    },
    { name: 'since', title: say('since'), cell: ({ since }) => <Time at={since} /> },
    { name: 'seen', title: say('seen'), cell: seen },
    ...(onChange
      ? [
          {
            name: 'change',
            title: <span className="unseen">{say('change')}</span>,
            cell: button,
            isNumber: true,
          },
        ]
      : []),
  ];
  return (
    <DataTable
      label={say('people')}
      columns={columns}
      rows={people}
      empty={<EmptyList sentence={say('none')} verb={say('inviteFirst')} onAdd={onInvite} />}
      rowKey={({ personId }) => String(personId)}
      rowHeight={38}
      phone={phoneRow}
    />
  );
}

function usePhoneRow(onChange: ((person: Person) => void) | undefined) {
  const say = useTeamWords();
  const language = useLanguage();
  return (person: Person) => ({
    title: <Name person={person} />,
    amount: (
      <span className="team-self">
        {person.seenAt
          ? say('seenAt', { time: timeText(person.seenAt, 'short', language) })
          : say('neverSeen')}
      </span>
    ),
    rest: `${say(roleWord(person.role))} · ${person.email}`,
    menu: onChange && (
      <RowActions
        row={person.name}
        more={[{ name: 'change', label: say('change'), onAct: () => onChange(person) }]}
      />
    ),
  });
}

function Name({ person: { name, isSelf, isDisabled } }: { person: Person }): ReactElement {
  const say = useTeamWords();
  return (
    <span className="team-name">
      <span title={name}>{name}</span>
      {isSelf && <span className="team-self">{say('you')}</span>}
      {isDisabled && <span className="team-self">{say('disabled')}</span>}
    </span>
  );
}
