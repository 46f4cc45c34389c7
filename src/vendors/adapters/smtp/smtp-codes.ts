import type { CodeMeaning } from '../../providers/vendor.ts';

/**
 * What a reply refuses: the connection, the login, the sender, the recipient, the DATA command, or the whole mail
 * after its final dot.
 */
export type Stage = 'CONNECT' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'CONTENT';

/**
 * A 4yz or 5yz reply says that the requested action did not occur (RFC 5321, section 4.2.1), and after the final dot
 * the server must not deliver the mail (4.2.5). So none of them leaves a mail unknown.
 */
const meanings: Readonly<Record<Stage, Readonly<Record<'4' | '5', CodeMeaning>>>> = {
  CONNECT: { 4: ['unavailable', 'provider_fault'], 5: ['unavailable', 'provider_setup'] },
  AUTH: { 4: ['unavailable', 'provider_fault'], 5: ['unavailable', 'provider_setup'] },
  MAIL: { 4: ['unavailable', 'provider_fault'], 5: ['unavailable', 'provider_setup'] },
  RCPT: { 4: ['unavailable', 'provider_fault'], 5: ['rejected', 'address_invalid'] },
  DATA: { 4: ['unavailable', 'provider_fault'], 5: ['unavailable', 'provider_fault'] },
  CONTENT: { 4: ['unavailable', 'provider_fault'], 5: ['rejected', 'content_refused'] },
};

/**
 * The replies that RFC 5321, section 4.3.2, names for each stage. A server that shuts down answers any command with
 * 421 and ends the connection.
 */
const replies: Readonly<Record<Stage, readonly number[]>> = {
  CONNECT: [421, 554],
  AUTH: [535],
  MAIL: [451, 452, 455, 503, 550, 552, 553, 555],
  RCPT: [450, 451, 452, 455, 503, 550, 551, 552, 553, 555],
  DATA: [503, 554],
  CONTENT: [450, 451, 452, 550, 552, 554],
};

/** Replies to RCPT that are about the command, and not about the recipient. */
const onCommand = [503, 555];

export const codes: Readonly<Record<string, CodeMeaning>> = Object.fromEntries(
  (Object.keys(replies) as Stage[]).flatMap((stage) =>
    replies[stage].map((reply) => [`${stage}:${reply}`, meaningOf(stage, reply)] as const),
  ),
);

/** Clients must read a reply that they do not know by its first digit (RFC 5321, section 4.3.2). */
export function meaningOf(stage: Stage, reply: number): CodeMeaning {
  if (stage === 'RCPT' && onCommand.includes(reply)) return ['unavailable', 'provider_fault'];
  const digit = String(reply).charAt(0);
  return digit === '4' || digit === '5' ? meanings[stage][digit] : ['unknown', 'not_understood'];
}
