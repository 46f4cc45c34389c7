import { PlatformSchema } from './platform-schema.ts';

/** The schema of the file as editors read it. */
export function platformJsonSchema(): string {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...PlatformSchema };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
