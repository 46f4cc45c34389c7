import { setBilling } from '../../src/money/invoices/billing-queries.ts';
import type { BillingDetails } from '../../src/money/invoices/invoice.ts';
import { setInvoiceSettings } from '../../src/money/invoices/settings-queries.ts';
import { setVatRule } from '../../src/money/invoices/vat-queries.ts';
import { setOperator } from '../../src/people/accounts/operator-queries.ts';
import type { PaymentFixture } from './payment-fixture.ts';

const buyer: BillingDetails = {
  name: 'Buyer GmbH',
  address: 'Hauptstr. 1',
  country: 'DE',
  vatId: '',
};

/** Everything that the invoices of a fixture's payments need, and switches them on. */
export async function setInvoicing(
  { accountId, change, clock }: Pick<PaymentFixture, 'accountId' | 'change' | 'clock'>,
  isOn = true,
): Promise<void> {
  await change('invoice.set', async (by) => {
    await setOperator(by, {
      ...{ nameEn: 'Acme B.V.', nameZh: '艾克米公司', contact: 'tax@acme.example' },
      privacyUrl: 'https://acme.example/privacy',
    });
    const rule = { percent: 190_000n, isReverseCharge: false, note: '' };
    await setVatRule(by, { country: null, accountId: null }, rule);
    await setBilling(by, accountId, buyer);
    await setInvoiceSettings(by, { isOn, sellerAddress: 'Kade 1', sellerTaxId: 'NL1' });
  });
  // The clock of the fixture stands where it began; payments are invoiced that end after this.
  if (isOn) clock.move(60_000);
}
