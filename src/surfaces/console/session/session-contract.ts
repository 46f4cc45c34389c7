import Type, { type Static } from 'typebox';
import { nullable } from '../kit/nullable.ts';
import { time } from '../kit/wire-formats.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const secretText = Type.String({ maxLength: 1_000 });
export const Nothing = Type.Object({});
export const Done = Type.Object({ ok: Type.Literal(true) });

/** Who is signed in, which step of the sign-in they have reached, and what they may open. */
export const SessionState = Type.Object({
  stage: Type.Enum(['none', 'password', 'enrol', 'full'] as const, {
    description:
      '`none`: nobody is signed in. `password`: the second factor is yet to come. `enrol`: one must be ' +
      'set up first. `full`: all the way.',
  }),
  person: Type.Optional(
    Type.Object({
      personId: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      language: nullable(Type.Enum(['en', 'zh'] as const)),
    }),
  ),
  operatorRole: Type.Optional(
    nullable(Type.Enum(['owner', 'operator', 'finance', 'support', 'viewer'] as const)),
  ),
  accounts: Type.Optional(
    Type.Array(
      Type.Object({
        accountId: Type.Integer(),
        name: Type.String(),
        role: Type.Enum(['owner', 'developer', 'finance', 'viewer'] as const),
        hasLogo: Type.Boolean(),
        hasDarkLogo: Type.Boolean(),
      }),
    ),
  ),
  factors: Type.Optional(
    Type.Array(Type.Enum(['passkey', 'totp', 'recovery'] as const), {
      description: "The person's second factors.",
    }),
  ),
  freshUntil: Type.Optional(
    Type.Union([time, Type.Null()], {
      description:
        'How long the second factor counts as fresh for money, keys, secrets and people.',
    }),
  ),
  cells: Type.Optional(
    nullable(
      Type.Object({
        own: Type.Integer(),
        others: Type.Array(Type.Integer(), { description: 'Cells that can be asked and entered.' }),
      }),
    ),
  ),
  operatorName: Type.Optional(
    nullable(
      Type.Object(
        { en: Type.String(), zh: Type.String() },
        { description: 'Who runs the platform, for a visitor who has not signed in.' },
      ),
    ),
  ),
  canUsePasskeys: Type.Boolean({
    description: 'False if the console was opened by an IP address.',
  }),
  canRegister: Type.Boolean(),
  oidcName: nullable(Type.String()),
  currency: Type.String(),
  timeZone: Type.String(),
  version: Type.String(),
});
export type SessionState = Static<typeof SessionState>;

export const SignIn = Type.Object({ email: text(320), password: secretText });
export const Code = Type.Object({ code: text(100) });
export const PasskeyAnswer = Type.Object({
  response: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The PublicKeyCredential of the browser, as JSON.',
  }),
});
export const NewPasskey = Type.Object({
  response: Type.Record(Type.String(), Type.Unknown()),
  name: text(100),
});
export const PasskeyOptions = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Options for the browser, as JSON.',
});
export const NewTotp = Type.Object({
  secret: Type.String(),
  uri: Type.String({ description: 'For the app to scan.' }),
});
export const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export const Enrolled = Type.Object({
  recoveryCodes: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Shown once, with the first factor; null afterwards.',
  }),
});
export type Enrolled = Static<typeof Enrolled>;

export const Devices = Type.Object({
  sessions: Type.Array(
    Type.Object({
      sessionId: Type.String(),
      isThis: Type.Boolean(),
      startedAt: time,
      seenAt: time,
      address: Type.String(),
      agent: Type.String(),
    }),
  ),
});
export type Devices = Static<typeof Devices>;
export const EndDevices = Type.Object({
  sessionId: Type.Optional(Type.String({ format: 'uuid' })),
  all: Type.Optional(Type.Boolean({ description: 'All but this one.' })),
});

export const Factors = Type.Object({
  passkeys: Type.Array(
    Type.Object({
      credentialId: Type.String(),
      name: Type.String(),
      madeAt: time,
      usedAt: nullable(time),
    }),
  ),
  hasTotp: Type.Boolean(),
  recoveryCodesLeft: Type.Integer(),
});
export type Factors = Static<typeof Factors>;
export const RemoveFactor = Type.Object({
  credentialId: Type.Optional(text(2_000)),
  totp: Type.Optional(Type.Boolean()),
});

export const ChangePassword = Type.Object({ current: secretText, next: secretText });
export const Profile = Type.Object({
  name: Type.Optional(text(100)),
  language: Type.Optional(Type.Enum(['en', 'zh'] as const)),
});

export const InvitationToken = Type.Object({ token: text(100) });
export const InvitationShown = Type.Object({
  kind: Type.Enum(['operator', 'member'] as const),
  role: Type.String(),
  accountName: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  invitedBy: Type.Optional(Type.String()),
  expiresAt: time,
});
export type InvitationShown = Static<typeof InvitationShown>;
export const AcceptInvitation = Type.Object({
  token: text(100),
  name: Type.Optional(text(100)),
  email: Type.Optional(text(320)),
  password: Type.Optional(secretText),
});
export const Register = Type.Object({
  name: text(100),
  email: text(320),
  password: secretText,
  accountName: text(200),
});

const FromCell = Type.Object({
  cell: Type.Integer(),
  name: Type.String({ description: "The person's name in that cell." }),
});
export const SignForCell = Type.Object({
  to: Type.Integer(),
  nonce: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
});
export const CellSign = Type.Object({
  url: Type.String({ description: 'Open this page of the other cell. The token is its fragment.' }),
});
export type CellSign = Static<typeof CellSign>;
export const EnterCell = Type.Object({ token: text(4_000) });
export const CellEntry = Type.Union([
  Type.Object({ state: Type.Literal('in') }),
  Type.Object({ state: Type.Literal('connect'), from: FromCell }),
]);
export type CellEntry = Static<typeof CellEntry>;
export const CellWaiting = Type.Object({
  from: nullable(FromCell),
  canConnect: Type.Boolean({
    description: 'Whether an operator is fully signed in here and showed a factor a moment ago.',
  }),
});
export type CellWaiting = Static<typeof CellWaiting>;
export const Connections = Type.Object({
  /** Whether the identity provider names this person, to every cell that uses the same one. */
  isKnownByIssuer: Type.Boolean(),
  connections: Type.Array(
    Type.Object({ subject: Type.String(), cell: Type.Integer(), connectedAt: time }),
  ),
});
export type Connections = Static<typeof Connections>;
export const Disconnect = Type.Object({ subject: text(200) });
