import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

interface Found {
  id: string;
  fixed_version?: string;
  suppressed?: { by: string };
}

/** What a project of packages with and without a fix gives. */
async function scan(...flags: string[]) {
  const cwd = projectFolder({ 'package-lock.json': npmLock('ejs@3.1.6', 'babel-traverse@6.26.0') });
  const { code, stdout, stderr } = await database.run(['scan', '.', '--offline', '--fail-on-severity', 'any', ...flags], { cwd });
  return { code, stdout, stderr };
}

async function found(...flags: string[]): Promise<Found[]> {
  return JSON.parse((await scan('--format', 'json', ...flags)).stdout).findings;
}

describe('--ignore-unfixed', () => {
  it('keeps what has no fix from gates and lists, counts it, and leaves it in the JSON', async () => {
    const all = await found();
    const unfixed = all.filter(({ fixed_version: version }) => version === undefined).map(({ id }) => id);
    expect(unfixed).not.toEqual([]);
    const told = await found('--ignore-unfixed');
    expect(told.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    expect(told.filter(({ suppressed }) => suppressed?.by === 'unfixed').map(({ id }) => id)).toEqual(unfixed);
    const { code, stdout } = await scan('--ignore-unfixed');
    expect(code).toBe(1);
    for (const id of unfixed) expect(stdout).not.toContain(id);
    expect(stdout).toContain(`${unfixed.length} without a fix, set aside by --ignore-unfixed`);
  });
});
