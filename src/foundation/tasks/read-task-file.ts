import type { Pool } from 'pg';
import { readPart, type Task } from './task-queries.ts';

/** The file of a finished task, piece by piece. If the task is deleted meanwhile, the file ends with an error. */
export async function* readTaskFile(
  pool: Pool,
  { taskId, parts }: Pick<Task, 'taskId' | 'parts'>,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part++) {
    const content = await readPart(pool, taskId, part);
    if (!content) throw new Error('the task was deleted during its download');
    yield content;
  }
}
