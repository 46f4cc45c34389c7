import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A parsed recipient number. */
export interface Mobile {
  /** The canonical number, with the plus. Messages are sent to it, and limits count it. */
  e164: string;
  /** The number's region; undefined for numbers without a country, such as satellite phones. */
  region: string | undefined;
  /** The number without its last four digits, which a run of SMS-pumping numbers has in common. */
  prefix: string;
}

/**
 * A mainland mobile number in the two forms that nearly every call uses, for ranges that are entirely
 * mobile. The library gives the same result at a hundred times the cost (17 against 0.15 µs), which calls
 * would feel; it parses all other numbers.
 */
const mainland = /^(\+86)?(1(?:[38][0-9]|4[57]|[59][0-35-9]|6[25-7]|7[0-35-8])[0-9]{8})$/;

/** ASCII only: digits of another script would be a second spelling of the same number. */
const spelling = /^ *\+?[0-9()\-. ]+$/;

/**
 * Parses a mobile number in the region's national form or in E.164; undefined when it is not a valid
 * mobile number. A merely possible number is rejected: with an extra digit it may reach the same
 * phone but count as another number.
 */
export function parseMobile(text: string, region: string): Mobile | undefined {
  const [, plus, national] = mainland.exec(text) ?? [];
  if (national && (plus || region === 'CN')) return mobileOf(`+86${national}`, 'CN');
  // The library also finds numbers inside prose, but a recipient must be a number and nothing else.
  if (text.length > 40 || !spelling.test(text)) return undefined;
  const number = parsePhoneNumberFromString(text, region as CountryCode);
  // Only a valid number has a type. In some countries mobile and landline numbers look the same.
  const type = number?.getType();
  if (type !== 'MOBILE' && type !== 'FIXED_LINE_OR_MOBILE') return undefined;
  return mobileOf(number?.number as string, number?.country);
}

function mobileOf(e164: string, region: string | undefined): Mobile {
  return { e164, region, prefix: e164.slice(0, -4) };
}
