import Type from 'typebox';
import { lockNames, type SectionName, sectionNames, sections } from './sections.ts';

/** The whole file: it validates, and editors read it as JSON Schema. */
export const PlatformSchema = Type.Object(
  {
    platform: Type.Literal(1, { description: 'Version of the format' }),
    ...Object.fromEntries(
      sectionNames.map((name) => [name, Type.Optional(sections[name].schema)] as const),
    ),
    locked: Type.Optional(
      Type.Array(Type.Enum([...lockNames] as [string, ...string[]], { type: 'string' }), {
        uniqueItems: true,
        description: 'Sections, or fields of one, that can be changed only by applying a file',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'Platform of Countersign',
    description:
      'A section that is left out is left alone. In a section that is present, whatever is not named is removed.',
  },
);

/** A file as it was read. Each section has the form of its schema. */
export type PlatformFile = { platform: 1; locked?: string[] } & {
  [Name in SectionName]?: Readonly<Record<string, unknown>>;
};
