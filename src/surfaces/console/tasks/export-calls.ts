import Type, { type Static } from 'typebox';
import { projectUntilNow } from '../../../line/search/project-calls.ts';
import { callFormats } from '../../reports/export-calls.ts';
import { CallsFilter } from '../calls/calls-contract.ts';
import { exportRows } from '../calls/export-rows.ts';
import { readCallsTotals } from '../calls/read-calls-totals.ts';
import { readFilter } from '../calls/read-filter.ts';
import { taskKind } from './task-kind.ts';

const Params = Type.Object({
  ...CallsFilter.properties,
  format: Type.Optional(Type.Enum(['csv', 'json'])),
});

/** A person is stored as a hash of the task, by which an erasure finds it, and not among the parameters. */
type Stored = Omit<Static<typeof Params>, 'person'> & { personBy?: 'numberHash' | 'cardHash' };

const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

/** The calls that a list finds, newest first. */
export const callsExport = taskKind<typeof Params, Stored>({
  kind: 'calls_export',
  right: 'calls.read',
  act: 'call.export',
  params: Params,
  async prepare(asker, given) {
    const asked = readFilter(asker, given);
    const { mode, filter } = asked;
    const { person: _, ...params } = given;
    const { calls } = await readCallsTotals(asker.pool, asked, asker.clock.now());
    const { format = 'csv' } = params;
    const file = { name: `calls-${mode}.${format}`, type: types[format] };
    const total = calls > 0 ? { total: calls } : {};
    const personHash = filter.person?.numberHash ?? filter.person?.cardHash;
    if (!personHash) return { file, ...total };
    const personBy = filter.person?.numberHash ? 'numberHash' : 'cardHash';
    return { file, ...total, personHash, params: { ...params, personBy } };
  },
  async *run({ pool, vault }, task, signal) {
    const { scope: ofTask, isOperator, params, personHash, position } = task;
    const { personBy, format = 'csv', ...query } = params;
    const { scope, mode, filter } = readFilter({ scope: ofTask, isOperator, vault }, query);
    const person = personBy && personHash ? { person: { [personBy]: personHash } } : {};
    const { begin, lines, end } = callFormats[format];
    let { done } = task;
    if (!position) {
      await projectUntilNow(pool, signal);
      yield { content: begin(isOperator), done };
    }
    const before = position?.before as string | undefined;
    const whole = { ...filter, ...person } as typeof filter;
    for await (const calls of exportRows(pool, { scope, mode, filter: whole }, before)) {
      const content = lines(calls, isOperator, done === 0);
      done += calls.length;
      yield { content, done, position: { before: calls.at(-1)?.callId } };
    }
    yield { content: end, done };
  },
});
