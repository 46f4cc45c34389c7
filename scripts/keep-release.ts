/**
 * Keeps the functions of this version in `test/upgrade/<version>.sql`, from which later versions test their upgrade:
 * migrations stay in the tree as they were released, functions do not. Run it when a version is released.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFunctionFiles, readFunctionsNumber } from '../src/foundation/db/function-files.ts';
import { readMigrations } from '../src/foundation/db/read-migrations.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
const { number, checksum } = readFunctionsNumber();
const last = (await readMigrations()).at(-1)?.name;
const header = [
  `-- The functions of version ${version}. npm run keep-release wrote this file.`,
  `-- commit: ${commit}`,
  `-- migration: ${last}`,
  `-- functions: ${number} ${checksum}`,
];
mkdirSync('test/upgrade', { recursive: true });
const file = `test/upgrade/${version}.sql`;
writeFileSync(file, [...header, ...readFunctionFiles().texts].join('\n'));
process.stdout.write(`${file}\n`);
