import { type Bilingual, fillText } from '../../foundation/contract/text/bilingual.ts';
import { localTime } from '../../foundation/contract/text/local-time.ts';
import { describeKeys } from '../../installation/data-keys/describe-keys.ts';
import { listConnectedServers, listDataKeys } from '../../installation/data-keys/key-queries.ts';
import type { ReportPorts } from './report-ports.ts';
import { findingTexts as texts } from './report-texts.ts';

/** The data keys: a fault is one that has sealed too much, or that a server lacks while values need it. */
export async function examineKeys({
  pool,
  vault,
  config: { timeZone },
}: ReportPorts): Promise<{ ok: boolean; details: readonly Bilingual[] }> {
  const keys = describeKeys(await listDataKeys(pool), vault.ring);
  const servers = await listConnectedServers(pool);
  const faults = keys.flatMap(({ keyId: key, state, seals, isWorn }) => {
    const count = servers.filter(({ keyIds }) => !keyIds.includes(key)).length;
    // The first key is known to every server that runs.
    const isUnlearned = keys.length > 1 && (state === 'sealing' || state === 'replaced');
    return [
      ...(isWorn ? [fillText(texts.data_key_worn, { key, seals })] : []),
      ...(isUnlearned && count > 0
        ? [fillText(texts.data_key_unlearned, { key, count, servers: servers.length })]
        : []),
    ];
  });
  if (faults.length > 0) return { ok: false, details: faults };
  const details = keys
    // A retired key that is not stored here any more is done with.
    .filter(({ state, isHere }) => state !== 'retired' || isHere)
    .map(({ keyId: key, state, sealingSince, retiredAt, seals }) => {
      const at = retiredAt ?? sealingSince;
      const since = at ? localTime(at, timeZone).slice(0, 10) : '-';
      return fillText(texts[`data_key_${state}`], { key, seals, since });
    });
  return { ok: true, details };
}
