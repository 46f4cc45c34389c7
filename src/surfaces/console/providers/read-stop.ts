import type { Stop } from './providers-contract.ts';

/** `code`, or `code:weight`. */
export function readStop(text: string): Stop {
  const [code = '', weight] = text.split(':');
  return weight === undefined ? { code } : { code, weight: Number(weight) };
}
