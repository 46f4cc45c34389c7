import {
  askFactor,
  passPasskey,
  passRecoveryCode,
  passTotp,
} from '../../../people/sign-in/pass-factor.ts';
import { endSession } from '../../../people/sign-in/session-queries.ts';
import { signIn } from '../../../people/sign-in/sign-in.ts';
import { consoleRoute } from '../kit/console-route.ts';
import {
  Code,
  Done,
  Nothing,
  PasskeyAnswer,
  PasskeyOptions,
  SessionState,
  SignIn,
} from './session-contract.ts';
import { stateAfter, stateAfterFactor, stateOf } from './session-state.ts';

/** Sign-in, step by step, and sign-out. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/session',
    right: 'anyone',
    summary: 'Show who is signed in, and the current step',
    reply: SessionState,
    handle: (context) => stateOf(context, context.session),
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/sign-in',
    right: 'anyone',
    isSecret: true,
    summary: 'The first step: email and password',
    body: SignIn,
    reply: SessionState,
    async handle(context, { body: typed }) {
      const { token } = await signIn(context, typed, context.visitor, context.token);
      context.keep(token);
      return stateAfter(context, token);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/factor/passkey/options',
    right: 'known',
    summary: 'Get the challenge for a passkey',
    body: Nothing,
    reply: PasskeyOptions,
    handle: async (context) => ({
      ...(await askFactor(context, context.session, context.relyingParty())),
    }),
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/factor/passkey',
    right: 'known',
    summary: 'The second step by passkey, at sign-in or as a confirmation',
    body: PasskeyAnswer,
    reply: SessionState,
    async handle(context, { body: { response } }) {
      const relyingParty = context.relyingParty();
      const raised = await passPasskey(
        context,
        context.session,
        relyingParty,
        response,
        context.visitor,
      );
      return stateAfterFactor(context, raised);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/factor/totp',
    right: 'known',
    summary: 'The second step by authenticator code',
    body: Code,
    reply: SessionState,
    async handle(context, { body: { code } }) {
      const raised = await passTotp(context, context.session, code, context.visitor);
      return stateAfterFactor(context, raised);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/factor/recovery',
    right: 'known',
    summary: 'The second step by recovery code, each valid once',
    body: Code,
    reply: SessionState,
    async handle(context, { body: { code } }) {
      const raised = await passRecoveryCode(context, context.session, code, context.visitor);
      return stateAfterFactor(context, raised);
    },
  }),
  consoleRoute({
    method: 'POST',
    path: '/session/sign-out',
    right: 'anyone',
    summary: 'End this session',
    body: Nothing,
    reply: Done,
    async handle({ session, change, keep }) {
      if (session) await change('session.end', (by) => endSession(by, session));
      keep(null);
      return { ok: true as const };
    },
  }),
];
