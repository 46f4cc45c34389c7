import Type, { type TSchema } from 'typebox';
import { type Columns, maxVersions, type Version } from '../../../foundation/audit/versions.ts';
import { nullable } from './nullable.ts';
import { time } from './wire-formats.ts';

/** The versions of a setting, newest first. */
export const VersionsOf = <State extends TSchema>(state: State) =>
  Type.Object({
    versions: Type.Array(
      Type.Object({
        entryId: Type.Integer({ description: 'The entry of the audit log.' }),
        madeAt: time,
        by: nullable(Type.String({ description: 'Null if the platform itself made the change.' })),
        action: Type.String({ examples: ['route.set'] }),
        before: nullable(state),
        after: nullable(state),
      }),
    ),
    isWhole: Type.Boolean({ description: 'Whether the oldest change is among them.' }),
  });

/** A version to restore: an entry of the audit log, or 0 for the state before the first one. */
export const VersionId = Type.Integer({ minimum: 0 });

const authorOf = ({ kind, name }: Version['actor']) => (kind === 'platform' ? null : name);

/** Versions as the console shows them; `read` makes a state of the columns of the log. */
export function wireVersions<State>(
  versions: readonly Version[],
  read: (columns: Columns | null) => State | null,
) {
  return {
    versions: versions.map(({ entryId, madeAt, actor, action, before, after }) => ({
      ...{ entryId, madeAt: madeAt.toISOString(), by: authorOf(actor), action },
      ...{ before: read(before), after: read(after) },
    })),
    isWhole: versions.length < maxVersions,
  };
}
