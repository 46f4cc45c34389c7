import {
  beginPasskey,
  beginTotp,
  confirmPasskey,
  confirmTotp,
  type EnrolledFactor,
  renewRecoveryCodes,
} from '../../../people/sign-in/enrol-factor.ts';
import { consoleRoute, type SignedInContext } from '../kit/console-route.ts';
import {
  Code,
  Enrolled,
  NewPasskey,
  NewTotp,
  Nothing,
  PasskeyOptions,
  RecoveryCodes,
} from './session-contract.ts';
import { stateAfterFactor } from './session-state.ts';

/** Sets up a second factor: the next step for a new person, and an option for everyone else. */
export const routes = [
  consoleRoute({
    method: 'POST',
    path: '/session/enrol/totp',
    right: 'enrolling',
    summary: 'Start adding an authenticator app',
    body: Nothing,
    reply: NewTotp,
    handle: (context) => beginTotp(context, context.session),
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/enrol/totp/confirm',
    right: 'enrolling',
    summary: 'Confirm the app by its first code',
    body: Code,
    reply: Enrolled,
    handle: async (context, { body: { code } }) =>
      enrolled(context, await confirmTotp(context, context.session, code)),
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/enrol/passkey/options',
    right: 'enrolling',
    summary: 'Get the options for a new passkey',
    body: Nothing,
    reply: PasskeyOptions,
    handle: async (context) => ({
      ...(await beginPasskey(context, context.session, context.relyingParty())),
    }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/enrol/passkey',
    right: 'enrolling',
    summary: 'Add a passkey',
    body: NewPasskey,
    reply: Enrolled,
    async handle(context, { body: made }) {
      const relyingParty = context.relyingParty();
      return enrolled(context, await confirmPasskey(context, context.session, relyingParty, made));
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/recovery-codes',
    right: 'fresh',
    summary: 'Replace the recovery codes; the new ones are shown once',
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
