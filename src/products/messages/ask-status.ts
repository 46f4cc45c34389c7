import { faultOf } from '../../foundation/db/faults.ts';
import type { Log } from '../../foundation/db/log.ts';
import { messageValues, redact, sanitize } from '../../foundation/redact.ts';
import type { Vault } from '../../foundation/vault.ts';
import type { Deadlines } from '../../vendors/providers/deadlines.ts';
import type { MessageKind, StatusItem } from '../../vendors/providers/provider.ts';
import { referenceOf } from '../../vendors/providers/reference.ts';
import { findMessageProvider, type Registry } from '../../vendors/providers/registry.ts';
import { openMessage, type StoredMessage } from './content.ts';

/** The dependencies of a status query. */
export interface StatusPorts {
  vault: Vault;
  log: Log;
  registry: Pick<Registry, MessageKind>;
  deadlines: Pick<Deadlines, 'race'>;
  settings: { providerTimeoutMs: number };
}

/** A message that a provider has, or may have. */
export interface AskedMessage extends StoredMessage {
  accountId: number;
  /** The provider's ID of the message, if known. */
  providerRef: string | null;
  heldAt: Date;
}

/**
 * A message's status at its provider, redacted for storage. Undefined when the provider cannot be queried, does
 * not respond, or sends an unexpected response.
 */
export async function askStatus(
  { vault, log, registry, deadlines, settings }: StatusPorts,
  message: AskedMessage,
  providerCode: string,
): Promise<StatusItem | undefined> {
  const provider = findMessageProvider(registry, providerCode);
  if (!provider?.queryStatus) return undefined;
  const { callId, providerRef, heldAt } = message;
  if (!message.sealed) {
    // The message is months old, or its person was erased. Without the number no provider can be
    // queried; `doctor` reports the call.
    log.warn({ requestId: callId }, 'content of a call without an outcome was deleted');
    return undefined;
  }
  try {
    const { asSent, to, text } = openMessage(vault, message);
    const reference = referenceOf(message);
    const signal = AbortSignal.timeout(settings.providerTimeoutMs);
    // An adapter may ignore the signal and never finish, so the deadline ends the wait.
    const item = await deadlines.race<StatusItem | undefined>(
      provider.queryStatus(
        { callId, reference, to, providerRef, partRefs: [], heldAt },
        { signal },
      ),
      () => undefined,
    );
    if (!item) {
      log.warn({ requestId: callId, provider: providerCode }, 'status query not answered in time');
      return undefined;
    }
    const detail = redact(item.detail, messageValues(asSent, to, text));
    return { ...item, detail, providerRef: sanitize(item.providerRef) };
  } catch (error) {
    log.warn(
      { requestId: callId, provider: providerCode, fault: faultOf(error) },
      'status query failed',
    );
    return undefined;
  }
}
