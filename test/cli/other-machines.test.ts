import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleDatabase } from '../support/project-folder.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const preload = fileURLToPath(new URL('../support/other-machine.cjs', import.meta.url));
const on = (machine: Record<string, string>) => ({ NODE_OPTIONS: `--require ${preload}`, ...machine });
const folder = temporaryFolder();
let database: SampleDatabase;
let dispose: () => void;

beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => {
  dispose();
  folder.dispose();
});

describe.each(['aix', 'sunos', 'freebsd', 'android'])('on %s, which nobody tried', (TEST_PLATFORM) => {
  const env = on({ TEST_PLATFORM });

  it('scans as elsewhere', async () => {
    const { code, last, stderr } = await database.run(['scan', `${projectRoot}/fixtures/sample-app`, '--offline'], {
      cwd: folder.path,
      env,
    });
    expect(code).toBe(1);
    expect(last).toMatch(/^gate: /);
    expect(stderr).not.toMatch(/something went wrong|\n\s+at /);
  });

  it('doctor says that it was not tried there', async () => {
    const { stdout } = await castellan(['doctor', '--offline'], { cwd: folder.path, env });
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${TEST_PLATFORM} .*castellan is not tried on this system`));
  });
});

it.each(['18.20.4', '20.10.0', '21.7.3'])('with Node.js %s every command ends in one line that says which is needed', async (version) => {
  const { code, stdout, stderr } = await castellan(['scan', '.'], { cwd: folder.path, env: on({ TEST_NODE_VERSION: version }) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`error: castellan needs Node.js 20.19 or 22.3 or later, this is Node.js ${version}\n`);
});
