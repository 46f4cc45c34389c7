import {
  askFactor,
  passPasskey,
  passRecoveryCode,
  passTotp,
} from '../../../people/sign-in/pass-factor.ts';
import { endSession } from '../../../people/sign-in/session-queries.ts';
import { signIn } from '../../../people/sign-in/sign-in.ts';
import {
  Code,
  Done,
  Nothing,
  PasskeyAnswer,
  PasskeyOptions,
  SessionState,
  SignIn,
} from './session-contract.ts';
import { sessionRoute } from './session-route.ts';
import { stateAfter, stateAfterFactor, stateOf } from './session-state.ts';

/** Sign-in, step by step, and sign-out. */
export const signInRoutes = [
  sessionRoute({
    method: 'GET',
    path: '',
    access: 'anyone',
    summary: 'Who is signed in, and how far',
    reply: SessionState,
    handle: (context) => stateOf(context, context.session),
  }),
  sessionRoute({
    method: 'POST',
    path: '/sign-in',
    access: 'anyone',
    isSecret: true,
    summary: 'The first step: e-mail and password',
    body: SignIn,
    reply: SessionState,
    async handle(context, typed) {
      const { token } = await signIn(context, typed, context.visitor, context.token);
      context.keep(token);
      return stateAfter(context, token);
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/factor/passkey/options',
    access: 'known',
    summary: 'What a passkey is asked to sign',
    body: Nothing,
    reply: PasskeyOptions,
    handle: async (context) => ({
      ...(await askFactor(context, context.session, context.passkeyPlace())),
    }),
  }),
  sessionRoute({
    method: 'POST',
    path: '/factor/passkey',
    access: 'known',
    summary: 'The second step by passkey, at sign-in or when it is asked for again',
    body: PasskeyAnswer,
    reply: SessionState,
    async handle(context, { response }) {
      const place = context.passkeyPlace();
      const raised = await passPasskey(context, context.session, place, response, context.visitor);
      return stateAfterFactor(context, raised);
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/factor/totp',
    access: 'known',
    summary: 'The second step by the code of an app',
    body: Code,
    reply: SessionState,
    async handle(context, { code }) {
      const raised = await passTotp(context, context.session, code, context.visitor);
      return stateAfterFactor(context, raised);
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/factor/recovery',
    access: 'known',
    summary: 'The second step by a recovery code, each good once',
    body: Code,
    reply: SessionState,
    async handle(context, { code }) {
      const raised = await passRecoveryCode(context, context.session, code, context.visitor);
      return stateAfterFactor(context, raised);
    },
  }),
  sessionRoute({
    method: 'POST',
    path: '/sign-out',
    access: 'anyone',
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
