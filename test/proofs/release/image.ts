import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debian, launchScript, releaseName, root } from './releases.ts';

/** How the image says that it is run. */
interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Healthcheck: { Test: string[] };
  StopSignal: NodeJS.Signals;
}

export interface BuiltImage {
  config: ImageConfig;
  /** Runs words in a container of the image, with a root that cannot be written. */
  launch(data: string, words: string[]): ReturnType<typeof launchScript>;
  close(): void;
}

/** Builds the Containerfile with buildah on a bare Debian, and mounts the image. */
export function buildImage(archives: string): BuiltImage {
  const folder = join(archives, 'image');
  mkdirSync(folder);
  const buildah = (...words: string[]) => {
    const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
    const env = { ...process.env, STORAGE_DRIVER: 'overlay', BUILDAH_ISOLATION: 'chroot' };
    return execFileSync('buildah', [...store, ...words], { env, encoding: 'utf8' }).trim();
  };
  const systemFolders = ['proc', 'sys', 'dev'].map((name) => `--exclude=./${name}/*`);
  execFileSync('tar', ['-C', debian, ...systemFolders, '-cf', join(folder, 'root.tar'), '.']);
  const base = join(folder, 'Base');
  writeFileSync(base, 'FROM scratch\nADD root.tar /\n');
  buildah('build', '-q', '-f', base, '-t', 'base', folder);
  const file = join(root, 'deploy/container/Containerfile');
  const args = ['--build-arg', 'BASE=localhost/base', '--build-arg', `RELEASE=${releaseName}`];
  buildah('build', '-q', '--format', 'docker', '-f', file, ...args, '-t', 'countersign', archives);
  const { config } = JSON.parse(buildah('inspect', '--type', 'image', 'countersign')).Docker;
  const place = buildah('mount', buildah('from', '--pull-never', 'countersign'));
  return {
    config,
    launch: (data, words) => launchScript('in-image.sh', [place, data, config.User, ...words]),
    close: () => {
      buildah('umount', '--all');
      buildah('rm', '--all');
    },
  };
}
