import { fail } from '../../foundation/contract/errors/errors.ts';
import { readBody } from '../../foundation/contract/operations/read-body.ts';
import { canonicalText } from '../../foundation/contract/text/characters.ts';
import {
  defaultPurpose,
  type VerificationResponse,
  type VerifyCheckResponse,
} from '../../foundation/contract/wire/verify.ts';
import { formatMoney } from '../../foundation/money.ts';
import {
  cancelVerification,
  findVerification,
  type Target,
} from '../../products/verifications/queries.ts';
import type { Principal } from '../callers/principal.ts';
import type { Line } from './line.ts';
import { readRecipient } from './prepare-verification.ts';

type Ports = Pick<Line, 'pool' | 'vault' | 'clock' | 'settings' | 'rehearsals' | 'guesses'>;

/** Checks a code. The guess is counted before this returns. */
export async function checkCode(
  ports: Ports,
  caller: Principal,
  body: Record<string, unknown>,
): Promise<VerifyCheckResponse> {
  const {
    verificationId,
    purpose = defaultPurpose,
    code: entered,
    ...named
  } = readBody('verify_check', body);
  const target: Target =
    verificationId === undefined
      ? { numberHash: hashOf(ports, caller, named), purpose }
      : { verificationId };
  // A keyboard may enter full-width digits.
  const code = canonicalText(entered);
  const { accountId, mode } = caller;
  const guessed = await ports.guesses.add({ accountId, mode, target, code });
  return {
    result: guessed.result,
    verificationId: guessed.verificationId,
    attemptsLeft: guessed.guessesLeft,
  };
}

function hashOf(
  ports: Ports,
  caller: Principal,
  named: Parameters<typeof readRecipient>[2],
): Buffer {
  return ports.vault.fingerprint('number', readRecipient(ports, caller, named).to);
}

/** Shows a verification, after canceling it if that is asked for. */
export async function showVerification(
  { pool, clock }: Pick<Line, 'pool' | 'clock'>,
  caller: Principal,
  operation: 'verify_cancel' | 'verify_status',
  body: Record<string, unknown>,
): Promise<VerificationResponse> {
  const { verificationId } = readBody(operation, body);
  const now = clock.databaseNow();
  if (operation === 'verify_cancel') await cancelVerification(pool, caller, verificationId, now);
  const found = await findVerification(pool, caller, verificationId, now);
  if (!found) return fail('verification_unknown');
  return {
    verificationId: found.verificationId,
    state: found.state,
    purpose: found.purpose,
    reference: found.reference,
    messages: found.messages,
    attemptsLeft: found.guessesLeft,
    startedAt: found.startedAt.toISOString(),
    expiresAt: found.expiresAt.toISOString(),
    endedAt: found.endedAt?.toISOString() ?? null,
    approvalPrice: formatMoney(found.approvalPrice),
    approvalCharged: formatMoney(found.approvalCharged),
  };
}
