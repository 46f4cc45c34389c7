import type {
  ProviderFacts,
  ProviderParticulars,
  VendorRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';

/** What is typed into a provider's form: settings as text, switches as they are. */
export interface ProviderDraft {
  code: string;
  /** Only what was typed; what is left out stays as it is stored. */
  settings: Readonly<Record<string, string | number | boolean | null>>;
  costEach: string;
  costRegions: string;
  particulars: Partial<ProviderParticulars>;
}

export function draftOf(facts: ProviderFacts | undefined): ProviderDraft {
  const regions = Object.entries(facts?.costs.regions ?? {});
  return {
    code: facts?.code ?? '',
    settings: {},
    costEach: facts?.costs.each ?? '',
    costRegions: regions.map(([region, cost]) => `${region}=${cost}`).join(', '),
    particulars: facts?.particulars ?? {},
  };
}

/** A setting that is to be JSON and is none. */
export class NotJson extends Error {}

/** The settings in the types that the vendor wants; a field that was emptied is taken away. */
export function typedSettings(vendor: VendorRow, draft: ProviderDraft): Record<string, unknown> {
  return Object.fromEntries(
    vendor.settings
      .filter(({ name }) => draft.settings[name] !== undefined)
      .map(({ name, type }) => {
        const value = draft.settings[name];
        if (value === '' || value === null) return [name, null];
        return [name, type === 'json' ? parseJson(name, String(value)) : value];
      }),
  );
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotJson(name);
  }
}

export function costsOf({ costEach, costRegions }: ProviderDraft) {
  const pairs = costRegions
    .split(/[,，\s]+/)
    .map((pair) => pair.split('='))
    .filter(([region, cost]) => region && cost);
  return {
    ...(costEach.trim() ? { each: costEach.trim() } : {}),
    ...(pairs.length > 0 ? { regions: Object.fromEntries(pairs) } : {}),
  };
}

/** Nothing while none is typed: a provider may be set up before it is described. */
export function particularsOf({ particulars }: ProviderDraft): ProviderParticulars | undefined {
  const { legalName, contact = '', privacyUrl = '', keepDays, isAbroad = false } = particulars;
  if (!legalName && !contact && !privacyUrl && keepDays === undefined) return undefined;
  return {
    legalName: { en: legalName?.en ?? '', zh: legalName?.zh ?? '' },
    ...{ contact, privacyUrl, keepDays: keepDays ?? 0, isAbroad },
  };
}
