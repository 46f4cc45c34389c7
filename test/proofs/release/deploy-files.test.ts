import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '../../../src/foundation/settings/config.ts';
import { runWords } from '../../kit/run-words.ts';
import { validateManifest } from '../../reference-clients/kubernetes.ts';
import { validateCompose } from '../../reference-clients/schemas.ts';
import { hasProgram } from '../vendors/foreign-smsc.ts';

const root = join(import.meta.dirname, '../../..');
const deploy = join(root, 'deploy');

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a manifest.
  spec?: any;
}

/** What `kubectl apply -k` would send, with the example's secrets. */
function manifests(): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-kubernetes-'));
  cpSync(join(deploy, 'kubernetes'), folder, { recursive: true });
  cpSync(join(folder, 'secret.example.env'), join(folder, 'secret.env'));
  // Debian's kubectl knows only the older spelling, for one file.
  const kustomization = join(folder, 'kustomization.yaml');
  const spelled = readFileSync(kustomization, 'utf8').replaceAll(/envs: \[(\S+)\]/g, 'env: $1');
  if (isOldKubectl()) writeFileSync(kustomization, spelled);
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return parseAllDocuments(text).map((document) => document.toJS());
}

function isOldKubectl(): boolean {
  const words = ['version', '--client', '--output=json'];
  const { clientVersion } = JSON.parse(execFileSync('kubectl', words, { encoding: 'utf8' }));
  return Number.parseInt(clientVersion.minor, 10) < 21;
}

const hasKubectl = hasProgram('kubectl', 'version', '--client');
describe.skipIf(!hasKubectl)('the manifests for Kubernetes (skipped without kubectl)', () => {
  const all = hasKubectl ? manifests() : [];
  const kindOf = (kind: string) => all.find((one) => one.kind === kind) as Manifest;

  test('match the published schemas', async () => {
    expect(all.map(({ kind }) => kind).sort()).toEqual(
      ['ConfigMap', 'CronJob', 'Deployment', 'Namespace', 'NetworkPolicy'].concat([
        ...['PersistentVolumeClaim', 'PodDisruptionBudget', 'Secret', 'Service'],
      ]),
    );
    for (const manifest of all) {
      // Kustomize breaks long base64 into lines, which Kubernetes reads and the schema does not.
      const values = Object.entries(manifest.kind === 'Secret' ? (manifest.data ?? {}) : {});
      const data = Object.fromEntries(
        values.map(([key, text]) => [key, text.replaceAll('\n', '')]),
      );
      expect(await validateManifest({ ...manifest, ...(values.length > 0 ? { data } : {}) })).toBe(
        '',
      );
    }
    const bad = structuredClone(kindOf('Deployment'));
    bad.spec.replicas = 'two';
    expect(await validateManifest(bad)).toContain('replicas');
  });

  test('send calls to servers alone, with secrets that exist', () => {
    const { spec } = kindOf('Deployment');
    const { labels } = spec.template.metadata;
    expect(kindOf('Service').spec.selector).toEqual(labels);
    expect(kindOf('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
    const backup = kindOf('CronJob').spec.jobTemplate.spec.template;
    expect(backup.metadata.labels).not.toMatchObject(labels);
    const [container] = spec.template.spec.containers;
    expect(container.envFrom).toEqual([
      { configMapRef: { name: kindOf('ConfigMap').metadata.name } },
      { secretRef: { name: kindOf('Secret').metadata.name } },
    ]);
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
  });
});

const canAnalyze = hasProgram('systemd-analyze', '--version');
test.skipIf(!canAnalyze)(
  'the unit is exposed to no more than 2.0 (skipped without systemd)',
  () => {
    const unit = join(deploy, 'systemd/countersign.service');
    const words = ['security', '--offline=true', '--threshold=20', unit];
    const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('exposure level')]);
  },
);

test('the compose file starts servers after the database, with a root that nobody can write', () => {
  const text = readFileSync(join(deploy, 'compose/compose.yaml'), 'utf8');
  const document = parse(text, { merge: true });
  expect(validateCompose(document)).toBeNull();
  expect(validateCompose({ ...document, services: { one: { ports: 5 } } })).not.toBeNull();
  const { services, volumes } = document;
  expect(Object.keys(services)).toEqual(['database', 'countersign']);
  expect(services.countersign).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(services.countersign.depends_on.database.condition).toBe('service_healthy');
  // Every setting that it asks for is in the example.
  const asked = [...text.matchAll(/\$\{([A-Z_]+):\?\}/g)].map(([, name]) => name);
  const example = readFileSync(join(deploy, 'compose/example.env'), 'utf8');
  for (const name of asked) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  expect(Object.keys(volumes)).toEqual(['database', 'data', 'backups']);
  // Backups go to the volume, at times and in numbers that the server accepts.
  const { BACKUP_DIR, ...rest } = services.countersign.environment;
  expect(services.countersign.volumes).toContain(`backups:${BACKUP_DIR}`);
  const given = Object.entries(rest as Record<string, string>).map(([name, value]) => [
    name,
    value.replace(/^\$\{[A-Z_]+:-(.*)\}$/, '$1'),
  ]);
  const { BACKUP_AT, BACKUP_KEEP, TIME_ZONE } = Object.fromEntries(given);
  expect(() => loadConfig({ BACKUP_AT, BACKUP_KEEP, TIME_ZONE })).not.toThrow();
});

/** Runs a shell on a file, with no settings of the user. */
async function runShell(shell: string, words: string[], more = '') {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-shell-'));
  const file = join(folder, 'completion');
  writeFileSync(file, `${await runWords('completion', shell)}\n${more}\n`);
  const env = { PATH: process.env.PATH, HOME: folder };
  const ran = spawnSync(shell, [...words, file], { env, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

describe.each(['zsh', 'fish'])('completion for %s (skipped without it)', (shell) => {
  test.skipIf(!hasProgram(shell, '--version'))('is a script that the shell accepts', async () => {
    expect(await runShell(shell, ['-n'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

test.skipIf(!hasProgram('fish', '--version'))('fish completes verbs and options', async () => {
  const offered = async (line: string) =>
    (await runShell('fish', [], `complete -C ${JSON.stringify(line)}`)).stdout;
  expect(await offered('countersign acc')).toBe('account\tCustomers\n');
  expect(await offered('countersign account l')).toBe('list\tList accounts\n');
  expect(await offered('countersign account list --se')).toContain('--search');
});
