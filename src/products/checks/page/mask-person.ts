/** Masked text: the person recognizes it, and others learn too little. */
export interface Masked {
  start: string;
  end: string;
  /** The visible form. The number of dots does not reveal the length. */
  text: string;
}

/** Shows the first character of a name. */
export function maskName(name: string): Masked {
  const [start = ''] = name.trim();
  return { start, end: '', text: start ? `${start} ••` : '••' };
}

/** Shows three characters at the start and two at the end of a long number, and fewer of a short one. */
export function maskNumber(number: string): Masked {
  const characters = [...number];
  const [front, behind] =
    characters.length >= 12 ? [3, 2] : characters.length >= 5 ? [1, 1] : [0, 0];
  const start = characters.slice(0, front).join('');
  const end = behind ? characters.slice(-behind).join('') : '';
  return { start, end, text: [start, '••••', end].filter((part) => part).join(' ') };
}

/** Shows the last four digits of a mobile number. */
export function maskMobile(mobile: string): string {
  const digits = mobile.replaceAll(/\D/g, '');
  const start = digits.length >= 11 ? `${digits.slice(-11, -8)} ` : '';
  return `${start}•••• ${digits.slice(-4)}`;
}

/** Separates characters, so that screen readers spell them instead of reading a word or an amount. */
export function spellOut(text: string): string {
  return [...text].join(' ');
}
