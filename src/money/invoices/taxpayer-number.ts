/** The characters of a unified social credit code by their values; I, O, S, V and Z are not used (GB 32100-2015). */
const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** Whether a taxpayer number can be one: 15 to 20 characters, and of 18 the last one is right. */
export function isTaxpayerNumber(number: string): boolean {
  if (!/^[0-9A-Z]{15,20}$/.test(number)) return false;
  return number.length !== 18 || hasRightCheck(number);
}

function hasRightCheck(code: string): boolean {
  const values = [...code].map((character) => characters.indexOf(character));
  if (values.includes(-1)) return false;
  let weight = 1;
  let sum = 0;
  for (const value of values.slice(0, 17)) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return (31 - (sum % 31)) % 31 === values[17];
}
