import { randomUUID } from 'node:crypto';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { PersonElsewhere } from '../sign-in/connected-queries.ts';
import { algorithm, type SigningKey } from './signing-key.ts';

/** Long enough for the way over a browser, too short to be of use in a log. */
const lifeSeconds = 60;

/** How far the clocks of two machines may be apart. */
const toleranceSeconds = 30;

const base = {
  sub: Type.String({ pattern: '^[1-9][0-9]{0,9}$' }),
  created: Type.Integer({ minimum: 0 }),
  oidc: Type.Optional(Type.String({ maxLength: 600 })),
};
const Read = Type.Object({ ...base, use: Type.Literal('read') });
const Enter = Type.Object({
  ...base,
  use: Type.Literal('enter'),
  name: Type.String({ maxLength: 200 }),
  nonce: Type.String(),
});
const claims = { read: Read, enter: Enter };

/** `read`: ask another cell in a person's name. `enter`: sign the person in to its console. */
export type TokenUse = keyof typeof claims;
type Said<Use extends TokenUse> = Omit<Static<(typeof claims)[Use]>, keyof typeof base | 'use'>;

/** Signs who a person of this cell is, for one other cell. */
export function signToken<Use extends TokenUse>(
  { keyId, privateKey }: SigningKey,
  { cell, personId, createdAt, oidcSubject }: PersonElsewhere,
  to: number,
  said: { use: Use } & Said<Use>,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1_000);
  const oidc = oidcSubject === undefined ? {} : { oidc: oidcSubject };
  return new SignJWT({ ...said, ...oidc, created: createdAt })
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .setIssuer(String(cell))
    .setAudience(String(to))
    .setSubject(String(personId))
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifeSeconds)
    .sign(privateKey);
}

export type Verified<Use extends TokenUse> = PersonElsewhere & Said<Use>;

/**
 * Verifies a token that another cell signed for this one; undefined if it is not valid. `keysOf` knows the public keys
 * of the cells that may sign; it throws if they cannot be had.
 */
export async function verifyToken<Use extends TokenUse>(
  token: string,
  use: Use,
  own: number,
  keysOf: (cell: number) => JWTVerifyGetKey | undefined,
  now: Date,
): Promise<Verified<Use> | undefined> {
  const cell = issuerOf(token);
  const keys = cell === undefined ? undefined : keysOf(cell);
  if (cell === undefined || !keys) return undefined;
  const payload = await jwtVerify(token, keys, {
    algorithms: [algorithm],
    issuer: String(cell),
    audience: String(own),
    requiredClaims: ['jti', 'exp', 'iat'],
    // Even the key of another cell makes no token that lasts longer.
    maxTokenAge: lifeSeconds,
    clockTolerance: toleranceSeconds,
    currentDate: now,
  }).then((verified) => verified.payload, undefinedIfInvalid);
  if (!payload || !Value.Check(claims[use], payload)) return undefined;
  const { sub, created, oidc, ...said } = Value.Clean(claims[use], payload) as Static<typeof Enter>;
  const person = { cell, personId: Number(sub), createdAt: created, oidcSubject: oidc };
  return { ...said, ...person } as unknown as Verified<Use>;
}

/** The cell that a token claims to be from; undefined for anything but a token of a cell. */
export function issuerOf(token: string): number | undefined {
  try {
    const { iss = '' } = decodeJwt(token);
    return /^[1-9][0-9]{0,3}$/.test(iss) ? Number(iss) : undefined;
  } catch {
    return undefined;
  }
}

/** Any fault of the token itself; a fault of the network is thrown on. */
function undefinedIfInvalid(fault: unknown): JWTPayload | undefined {
  if (fault instanceof errors.JOSEError && !(fault instanceof errors.JWKSTimeout)) return undefined;
  throw fault;
}
