import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { execa, spawnSync } from '../support/programs.js';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan, programPath } from '../support/spawn-cli.js';

const HINT = /no advisory database yet, so 127\.0\.0\.1:\d+ is asked about each package: `castellan db update`/;
/** Nobody listens here. */
const nowhere = { SERVICE_OSV_API_URL: 'http://127.0.0.1:9' };
/** Knows of no advisory. */
const osv = createServer((_, response) => response.end('{"results":[{}]}'));
const answering = () => ({ SERVICE_OSV_API_URL: `http://127.0.0.1:${(osv.address() as AddressInfo).port}` });
beforeAll(() => new Promise<void>((resolve) => void osv.listen(0, '127.0.0.1', resolve)));
afterAll(() => void osv.close());
const hasScript = spawnSync('script', ['--version']).status === 0;

/** What a person sees at a terminal, on both streams. */
async function atTerminal(command: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const line = `'${process.execPath}' '${programPath}' ${command}`;
  const { stdout } = await execa('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: { ...answering(), TERM: 'xterm', ...env },
    reject: false,
    stdin: 'ignore',
    timeout: 25_000,
  });
  return String(stdout);
}

describe('without an advisory database', () => {
  const folder = () => projectFolder({ 'package-lock.json': npmLock('lodash@4.17.20'), 'README.md': 'x' });

  it.skipIf(!hasScript)('a person at a terminal is told once how to get one', async () => {
    const cwd = folder();
    expect((await atTerminal('scan', cwd)).match(new RegExp(HINT, 'g'))).toHaveLength(1);
    expect(await atTerminal('check lodash@4.17.20 -e npm', cwd)).toMatch(HINT);
  });

  it.skipIf(!hasScript)('nobody is told in CI, who wants quiet, or where none is needed', async () => {
    const cwd = folder();
    expect(await atTerminal('scan', cwd, { CI: 'true' })).not.toMatch(HINT);
    expect(await atTerminal('scan --quiet', cwd)).not.toMatch(HINT);
    expect(await atTerminal('scan --no-vulnerabilities', cwd)).not.toMatch(HINT);
    expect(await atTerminal('scan --offline', cwd)).not.toMatch(HINT);
    writeFileSync(join(cwd, 'my.db'), '');
    expect(await atTerminal('scan --offline --db my.db', cwd)).not.toMatch(HINT);
  });

  it('the last line has the remedy, with and without a network', async () => {
    const cwd = folder();
    const online = await castellan(['scan'], { cwd, env: nowhere });
    expect(online.stderr).not.toMatch(HINT);
    expect(online).toMatchObject({
      code: 1,
      last: expect.stringMatching(/^gate: incomplete — .*connection refused.*`castellan db update`.*--offline/),
    });
    const offline = await castellan(['scan', '--offline'], { cwd });
    expect(offline).toMatchObject({
      code: 1,
      last: expect.stringMatching(/^gate: incomplete — .*no advisory database yet; run `castellan db update`$/),
    });
  });
});
