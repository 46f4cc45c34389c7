import { readOperator } from '../../../people/accounts/operator-queries.ts';
import { readFactors } from '../../../people/sign-in/factor-queries.ts';
import { knownDevice } from '../../../people/sign-in/known-device.ts';
import {
  listMemberships,
  type RaisedSession,
  readSession,
  type Session,
} from '../../../people/sign-in/session-queries.ts';
import { hashToken } from '../../../people/sign-in/token.ts';
import type { SessionContext, SignedInContext } from '../kit/console-route.ts';
import { factorLifeMs } from '../kit/rights.ts';
import type { SessionState } from './session-contract.ts';

/** The state that the sign-in page and the console's frame render from. */
export async function stateOf(
  context: SessionContext,
  session: Session | undefined,
): Promise<SessionState> {
  const { pool, config, version, canUsePasskeys } = context;
  const platform = {
    canUsePasskeys,
    canRegister: config.consoleRegistration,
    oidcName: config.oidcIssuer === undefined ? null : config.oidcName,
    currency: config.currency,
    timeZone: config.timeZone,
    version,
  };
  if (!session) {
    const operator = await readOperator(pool);
    return { stage: 'none', operatorName: operator?.legalName ?? null, ...platform };
  }
  const { personId, name, email, language, stage, operatorRole, factorAt } = session;
  const { hasPasskey, hasTotp, recoveryCodesLeft } = await readFactors(pool, personId);
  const factors = [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ];
  return {
    stage,
    person: { personId, name, email, language },
    operatorRole,
    accounts: await listMemberships(pool, personId),
    factors,
    cells: cellsOf(context, session),
    freshUntil: factorAt && new Date(factorAt.getTime() + factorLifeMs).toISOString(),
    ...platform,
  };
}

/** The cells that an operator can look at from here; null for anyone else, and where there is one cell. */
function cellsOf(
  { otherCells: { own, others } }: SessionContext,
  { stage, operatorRole }: Session,
): SessionState['cells'] {
  if (stage !== 'full' || operatorRole === null) return null;
  return own === undefined || others.size === 0 ? null : { own, others: [...others.keys()] };
}

/** The state of a session that has just begun or advanced, by its cookie. */
export async function stateAfter(
  context: SessionContext,
  token: string | undefined,
): Promise<SessionState> {
  const { pool, vault, config, clock, visitor } = context;
  const hash = hashToken(token ?? '');
  const session = await readSession(pool, hash, { idleHours: config.consoleIdleHours, clock });
  // A browser in which a person has fully signed in is known from then on.
  if (session?.stage === 'full' && !knownDevice(vault, session.personId, visitor.device)) {
    context.keepDevice(session.personId);
  }
  return stateOf(context, session);
}

/** The state after the second factor, by the new cookie. */
export async function stateAfterFactor(
  context: SignedInContext,
  { token }: RaisedSession,
): Promise<SessionState> {
  if (token !== null) context.keep(token);
  return stateAfter(context, token ?? context.token);
}
