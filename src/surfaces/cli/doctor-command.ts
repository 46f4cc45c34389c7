import type { Command } from 'commander';
import { examine } from '../reports/examine.ts';
import { detailLine } from '../reports/finding-detail.ts';
import type { OnInstallation } from './command-action.ts';

export function registerDoctorCommand(doctor: Command, onInstallation: OnInstallation): void {
  doctor.action(
    onInstallation(async (context) => {
      const checks = (await examine(context)).map(({ check, title, ok, details }) => ({
        ...{ check, name: title.en, ok },
        detail: details.map(detailLine).join('; '),
      }));
      const ok = checks.every((check) => check.ok);
      const lines = checks.map((c) => `${c.ok ? '✓' : '✗'} ${c.name}: ${c.detail}`);
      return { json: { ok, checks }, text: lines.join('\n'), isBad: !ok };
    }),
  );
}
