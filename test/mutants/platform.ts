import type { Mutant } from './mutant.ts';

const schedule = 'src/jobs/schedule.ts';
const platformJobs = 'src/jobs/platform-jobs.ts';
const jobQueries = 'src/jobs/queries.ts';
const vault = 'src/vault.ts';
const redact = 'src/redact.ts';
const config = 'src/config.ts';

const scheduleTests = ['src/jobs/schedule.test.ts'];
const jobTests = ['src/jobs/platform-jobs.test.ts'];
const vaultTests = ['src/vault.test.ts'];
const redactTests = ['src/redact.test.ts'];
const configTests = ['src/config.test.ts'];

export const platformMutants: readonly Mutant[] = [
  {
    file: schedule,
    find: 'if (job.isShared && !(await beginRun(pool, job.name, job.everyMs))) return job.everyMs;',
    replace: '',
    breaks: 'A shared job runs in one process only.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: 'return failure === null ? job.everyMs : retryMs;',
    replace: 'return failure === null ? job.everyMs : Number.POSITIVE_INFINITY;',
    breaks: 'A job that failed comes again soon, however rarely it runs.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: '  } catch (error) {\n    failure = faultOf(error);',
    replace: '  } catch (error) {\n    throw error;\n    failure = faultOf(error);',
    breaks: 'A job that threw once comes again.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: '      await Promise.all(running);',
    replace: '      void Promise.all(running);',
    breaks: 'A stop waits for the runs under way.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: 'stopping.abort();\n      for (const timer of timers.values()) clearTimeout(timer);',
    replace: 'stopping.abort();',
    breaks: 'Nothing begins after a stop.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: '    if (stopping.signal.aborted) return;\n',
    replace: '',
    breaks: 'A run that ends while the server stops is not followed by another.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: '      stopping.abort();\n',
    replace: '',
    breaks: 'A stop tells the runs under way.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: '=== true && !job.isShared;',
    replace: '=== true;',
    breaks: 'A shared job with more to do leaves its turn to others.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: 'Math.min(pauseMs, job.everyMs, lookEveryMs)',
    replace: 'Math.min(pauseMs, job.everyMs)',
    breaks: 'A rare job that is not due is looked at every hour.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: 'if (isMore) return 0;',
    replace: '',
    breaks: 'A job with more to do goes on at once.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: 'if (!last || last.failure !== failure) return true;',
    replace: 'if (!last) return true;',
    breaks: 'A job that begins to fail says so at once.',
    tests: scheduleTests,
  },
  {
    file: schedule,
    find: ').catch(() => {\n      // The',
    replace: ').then(() => {\n      // The',
    breaks: 'A database that is away ends no job.',
    tests: scheduleTests,
  },
  {
    file: platformJobs,
    find: "{ name: 'partitions', everyMs: 6 * hour, isShared: true,",
    replace: "{ name: 'partitions', everyMs: 6 * hour, isShared: false,",
    breaks: 'Partitions are made by one process.',
    tests: jobTests,
  },
  {
    file: platformJobs,
    find: "name: 'silent messages',\n      everyMs: hour,\n      isShared: true,",
    replace: "name: 'silent messages',\n      everyMs: hour,\n      isShared: false,",
    breaks: 'Silent messages are ended by one process.',
    tests: jobTests,
  },
  {
    file: platformJobs,
    find: "name: 'expire checks',\n      everyMs: second,",
    replace: "name: 'expire checks',\n      everyMs: hour,",
    breaks: 'A check ends within seconds of its time.',
    tests: jobTests,
  },
  {
    file: platformJobs,
    find: 'dropOldPartitions(pool, events, config.eventDays, signal)',
    replace: 'dropOldPartitions(pool, events, config.messageContentDays, signal)',
    breaks: 'Events are kept for as long as their own setting says.',
    tests: jobTests,
  },
  {
    file: platformJobs,
    find: 'dropOldPartitions(pool, messageContents, config.messageContentDays, signal)',
    replace: 'dropOldPartitions(pool, messageContents, config.resultDays, signal)',
    breaks: 'Texts of messages are kept for as long as their own setting says.',
    tests: jobTests,
  },
  {
    file: jobQueries,
    find: "or r.started_at > now() + interval '1 minute'",
    replace: '',
    breaks: 'A clock that was ahead keeps no job from running.',
    tests: ['src/jobs/queries.test.ts'],
  },
  {
    file: jobQueries,
    find: '$2 * 0.9 / 1000.0',
    replace: '$2 * 0.0 / 1000.0',
    breaks: 'A shared job runs once in its interval.',
    tests: ['src/jobs/queries.test.ts'],
  },
  {
    file: jobQueries,
    find: '(r.failed_at >= r.started_at and',
    replace: '(false and',
    breaks: 'A shared job that failed is tried again after a minute.',
    tests: ['src/jobs/queries.test.ts'],
  },
  {
    file: vault,
    find: "derive(key, 'countersign fingerprint')",
    replace: "derive(key, 'countersign seal')",
    breaks: 'The vault has one key for each purpose.',
    tests: vaultTests,
  },
  {
    file: vault,
    find: "const sealKey = derive(key, 'countersign seal');",
    replace: 'const sealKey = createSecretKey(key);',
    breaks: 'What was sealed opens for ever.',
    tests: vaultTests,
  },
  {
    file: vault,
    find: '      cipher.setAAD(Buffer.from(context));\n',
    replace: '',
    breaks: 'What was sealed in one context opens in no other.',
    tests: vaultTests,
  },
  {
    file: vault,
    find: '    used += ivBytes;\n',
    replace: '',
    breaks: 'No two seals share their randomness.',
    tests: vaultTests,
  },
  {
    file: vault,
    find: '      randomFillSync(pool);\n',
    replace: '',
    breaks: 'No two seals share their randomness, also after many.',
    tests: vaultTests,
  },
  {
    file: vault,
    find: '.subarray(0, 16);\n',
    replace: ';\n',
    breaks: 'A fingerprint cannot be lengthened.',
    tests: vaultTests,
  },
  {
    file: redact,
    find: '.sort((a, b) => b.length - a.length)',
    replace: '.sort((a, b) => a.length - b.length)',
    breaks: 'Of a value that holds another nothing is left.',
    tests: redactTests,
  },
  {
    file: redact,
    find: "text.replaceAll(value, '***')",
    replace: "text.replace(value, '***')",
    breaks: 'A value is blackened wherever it stands.',
    tests: redactTests,
  },
  {
    file: redact,
    find: 'const shortestBytes = 4;',
    replace: 'const shortestBytes = 8;',
    breaks: 'A short code is blackened.',
    tests: redactTests,
  },
  {
    file: config,
    find: "const shown = schema.secret ? 'has a value that' :",
    replace: "const shown = schema.secret === null ? 'has a value that' :",
    breaks: 'A secret setting is not shown, even when it is wrong.',
    tests: configTests,
  },
  {
    file: config,
    find: '/^[0-9]{1,9}$/.test(text) ? Number(text) : text',
    replace: 'Number.parseInt(text, 10)',
    breaks: 'A number with something behind it is no number.',
    tests: configTests,
  },
  {
    file: config,
    find: 'const value = text ? parseText(schema, text) : schema.default;',
    replace: 'const value = text !== undefined ? parseText(schema, text) : schema.default;',
    breaks: 'An empty variable counts as not set.',
    tests: configTests,
  },
  {
    file: config,
    find: 'values[name] >= values[than] + least',
    replace: 'values[name] >= values[than]',
    breaks: 'A call has more time than one provider.',
    tests: configTests,
  },
  {
    file: config,
    find: "publicUrl: config.publicUrl?.replace(/\\/+$/, ''),",
    replace: '',
    breaks: 'A public address has no slash at its end.',
    tests: configTests,
  },
  {
    file: config,
    find: "default: '127.0.0.1',\n    description: 'The address to listen on.",
    replace: "default: '0.0.0.0',\n    description: 'The address to listen on.",
    breaks: 'By default this machine alone is answered.',
    tests: configTests,
  },
];
