/** ASCII only, without quotes and comments: other spellings are rare, and mail servers disagree about them. */
export const emailPattern =
  "^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$";
const pattern = new RegExp(emailPattern);
export const longestEmail = 254;

/**
 * An address in its one spelling, lower case throughout; undefined if it is not an address. RFC 5321 lets a server
 * tell `Ann@` from `ann@`, but none in use does. Mail goes to this spelling too, so a code that was sent to one
 * mailbox can never verify another.
 */
export function parseEmail(text: string): string | undefined {
  return text.length <= longestEmail && pattern.test(text) ? text.toLowerCase() : undefined;
}

/** The first character and the domain: enough for the person, and no mailbox for anyone else. */
export function maskEmail(address: string): string {
  return `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`;
}
