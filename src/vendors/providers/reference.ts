/** The call that a message belongs to. */
interface CallKey {
  accountId: number;
  callId: string;
}

/**
 * The reference that a vendor gets for a message and returns in receipts. It includes the account, because
 * calls are stored by account. At most 48 characters.
 */
export function referenceOf({ accountId, callId }: CallKey): string {
  return `${callId}.${accountId}`;
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9][0-9]{0,8})$/;

/** Undefined if it is not one of our references. */
export function readReference(reference: string): CallKey | undefined {
  const match = form.exec(reference);
  return match ? { callId: match[1] as string, accountId: Number(match[2]) } : undefined;
}

/** Account 0 does not exist: a message that an operator sends to test a provider is given to it. */
const trialForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.0$/;

/** Whether a reference is that of a test message, which belongs to no call. */
export function isTrialReference(reference: string): boolean {
  return trialForm.test(reference);
}
