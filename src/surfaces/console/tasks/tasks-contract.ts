import Type, { type Static } from 'typebox';
import { taskStates } from '../../../foundation/tasks/task-queries.ts';
import { nullable } from '../kit/nullable.ts';
import { seen, time } from '../kit/wire-formats.ts';

export const TaskBegun = Type.Object({ taskId: Type.String() });
export type TaskBegun = Static<typeof TaskBegun>;

const taskId = Type.String({ format: 'uuid' });
export const OneTask = Type.Object({ taskId });

export const NewTask = Type.Object({
  kind: Type.String({ maxLength: 40, examples: ['calls_export'] }),
  params: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Depends on the kind: the filters of the list that is exported, or a month.',
  }),
});

export const TaskRow = Type.Object({
  taskId: Type.String(),
  kind: Type.String(),
  params: Type.Record(Type.String(), Type.Unknown()),
  by: Type.String(),
  state: Type.Enum([...taskStates]),
  done: Type.Integer(),
  total: nullable(Type.Integer({ description: 'May be approximate.' })),
  failure: nullable(Type.String()),
  fileName: nullable(Type.String()),
  bytes: Type.Integer(),
  createdAt: time,
  finishedAt: nullable(time),
  expiresAt: nullable(time),
});
export type TaskRow = Static<typeof TaskRow>;

export const TasksQuery = Type.Object({ seen: Type.Optional(seen) });
export const TasksPage = Type.Object({
  tasks: Type.Array(TaskRow),
  open: Type.Integer({ description: 'How many of them are not finished.' }),
  keptDays: Type.Integer(),
});
export type TasksPage = Static<typeof TasksPage>;
