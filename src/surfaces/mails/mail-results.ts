/** What became of a mail: `off` without a mail server or an address, `limited` after too many. */
export const mailResults = ['sent', 'failed', 'limited', 'off'] as const;
export type MailResult = (typeof mailResults)[number];
