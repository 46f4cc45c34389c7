import { numberText } from '../../kit/number-text.ts';

/** A percentage without the zeros at its end. */
export function percentText(percent: string): string {
  return numberText(percent.replace(/\.?0+$/, '') || '0');
}
