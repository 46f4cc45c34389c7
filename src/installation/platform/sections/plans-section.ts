import Type, { type Static } from 'typebox';
import { type Product, products } from '../../../foundation/contract/products.ts';
import { refuse } from '../../../foundation/contract/refusals/refused.ts';
import { formatMoney } from '../../../foundation/money.ts';
import { listDefaultPlans, planPrice, withdrawPlan } from '../../../line/pricing/plan-queries.ts';
import { listPayers } from '../effect-queries.ts';
import { Amount, readAmount, sameAmount } from '../file-amount.ts';
import { entriesOfNested, nestEntries, splitKey } from '../nested-entries.ts';
import { payersText } from '../plan-words.ts';
import type { Section } from '../section.ts';

const Plans = Type.Record(
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$',
  }),
  Amount('List price from this time on'),
  { additionalProperties: false },
);

const schema = Type.Object(
  Object.fromEntries(products.map((product) => [product, Type.Optional(Plans)])),
  {
    additionalProperties: false,
    description: 'List prices that take effect later, by time in UTC: "2027-01-01T00:00:00Z"',
  },
);

type Given = Readonly<Record<string, Static<typeof Plans>>>;

/** A time has one spelling, without its milliseconds if there are none. */
function spell(at: Date): string {
  return at.toISOString().replace('.000Z', 'Z');
}

/** A plan that is due is the price by now, or soon: the section of products has it. */
export const plansSection: Section = {
  schema,
  name(key) {
    const [product, at] = splitKey(key);
    return {
      en: `scheduled price of ${product} from ${at}`,
      zh: `${product} 自 ${at} 起的定时价格`,
    };
  },
  entriesOf(given: Given, { now }) {
    const plans = entriesOfNested(given, (price) => ({ price: sameAmount(price) }));
    return new Map(
      [...plans].flatMap(([key, entry]) => {
        const [product, time] = splitKey(key);
        const at = new Date(time);
        if (Number.isNaN(at.getTime())) refuse('platform_time_invalid', { time });
        return at > now ? [[`${product}/${spell(at)}`, entry] as const] : [];
      }),
    );
  },
  fileOf: (entries) => nestEntries(entries, ({ price }) => price),
  async read(db, { now }) {
    const plans = (await listDefaultPlans(db)).filter(({ effectAt }) => effectAt > now);
    return new Map(
      plans.map(({ product, effectAt, unitPrice }) => [
        `${product}/${spell(effectAt)}`,
        { price: formatMoney(unitPrice ?? 0n) },
      ]),
    );
  },
  async write(change, context, { key, before, after }) {
    const [product, at] = splitKey(key) as [Product, string];
    if (before) await plansSection.remove?.(change, context, key);
    const unitPrice = readAmount(String(after.price));
    await planPrice(change, { accountId: null, product, unitPrice, effectAt: new Date(at) });
  },
  async remove(change, _context, key) {
    const plans = await listDefaultPlans(change);
    const plan = plans.find((one) => `${one.product}/${spell(one.effectAt)}` === key);
    if (plan) await withdrawPlan(change, { kind: 'platform' }, plan.planId);
  },
  async effects(db, { key }) {
    return [payersText(await listPayers(db, splitKey(key)[0] as Product))];
  },
  lockable: {},
};
