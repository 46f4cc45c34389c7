import type { GaugeSources } from '../../src/surfaces/http/gauges.ts';

/** A state in which every gauge has a value. */
export const sampleGauges: GaugeSources = {
  process: () => ({
    callsPending: 3,
    brokenProviders: new Map([['twilio', false]]),
    pools: { line: { max: 5, used: 2, waiting: 7 } },
    certificateDays: 12.5,
  }),
  platform: async () => ({
    unresolvedCalls: 2,
    closedPrefixes: 1,
    deliveries: { due: 2, later: 5, overdueSeconds: 7.5 },
    wallets: [
      { mode: 'live', held: 12_345n, unknown: 500n, low: 1, negative: 2 },
      { mode: 'test', held: 0n, unknown: 0n, low: 0, negative: 0 },
    ],
    review: { count: 4, ageSeconds: 90 },
    closingAgeSeconds: 900,
    projectionLagSeconds: 0.25,
    postponedChanges: 6,
    failedJobs: 8,
    backupAgeSeconds: 3_600,
    isConfirmedByStandby: true,
    links: new Map([['carrier', { wanted: 2, bound: 1 }]]),
  }),
};
