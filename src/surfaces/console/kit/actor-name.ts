import Type, { type Static } from 'typebox';

/**
 * Who made a change: what kind of actor, and its name as the audit log has it. Members of an account read no name of
 * the operator's staff.
 */
export const ActorName = Type.Object({
  kind: Type.Enum(['person', 'command_line', 'key', 'platform', 'database']),
  name: Type.String(),
});
export type ActorName = Static<typeof ActorName>;
