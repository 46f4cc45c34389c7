/**
 * Normalizes an e-mail address for storage and comparison, so that one address is one person however it is
 * typed. Undefined when it cannot be an address. Does not prove that the mailbox exists.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= 254 && form.test(email) ? email : undefined;
}

const form = /^[^\s@\p{C}"'<>(),;:\\]{1,64}@[^\s@\p{C}"'<>(),;:\\]+\.[^\s@\p{C}"'<>(),;:\\.]{2,}$/u;
