import type { CheckPorts, LinkMessage } from './check-ports.ts';
import { type LinkedCheck, noteLinkTexted, takeLinkTry } from './queries.ts';

/** What the person's page asks for when the link is to go to a phone by message. */
export interface LinkRequest extends Pick<LinkMessage, 'mobile' | 'language'> {
  /** The address that the message names. */
  pageUrl: string;
}

export interface LinkReply {
  kind: 'sent' | 'already_sent' | 'number_invalid' | 'refused';
}

/** Enough for a number that was mistyped, and too few to try numbers out. */
const mostTries = 10;

/**
 * Sends the link of a check to a number that the person typed, once, where the account pays for it. That
 * it is sent once is the claim of the call itself; what is noted here only spares the question.
 */
export async function sendLink(
  ports: CheckPorts,
  check: LinkedCheck,
  { mobile, language, pageUrl }: LinkRequest,
): Promise<LinkReply> {
  if (check.linkTextedAt) return { kind: 'already_sent' };
  const now = ports.clock.databaseNow();
  if (!(await takeLinkTry(ports.pool, check, mostTries, now))) return { kind: 'refused' };
  const { accountId, checkId, mode, displayName: asker } = check;
  const message = { accountId, checkId, mode, asker, mobile, language, link: pageUrl };
  const texted = await ports.textLink(message);
  // Whoever sent it before did not live to note it, or notes it now.
  if (texted === 'sent' || texted === 'was_sent') {
    await noteLinkTexted(ports.pool, check, ports.clock.databaseNow());
  }
  return { kind: texted === 'was_sent' || texted === 'under_way' ? 'already_sent' : texted };
}
