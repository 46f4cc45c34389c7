import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import type { InvitationShown } from '../../../../src/surfaces/console/session/session-contract.ts';
import { post } from '../../client/api.ts';
import { ApiProblem } from '../../client/api-problem.ts';
import { type Session, sessionQuery, useSession } from '../../client/session.ts';
import { ProblemBar } from '../../kit/problem-bar.tsx';
import { CardSkeleton } from '../../kit/skeletons.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { PersonForm } from './person-form.tsx';
import { type RoleWord, useSessionWords } from './session-words.ts';
import { SignInCard } from './sign-in-card.tsx';

/** Opened by an invitation link. The token is in the fragment, which reaches no server log. */
export default function WelcomeScreen(): ReactElement {
  const queries = useQueryClient();
  const session = useSession();
  const [token] = useState(() => location.hash.slice(1));
  const [isShowingCodes, setShowingCodes] = useState(false);
  const invitation = useQuery({
    queryKey: ['session', 'invitation', token],
    queryFn: () => post<InvitationShown>('session/invitation', { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const navigate = useNavigate();
  const accept = async (body: object) => {
    const next = await post<Session>('session/invitation/accept', { token, ...body });
    queries.setQueryData(sessionQuery.queryKey, next);
    if (next.stage === 'full') void navigate({ to: '/', replace: true });
  };
  if (isShowingCodes || session.stage === 'enrol') {
    return <EnrolStep at={2} onCodes={setShowingCodes} />;
  }
  if (token === '' || invitation.error) return <LinkGone error={invitation.error} />;
  if (!invitation.data) {
    return (
      <SignInCard title="">
        <CardSkeleton height={220} />
      </SignInCard>
    );
  }
  return <Accept invitation={invitation.data} session={session} onAccept={accept} />;
}

function Accept({
  invitation,
  session,
  onAccept,
}: {
  invitation: InvitationShown;
  session: Session;
  onAccept(body: object): Promise<void>;
}): ReactElement {
  const say = useSessionWords();
  const [error, setError] = useState<unknown>();
  const { kind, accountName = '', invitedBy, email } = invitation;
  const isFirst = kind === 'operator' && invitation.role === 'owner' && !invitedBy;
  const role = say(`role_${invitation.role}` as RoleWord);
  const joins =
    kind === 'operator' ? say('welcomeOperator') : say('welcomeMember', { account: accountName });
  const text = invitedBy ? say('welcomeBy', { name: invitedBy, role }) : say('welcomeAs', { role });
  const name = session.stage === 'full' ? session.person?.name : undefined;
  return (
    <SignInCard
      title={isFirst ? say('welcomeOwner') : joins}
      text={isFirst ? say('welcomeOwnerText') : text}
      {...(name === undefined ? { step: say('step', { at: 1, of: 3 }) } : {})}
    >
      {name === undefined ? (
        <PersonForm email={email} onSend={onAccept} />
      ) : (
        <>
          <ProblemBar error={error} isChange />
          <Button type="primary" size="large" block onClick={() => onAccept({}).catch(setError)}>
            {say('acceptAs', { name })}
          </Button>
        </>
      )}
    </SignInCard>
  );
}

function LinkGone({ error }: { error: unknown }): ReactElement {
  const say = useSessionWords();
  const navigate = useNavigate();
  const isGone = !error || (error instanceof ApiProblem && error.status === 404);
  return (
    <SignInCard title={say('linkGone')} text={say('linkGoneText')}>
      {!isGone && <ProblemBar error={error} />}
      <Button size="large" block onClick={() => void navigate({ to: '/sign-in' })}>
        {say('toSignIn')}
      </Button>
    </SignInCard>
  );
}
