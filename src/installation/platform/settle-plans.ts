import type { PlatformFile } from './platform-schema.ts';

type Products = Readonly<Record<string, { price: string }>>;
type Plans = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * A planned price of the file that is past is the price: the database has carried it out. The author is told,
 * because the price in the file no longer counts.
 */
export function settlePlans(
  file: PlatformFile,
  now: Date,
): { file: PlatformFile; notes: string[] } {
  const { products: given, plans } = file as { products?: Products; plans?: Plans };
  if (!given || !plans) return { file, notes: [] };
  const notes: string[] = [];
  const products = Object.entries(given).map(([product, terms]) => {
    const [last] = Object.entries(plans[product] ?? {})
      .filter(([time]) => new Date(time) <= now)
      .sort(([a], [b]) => Number(new Date(b)) - Number(new Date(a)));
    if (!last || last[1] === terms.price) return [product, terms] as const;
    const [time, price] = last;
    notes.push(
      `The scheduled price of ${product} from ${time} (${price}) is past and counts instead of the ` +
        `price ${terms.price}. Write it as the price, and remove the plan.`,
    );
    return [product, { ...terms, price }] as const;
  });
  return { file: { ...file, products: Object.fromEntries(products) }, notes };
}
