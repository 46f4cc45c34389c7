import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { type Drift, findDrift } from '../../installation/platform/find-drift.ts';
import type { PlannedChange } from '../../installation/platform/plan-platform.ts';
import { vendors } from '../../vendors/vendors.ts';
import type { ReportPorts } from './report-ports.ts';
import { findingTexts as texts } from './report-texts.ts';

/** Whether the settings still follow the file that was applied last. */
export async function examinePlatform({
  pool,
  vault,
  config: { timeZone, currency },
}: ReportPorts): Promise<{ ok: boolean; details: Bilingual[] }> {
  const drift = await findDrift(pool, { vault, vendors, currency });
  if (!drift) return { ok: true, details: [texts.platform_none] };
  const { version, appliedAt } = drift.last;
  if (drift.fault !== undefined) {
    const unread = fillText(texts.platform_unreadable, { version, why: drift.fault });
    return { ok: false, details: [unread] };
  }
  if (drift.changes.length > 0) {
    const names = driftNames(drift);
    return { ok: false, details: [fillText(texts.platform_drift, { version, names })] };
  }
  const at = localTime(appliedAt, timeZone);
  return { ok: true, details: [fillText(texts.platform_ok, { version, at })] };
}

function driftNames({ changes }: Pick<Drift, 'changes'>): Bilingual {
  const named = changes.map(nameChange);
  return {
    en: named.map(({ en }) => en).join(', '),
    zh: named.map(({ zh }) => zh).join('、'),
  };
}

/** What was changed by hand: `product sms_code (price)`. */
export function nameChange({ kind, name, fields }: PlannedChange): Bilingual {
  if (kind !== 'change') return name;
  const paths = fields.map(({ path }) => path).join(', ');
  return { en: `${name.en} (${paths})`, zh: `${name.zh}（${paths}）` };
}
