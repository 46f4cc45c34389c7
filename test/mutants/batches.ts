import type { Mutant } from './mutant.ts';

const queue = 'src/foundation/batches/batch-queue.ts';
const pace = 'src/foundation/batches/pace.ts';
const batchWriter = 'src/foundation/batches/batch-writer.ts';
const holdCalls = 'src/line/calls/hold-calls.ts';
const lineWriter = 'src/line/calls/line-writer.ts';
const writeLine = 'src/line/calls/write-line.ts';
const makePartition = 'src/foundation/db/sql/make-partition.sql';
const dropPartition = 'src/foundation/db/sql/drop-partition.sql';
const partitions = 'src/foundation/db/partition-queries.ts';
const walk = 'src/foundation/db/walk-pages.ts';

const queueTests = ['src/foundation/batches/batch-queue.test.ts'];
const paceTests = ['src/foundation/batches/pace.test.ts'];
const writerTests = ['src/foundation/batches/batch-writer.test.ts'];
const lineTests = ['src/line/calls/write-line.test.ts'];
const laneTests = ['src/line/calls/line-writer.test.ts'];
const partitionTests = ['src/foundation/db/partition-queries.test.ts'];

export const batchesMutants: readonly Mutant[] = [
  {
    file: queue,
    find: `      // Whatever shares a key with an item left behind stays behind it.
      for (const key of waiting.keys) taken.add(key);
`,
    replace: '',
    breaks: 'Who waits for one key is overtaken by nobody who wants another of its keys.',
    tests: queueTests,
  },
  {
    file: queue,
    find: ' || waiting.keys.some((key) => taken.has(key))',
    replace: '',
    breaks: 'Two items that share a key never stand in one batch.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'waiting.keys.some(',
    replace: 'waiting.keys.slice(0, 1).some(',
    breaks: 'Every key of an item counts.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'batch.length === maxItems ||',
    replace: 'batch.length > maxItems ||',
    breaks: 'A batch is no larger than it may be.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'if (waiting.sinceMs > lateMs) break;',
    replace: 'if (waiting.sinceMs > lateMs + 1) break;',
    breaks: 'Nobody is turned away before his time.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'if (waiting.sinceMs > lateMs) break;',
    replace: 'if (waiting.sinceMs >= lateMs) break;',
    breaks: 'Who has waited long enough is turned away.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'if (fault) late.set(waiting, fault);',
    replace: 'late.set(waiting, fault as Error);',
    breaks: 'Who waits patiently stays.',
    tests: queueTests,
  },
  {
    file: queue,
    find: `    take() {
      turnAway();`,
    replace: '    take() {',
    breaks: 'Who is late is not in the next batch.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'for (const [{ reject }, fault] of late) give(() => reject(fault));',
    replace: 'for (const [{ reject }, fault] of late) reject(fault);',
    breaks: 'Who was turned away is no longer waited for.',
    tests: queueTests,
  },
  {
    file: queue,
    find: 'if (pending === 0) for (const done',
    replace: 'if (pending <= 1) for (const done',
    breaks: 'The end comes when all have their answers.',
    tests: queueTests,
  },
  {
    file: holdCalls,
    find: 'if (order.recipient?.limits) {',
    replace: 'if (false) {',
    breaks: 'Two calls to one limited number are never in one statement.',
    tests: lineTests,
  },
  {
    file: holdCalls,
    find: 'if (claim) keys.push(claim.name);',
    replace: '',
    breaks: 'Two calls under one key are never in one statement.',
    tests: lineTests,
  },
  {
    file: holdCalls,
    find: 'results[ord - 1] = { verdict',
    replace: 'results[ord % items.length] = { verdict',
    breaks: 'A verdict is that of its own call.',
    tests: lineTests,
  },
  {
    file: writeLine,
    find: `\${settleFrom(1)} union all \${holdFrom(settleCalls.count + 1)}`,
    replace: `\${holdFrom(settleCalls.count + 1)} union all \${settleFrom(1)}`,
    breaks: 'A settle gives back before a hold spends.',
    tests: lineTests,
  },
  {
    file: partitions,
    find: `\${key} < uuid_floor(\${cutoff})`,
    replace: `\${key} < uuid_floor(\${cutoff} - interval '1 day')`,
    breaks: 'Rows of the spare partition go at the edge of their retention.',
    tests: partitionTests,
  },
  {
    file: partitions,
    find: `\${key} < uuid_floor(\${cutoff})`,
    replace: `\${key} < uuid_floor(\${cutoff} + interval '1 day')`,
    breaks: 'Rows of the spare partition are kept until the edge of their retention.',
    tests: partitionTests,
  },
  {
    file: partitions,
    find: '[-1, 0, 1, 2, 3]',
    replace: '[-1, 0, 1, 2]',
    breaks: 'Partitions are made three months ahead.',
    tests: partitionTests,
  },
  {
    file: partitions,
    find: 'if (sqlState(error) !== lockNotAvailable) faults.push(error);',
    replace: 'throw error;',
    breaks: 'What one table cannot have keeps no other from having it.',
    tests: partitionTests,
  },
  {
    file: partitions,
    find: 'if (faults.length > 0) throw faults[0];',
    replace: '',
    breaks: 'What could not be made is told.',
    tests: partitionTests,
  },
  {
    file: dropPartition,
    find: "+ interval '1 month' <= p_before",
    replace: '<= p_before',
    breaks: 'A month is dropped when all of it is past.',
    tests: partitionTests,
  },
  {
    file: dropPartition,
    find: "p_before at time zone 'UTC'",
    replace: 'p_before::timestamp',
    breaks: 'Months are counted in UTC.',
    tests: partitionTests,
  },
  {
    file: makePartition,
    find: 'insert into %I select * from moved',
    replace: 'insert into %I select * from moved where false',
    breaks: 'Rows that were dated ahead move into their month.',
    tests: partitionTests,
  },
  {
    file: makePartition,
    find: 'if not v_is_left then',
    replace: 'if v_is_left then',
    breaks: 'A spare partition that is empty looks empty.',
    tests: partitionTests,
  },
  {
    file: walk,
    find: 'from < pages &&',
    replace: 'from < pages - pagesAtOnce &&',
    breaks: 'A walk goes to the last page.',
    tests: partitionTests,
  },
  {
    file: walk,
    find: ' && !signal?.aborted; from',
    replace: ' ; from',
    breaks: 'A walk ends when it is told to.',
    tests: partitionTests,
  },
  {
    file: walk,
    find: 'touched += rowCount ?? 0;',
    replace: 'touched = rowCount ?? 0;',
    breaks: 'A walk says how many rows it touched.',
    tests: partitionTests,
  },
  {
    file: lineWriter,
    find: "if ('settle' in item && state === item.settle.state)",
    replace: "if ('settle' in item && state)",
    breaks: 'A settle whose call is still held is no outcome.',
    tests: laneTests,
  },
  {
    file: lineWriter,
    find: "if ('hold' in item && state === 'held') return",
    replace: "if ('hold' in item && state === 'done') return",
    breaks: 'A hold that was carried out goes on.',
    tests: laneTests,
  },
  {
    file: lineWriter,
    find: 'if (locked.length === 0) return',
    replace: 'if (locked.length >= 0) return',
    breaks: 'Wallets that are locked delay their own calls alone.',
    tests: laneTests,
  },
  {
    file: lineWriter,
    find: 'if (lane.pending() === 0) lanes.delete(wallet);',
    replace: '',
    breaks: 'The lane of a wallet is given up when it is empty.',
    tests: laneTests,
  },
  {
    file: lineWriter,
    find: 'while (shared.pending() > 0) await',
    replace: 'await',
    breaks: 'Nobody is forgotten when the line is drained.',
    tests: laneTests,
  },
  {
    file: pace,
    find: '0.7 * itemMs + 0.3 *',
    replace: '0.99 * itemMs + 0.01 *',
    breaks: 'The newest batches count most.',
    tests: paceTests,
  },
  {
    file: pace,
    find: 'items >= tellingBatch',
    replace: 'items >= 1',
    breaks: 'A small batch tells nothing of its items.',
    tests: paceTests,
  },
  {
    file: pace,
    find: 'return underWayMs + queued * itemMs;',
    replace: 'return queued * itemMs;',
    breaks: 'A batch that is under way counts.',
    tests: paceTests,
  },
  {
    file: pace,
    find: `      beganMs = undefined;
`,
    replace: '',
    breaks: 'A rest does not count.',
    tests: paceTests,
  },
  {
    file: batchWriter,
    find: 'if (batch.length === 1 || !options.isItemFault(fault)) {',
    replace: 'if (batch.length >= 1) {',
    breaks: 'A poisoned item fails alone.',
    tests: writerTests,
  },
  {
    file: batchWriter,
    find: '|| !options.isItemFault(fault)) {',
    replace: ') {',
    breaks: 'A lost connection is tried once for a batch.',
    tests: writerTests,
  },
  {
    file: batchWriter,
    find: 'batch.slice(middle)))]',
    replace: 'batch.slice(middle + 1)))]',
    breaks: 'Both halves of a batch are written.',
    tests: writerTests,
  },
  {
    file: queue,
    find: 'pending: () => pending,',
    replace: 'pending: () => queue.length,',
    breaks: 'The queue knows how many have no answer.',
    tests: queueTests,
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: "if ('settle' in item && state === item.settle.state) return { state, isApplied: true };",
    replace:
      "if ('settle' in item && state && state !== 'held') return { state, isApplied: true };",
    breaks: 'A settle whose answer was lost is taken for applied only when its own outcome stands.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: "if ('hold' in item && state === 'held') return",
    replace: "if ('hold' in item && state) return",
    breaks: 'A hold whose call was ended meanwhile is not carried out.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: '        } finally {\n          waitingLanes--;\n        }',
    replace: '        } finally {\n          waitingLanes = Math.max(waitingLanes, 0);\n        }',
    breaks: 'A lane gives its place back.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/routes.ts',
    find: 'if (isPaid(operation) && line.holds.waitMs() > longestWaitMs) {',
    replace: 'if (line.holds.waitMs() > longestWaitMs) {',
    breaks: 'Who waits for no hold is answered while others wait.',
    tests: ['src/line/calls/routes.test.ts'],
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: '      if (waitingLanes < lanesAtOnce) {',
    replace: '      if (waitingLanes < 100) {',
    breaks: 'Lanes that wait leave connections to the others.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/write-line.ts',
    find: 'const now = clock.databaseNow();',
    replace: 'const now = clock.now();',
    breaks: 'What is stored is dated by the clock of the database.',
    tests: ['src/line/calls/write-line.test.ts'],
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: 'const maxItems = 1_000;',
    replace: 'const maxItems = 100_000;',
    breaks: 'A statement takes a thousand calls at the most.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/line-writer.ts',
    find: 'return isSetAside ? addToLane(item) : main.add(item);',
    replace: 'return main.add(item);',
    breaks: 'Calls of a wallet that is waited for do not hold up the others again.',
    tests: ['src/line/calls/line-writer.test.ts'],
  },
  {
    file: 'src/line/calls/sql/hold-calls.sql',
    find: "'accepted'::message_state end, i.provider_code",
    replace: "'accepted'::message_state end, null",
    breaks: 'Whom a live call is about to reach is kept with its hold.',
    tests: ['src/line/calls/call-row.test.ts'],
  },
  {
    file: 'src/line/calls/hold-calls.ts',
    find: "caller.mode === 'live' ? (order.providers[0] ?? null) : null",
    replace: 'order.providers[0] ?? null',
    breaks: 'A test call names no provider before it has one.',
    tests: ['src/line/calls/call-row.test.ts'],
  },
  {
    file: 'src/line/calls/write-line.ts',
    find: 'void forgetRefused({ pool, vault, log }, sealed, holds, kept);',
    replace: 'void kept;',
    breaks: 'What a refused message was to say is forgotten.',
    tests: ['src/line/calls/write-line.test.ts'],
  },
  {
    file: 'src/line/calls/write-line.ts',
    find: "held[i]?.verdict === 'held'",
    replace: "held[i]?.verdict !== 'replay'",
    breaks: 'What a message that could not be paid was to say is forgotten.',
    tests: ['src/line/calls/write-line.test.ts'],
  },
  {
    file: 'src/line/calls/sql/hold-calls.sql',
    find: 'if p_content is not null and (v_verdict is null or array_position(v_verdict, null) is not null) then',
    replace: 'if p_content is not null then',
    breaks: 'Of a batch that was refused whole nothing is kept.',
    tests: ['src/line/calls/write-line.test.ts'],
  },
  {
    file: lineWriter,
    find: 'const all = () => [main, ...lanes.values()];',
    replace: 'const all = () => [main];',
    breaks: 'Whoever stops waits for the calls in lanes too.',
    tests: laneTests,
  },
];
