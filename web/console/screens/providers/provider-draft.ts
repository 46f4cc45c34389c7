import type {
  ProviderFacts,
  ProviderParticulars,
  VendorRow,
} from '../../../../src/surfaces/console/providers/providers-contract.ts';

export interface ProviderDraft {
  code: string;
  /** Only edited fields; the others stay as stored. */
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

/** A setting that must be JSON and is not. */
export class NotJson extends Error {}

/** Settings in the vendor's types; an emptied field is removed. */
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

/** Undefined while no legal detail is entered: a provider can be saved without them. */
export function particularsOf({ particulars }: ProviderDraft): ProviderParticulars | undefined {
  const { legalName, contact = '', privacyUrl = '', keepDays, isAbroad = false } = particulars;
  if (!legalName && !contact && !privacyUrl && keepDays === undefined) return undefined;
  return {
    legalName: { en: legalName?.en ?? '', zh: legalName?.zh ?? '' },
    ...{ contact, privacyUrl, keepDays: keepDays ?? 0, isAbroad },
  };
}
