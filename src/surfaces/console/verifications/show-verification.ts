import { faultOf } from '../../../foundation/db/faults.ts';
import type { Log } from '../../../foundation/db/log.ts';
import type { Vault } from '../../../foundation/vault.ts';
import type {
  ListedVerification,
  VerificationStory,
} from '../../../products/verifications/list-queries.ts';
import { maskedMobile } from '../calls/show-row.ts';
import { dots } from '../kit/mask-person.ts';
import type { VerificationDetail, VerificationRow } from './verifications-contract.ts';

interface Reader {
  vault: Vault;
  log: Log;
}

type Sealed = Pick<ListedVerification, 'verificationId' | 'contentId' | 'sealed'>;

/** The number, masked; dots if it was erased or cannot be decrypted, which must not hide the other rows. */
export function numberOf({ vault, log }: Reader, verification: Sealed): string {
  const { verificationId, contentId, sealed } = verification;
  try {
    return maskedMobile(vault, { callId: verificationId, contentId, sealed });
  } catch (error) {
    const fault = faultOf(error);
    log.warn({ verificationId, fault }, 'the number of a verification cannot be decrypted');
    return dots;
  }
}

export function showVerificationRow(reader: Reader, found: ListedVerification): VerificationRow {
  return {
    verificationId: found.verificationId,
    accountId: found.accountId,
    accountName: found.accountName,
    person: numberOf(reader, found),
    purpose: found.purpose,
    state: found.state,
    messages: found.messages,
    guessesLeft: found.guessesLeft,
    at: found.startedAt.toISOString(),
  };
}

/** The providers of its messages are shown to operators only. */
export function showVerificationStory(
  reader: Reader,
  story: VerificationStory,
  isOperator: boolean,
): VerificationDetail {
  const { guessedAt, guesses, state } = story;
  return {
    ...showVerificationRow(reader, story),
    mode: story.mode,
    reference: story.reference,
    expiresAt: story.expiresAt.toISOString(),
    endedAt: story.endedAt?.toISOString() ?? null,
    sent: story.sent.map((message) => ({
      requestId: message.callId,
      at: message.at.toISOString(),
      state: message.state,
      result: message.messageState,
      finishedAt: message.finishedAt?.toISOString() ?? null,
      isCurrent: message.callId === story.codeCall,
      ...(isOperator ? { provider: message.providerCode } : {}),
    })),
    // Only the guess that approves a verification is right, and it is the last one.
    guesses: guessedAt.map((at, n) => ({
      at: at.toISOString(),
      isRight: state === 'approved' && n === guessedAt.length - 1,
    })),
    untimed: guesses - guessedAt.length,
  };
}
