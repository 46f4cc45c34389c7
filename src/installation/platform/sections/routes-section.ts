import Type, { type Static } from 'typebox';
import { type CalledProduct, calledProducts } from '../../../foundation/contract/products.ts';
import type { RouteStop } from '../../../vendors/providers/route.ts';
import { listRoutes, removeRoute, setRoute } from '../../../vendors/providers/route-queries.ts';
import { defaultName, entriesOfNested, innerOf, nestEntries, splitKey } from '../nested-entries.ts';
import type { Entry, Section } from '../section.ts';

const closed = { additionalProperties: false };

const Stop = Type.Object(
  {
    code: Type.String({ description: 'Provider' }),
    weight: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000, description: 'Share of first attempts' }),
    ),
    minWeight: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'Weight to which it can fall by conversion',
      }),
    ),
  },
  closed,
);

const ByRegion = Type.Record(
  Type.String({ pattern: `^([A-Z]{2}|${defaultName})$` }),
  Type.Array(Stop, { minItems: 1, description: 'Providers in order of preference' }),
  closed,
);

const schema = Type.Object(
  Object.fromEntries(calledProducts.map((product) => [product, Type.Optional(ByRegion)])),
  {
    ...closed,
    description: 'Which providers serve live calls, by region of the number or by default',
  },
);

export const routesSection: Section = {
  schema,
  name(key) {
    const [product, region] = splitKey(key);
    const isDefault = region === defaultName;
    return {
      en: `route of ${product} ${isDefault ? 'by default' : `for ${region}`}`,
      zh: `${product} 的${isDefault ? '默认路由' : ` ${region} 路由`}`,
    };
  },
  entriesOf: (given: Static<typeof schema>) =>
    entriesOfNested<RouteStop[]>(given as never, (providers) => ({ providers })),
  fileOf: (entries) => nestEntries(entries, ({ providers }) => providers),
  async read(db) {
    const routes = (await listRoutes(db)).filter(({ accountId }) => accountId === null);
    return new Map(
      routes
        .map(({ product, region, providers }): [string, Entry] => [
          `${product}/${region ?? defaultName}`,
          { providers },
        ])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  },
  async write(change, _context, { key, after }) {
    await setRoute(change, keyOf(key), after.providers as RouteStop[]);
  },
  remove: (change, _context, key) => removeRoute(change, keyOf(key)),
  async effects(_db, { key, before, after }) {
    const codes = (entry: Entry | undefined) =>
      ((entry?.providers ?? []) as RouteStop[]).map(({ code }) => code);
    const left = codes(after);
    const lost = codes(before).filter((code) => !left.includes(code));
    if (!after) {
      const what =
        innerOf(key) === null ? 'Calls without a route are refused' : 'The default applies';
      return [`${what}; it loses ${lost.join(', ')}.`];
    }
    return lost.length > 0 ? [`It loses ${lost.join(', ')}.`] : [];
  },
  lockable: {},
};

function keyOf(key: string) {
  const [product] = splitKey(key) as [CalledProduct, string];
  return { product, accountId: null, region: innerOf(key) };
}
