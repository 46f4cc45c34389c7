import { spawn } from 'node:child_process';
import { openBenchDatabase, start, startEmbedded } from './bench-server.ts';
import { runLoad } from './load.ts';

/**
 * How the line sheds load: more and more concurrent callers, each waiting a second after a refusal.
 */
const crowds = [256, 1_000, 3_000, 5_000, 8_000];
const seconds = 8;

/** Polls readiness from another process, and prints the slowest answers. */
const probe = `
const times = [];
process.on('SIGTERM', () => {
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor(times.length * share)] ?? NaN);
  console.log(at(0.5) + ' / ' + at(0.99));
  process.exit(0);
});
for (;;) {
  const from = performance.now();
  await fetch(process.argv[1] + '/readyz').then((reply) => reply.text());
  times.push(performance.now() - from);
  await new Promise((resolve) => setTimeout(resolve, 50));
}`;

const embedded = await startEmbedded();
try {
  const bench = await openBenchDatabase(embedded.target);
  const line = await start('line-server.ts', bench.target);
  const load = { url: line.url, apiKey: bench.plainKey, isPatient: true };
  await runLoad({ ...load, connections: 256, seconds: 8 });
  console.log(
    '| callers | calls/s | of the highest | p50 ms | p99 ms | refusals/s | refusal p99 ms | /readyz p50 / p99 ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  let highest = 0;
  for (const connections of crowds) {
    const prober = spawn(process.execPath, ['--input-type=module', '-e', probe, line.url]);
    const readiness = prober.stdout.setEncoding('utf8').toArray();
    const measured = await runLoad({ ...load, connections, seconds });
    prober.kill('SIGTERM');
    highest = Math.max(highest, measured.perSecond);
    const cells = [
      connections,
      Math.round(measured.perSecond),
      (measured.perSecond / highest).toFixed(2),
      Math.round(measured.p50Ms),
      Math.round(measured.p99Ms),
      Math.round(measured.faults / seconds),
      Math.round(measured.refusalP99Ms),
      (await readiness).join('').trim(),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  await line.stop();
  await bench.pool.end();
} finally {
  await embedded.stop();
}
