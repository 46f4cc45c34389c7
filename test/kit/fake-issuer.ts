import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An identity provider on this machine: real HTTP, real signatures, and no screen. */
export interface FakeIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  /** The claims of the next person. */
  claims: Record<string, unknown>;
  /** Claims that it returns only from its userinfo endpoint. */
  userInfo: Record<string, unknown> | undefined;
  /** What it gets wrong on purpose. */
  mischief: { nonce?: string; key?: 'another'; audience?: string; isAway?: boolean };
  close(): Promise<void>;
}

interface Asked {
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function createFakeIssuer(): Promise<FakeIssuer> {
  const good = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bad = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const codes = new Map<string, Asked>();
  const server = createServer((request, response) => {
    handleRequest(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer: FakeIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'countersign',
    clientSecret: randomBytes(16).toString('hex'),
    claims: {},
    userInfo: undefined,
    mischief: {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer.url);
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (issuer.mischief.isAway) return void json({}, 503);
    if (url.pathname === '/.well-known/openid-configuration') {
      json({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/keys`,
        userinfo_endpoint: `${issuer.url}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    } else if (url.pathname === '/keys') {
      const key = good.publicKey.export({ format: 'jwk' });
      json({ keys: [{ ...key, kid: '1', use: 'sig', alg: 'ES256' }] });
    } else if (url.pathname === '/userinfo') {
      json(issuer.userInfo ?? {}, issuer.userInfo ? 200 : 403);
    } else if (url.pathname === '/authorize') {
      const code = randomBytes(16).toString('hex');
      const of = (name: string) => url.searchParams.get(name) ?? '';
      const redirectUri = of('redirect_uri');
      codes.set(code, { nonce: of('nonce'), challenge: of('code_challenge'), redirectUri });
      const location = `${redirectUri}?code=${code}&state=${encodeURIComponent(of('state'))}`;
      response.writeHead(302, { location }).end();
    } else {
      const form = new URLSearchParams(await text(request));
      const found = readGrant(form);
      if (!found) return void json({ error: 'invalid_grant' }, 400);
      json({ access_token: 'at', token_type: 'Bearer', id_token: idToken(found.nonce) });
    }
  }

  /** A code works once, with its verifier and the secret. */
  function readGrant(form: URLSearchParams): Asked | undefined {
    const code = form.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const isProved =
      createHash('sha256').update(verifier).digest('base64url') === asked?.challenge &&
      form.get('client_secret') === issuer.clientSecret &&
      form.get('redirect_uri') === asked?.redirectUri;
    return isProved ? asked : undefined;
  }

  function idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const said = {
      iss: issuer.url,
      aud: issuer.mischief.audience ?? issuer.clientId,
      iat: now,
      exp: now + 300,
      nonce: issuer.mischief.nonce ?? nonce,
      ...issuer.claims,
    };
    const body = `${part({ alg: 'ES256', kid: '1' })}.${part(said)}`;
    const { privateKey } = issuer.mischief.key === 'another' ? bad : good;
    const signature = sign('sha256', Buffer.from(body), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${body}.${signature.toString('base64url')}`;
  }
  return issuer;
}
