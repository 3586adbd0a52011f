import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyTree } from '../support/copy-tree.js';
import { execa } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

/** An installation of its own, so that no other run puts compiled code there. */
let installed: string;
let project: string;
const made: ReturnType<typeof temporaryFolder>[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) folder.dispose();
});

beforeEach(() => {
  installed = newFolder();
  for (const part of ['bin', 'dist', 'package.json']) {
    copyTree(join(projectRoot, part), join(installed, part), (path) => !path.includes(join('dist', 'code')));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(installed, 'node_modules'));
  project = newFolder();
  writeFileSync(join(project, 'requirements.txt'), 'requests==2.31.0\n');
});

function newFolder(): string {
  const folder = temporaryFolder();
  made.push(folder);
  return folder.path;
}

/** What was kept of `castellan scan`. */
function codeFiles(): string[] {
  const folder = join(installed, 'dist/code', `${process.version}-${process.arch}`, 'scan');
  return readdirSync(folder).map((name) => join(folder, name));
}

/** A scan without a database; gives what it prints and its exit code. */
async function scan(...args: string[]): Promise<string> {
  const program = join(installed, 'bin/castellan.cjs');
  const env = { SERVICE_HOME: project };
  const done = await execa(process.execPath, [program, 'scan', '--offline', '--no-vulnerabilities', project, ...args], {
    env,
    reject: false,
    all: true,
  });
  return `${done.all}\nexit ${done.exitCode}`;
}

describe('compiled code kept beside the program', () => {
  it('is written by the first run of a command, completed by later ones, and changes no answer', async () => {
    const first = await scan('--format', 'plain');
    expect(first).toContain('exit 0');
    const kept = codeFiles();
    expect(kept.length).toBeGreaterThan(1);
    const times = kept.map((file) => statSync(file).mtimeMs);
    expect(await scan('--format', 'plain')).toBe(first);
    // Not written again: V8 took all of it.
    expect(kept.map((file) => statSync(file).mtimeMs)).toEqual(times);
    await scan('--format', 'csv', '--models', project);
    expect(codeFiles().length).toBeGreaterThan(kept.length);
    expect(readdirSync(join(installed, 'dist/code', `${process.version}-${process.arch}`))).toEqual(['scan']);
  });

  it('is not used when it was cut short, grew, changed or is something else', async () => {
    const answer = await scan('--format', 'plain');
    const spoil = [
      (file: string) => truncateSync(file, 1000),
      (file: string) => appendFileSync(file, 'more'),
      (file: string) => writeFileSync(file, ''),
      (file: string) => writeFileSync(file, readFileSync(file).fill(0, 2000, 2100)),
    ];
    for (const damage of spoil) {
      codeFiles().forEach(damage);
      expect(await scan('--format', 'plain')).toBe(answer);
    }
  });

  it('is not needed where it cannot be written', async () => {
    writeFileSync(join(installed, 'dist/code'), 'a file in the place of the folder');
    expect(await scan('--format', 'plain')).toContain('exit 0');
  });

  it('is not kept for a mistyped command', async () => {
    const program = join(installed, 'bin/castellan.cjs');
    mkdirSync(join(installed, 'dist/code'));
    expect((await execa(process.execPath, [program, 'scann'], { reject: false })).exitCode).toBe(2);
    expect(readdirSync(join(installed, 'dist/code'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('is left out at once where the home is on a file system that takes no new folder', async () => {
    const code = 'process.stdout.write(require(process.argv[1]).codeFolder("/none/dist"))';
    const { stdout } = await execa(process.execPath, ['-e', code, join(projectRoot, 'bin/code-cache.cjs')], {
      env: { HOME: '/proc' },
      timeout: 20_000,
    });
    expect(stdout).toBe('/none/dist/code');
  });
});
