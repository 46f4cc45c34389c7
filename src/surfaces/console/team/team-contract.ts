import Type, { type Static } from 'typebox';
import { mailResults } from '../../mails/mail-results.ts';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

const personId = Type.Integer({ minimum: 1 });
const role = Type.String({ maxLength: 20, description: 'A role from `roles`.' });
const Invitation = Type.Object({
  invitationId: Type.Integer(),
  role: Type.String(),
  email: nullable(Type.String()),
  invitedBy: Type.String(),
  madeAt: time,
  expiresAt: time,
});

/** The members of the platform or of an account, and the open invitations. */
export const Team = Type.Object({
  roles: Type.Array(Type.String(), { description: 'The roles that can be given here.' }),
  people: Type.Array(
    Type.Object({
      personId: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      role: Type.String(),
      since: time,
      hasFactor: Type.Boolean(),
      isDisabled: Type.Boolean(),
      seenAt: nullable(time),
      isSelf: Type.Boolean(),
    }),
  ),
  invitations: Type.Array(Invitation),
});
export type Team = Static<typeof Team>;

export const Invite = Type.Object({ role, email: Type.Optional(Type.String({ maxLength: 320 })) });
export const Invited = Type.Object({
  invitationId: Type.Integer(),
  link: Type.String({ description: 'Shown once.' }),
  expiresAt: time,
  mail: Type.Enum([...mailResults], {
    description: 'Whether the link was mailed; off without a mail server or an address.',
  }),
});
export type Invited = Static<typeof Invited>;
export const ChangeRole = Type.Object({ personId, role });
export const RemovePerson = Type.Object({ personId });
export const RevokeInvitation = Type.Object({ invitationId: Type.Integer({ minimum: 1 }) });
