import type { PlatformSetting } from '../../../../src/surfaces/console/settings/settings-contract.ts';

/** The groups in their order on the screen; what matches none is in `server`, the last one. */
const groups = [
  { name: 'place', of: /^(DEFAULT_REGION|TIME_ZONE|CURRENCY|NATIONAL_ID_CHECK)$/ },
  {
    name: 'keep',
    of: /^(RESULT|MESSAGE_CONTENT|EVENT|PROVIDER_RECORD|CLOSED_ACCOUNT|IDEMPOTENCY)_DAYS$/,
  },
  { name: 'sending', of: /^(PROVIDER|CALL|IDEMPOTENCY|LINK|MESSAGE)_/ },
  { name: 'abuse', of: /^PUMPING_/ },
  { name: 'access', of: /^(CONSOLE|OIDC)_/ },
  { name: 'addresses', of: /^((PUBLIC|API|PERSON)_URL|HOST|PORT|TRUST_PROXY|OUTBOUND_)/ },
  { name: 'notices', of: /^(SMTP|MAIL|NOTICE)_/ },
  { name: 'backups', of: /^BACKUP_/ },
  { name: 'database', of: /^(DATABASE|DATA|CELL|CELLS)(_|$)/ },
  { name: 'watching', of: /^(METRICS|OTLP|LOG)_/ },
  { name: 'server', of: /./ },
] as const;

export interface FoundGroup {
  name: (typeof groups)[number]['name'];
  settings: readonly PlatformSetting[];
}

/** The settings in which every word of the query occurs; groups without any are left out. */
export function findSettings(
  settings: readonly PlatformSetting[],
  query: string,
  titleOf: (setting: PlatformSetting) => string,
): FoundGroup[] {
  const found = settings.filter((setting) =>
    matches(query, [titleOf(setting), setting.name, setting.description, setting.value ?? '']),
  );
  const groupOf = ({ name }: PlatformSetting) => groups.find(({ of }) => of.test(name))?.name;
  return groups
    .map(({ name }) => ({ name, settings: found.filter((one) => groupOf(one) === name) }))
    .filter((group) => group.settings.length > 0);
}

/** Whether every word of the query occurs somewhere; an empty query is found everywhere. */
export function matches(query: string, texts: readonly string[]): boolean {
  const text = texts.join('\n').toLowerCase();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word));
}
