/** Groups thousands, and uses a true minus sign. */
export function numberText(value: number | string): string {
  const [, sign = '', whole = '0', rest = ''] = /^([-+−]?)(\d+)(.*)$/.exec(String(value)) ?? [];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${sign.replace('-', '−')}${grouped}${rest}`;
}

export const noNumber = '–';

export function percentText(share: number, decimals = 2): string {
  return `${numberText((share * 100).toFixed(decimals))}%`;
}
