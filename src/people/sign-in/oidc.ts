import { readFile } from 'node:fs/promises';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { readEmail } from './email.ts';

/** The identity provider's settings. */
interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  clientSecretFile: string | undefined;
}

/** A person, as the identity provider describes them. */
export interface Identity {
  /** The issuer and its ID for the person; it never changes. */
  subject: string;
  /** Undefined unless the provider has verified it. */
  email: string | undefined;
  name: string | undefined;
  /** Whether the provider reports that it verified a second factor. */
  hasFactor: boolean;
}

/** What the browser holds sealed until it comes back from the provider. */
export interface OidcState {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Oidc {
  /** The URL to redirect the browser to, and the state for its cookie. */
  begin(redirectUri: string, again: boolean): Promise<{ url: string; kept: OidcState }>;
  /** The identity that came back; throws when the response does not match the state in the cookie. */
  finish(returned: URL, kept: OidcState): Promise<Identity>;
}

/** The authorization code flow with PKCE, state and nonce. */
export function createOidc(settings: OidcSettings): Oidc {
  let found: Promise<Configuration> | undefined;
  const provider = () => {
    found ??= discover(settings).catch((error: unknown) => {
      // Forget the failure, so that the next sign-in retries the discovery.
      found = undefined;
      throw error;
    });
    return found;
  };
  return {
    async begin(redirectUri, again) {
      const config = await provider();
      const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(again ? { prompt: 'login', max_age: '0' } : {}),
      });
      return { url: url.href, kept: { state, nonce, verifier } };
    },
    async finish(returned, { state, nonce, verifier }) {
      const config = await provider();
      const tokens = await authorizationCodeGrant(config, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: (Claims & { iss: string; sub: string }) | undefined = tokens.claims();
      if (!claims) throw new Error('There is no ID token.');
      const said =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint
          ? { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }
          : claims;
      return identityOf(claims.iss, said);
    },
  };
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret, clientSecretFile } = settings;
  const secret = clientSecret ?? (await readFile(clientSecretFile ?? '', 'utf8')).trim();
  const url = new URL(issuer);
  // Plain HTTP is allowed only for an identity provider on this machine.
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isPlain = isHere && url.protocol === 'http:';
  // By default the library does not verify the signature of a token that comes directly from the provider.
  const execute = [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])];
  return discovery(url, clientId, secret, undefined, { execute });
}

/** The claims of a provider. Their types are unknown until they are validated. */
interface Claims {
  sub?: unknown;
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  amr?: unknown;
  acr?: unknown;
}

function identityOf(issuer: string, said: Claims): Identity {
  const isProved = said.email_verified === true || said.email_verified === 'true';
  const email = isProved && typeof said.email === 'string' ? readEmail(said.email) : undefined;
  const methods = Array.isArray(said.amr) ? said.amr : [];
  const isLevel = typeof said.acr === 'string' && /(^|[^a-z])mfa([^a-z]|$)/i.test(said.acr);
  return {
    subject: `${issuer} ${said.sub}`,
    email,
    name: typeof said.name === 'string' ? said.name : undefined,
    hasFactor: methods.includes('mfa') || isLevel,
  };
}
