import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ignore from 'ignore';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtImage } from '../support/container-image.js';
import { hasBash } from '../support/doc-commands.js';
import { execa } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

/** The instructions of one stage, each in one line. */
function stage(name: string): string[] {
  const text = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '');
  const found = text.split(/^(?=FROM )/m).find((one) => new RegExp(`^FROM .* AS ${name}$`, 'm').test(one));
  return found?.trim().split('\n').slice(1) ?? [];
}

/**
 * What the Dockerfile's build stage does, step by step with bash, in a folder in the place of the container's root: with the files that
 * .dockerignore lets through, and the packages that are installed here in the place of `npm ci`. With TEST_IMAGE a builder did it for real.
 */
describe.skipIf(builtImage !== undefined || !hasBash)('the build stage of the Dockerfile, replayed without a container', () => {
  it('makes the program as the image has it', async () => {
    const temporary = temporaryFolder();
    onTestFinished(temporary.dispose);
    const root = temporary.path;
    mkdirSync(join(root, 'tmp'));
    const left = ignore().add(readFileSync(join(projectRoot, '.dockerignore'), 'utf8').replace(/^!?/gm, '$&/'));
    const isSent = (path: string) => {
      const name = relative(projectRoot, path);
      return name === '' || !left.ignores(name);
    };
    let folder = root;
    const steps: string[] = [];
    for (const line of stage('build')) {
      const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      steps.push(instruction);
      if (instruction === 'WORKDIR') {
        folder = join(root, rest);
        mkdirSync(folder, { recursive: true });
      } else if (instruction === 'COPY') {
        const names = rest.split(' ').slice(0, -1);
        for (const name of names) cpSync(join(projectRoot, name), join(folder, name), { recursive: true, filter: isSent });
      } else if (rest.startsWith('npm ci ')) {
        symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
      } else {
        const script = rest.replace(/(?<=\s)\/(app|tmp)\b/g, `${root}/$1`);
        const done = await execa('bash', ['-ec', script], { cwd: folder, reject: false, all: true });
        expect([done.exitCode, done.all]).toEqual([0, expect.anything()]);
      }
    }
    expect(steps).toEqual(['WORKDIR', 'COPY', 'RUN', 'COPY', 'RUN']);
    expect(existsSync(join(folder, 'test/docs'))).toBe(false);
    const app = join(root, 'app');
    for (const [path, isThere] of Object.entries({ native: false, 'dist/ui/index.html': true, 'dist/guide': true, src: false, docs: true }))
      expect([path, existsSync(join(app, path))]).toEqual([path, isThere]);
    // As the image has it: alone, with nothing of npm's around it.
    const scan = await execa(process.execPath, [join(app, 'bin/castellan.cjs'), 'scan', '--demo'], { cwd: dirname(app), reject: false });
    expect(scan).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('BLOCKED') });
  }, 600_000);
});
