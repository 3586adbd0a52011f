import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reporters } from '../../src/report/registry.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

// Random texts in the shapes of real secrets; none was ever issued.
const PASSWORD = 'hunter2Zq81xYv';
const TOKEN = 'ghp_Zx8Qw2Er5Ty7Ui9Op1As3Df6Gh4Jk0LmNbVc';
const QUERY = 'sv2024sig8812kfj';

const PROJECT = {
  'package-lock.json': JSON.stringify({
    lockfileVersion: 3,
    packages: {
      '': {},
      'node_modules/minimist': { version: '1.2.5', resolved: `https://bot:${PASSWORD}@npm.corp.example/minimist.tgz?token=${QUERY}` },
      'node_modules/other': {
        version: '1.0.0',
        resolved: `git+https://${TOKEN}@github.com/acme/other.git#0123456789012345678901234567890123456789`,
      },
    },
  }),
  '.npmrc': `//npm.corp.example/:_authToken=${TOKEN}\nregistry=https://bot:${PASSWORD}@npm.corp.example/\n`,
  'py/requirements.txt': `--index-url https://bot:${PASSWORD}@pypi.corp.example/simple\nrequests @ https://u:${PASSWORD}@files.example/r.whl?sig=${QUERY}\n!!! password=${PASSWORD}\n`,
  'go/go.mod': `module x\n\ngo 1.22\n\nrequire (\n  password=${PASSWORD}\n)\n`,
};

describe('secrets', () => {
  it('never reach a report, a message or the crash log', async () => {
    const cwd = projectFolder(PROJECT);
    const home = projectFolder({});
    for (const { id } of reporters) {
      const { stdout, stderr } = await database.run(['scan', '--offline', '.', '--format', id, '--verbose'], {
        cwd,
        env: { SERVICE_HOME: home },
      });
      for (const secret of [PASSWORD, TOKEN, QUERY]) expect(`${stdout}${stderr}`, `${secret} in ${id}`).not.toContain(secret);
    }
    for (const file of readdirSync(home, { recursive: true, withFileTypes: true })) {
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(PASSWORD);
    }
  });

  it('never come back from a wrong option or variable', async () => {
    const { stderr, code } = await database.run(['db', 'update'], { env: { SERVICE_OSV_URL: `ftp://bot:${PASSWORD}@mirror.example/` } });
    expect(code).not.toBe(0);
    expect(stderr).not.toContain(PASSWORD);
  });
});
