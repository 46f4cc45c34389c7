import { InvalidArgumentError } from 'commander';
import Type from 'typebox';
import Value from 'typebox/value';
import { isRegion } from '../../foundation/contract/text/region.ts';
import { costsProblems } from '../../vendors/providers/listed-cost.ts';
import { type Particulars, particularsProblems } from '../../vendors/providers/particulars.ts';
import type { CostList, Device } from '../../vendors/providers/provider.ts';
import type { RouteStop } from '../../vendors/providers/route.ts';

const CostsSchema = Type.Object(
  {
    each: Type.Optional(Type.String()),
    regions: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Type.String())),
  },
  { additionalProperties: false },
);

/** All particulars are required: a consent that leaves one out is invalid. */
export function readParticulars(text: string): Particulars {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new InvalidArgumentError(
      'Use JSON with legalName ({"en":…,"zh":…}), contact, privacyUrl, keepDays (how ' +
        'many days it keeps the data) and isAbroad (whether the data leaves the country).',
    );
  }
  const problems = particularsProblems(parsed as Record<string, unknown>);
  if (problems.length > 0)
    throw new InvalidArgumentError(`${problems.map(({ en }) => en).join('; ')}.`);
  return parsed as Particulars;
}

export function readCosts(text: string): CostList {
  const parsed = parse(text);
  if (Value.Check(CostsSchema, parsed)) {
    if (costsProblems(parsed as CostList).length === 0) return parsed as CostList;
  }
  throw new InvalidArgumentError(
    'Use JSON with amounts as strings, such as {"each":"0.0450","regions":{"US":"0.0600"}}.',
  );
}

/**
 * Parses `a,b` (in order), `a:70,b:30` (each provider's share of calls to be tried first for) or `a:10-70,b:30`
 * (the weight of a can fall to 10 by conversion).
 */
export function readStops(text: string): RouteStop[] {
  const stops = text.split(',').map((stop) => stop.trim());
  return stops.map((stop) => {
    const [, code, minWeight, weight] =
      /^([a-z0-9][a-z0-9_-]{0,31})(?::(?:([0-9]{1,4})-)?([0-9]{1,4}))?$/.exec(stop) ?? [];
    if (!code) {
      throw new InvalidArgumentError(
        'Separate provider codes by commas, such as a,b or a:70,b:30 or a:10-70,b:10-30.',
      );
    }
    if (weight === undefined) return { code };
    const least = minWeight === undefined ? {} : { minWeight: Number(minWeight) };
    return { code, weight: Number(weight), ...least };
  });
}

/** The same, or `none` for no providers. */
export function readStopsOrNone(text: string): RouteStop[] {
  return text === 'none' ? [] : readStops(text);
}

export function readDevice(text: string): Device {
  if (text === 'wechat' || text === 'mobile' || text === 'desktop') return text;
  throw new InvalidArgumentError('Use wechat, mobile or desktop.');
}

export function readSeconds(text: string): number {
  if (/^[0-9]{1,4}$/.test(text) && Number(text) <= 3_600) return Number(text);
  throw new InvalidArgumentError('Use whole seconds from 0 to 3600.');
}

export function readRegion(text: string): string {
  if (isRegion(text)) return text;
  throw new InvalidArgumentError('Use two capital letters, such as CN or GB.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
