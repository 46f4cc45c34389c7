import type { Applied } from '../../installation/platform/apply-platform.ts';
import { planJson, planText } from './platform-plan-text.ts';

/** `plan` exits with it when something differs: 1 to 3 are faults. */
export const differsExitCode = 4;

export function appliedJson({ version, isSame, ...plan }: Applied) {
  return { version, isSame, ...planJson(plan) };
}

export function appliedText({ version, isSame, ...plan }: Applied): string {
  if (isSame) return `Nothing to change: version ${version} is this file.`;
  return `${planText(plan)}\n\nApplied as version ${version}.`;
}
