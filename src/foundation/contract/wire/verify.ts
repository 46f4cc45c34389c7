import Type from 'typebox';
import type { Detail } from '../errors/errors.ts';
import { channels, verifyProducts } from '../products.ts';
import { emailPattern, longestEmail } from '../text/email-address.ts';
import { languages } from '../text/languages.ts';
import { moment, momentOrNull } from '../text/moment.ts';
import { problems } from '../text/problems.ts';
import { text } from '../text/text.ts';
import { amount } from './envelope.ts';
import { missingProblem } from './missing-problem.ts';
import { Mobile } from './sms.ts';

/** The purpose of a verification whose caller names none. */
export const defaultPurpose = 'default';

const exampleId = '019a85d2-7c3e-7a41-9f0b-6d2c8e5b1a47';

export const VerificationId = Type.String({
  format: 'uuid',
  description: 'The verification, as returned by verify_start.',
  examples: [exampleId],
});

const Purpose = Type.String({
  pattern: '^[a-z0-9_-]{1,32}$',
  description:
    'What the code is for, such as sign-in or payment: 1 to 32 lowercase letters, digits, ' +
    'hyphens or underscores. A code for one purpose is not valid for another. Default: ' +
    `${defaultPurpose}.`,
  examples: ['sign-in'],
});

const Email = Type.String({
  pattern: emailPattern,
  maxLength: longestEmail,
  description:
    "The recipient's email address, in ASCII, for the channel email. Upper and lower case are the same address; mail " +
    'goes to its spelling in lower case.',
  examples: ['ann@example.com'],
});

const channelOf = (description: string) =>
  Type.Enum([...channels], { type: 'string', description, examples: ['sms'] });

export const VerifyStartRequest = Type.Object(
  {
    channel: Type.Optional(
      channelOf(
        'How the code is sent: by SMS, by a call that speaks it, or by email. sms and voice need ' +
          'mobile, email needs email. Each channel is a product with its own price, scope and ' +
          'template. Default: sms.',
      ),
    ),
    mobile: Type.Optional(Mobile),
    email: Type.Optional(Email),
    purpose: Type.Optional(Purpose),
    templateId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'ID of an assigned template. Default: the template of the language.',
        examples: ['VERIFY_DEFAULT'],
      }),
    ),
    codeLength: Type.Optional(
      Type.Integer({
        minimum: 4,
        maximum: 8,
        description: 'Number of digits of the code. Default: 6.',
        examples: [6],
      }),
    ),
    ttlSeconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 900,
        description: 'How long the code is valid, in seconds. Default: 600.',
        examples: [600],
      }),
    ),
    reference: Type.Optional(
      text('visible', {
        minLength: 1,
        maxLength: 64,
        description: 'Your own ID, returned by verify_status. Do not put personal data here.',
        examples: ['login-1042'],
      }),
    ),
    language: Type.Optional(
      Type.Enum([...languages], {
        type: 'string',
        description: 'Language of the message. Default: the language of the response.',
        examples: ['en'],
      }),
    ),
  },
  {
    title: 'VerifyStartRequest',
    description: 'Makes a code and sends it, or sends a new code for an open verification.',
  },
);
export type VerifyStartRequest = Type.Static<typeof VerifyStartRequest>;

/** A start names the recipient that its channel reaches, and no other. */
export function findStartFaults(body: Record<string, unknown>): readonly Detail[] {
  const { channel = 'sms' } = body;
  if (!(channels as readonly unknown[]).includes(channel)) return [];
  const [needed, other] = channel === 'email' ? ['email', 'mobile'] : ['mobile', 'email'];
  const faults: Detail[] = [];
  if (!Object.hasOwn(body, needed)) {
    faults.push({ field: needed, problem: missingProblem(VerifyStartRequest, needed, body) });
  }
  if (Object.hasOwn(body, other)) faults.push({ field: other, problem: problems.of_other_channel });
  return faults;
}

export const VerifyStartResponse = Type.Object(
  {
    productCode: Type.Enum([...verifyProducts], {
      type: 'string',
      description: 'The product, which is that of the channel.',
      examples: ['verify_start'],
    }),
    verificationId: VerificationId,
    mobile: Type.Optional(
      Type.String({
        description: 'The number, masked. For sms and voice.',
        examples: ['+86138****0000'],
      }),
    ),
    email: Type.Optional(
      Type.String({
        description: 'The address, masked. For email.',
        examples: ['a***@example.com'],
      }),
    ),
    channel: channelOf('How the code was sent.'),
    expiresAt: moment('When the code expires.', '2025-11-15T01:54:07.120Z'),
    resendAfter: moment(
      'When verify_start can send the next code to this recipient, by any channel.',
      '2025-11-15T01:44:37.120Z',
    ),
  },
  { title: 'VerifyStartResponse', description: 'A code was accepted for sending.' },
);
export type VerifyStartResponse = Type.Static<typeof VerifyStartResponse>;

export const VerifyCheckRequest = Type.Object(
  {
    verificationId: Type.Optional(VerificationId),
    mobile: Type.Optional(Mobile),
    email: Type.Optional(Email),
    purpose: Type.Optional(Purpose),
    code: text('visible', {
      minLength: 1,
      maxLength: 32,
      description: 'The code that the person entered. A string, so that leading zeros are kept.',
      examples: ['482913'],
    }),
  },
  {
    title: 'VerifyCheckRequest',
    description: 'Checks a code, by verificationId, or by mobile or email and purpose.',
  },
);
export type VerifyCheckRequest = Type.Static<typeof VerifyCheckRequest>;

/** A check names the verification or the recipient, and only one of them. */
export function findCheckFaults({
  verificationId,
  mobile,
  email,
}: VerifyCheckRequest): readonly Detail[] {
  const named = [verificationId, mobile, email].filter((one) => one !== undefined);
  if (named.length === 1) return [];
  return [{ field: 'verificationId', problem: problems.id_or_recipient }];
}

/** What a check of a code can say. */
export const checkResults = [
  'approved',
  'wrong',
  'expired',
  'used_up',
  'cancelled',
  'not_found',
] as const;
export type CheckResult = (typeof checkResults)[number];

export const VerifyCheckResponse = Type.Object(
  {
    result: Type.Enum([...checkResults], {
      type: 'string',
      description:
        'approved: the code is right, and can be approved only once. wrong: it is not, and the ' +
        'guess was counted. expired: too late. used_up: already approved, or five wrong guesses. ' +
        'cancelled: canceled, or its message was not sent. not_found: no such verification. By ' +
        'mobile or email, the result is approved, wrong or not_found.',
      examples: ['approved'],
    }),
    verificationId: Type.Union([VerificationId, Type.Null()], {
      description: 'The verification, or null if none was found.',
      examples: [exampleId],
    }),
    attemptsLeft: Type.Integer({
      minimum: 0,
      maximum: 5,
      description: 'Guesses that are left.',
      examples: [0],
    }),
  },
  { title: 'VerifyCheckResponse', description: 'The result of a check.' },
);
export type VerifyCheckResponse = Type.Static<typeof VerifyCheckResponse>;

export const VerificationRequest = Type.Object(
  { verificationId: VerificationId },
  { title: 'VerificationRequest', description: 'Names a verification.' },
);
export type VerificationRequest = Type.Static<typeof VerificationRequest>;

export const verificationStates = [
  'pending',
  'approved',
  'used_up',
  'expired',
  'cancelled',
] as const;
export type VerificationState = (typeof verificationStates)[number];

export const VerificationResponse = Type.Object(
  {
    verificationId: VerificationId,
    state: Type.Enum([...verificationStates], {
      type: 'string',
      description:
        'pending until a final state: approved, used_up after five wrong guesses, expired, or ' +
        'cancelled.',
      examples: ['pending'],
    }),
    purpose: Purpose,
    reference: Type.Union([Type.String(), Type.Null()], {
      description: 'Your own ID, or null.',
      examples: ['login-1042'],
    }),
    messages: Type.Integer({ minimum: 0, description: 'Messages sent.', examples: [1] }),
    attemptsLeft: Type.Integer({
      minimum: 0,
      maximum: 5,
      description: 'Guesses that are left.',
      examples: [5],
    }),
    startedAt: moment('When it was started.', '2025-11-15T01:44:07.120Z'),
    expiresAt: moment('When the code expires.', '2025-11-15T01:54:07.120Z'),
    endedAt: momentOrNull(
      'When it was approved, used up, cancelled or expired; null while it is pending.',
      '2025-11-15T01:45:00.000Z',
    ),
    approvalPrice: amount(
      'Price of the approval. Held while the verification is pending; 0 if approvals are free.',
      '0.0000',
    ),
    approvalCharged: amount('What was charged for the approval.', '0.0000'),
  },
  { title: 'VerificationResponse', description: 'A verification.' },
);
export type VerificationResponse = Type.Static<typeof VerificationResponse>;
