import Type, { type Static } from 'typebox';
import { tidyLines } from '../../../foundation/contract/text/plain-lines.ts';
import { formatMoney } from '../../../foundation/money.ts';
import {
  type InvoiceSettings,
  readInvoiceSettings,
  setInvoiceSettings,
  usualSettings,
} from '../../../money/invoices/settings-queries.ts';
import { listVatRules, resetVatRule, setVatRule } from '../../../money/invoices/vat-queries.ts';
import { Amount, readAmount, sameAmount } from '../file-amount.ts';
import { defaultName, innerOf } from '../nested-entries.ts';
import type { Entry, Section } from '../section.ts';

const closed = { additionalProperties: false };

const Rule = Type.Object(
  {
    percent: Amount('VAT in percent of the net amount'),
    reverseCharge: Type.Optional(
      Type.Boolean({ description: 'A buyer with a VAT ID owes it himself; if left out: no' }),
    ),
    note: Type.Optional(Type.String({ description: 'Why the rate is 0; invoices print it' })),
  },
  closed,
);
type Rule = Static<typeof Rule>;

const numbers = (usual: string) =>
  Type.Optional(Type.String({ description: `Pattern of their numbers; ${usual} if left out` }));

const schema = Type.Object(
  {
    isOn: Type.Boolean({ description: 'Whether live payments get invoices' }),
    invoiceNumbers: numbers(usualSettings.invoicePattern),
    creditNoteNumbers: numbers(usualSettings.creditNotePattern),
    sellerAddress: Type.String({ description: 'Address of the seller, in lines' }),
    sellerTaxId: Type.String({ description: 'Tax ID of the seller' }),
    takesFapiao: Type.Optional(
      Type.Boolean({ description: 'Whether customers can ask for a fapiao; if left out: no' }),
    ),
    vat: Type.Record(Type.String({ pattern: `^(${defaultName}|[A-Z]{2})$` }), Rule, {
      ...closed,
      description: `VAT of the buyers of a country, and under ${defaultName} of all others`,
    }),
  },
  { ...closed, description: 'Invoices: the seller, the numbers and the VAT that prices include' },
);

const settingsKey = 'settings';
const vatKey = (country: string | null) => `vat/${country ?? defaultName}`;

/** As the file names the settings. */
const entryOfSettings = (settings: InvoiceSettings): Entry => {
  const { isOn, sellerAddress, sellerTaxId, takesFapiao } = settings;
  return {
    ...{ isOn, sellerAddress, sellerTaxId, takesFapiao },
    invoiceNumbers: settings.invoicePattern,
    creditNoteNumbers: settings.creditNotePattern,
  };
};

export const invoicesSection: Section = {
  schema,
  name: (key) =>
    key === settingsKey
      ? { en: 'the settings of invoices', zh: '账单设置' }
      : { en: `VAT of ${innerOf(key) ?? 'everyone'}`, zh: `${innerOf(key) ?? '默认'}税率` },
  /** Rates come first: invoices cannot be switched on without them. */
  entriesOf({ vat, ...given }: Static<typeof schema>) {
    const rules = Object.entries(vat).map(([country, { percent, reverseCharge, note }]) => [
      `vat/${country}`,
      {
        ...{ percent: sameAmount(percent), reverseCharge: reverseCharge ?? false },
        note: tidyLines(note ?? ''),
      },
    ]);
    const settings = entryOfSettings({
      ...{ isOn: given.isOn, takesFapiao: given.takesFapiao ?? false },
      invoicePattern: given.invoiceNumbers ?? usualSettings.invoicePattern,
      creditNotePattern: given.creditNoteNumbers ?? usualSettings.creditNotePattern,
      sellerAddress: tidyLines(given.sellerAddress),
      sellerTaxId: tidyLines(given.sellerTaxId),
    });
    return new Map<string, Entry>([...(rules as [string, Entry][]), [settingsKey, settings]]);
  },
  fileOf(entries) {
    const { [settingsKey]: settings, ...rules } = Object.fromEntries(entries);
    if (!settings && Object.keys(rules).length === 0) return undefined;
    const vat = Object.entries(rules).map(([key, rule]) => [innerOf(key) ?? defaultName, rule]);
    return { ...(settings ?? entryOfSettings(usualSettings)), vat: Object.fromEntries(vat) };
  },
  async read(db) {
    const rules = (await listVatRules(db)).filter(({ accountId }) => accountId === null);
    const settings = entryOfSettings(await readInvoiceSettings(db));
    const isUsual = JSON.stringify(settings) === JSON.stringify(entryOfSettings(usualSettings));
    return new Map<string, Entry>([
      ...rules.map(({ country, percent, isReverseCharge: reverseCharge, note }) => {
        return [vatKey(country), { percent: formatMoney(percent), reverseCharge, note }] as const;
      }),
      ...(isUsual ? [] : [[settingsKey, settings] as const]),
    ]);
  },
  async write(change, _context, { key, after }) {
    if (key !== settingsKey) {
      const { percent, reverseCharge = false, note = '' } = after as Rule;
      const rule = { percent: readAmount(percent), isReverseCharge: reverseCharge, note };
      return setVatRule(change, { country: innerOf(key), accountId: null }, rule);
    }
    const { invoiceNumbers, creditNoteNumbers, ...settings } = after as Static<typeof schema>;
    await setInvoiceSettings(change, {
      ...settings,
      ...(invoiceNumbers === undefined ? {} : { invoicePattern: invoiceNumbers }),
      ...(creditNoteNumbers === undefined ? {} : { creditNotePattern: creditNoteNumbers }),
    });
  },
  /** The settings are always in the section, so only rates are left out of it. */
  remove: (change, _context, key) =>
    resetVatRule(change, { country: innerOf(key), accountId: null }),
  lockable: {
    isOn: 'is_on',
    invoiceNumbers: 'invoice_pattern',
    creditNoteNumbers: 'credit_note_pattern',
    sellerAddress: 'seller_address',
    sellerTaxId: 'seller_tax_id',
    takesFapiao: 'takes_fapiao',
  },
};
