import Type, { type Static } from 'typebox';
import { type Product, products } from '../../../foundation/contract/products.ts';
import { formatMoney, type Money } from '../../../foundation/money.ts';
import { listDefaultPlans } from '../../../line/pricing/plan-queries.ts';
import {
  listProducts,
  setDefaultPrice,
  setPerPart,
  setProductOn,
} from '../../../line/pricing/queries.ts';
import { listPayers } from '../effect-queries.ts';
import { Amount, readAmount, sameAmount } from '../file-amount.ts';
import { payersText } from '../plan-words.ts';
import type { Section } from '../section.ts';

const closed = { additionalProperties: false };

const ProductTerms = Type.Object(
  {
    price: Amount('List price of one call'),
    perPart: Type.Optional(
      Type.Boolean({ default: false, description: 'Charge each segment of a long message' }),
    ),
    isOn: Type.Optional(Type.Boolean({ default: true, description: 'Sell it to anybody' })),
  },
  closed,
);
type ProductTerms = Static<typeof ProductTerms>;

const schema = Type.Object(
  Object.fromEntries(products.map((product) => [product, Type.Optional(ProductTerms)])),
  { ...closed, description: 'Products and their list prices' },
);

interface Whole {
  price: string;
  perPart: boolean;
  isOn: boolean;
}

export const productsSection: Section = {
  schema,
  name: (product) => ({ en: `product ${product}`, zh: `产品 ${product}` }),
  entriesOf: (given: Readonly<Record<string, ProductTerms>>) =>
    new Map(
      Object.entries(given).map(([product, { price, perPart = false, isOn = true }]) => [
        product,
        { price: sameAmount(price), perPart, isOn },
      ]),
    ),
  fileOf: (entries) => Object.fromEntries(entries),
  // A plan that is due counts as done: the job that carries it out runs within the minute.
  async read(db, { now }) {
    const rows = await listProducts(db);
    const due = (await listDefaultPlans(db)).filter(({ effectAt }) => effectAt <= now);
    return new Map(
      rows.map(({ product, unitPrice, perPart, isOn }) => {
        const plan = due.findLast((one) => one.product === product);
        return [product, { price: formatMoney(plan?.unitPrice ?? unitPrice), perPart, isOn }];
      }),
    );
  },
  async write(change, _context, { key, before, after }) {
    const product = key as Product;
    const [was, is] = [before as Whole | undefined, after as never as Whole];
    if (was?.price !== is.price) await setDefaultPrice(change, product, readAmount(is.price));
    if (was?.perPart !== is.perPart) await setPerPart(change, product, is.perPart);
    if (was?.isOn !== is.isOn) await setProductOn(change, product, is.isOn);
  },
  async effects(db, { key, before, after }) {
    const payers = await listPayers(db, key as Product);
    const [was, is] = [before as Whole | undefined, after as Whole | undefined];
    if (!was || !is) return [];
    const rise: Money = readAmount(is.price) - readAmount(was.price);
    return [
      ...(rise === 0n ? [] : [payersText(payers, rise)]),
      ...(was.isOn && !is.isOn ? ['Every call of this product will be refused.'] : []),
    ];
  },
  lockable: { price: 'unit_price', perPart: 'per_part', isOn: 'is_on' },
};
