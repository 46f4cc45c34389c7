/** The call that a message belongs to. */
interface CallKey {
  accountId: number;
  callId: string;
}

/**
 * What a vendor is told a message is called, and says again in its receipts. It names the account too,
 * because calls are stored by account; to a vendor it is a text of at most 48 characters.
 */
export function referenceOf({ accountId, callId }: CallKey): string {
  return `${callId}.${accountId}`;
}

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([1-9][0-9]{0,8})$/;

/** Undefined for what is no reference of ours. */
export function readReference(reference: string): CallKey | undefined {
  const match = form.exec(reference);
  return match ? { callId: match[1] as string, accountId: Number(match[2]) } : undefined;
}
