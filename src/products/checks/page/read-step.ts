import { fail } from '../../../foundation/contract/errors/errors.ts';
import { problems } from '../../../foundation/contract/text/problems.ts';
import type { Agreement } from '../take-consent.ts';
import { isConsentVersion } from './texts/page-texts.ts';

/** The body of a step. It is untrusted, so every field is unknown. */
export interface StepBody {
  version?: unknown;
  providers?: unknown;
  agreed?: unknown;
  abroad?: unknown;
  browserData?: unknown;
  isFresh?: unknown;
  known?: unknown;
  isSure?: unknown;
  mobile?: unknown;
}

/** Longer than any vendor's browser data. */
const longestBrowserData = 8_192;
const longestMobile = 40;

export function readConsent(body: StepBody | null): Agreement {
  const { version, providers, agreed, abroad } = body ?? {};
  const named = typeof providers === 'string' ? providers.split(' ') : providers;
  const isNamed =
    Array.isArray(named) && named.every((code): code is string => typeof code === 'string');
  const fault = (field: string) =>
    fail('invalid_request', { details: [{ field, problem: problems.not_offered }] });
  return {
    version: isConsentVersion(version) ? version : fault('version'),
    providers: isNamed ? named : fault('providers'),
    isAgreed: agreed === 'on',
    isAbroadAgreed: abroad === 'on',
  };
}

export function readBrowserData(value: unknown): string | null {
  return typeof value === 'string' && value.length <= longestBrowserData ? value : null;
}

export function readMobile(body: StepBody | null): string | null {
  const { mobile } = body ?? {};
  return typeof mobile === 'string' && mobile.length <= longestMobile
    ? mobile.trim() || null
    : null;
}
