import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OsvServer } from '../support/osv-server.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const RECORD = 'GHSA-xvch-5gv4-984h.json';

const check = (...args: string[]) => database.run(['check', ...args, '--offline']);

describe('check', () => {
  it.each([
    ['minimist@1.2.5', 1],
    ['npm:minimist@1.2.5', 1],
    ['npm:minimist@1.2.8', 0],
    ['pypi:requesuts==1.0.0', 1],
    ['pkg:npm/%40babel/traverse@7.0.0', 1],
    ['npx -y mcp-remote@0.1.15', 1],
    ['npx -y mcp-remote@0.1.16', 0],
    ['uvx requesuts==1.0.0', 1],
  ])('%s ends with %i', async (spec, code) => {
    expect((await check(spec)).code).toBe(code);
  });

  it.each([
    ['log4j-core@2.14.1', 'maven', 'is no group:artifact, as Maven names its packages'],
    ['log4j-core@2.14.1', 'Maven', 'did you mean org.apache.logging.log4j:log4j-core?'],
    ['@babel@7.0.0', 'npm', 'is no @scope/name'],
    ['monolog@1.0.0', 'packagist', 'is no vendor/package'],
    ['checkout@v4', 'GitHub Actions', 'is no owner/repository'],
    ['net@0.1.0', 'go', 'is no host/path'],
    ['minimist@latest', 'npm', 'no version in "minimist@latest"'],
    ['minimist@^1.2.0', 'npm', 'no version in'],
    ['minimist@1.x', 'npm', 'no version in'],
    ['requests==2.*', 'pypi', 'no version in'],
    ['org.apache.logging.log4j:log4j-core@LATEST', 'maven', 'no version in'],
    ['org.apache.logging.log4j:log4j-core@[2.0,3)', 'maven', 'no version in'],
    ['minimist@1.2.5', 'npn', '"npn" is no ecosystem, did you mean "npm"?'],
    ['minimist@1.2.5', 'npm,pypi', 'one ecosystem'],
  ])('refuses %s in %s: %s', async (spec, ecosystem, message) => {
    const { code, stderr } = await check(spec, '-e', ecosystem);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it.each(['pkg:maven/log4j-core@2.14.1', 'maven:log4j-core@2.14.1'])('refuses half a name in %s', async (spec) => {
    expect((await check(spec)).code).toBe(2);
  });

  it('fails when one of several packages is bad, and names it', async () => {
    const { code, stdout } = await check('npm:left-pad@1.3.0', 'npm:minimist@1.2.5');
    expect(code).toBe(1);
    expect(stdout).toContain('CVE-2021-44906');
  });

  it('prints one line a package under --quiet', async () => {
    const { stdout } = await check('npm:left-pad@1.3.0', 'npm:minimist@1.2.5', '--quiet');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/left-pad@1\.3\.0.*clean/);
    expect(lines[1]).toMatch(/minimist@1\.2\.5.*CVE-2021-44906/);
  });

  it('does not guess an ecosystem, and lists those that the database knows', async () => {
    const { code, stderr } = await check('no-such-package-anywhere@1.0.0');
    expect(code).toBe(2);
    expect(stderr).toContain('which ecosystem?');
  });

  it('takes the ecosystem from -e', async () => {
    expect((await check('minimist@1.2.5', '-e', 'npm')).code).toBe(1);
    const { code, stderr } = await check('minimist@1.2.5', '-e', 'no-such');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('no-such') });
  });

  it.each(['json', 'sarif'])('prints nothing but %s', async (format) => {
    const { stdout } = await check('npm:minimist@1.2.5', '--format', format);
    expect(JSON.stringify(JSON.parse(stdout))).toContain('CVE-2021-44906');
  });

  it('calls a malicious package malicious', async () => {
    const { last } = await check('pypi:requesuts==1.0.0');
    expect(last).toMatch(/^gate: malicious — MAL-2024-5909/);
  });
});

describe('check online', () => {
  it('asks the OSV API when there is no database, and fails when the API does not answer', async () => {
    const record = JSON.parse(readFileSync(join(projectRoot, 'fixtures/feeds-src/osv/npm', RECORD), 'utf8'));
    const server = await OsvServer.start({ [record.id]: record }, { 'npm minimist': [record.id] });
    const home = projectFolder({});
    const env = { SERVICE_HOME: home, SERVICE_OSV_API_URL: server.url };
    const found = await castellan(['check', 'npm:minimist@1.2.5'], { env });
    expect(found.code).toBe(1);
    const gone = await castellan(['check', 'npm:minimist@1.2.4'], {
      env: { SERVICE_HOME: projectFolder({}), SERVICE_OSV_API_URL: 'http://127.0.0.1:1' },
    });
    expect(gone.code).toBe(1);
    expect(gone.last).toMatch(/^gate: incomplete — /);
  });
});
