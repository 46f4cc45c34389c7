/** A whole number or an amount with its thousands set apart, and a true minus. */
export function numberText(value: number | string): string {
  const [, sign = '', whole = '0', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(String(value)) ?? [];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${sign.replace('-', '−')}${grouped}${rest}`;
}

/** What there is none of, in a column of numbers. */
export const noNumber = '–';

/** A share of one as a percentage. */
export function percentText(share: number, decimals = 2): string {
  return `${numberText((share * 100).toFixed(decimals))}%`;
}
