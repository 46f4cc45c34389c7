import Type, { type Static } from 'typebox';
import { calledProducts } from '../../../foundation/contract/products.ts';
import { reachFaults } from '../../../foundation/outbound/find-reach-fault.ts';
import { providerKinds } from '../../../vendors/providers/provider.ts';
import { providerStates } from '../../../vendors/providers/provider-state.ts';
import { routeMarkPattern } from '../../../vendors/providers/route-mark.ts';
import { nullable } from '../kit/nullable.ts';
import { VersionId, VersionsOf } from '../kit/version-contract.ts';
import { time } from '../kit/wire-formats.ts';

const Count = Type.Integer();
const Words = Type.Object({ en: Type.String(), zh: Type.String() });
const ProviderCode = Type.String({ minLength: 1, maxLength: 32 });

/** A provider's attempts in a period, and their outcomes. */
export const Health = Type.Object({
  minutes: Count,
  asked: Count,
  done: Count,
  rejected: Count,
  unavailable: Count,
  unknown: Count,
  medianMs: nullable(Count),
  slowMs: nullable(Count),
  finished: Count,
  delivered: Count,
});
export type Health = Static<typeof Health>;

/** The attempts that show a provider to be failing. */
export const Failing = Type.Object({
  failed: Count,
  asked: Count,
  reason: nullable(Type.String()),
  since: nullable(time),
});
export type Failing = Static<typeof Failing>;

export const ProviderRow = Type.Object({
  code: Type.String(),
  kind: Type.Enum(providerKinds),
  vendorCode: Type.String(),
  vendorTitle: Words,
  isOn: Type.Boolean(),
  changedAt: time,
  state: Type.Enum(providerStates),
  failing: nullable(Failing),
  /**
   * The particulars missing for the consent; while any is missing, the provider gets no calls even if it is
   * on.
   */
  untold: Type.Array(Type.String()),
  costEach: nullable(Type.String()),
  hour: Health,
  day: Health,
  hours: Type.Array(Type.Object({ hour: time, asked: Count, done: Count })),
  lastFailure: nullable(
    Type.Object({
      outcome: Type.String(),
      reason: nullable(Type.String()),
      answerCode: nullable(Type.String()),
      at: time,
    }),
  ),
});
export type ProviderRow = Static<typeof ProviderRow>;

export const ProviderList = Type.Object({ providers: Type.Array(ProviderRow) });
export type ProviderList = Static<typeof ProviderList>;

export const ReasonsQuery = Type.Object({
  code: ProviderCode,
  minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
});

export const Reasons = Type.Object({
  reasons: Type.Array(
    Type.Object({
      outcome: Type.String(),
      reason: nullable(Type.String()),
      words: nullable(Words),
      count: Count,
    }),
  ),
});
export type Reasons = Static<typeof Reasons>;

/** One setting of a vendor, as a form needs it. */
export const VendorSetting = Type.Object({
  name: Type.String(),
  title: Words,
  help: nullable(Words),
  type: Type.Enum(['text', 'integer', 'number', 'flag', 'choice', 'json'] as const),
  isSecret: Type.Boolean(),
  isMultiline: Type.Boolean(),
  isRequired: Type.Boolean(),
  default: nullable(Type.Unknown()),
  choices: Type.Array(Type.String()),
  minimum: nullable(Type.Number()),
  maximum: nullable(Type.Number()),
  example: nullable(Type.String()),
});
export type VendorSetting = Static<typeof VendorSetting>;

export const VendorRow = Type.Object({
  code: Type.String(),
  kind: Type.Enum(providerKinds),
  title: Words,
  docs: nullable(Type.String({ description: 'Where the vendor documents its API.' })),
  settings: Type.Array(VendorSetting),
  devices: Type.Array(Type.String()),
});
export type VendorRow = Static<typeof VendorRow>;

export const VendorList = Type.Object({ vendors: Type.Array(VendorRow) });
export type VendorList = Static<typeof VendorList>;

const Costs = Type.Object({
  each: Type.Optional(Type.String({ maxLength: 24 })),
  regions: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 24 }))),
});

/** The particulars of a face provider that the consent shows. */
export const ProviderParticulars = Type.Object({
  legalName: Words,
  contact: Type.String(),
  privacyUrl: Type.String(),
  keepDays: Type.Integer(),
  isAbroad: Type.Boolean(),
});
export type ProviderParticulars = Static<typeof ProviderParticulars>;

export const OfProvider = Type.Object({ code: ProviderCode });

const routeKey = {
  product: Type.Enum(calledProducts),
  accountId: nullable(Type.Integer({ minimum: 1 })),
  region: nullable(Type.String({ pattern: '^[A-Z]{2}$' })),
};

/** Secrets are write-only: only who set one and when is readable. */
export const ProviderFacts = Type.Object({
  code: Type.String(),
  kind: Type.Enum(providerKinds),
  vendorCode: Type.String(),
  isOn: Type.Boolean(),
  version: Type.Integer(),
  settings: Type.Record(Type.String(), Type.Unknown()),
  secrets: Type.Array(
    Type.Object({ name: Type.String(), setAt: nullable(time), by: nullable(Type.String()) }),
  ),
  callbackUrl: nullable(
    Type.String({
      description: 'Only for people who may change the provider: it is a secret too.',
    }),
  ),
  callbackFault: nullable(
    Type.Enum(reachFaults, { description: 'Why the vendor may not reach the callback URL.' }),
  ),
  costs: Costs,
  particulars: nullable(Type.Partial(ProviderParticulars)),
  untold: Type.Array(Type.String()),
  routes: Type.Array(
    Type.Object({
      ...routeKey,
      accountName: nullable(Type.String()),
      isFirst: Type.Boolean({ description: 'Whether calls are sent to it first.' }),
    }),
    { description: 'The routes that it is on, the default ones first.' },
  ),
});
export type ProviderFacts = Static<typeof ProviderFacts>;

const Settings = Type.Record(Type.String(), Type.Unknown());

export const NewProvider = Type.Object({
  code: ProviderCode,
  vendor: Type.String({ maxLength: 32 }),
  isOn: Type.Boolean(),
  settings: Settings,
  costs: Type.Optional(Costs),
  particulars: Type.Optional(ProviderParticulars),
});

/** A setting that is left out stays unchanged; null removes it. */
export const ProviderChange = Type.Object({
  code: ProviderCode,
  version: Type.Integer(),
  settings: Settings,
  costs: Type.Optional(Costs),
  particulars: Type.Optional(ProviderParticulars),
});

/** A test of a stored provider with unsaved changes, or of a vendor that has no provider yet. */
export const ProviderTrial = Type.Object({
  code: Type.Optional(ProviderCode),
  vendor: Type.Optional(Type.String({ maxLength: 32 })),
  settings: Settings,
  mobile: Type.Optional(Type.String({ maxLength: 40 })),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  templateId: Type.Optional(Type.String({ maxLength: 64 })),
  values: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 1_000 }))),
  text: Type.Optional(Type.String({ maxLength: 1_000 })),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  cardNo: Type.Optional(Type.String({ maxLength: 64 })),
  device: Type.Optional(Type.Enum(['wechat', 'mobile', 'desktop'] as const)),
});
export type ProviderTrial = Static<typeof ProviderTrial>;

/** Asks what became of a test; the settings are those of the test. */
export const FollowedTrial = Type.Object({
  code: Type.Optional(ProviderCode),
  vendor: Type.Optional(Type.String({ maxLength: 32 })),
  settings: Settings,
  follow: Type.String({ maxLength: 8_192 }),
  withStatus: Type.Boolean({ description: 'Whether the vendor is asked too.' }),
});

export const Stop = Type.Object({
  code: ProviderCode,
  weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  minWeight: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});
export type Stop = Static<typeof Stop>;

export const RouteKey = Type.Object(routeKey);

const Stops = Type.Array(Stop, { minItems: 1, maxItems: 50 });
const stopsWas = nullable(Stops);

export const NewRoute = Type.Object({
  ...routeKey,
  stops: Stops,
  was: Type.Optional(stopsWas),
});

export const RestoredRoute = Type.Object({ ...routeKey, version: VersionId, was: stopsWas });

export const RouteVersions = VersionsOf(Type.Array(Stop));
export type RouteVersions = Static<typeof RouteVersions>;

export const RouteRow = Type.Object({
  ...routeKey,
  accountName: nullable(Type.String()),
  stops: Type.Array(Stop),
});
export type RouteRow = Static<typeof RouteRow>;

export const RoutesQuery = Type.Object({
  product: Type.Optional(Type.Enum(calledProducts)),
  search: Type.Optional(Type.String({ maxLength: 200 })),
  after: Type.Optional(Type.String({ pattern: routeMarkPattern })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
});

export const RoutePage = Type.Object({
  routes: Type.Array(RouteRow),
  next: nullable(Type.String({ description: 'The `after` of the next page.' })),
});
export type RoutePage = Static<typeof RoutePage>;

export const RouteQuery = Type.Object({
  product: Type.Enum(calledProducts),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  region: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
});

/** A route, if there is one, and the default route, which applies otherwise. */
const StopConversion = Type.Object({
  code: ProviderCode,
  weight: Type.Number(),
  numbers: Type.Integer({ description: 'How many numbers it sent the first code.' }),
  approved: Type.Integer({ description: 'How many of them entered that code.' }),
});
export type StopConversion = Static<typeof StopConversion>;

export const RouteFacts = Type.Object({
  stored: nullable(RouteRow),
  everybodys: nullable(RouteRow),
  accounts: Type.Integer({ description: 'How many accounts use the default route.' }),
  conversion: Type.Array(StopConversion, {
    description: "The current weights, if it is an account's route that follows conversion.",
  }),
});
export type RouteFacts = Static<typeof RouteFacts>;

export const WhatIfQuery = Type.Object({
  product: Type.Enum(calledProducts),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  region: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
  stops: Type.Array(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,31}(:[0-9]{1,4})?$' }), {
    maxItems: 50,
  }),
});

/**
 * Yesterday's calls as they were, and as estimated for the drafted route from the providers' measured health.
 */
export const WhatIf = Type.Object({
  day: Type.String(),
  calls: Count,
  isSample: Type.Boolean(),
  providers: Type.Array(
    Type.Object({ code: Type.String(), was: Type.Number(), wouldBe: Type.Number() }),
  ),
  success: Type.Object({ was: nullable(Type.Number()), wouldBe: nullable(Type.Number()) }),
  cost: Type.Object({ was: nullable(Type.String()), wouldBe: nullable(Type.String()) }),
  margin: Type.Object({ was: nullable(Type.Number()), wouldBe: nullable(Type.Number()) }),
});
export type WhatIf = Static<typeof WhatIf>;
