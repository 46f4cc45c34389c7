import type { Change } from '../../foundation/audit/change-queries.ts';
import { refuse } from '../../foundation/contract/refusals/refused.ts';
import { isReference } from '../../foundation/settings/reference.ts';
import {
  type PlannedChange,
  type PlatformPlan,
  type PlatformPorts,
  planPlatform,
} from './plan-platform.ts';
import type { Section, SectionContext } from './section.ts';
import { locksOf, type SectionName, sections } from './sections.ts';
import type { BySetting } from './setting-references.ts';
import { findLastVersion, lockVersions, storeVersion } from './version-queries.ts';
import type { WantedPlatform } from './wanted-platform.ts';

export interface ApplyOptions {
  allowRemoval: boolean;
  /** The plan that somebody has read: any other one is refused. */
  planHash?: string | undefined;
}

export interface Applied extends PlatformPlan {
  /** The version that this file has now. */
  version: number;
  /** It was applied before, and nothing differs: no version was written. */
  isSame: boolean;
}

/**
 * Makes the platform follow a file, within one transaction. The plan is made again inside it, after every earlier
 * apply has ended, so that exactly this plan is carried out, all of it or nothing.
 */
export async function applyPlatform(
  change: Change,
  ports: PlatformPorts,
  wanted: WantedPlatform,
  { allowRemoval, planHash }: ApplyOptions,
): Promise<Applied> {
  await lockVersions(change);
  const { context, ...plan } = await planPlatform(change, ports, wanted);
  const { changes, hash } = plan;
  if (planHash !== undefined && planHash !== hash) {
    refuse('platform_plan_changed', { planned: planHash, now: hash });
  }
  const removed = changes.filter(({ kind }) => kind === 'remove');
  if (removed.length > 0 && !allowRemoval) {
    refuse('platform_removal_not_allowed', { names: removed.map(({ name }) => name.en) });
  }
  const last = await findLastVersion(change);
  if (changes.length === 0 && last?.hash === wanted.hash) {
    return { ...plan, version: last.version, isSame: true };
  }
  for (const one of inOrder(changes)) await carryOut(change, context, one);
  const version = await storeVersion(change, {
    hash: wanted.hash,
    file: wanted.text,
    locks: locksOf(wanted.file.locked ?? []),
    secrets: marksOf(wanted, context),
  });
  return { ...plan, version, isSame: false };
}

/** Additions and changes in the order of the sections, then removals in the opposite order. */
function inOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  const isRemoval = ({ kind }: PlannedChange) => kind === 'remove';
  return [...changes.filter((one) => !isRemoval(one)), ...changes.filter(isRemoval).toReversed()];
}

async function carryOut(
  change: Change,
  context: SectionContext,
  { section: name, key, before, after }: PlannedChange,
): Promise<void> {
  const section: Section = sections[name satisfies SectionName];
  if (after) await section.write(change, context, { key, before, after });
  else await section.remove?.(change, context, key);
}

function marksOf(
  { file }: WantedPlatform,
  { vault, references }: SectionContext,
): BySetting<string> {
  const providers = (file.providers ?? {}) as Record<string, { settings: object }>;
  return Object.fromEntries(
    Object.entries(providers).map(([code, { settings }]) => [
      code,
      Object.fromEntries(
        Object.entries(settings)
          .filter(([, value]) => isReference(value))
          .map(([name]) => [name, references.markOf(vault, code, name)]),
      ),
    ]),
  );
}
