export type IdForm = 'asIs' | 'hexToDecimal' | 'decimalToHex';

const numberLike = /^[0-9a-f-]+$/i;
const decimal = /^\d+$/;
const hexadecimal = /^[0-9a-f]+$/i;

/**
 * The form in which the ids of responses and receipts are compared. Carriers pad a number in one of them and not
 * in the other, or write its letters in another case. An id with other characters may be case-sensitive, so it
 * is compared as it is.
 */
export function comparableId(id: string): string {
  return numberLike.test(id) ? id.toLowerCase().replace(/^0+(?=[0-9a-f])/, '') : id;
}

/** The ids that a receipt carries; each is empty if it is missing. */
interface ReceiptIds {
  text: string;
  /** receipted_message_id, which by the protocol repeats the id of the response. */
  option: string;
}

/** The id of the response that a receipt refers to, in comparable form. */
export function receiptRef({ text, option }: ReceiptIds, idForm: IdForm): string {
  const [ofText, ofOption] = [comparableId(text), comparableId(option)];
  // A vendor that writes both alike writes both in the form of its receipts.
  const isConverted = ofOption === '' || ofOption === ofText;
  return isConverted ? comparableId(convert(text, idForm)) : ofOption;
}

function convert(id: string, idForm: IdForm): string {
  if (idForm === 'hexToDecimal' && hexadecimal.test(id)) return BigInt(`0x${id}`).toString();
  if (idForm === 'decimalToHex' && decimal.test(id)) return BigInt(id).toString(16);
  return id;
}
