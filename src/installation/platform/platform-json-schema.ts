import { Reference } from '../../foundation/settings/reference.ts';
import { PlatformSchema } from './platform-schema.ts';

const place = '#/$defs/reference';

/** The schema of the file as editors read it. What a reference is stands in one place, and not at every setting. */
export function platformJsonSchema(): string {
  const branches = Reference.anyOf;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...PlatformSchema,
    $defs: { reference: { ...Reference, anyOf: [...branches] } },
  };
  const shorten = (_name: string, value: unknown) => {
    const { anyOf, description } = (value ?? {}) as { anyOf?: unknown; description?: string };
    return anyOf === branches ? { $ref: place, description } : value;
  };
  return `${JSON.stringify(schema, shorten, 2)}\n`;
}
