import type { TObject } from 'typebox';

/** Settings as they may be printed: a secret shows only that it is set. */
export function maskSettings(
  { config }: { config: TObject },
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      isSecret(config, name) ? '********' : value,
    ]),
  );
}

/** The values of the secret settings. */
export function secretsOf(
  { config }: { config: TObject },
  settings: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    isSecret(config, name) ? textsOf(value) : [],
  );
}

/** Settings that the vendor's schema does not name count as secret too. */
export function isSecret({ properties }: TObject, name: string): boolean {
  return ((properties[name] ?? { secret: true }) as { secret?: boolean }).secret ?? false;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return value === undefined || value === null ? [] : [String(value)];
}
