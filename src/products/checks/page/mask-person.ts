/** A text of which enough is left for the person to know it again, too little for another. */
export interface Masked {
  start: string;
  end: string;
  /** As it is seen: as many dots, whatever the length was. */
  text: string;
}

/** The first character of a name. */
export function maskName(name: string): Masked {
  const [start = ''] = name.trim();
  return { start, end: '', text: start ? `${start} ••` : '••' };
}

/** Three characters in front and two behind of a long number; of a short one, less. */
export function maskNumber(number: string): Masked {
  const characters = [...number];
  const [front, behind] =
    characters.length >= 12 ? [3, 2] : characters.length >= 5 ? [1, 1] : [0, 0];
  const start = characters.slice(0, front).join('');
  const end = behind ? characters.slice(-behind).join('') : '';
  return { start, end, text: [start, '••••', end].filter((part) => part).join(' ') };
}

/** A mobile number of which the person knows the end. */
export function maskMobile(mobile: string): string {
  const digits = mobile.replaceAll(/\D/g, '');
  const start = digits.length >= 11 ? `${digits.slice(-11, -8)} ` : '';
  return `${start}•••• ${digits.slice(-4)}`;
}

/** Characters apart, so that they are spelled and not read as a word or an amount. */
export function spelled(text: string): string {
  return [...text].join(' ');
}
