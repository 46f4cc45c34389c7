import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../../foundation/contract/errors/errors.ts';
import type { Config } from '../../../foundation/settings/config.ts';
import { createOidc, type Oidc } from '../../../people/sign-in/oidc.ts';
import { signInByOidc } from '../../../people/sign-in/sign-in-by-oidc.ts';
import type { ConsolePorts } from '../kit/console-ports.ts';
import { isFresh } from '../kit/rights.ts';
import { requireSecureAddress } from './console-address.ts';
import { redirectTo } from './redirect-to.ts';
import { addressOf, contextOf, findSession } from './session-context.ts';

const callbackPath = '/console/api/session/oidc/callback';

/** Sign-in with an OpenID Connect provider, if the settings name one: two redirects. */
export function registerOidc(app: FastifyInstance, ports: ConsolePorts): void {
  const oidc = oidcOf(ports.config);
  if (!oidc) return;
  const redirectUri = () => `${ports.publicUrl()}${callbackPath}`;
  app.get('/console/api/session/oidc/start', { exposeHeadRoute: false }, (request, reply) =>
    redirectTo(ports, 'oidc_failed', reply, async () => {
      requireSecureAddress(addressOf(ports, request));
      // A person who is already signed in is asked to authenticate again.
      const again = (await findSession(ports, request)) !== undefined;
      const { url, kept } = await oidc.begin(redirectUri(), again);
      contextOf(ports, undefined, request, reply).keepFor('oidc', kept);
      return url;
    }),
  );
  app.get(callbackPath, { exposeHeadRoute: false }, (request, reply) =>
    redirectTo(ports, 'oidc_failed', reply, async () => {
      await comeBack(ports, oidc, request, reply, redirectUri());
      return `${ports.publicUrl()}/console`;
    }),
  );
}

function oidcOf(config: Config): Oidc | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (issuer === undefined || clientId === undefined) return undefined;
  const { oidcClientSecret: clientSecret, oidcClientSecretFile: clientSecretFile } = config;
  return createOidc({ issuer, clientId, clientSecret, clientSecretFile });
}

async function comeBack(
  ports: ConsolePorts,
  oidc: Oidc,
  request: FastifyRequest,
  reply: FastifyReply,
  redirectUri: string,
): Promise<void> {
  const browser = contextOf(ports, undefined, request, reply);
  const kept = browser.kept('oidc') ?? fail('oidc_failed');
  browser.keepFor('oidc', null);
  const returned = new URL(redirectUri);
  returned.search = request.url.split('?')[1] ?? '';
  const identity = await oidc
    .finish(returned, kept)
    .catch((cause: unknown) => fail('oidc_failed', { cause }));
  const session = await findSession(ports, request);
  const isProved = session?.stage === 'full' && isFresh(session.factorAt, ports.clock.nowMs());
  const { visitor, language, token: replaces } = browser;
  const { token } = await signInByOidc(ports, identity, {
    ...{ visitor, language, replaces },
    trustsFactor: ports.config.oidcTrustMfa,
    provedPersonId: isProved ? session.personId : undefined,
  });
  browser.keep(token);
}
