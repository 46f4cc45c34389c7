import type { CheckPorts, LinkMessage } from './check-ports.ts';
import { type LinkedCheck, noteLinkTexted, takeLinkTry } from './queries.ts';

/** The page's request to text the link to a phone. */
export interface LinkRequest extends Pick<LinkMessage, 'mobile' | 'language'> {
  /** The URL in the message. */
  pageUrl: string;
}

interface LinkReply {
  kind: 'sent' | 'already_sent' | 'number_invalid' | 'refused';
}

/** Enough for typing errors, too few for probing numbers. */
const maxTries = 10;

/**
 * Texts the link of a check once, to the number that the person typed, if the account pays for it. The call
 * itself guarantees that it is sent only once; the stored time only saves the call.
 */
export async function sendLink(
  ports: CheckPorts,
  check: LinkedCheck,
  { mobile, language, pageUrl }: LinkRequest,
): Promise<LinkReply> {
  if (check.linkTextedAt) return { kind: 'already_sent' };
  const now = ports.clock.databaseNow();
  if (!(await takeLinkTry(ports.pool, check, maxTries, now))) return { kind: 'refused' };
  const { accountId, checkId, mode, displayName: asker } = check;
  const message = { accountId, checkId, mode, asker, mobile, language, link: pageUrl };
  const texted = await ports.textLink(message);
  // After `was_sent`, the sender may have crashed before recording it, so record it here as well.
  if (texted === 'sent' || texted === 'was_sent') {
    await noteLinkTexted(ports.pool, check, ports.clock.databaseNow());
  }
  return { kind: texted === 'was_sent' || texted === 'under_way' ? 'already_sent' : texted };
}
