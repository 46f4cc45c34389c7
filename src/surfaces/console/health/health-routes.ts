import { examine, type Finding } from '../../reports/examine.ts';
import { consoleRoute } from '../kit/console-route.ts';
import { requirePlatform } from '../kit/require-scope.ts';
import { HealthReport } from './health-contract.ts';

/** The section of the runbook for a check that failed, where there is one. */
const runbook: Readonly<Partial<Record<Finding['check'], string>>> = {
  database: 'countersigndatabaseaway',
  unresolved_calls: 'countersignunresolved',
  jobs: 'countersignjobsfailing',
  search: 'countersignsearchbehind',
  audit_log: 'audit-broken',
  wallets: 'ledger-wrong',
};

/** The screen on which to act on a check that failed, where there is one. */
const screens: Readonly<Partial<Record<Finding['check'], string>>> = {
  unresolved_calls: 'review',
  erasure: 'providers',
  live_calls: 'providers',
  live_templates: 'templates',
  legal_details: 'settings',
  closures: 'accounts',
  audit_log: 'audit',
};

/** What `doctor` checks. */
export const routes = [
  consoleRoute({
    method: 'GET',
    path: '/health/report',
    right: 'health.read',
    summary: 'Run all checks of the installation',
    reply: HealthReport,
    async handle(context) {
      requirePlatform(context.scope);
      const findings = await examine(context);
      return {
        checks: findings.map(({ check, title, ok, details }) => ({
          ...{ check, title, ok },
          details: details.map(({ en, zh, todo = null, command = null }) => ({
            ...{ en, zh, todo, command },
          })),
          ...{ screen: screens[check] ?? null, runbook: runbook[check] ?? null },
        })),
      };
    },
  }),
];
