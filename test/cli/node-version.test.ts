import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execa } from '../support/programs.js';
import { projectFolder } from '../support/project-folder.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

/** Runs the program under a Node that says it is another one. */
function under(version: string, ...args: string[]) {
  const cwd = projectFolder({
    'as.cjs': `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  });
  const node = ['--require', join(cwd, 'as.cjs'), programPath, ...args];
  return execa(process.execPath, node, { cwd, env: { HOME: cwd }, reject: false });
}

describe('a Node.js that is too old', () => {
  it.each(['18.20.8', '20.18.3', '21.7.3', '22.2.0', '8.17.0'])(
    '%s is refused in one sentence that names the version needed',
    async (version) => {
      for (const args of [['scan', '--demo'], ['serve'], ['db', 'status'], ['--help'], ['--worker'], []]) {
        const { exitCode, stdout, stderr } = await under(version, ...args);
        const sentence = `error: castellan needs Node.js 20.19 or 22.3 or later, this is Node.js ${version}`;
        expect({ args, exitCode, stdout, stderr }).toEqual({ args, exitCode: 1, stdout: '', stderr: sentence });
      }
    },
  );

  it.each(['20.19.0', '22.3.0', '24.0.0', '26.10.0'])('%s is accepted', async (version) => {
    expect((await under(version, 'db', 'path')).exitCode).toBe(0);
  });

  it('is the same version in package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(engines.node).toBe('^20.19.0 || >=22.3.0');
  });
});
