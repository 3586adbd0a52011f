import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

/** A home below a file: nothing can be kept there, not even by a user who may write to every folder. */
function run(...args: string[]) {
  const cwd = projectFolder({ 'package-lock.json': npmLock('lodash@4.17.20'), file: '' });
  return castellan(args, { cwd, env: { HOME: join(cwd, 'file', 'home'), SERVICE_OSV_API_URL: 'http://127.0.0.1:9' } });
}

describe('a home where nothing can be kept', () => {
  it.each([
    ['scan', ['scan', '.', '--offline', '-q'], 1, /^gate: incomplete — .*no advisory database yet; run `castellan db update`$/],
    ['scan online', ['scan', '.', '-q'], 1, /^gate: incomplete — .*connection refused \(2 tries\)/],
    ['check', ['check', 'lodash@4.17.20', '-e', 'npm', '--offline', '-q'], 2, /^ {2}run `castellan db update`$/],
    ['shield', ['shield', 'install'], 0, /^no server was found to shield$/],
  ])('ends in a line and the exit code: %s', async (_name, args, code, last) => {
    const result = await run(...args);
    expect({ code: result.code, last: result.last }).toEqual({ code, last: expect.stringMatching(last) });
    expect(result.stderr).not.toContain('inside castellan');
  });
});
