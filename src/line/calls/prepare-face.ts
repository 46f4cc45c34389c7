import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import type { Language } from '../../foundation/contract/text/languages.ts';
import { nationalIdProblem } from '../../foundation/contract/text/national-id.ts';
import { cardHashOf, makeCheckSecrets, sealCheck } from '../../products/checks/check-secrets.ts';
import type { Principal } from '../callers/principal.ts';
import type { Line } from './line.ts';
import type { FaceOrder } from './order.ts';
import { providersOnRoute } from './providers-on-route.ts';

type Ports = Pick<Line, 'cells' | 'registry' | 'vault' | 'settings' | 'clock'>;

/**
 * Validates a face request completely. The provider's session starts later, in the person's browser; at this
 * point a provider can only say whether it would accept this person.
 */
export function prepareFace(
  ports: Ports,
  caller: Principal,
  callId: string,
  body: Record<string, unknown>,
  language: Language,
): FaceOrder {
  const { name, cardNo, redirectUrl } = readBody('face_verify', body);
  // The consent text must name the operator of the platform.
  if (caller.mode === 'live' && !caller.isOperatorNamed) fail('product_not_available');
  const providers = providersOnRoute(ports.registry.face, caller, 'face_verify', null);
  if (needsNationalId(ports, caller, providers)) {
    const problem = nationalIdProblem(cardNo, ports.clock.now());
    if (problem) fail('invalid_request', { details: [{ field: 'cardNo', problem }] });
  }
  if (redirectUrl !== undefined && !isRedirectAllowed(caller.redirectOrigins, redirectUrl)) {
    fail('redirect_not_allowed');
  }
  const secrets = makeCheckSecrets(ports.cells.cell);
  return {
    kind: 'face',
    product: 'face_verify',
    language,
    parts: 1,
    templateId: null,
    providers,
    // A face call that is cut short leaves no check, so there is nothing to ask a provider about.
    message: null,
    recipient: null,
    person: { name, cardNo },
    authToken: secrets.authToken,
    authUrl: `${ports.settings.personUrl()}/v/${secrets.link}`,
    check: JSON.stringify({
      tokenHash: secrets.tokenHash.toString('hex'),
      linkHash: secrets.linkHash.toString('hex'),
      sealed: sealCheck(ports.vault, callId, { name, cardNo, redirectUrl }).toString('hex'),
      cardHash: cardHashOf(ports.vault, cardNo).toString('hex'),
      language,
      lifeMinutes: ports.settings.linkLifeMinutes,
    }),
  };
}

/** The operator can require it for the whole platform or for one account, and a provider may need it. */
function needsNationalId(
  { registry, settings }: Ports,
  caller: Principal,
  providers: readonly string[],
): boolean {
  if (caller.nationalIdCheck ?? settings.nationalIdCheck) return true;
  return providers.some((code) => registry.face.get(code)?.needsNationalId);
}

export function isRedirectAllowed(origins: readonly string[] | null, redirectUrl: string): boolean {
  if (!origins) return true;
  const url = new URL(redirectUrl);
  // Custom app schemes have an opaque origin ("null"), so the account lists the scheme itself: `myapp:`.
  const origin = url.origin === 'null' ? url.protocol : url.origin;
  return origins.includes(origin);
}
