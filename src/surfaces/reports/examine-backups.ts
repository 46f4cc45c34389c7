import { localTime } from '../../foundation/contract/text/local-time.ts';
import { backupJob, listRuns } from '../../installation/jobs/queries.ts';
import { type Detail, fillDetail } from './finding-detail.ts';
import { isFailed } from './platform-state-queries.ts';
import type { ReportPorts } from './report-ports.ts';
import { findingTexts as texts } from './report-texts.ts';

/** A proved backup that is older than this is a fault, in notices and alerts too. */
export const oldBackupHours = 36;
const hourMs = 3_600_000;

/** The backups: a fault is a failed one, or a last proved one that is old. */
export async function examineBackups({
  pool,
  config: { timeZone, backupDir, backupAt },
}: ReportPorts): Promise<{ ok: boolean; details: readonly Detail[] }> {
  const last = (await listRuns(pool)).find(({ job }) => job === backupJob);
  const provedAt = last?.endedAt ?? null;
  const at = provedAt ? localTime(provedAt, timeZone) : '-';
  if (last && isFailed(last)) {
    // A sentence, which another text goes on after.
    const failure = last.failure?.replace(/[.。]$/, '') ?? '-';
    return { ok: false, details: [fillDetail(texts.backup_failed, { failure, at })] };
  }
  if (!provedAt) {
    const none = backupDir
      ? fillDetail(texts.backup_first, { at: backupAt })
      : texts.backup_unscheduled;
    return { ok: true, details: [none] };
  }
  const hours = Math.floor((Date.now() - provedAt.getTime()) / hourMs);
  if (hours < oldBackupHours)
    return { ok: true, details: [fillDetail(texts.backup_proved, { at })] };
  return { ok: false, details: [fillDetail(texts.backup_old, { hours })] };
}
