import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ignore from 'ignore';
import { execa } from './programs.js';
import { projectRoot } from './spawn-cli.js';

/** The instructions of the Dockerfile's build stage, each in one line. */
function buildStage(): string[] {
  const text = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const found = text.split(/^(?=FROM )/m).find((one) => /^FROM .* AS build$/m.test(one));
  return found?.trim().split('\n').slice(1) ?? [];
}

/** What is done in the build stage, by the names of its instructions. */
export function stepsOfBuildStage(): string[] {
  return buildStage().map((line) => line.slice(0, line.indexOf(' ')));
}

/**
 * Puts the packages that are installed here into a folder: the same files, where both are of one file system. Not a link to their
 * folder, which a bundler follows: the program would tell where this project lies.
 */
async function placePackages(folder: string): Promise<void> {
  const packages = join(projectRoot, 'node_modules');
  const linked = await execa('cp', ['--archive', '--link', packages, folder], { reject: false });
  if (linked.failed) await execa('cp', ['--archive', packages, folder]);
}

/**
 * Does what the Dockerfile's build stage does, step by step with bash, in a folder in the place of the container's root: with the files that
 * .dockerignore lets through, and the packages that are installed here in the place of `npm ci`. Rejects with what a step
 * printed where one fails.
 */
export async function replayBuildStage(root: string): Promise<void> {
  mkdirSync(join(root, 'tmp'));
  const left = ignore().add(readFileSync(join(projectRoot, '.dockerignore'), 'utf8').replace(/^!?/gm, '$&/'));
  const isSent = (path: string) => {
    const name = relative(projectRoot, path);
    return name === '' || !left.ignores(name);
  };
  let folder = root;
  for (const line of buildStage()) {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (instruction === 'WORKDIR') {
      folder = join(root, rest);
      mkdirSync(folder, { recursive: true });
    } else if (instruction === 'COPY') {
      const names = rest.split(' ').slice(0, -1);
      for (const name of names) cpSync(join(projectRoot, name), join(folder, name), { recursive: true, filter: isSent });
    } else if (rest.startsWith('npm ci ')) {
      await placePackages(folder);
    } else {
      const script = rest.replace(/(?<=\s)\/(app|tmp)\b/g, `${root}/$1`);
      await execa('bash', ['-ec', script], { cwd: folder, all: true });
    }
  }
}

const [, script, root] = process.argv;
if (script === fileURLToPath(import.meta.url) && root !== undefined) await replayBuildStage(root);
