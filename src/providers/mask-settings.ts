import type { TObject } from 'typebox';

/** Settings as they may be printed: a secret shows that it is there, and nothing of itself. */
export function maskSettings(
  { config }: { config: TObject },
  settings: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      const { secret } = (config.properties[name] ?? { secret: true }) as { secret?: boolean };
      return [name, secret ? '********' : maskNested(config.properties[name], value)];
    }),
  );
}

/** Settings within a setting, as the HTTP vendors have them. */
function maskNested(schema: unknown, value: unknown): unknown {
  const { properties } = (schema ?? {}) as { properties?: TObject['properties'] };
  if (!properties || typeof value !== 'object' || value === null) return value;
  return maskSettings({ config: schema as TObject }, value as Record<string, unknown>);
}

/** The values that settings hide, wherever they stand within them. */
export function secretsOf(
  schema: { config: TObject },
  settings: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const property = (schema.config.properties[name] ?? { secret: true }) as {
      secret?: boolean;
      properties?: TObject['properties'];
    };
    if (property.secret) return textsOf(value);
    if (!property.properties || typeof value !== 'object' || value === null) return [];
    return secretsOf({ config: property as TObject }, value as Record<string, unknown>);
  });
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return value === undefined || value === null ? [] : [String(value)];
}
