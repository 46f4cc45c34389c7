import type { Pool } from 'pg';
import type { Actor } from '../../foundation/audit/actor.ts';
import { inChange } from '../../foundation/audit/change-queries.ts';
import { type Bilingual, fillRow } from '../../foundation/contract/text/bilingual.ts';
import { languages } from '../../foundation/contract/text/languages.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { createMailer } from '../../foundation/mail/mailer.ts';
import type { Config } from '../../foundation/settings/config.ts';
import { claimInvitationMail, findInvitation } from '../../people/sign-in/invitation-queries.ts';
import { welcomeLink } from '../../people/sign-in/welcome-link.ts';
import type { MailResult } from './mail-results.ts';
import { invitationTexts as texts } from './mail-texts.ts';
import { messageIdOf, writeBody } from './write-mail.ts';

interface InvitingPorts {
  pool: Pool;
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'timeZone'>;
  publicUrl: string;
}

const actor: Actor = { kind: 'platform', name: 'mails' };

/** The person who invites waits for the answer, so the server has less time than usual. */
const timeoutMs = 8_000;

/**
 * Mails an invitation to its address, once. The caller shows the link in any case, so a failed mail is not tried
 * again: the sender hands over the link instead.
 */
export async function mailInvitation(
  { pool, config, publicUrl }: InvitingPorts,
  token: string,
): Promise<MailResult> {
  const { smtpUrl, mailFrom, timeZone } = config;
  const invitation = await findInvitation(pool, token);
  if (!smtpUrl || !mailFrom || !invitation?.email) return 'off';
  const { email, expiresAt, accountName, isByStaff, invitationId } = invitation;
  const isClaimed = await inChange(pool, actor, 'invitation.mail', (change) =>
    claimInvitationMail(change, invitationId),
  );
  if (!isClaimed) return 'limited';
  const values = {
    host: new URL(publicUrl).host,
    inviter: isByStaff ? texts.someone : plainName(invitation.invitedBy, texts.someone),
    account: plainName(accountName ?? '', texts.anAccount),
    until: localTime(expiresAt, timeZone),
    link: welcomeLink(publicUrl, token),
  };
  const rows = [accountName === null ? texts.platform : texts.account, texts.link, texts.ignore];
  // The language of somebody who is not here yet is unknown.
  const body = languages.flatMap((language) => rows.map((row) => fillRow(row, values)[language]));
  const subject = fillRow(texts.subject, values);
  try {
    await createMailer({ smtpUrl, from: mailFrom, timeoutMs }).send({
      to: [email],
      subject: `${subject.en} / ${subject.zh}`,
      ...writeBody(body),
      messageId: messageIdOf(publicUrl, ['invitation', invitationId]),
    });
    return 'sent';
  } catch {
    return 'failed';
  }
}

const longestName = 80;

/**
 * A name goes to a stranger in the platform's own mail, so one that could be read as a link or a message of its own
 * is left out.
 */
export function plainName(name: string, otherwise: Bilingual): string | Bilingual {
  const isPlain = /^[\p{L}\p{M}\p{N} '’&,()·-]+$/u.test(name.replaceAll(/\.(?=\s|$)/g, ''));
  return isPlain && name.length <= longestName ? name : otherwise;
}
