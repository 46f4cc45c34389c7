/**
 * An e-mail address as it is stored and compared: one address is one person, however it is typed.
 * Undefined for what cannot be an address. Whether anybody reads it there, only a message would tell.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= 254 && form.test(email) ? email : undefined;
}

const form = /^[^\s@\p{C}"'<>(),;:\\]{1,64}@[^\s@\p{C}"'<>(),;:\\]+\.[^\s@\p{C}"'<>(),;:\\.]{2,}$/u;
