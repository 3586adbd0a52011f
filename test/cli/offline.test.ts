import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnSync } from '../support/programs.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

const hasStrace = spawnSync('strace', ['-V']).status === 0;

describe.skipIf(!hasStrace)('--offline', () => {
  let database: SampleDatabase;
  let dispose: () => void;
  beforeAll(async () => {
    ({ database, dispose } = await SampleDatabase.create());
  });
  afterAll(() => dispose());

  it.each([
    ['scan', ['scan', '--offline', join(projectRoot, 'fixtures/sample-app')]],
    ['the demo', ['scan', '--offline', '--demo']],
    ['check', ['check', '--offline', 'npm:minimist@1.2.5']],
  ])('opens no socket and starts no process: %s', async (_name, args) => {
    const trace = join(projectFolder({}), 'trace');
    const done = spawnSync(
      'strace',
      ['-f', '-o', trace, '-e', 'trace=socket,connect,execve,fork,vfork', process.execPath, programPath, ...args],
      { env: { SERVICE_DB: database.file }, encoding: 'utf8' },
    );
    expect(done.status).toBe(1);
    const calls = readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => /\b(?:socket|connect|execve|fork|vfork)\(/.test(line));
    expect(calls).toEqual([expect.stringContaining('execve(')]);
  });
});
