import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  type EnrolledFactor,
  renewRecoveryCodes,
} from '../../../people/sign-in/enrol-factor.ts';
import {
  Code,
  Enrolled,
  NewPasskey,
  NewTotp,
  Nothing,
  PasskeyOptions,
  RecoveryCodes,
} from './session-contract.ts';
import { type SignedInContext, sessionRoute } from './session-route.ts';
import { stateAfterFactor } from './session-state.ts';

/** Sets up a second factor: the next step for a new person, and an option for everyone else. */
export const enrolRoutes = [
  sessionRoute({
    method: 'POST',
    path: '/enrol/totp',
    access: 'enrolling',
    summary: 'Begin with an authenticator app',
    body: Nothing,
    reply: NewTotp,
    handle: (context) => beginTotp(context, context.session),
  }),
  sessionRoute({
    method: 'POST',
    path: '/enrol/totp/confirm',
    access: 'enrolling',
    summary: 'Take the app by its first code',
    body: Code,
    reply: Enrolled,
    handle: async (context, { code }) =>
      enrolled(context, await confirmTotp(context, context.session, code)),
  }),
  sessionRoute({
    method: 'POST',
    path: '/enrol/passkey/options',
    access: 'enrolling',
    summary: 'What a new passkey is made for',
    body: Nothing,
    reply: PasskeyOptions,
    handle: async (context) => ({
      ...(await beginPasskey(context, context.session, context.passkeyPlace())),
    }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/enrol/passkey',
    access: 'enrolling',
    summary: 'Take a new passkey',
    body: NewPasskey,
    reply: Enrolled,
    async handle(context, made) {
      const place = context.passkeyPlace();
      return enrolled(context, await confirmPasskey(context, context.session, place, made));
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/recovery-codes',
    access: 'fresh',
    summary: 'New recovery codes in place of the old ones, shown once',
    body: Nothing,
    reply: RecoveryCodes,
    handle: async (context) => ({
      recoveryCodes: await renewRecoveryCodes(context, context.session),
    }),
  }),
];

async function enrolled(context: SignedInContext, factor: EnrolledFactor) {
  await stateAfterFactor(context, factor);
  return { recoveryCodes: factor.recoveryCodes };
}
