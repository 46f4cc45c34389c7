import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NotSent } from '../../foundation/outbound/http-client.ts';

interface SplitMobile {
  /** The country's calling code, without the plus. */
  countryCode: string;
  /** The national number. */
  national: string;
}

/** Splits an E.164 number, for vendors that expect the country code separately. */
export function splitMobile(mobile: string): SplitMobile {
  if (mobile.startsWith('+86')) return { countryCode: '86', national: mobile.slice(3) };
  const number = parsePhoneNumberFromString(mobile);
  if (!number) throw new NotSent('the number is not E.164');
  return { countryCode: number.countryCallingCode, national: number.nationalNumber };
}
