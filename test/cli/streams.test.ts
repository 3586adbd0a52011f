import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reporters } from '../../src/report/registry.js';
import { execa, spawn } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { programPath, projectRoot } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const SAMPLE = join(projectRoot, 'fixtures/sample-app');

describe('stdout and stderr', () => {
  it.each(reporters.map(({ id }) => id))('writes the same bytes twice, and the verdict on the last line of stderr: %s', async (format) => {
    const [first, second] = await Promise.all([1, 2].map(() => database.run(['scan', '--offline', SAMPLE, '--format', format])));
    expect(first?.stdout).not.toBe('');
    expect(second?.stdout).toBe(first?.stdout);
    expect(first?.last).toMatch(/^gate: severity — /);
    expect(first?.stdout).not.toContain('gate: severity — ');
  });

  it.each(['json', 'sarif', 'cyclonedx', 'spdx', 'openvex', 'graph', 'badge'])('leaves nothing but JSON on stdout: %s', async (format) => {
    const { stdout } = await database.run(['scan', '--offline', SAMPLE, '--format', format, '--verbose']);
    expect(() => JSON.parse(stdout)).not.toThrow();
  });

  it('names the verdict under --quiet too, and nothing else', async () => {
    const { stderr } = await database.run(['scan', '--offline', SAMPLE, '--format', 'json', '--quiet']);
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/^gate: severity — /)]);
  });

  it('gives the same verdict in the report as by the exit code', async () => {
    const { code, stdout, last } = await database.run(['scan', '--offline', SAMPLE, '--format', 'json']);
    const { verdict } = JSON.parse(stdout);
    expect(verdict).toMatchObject({ outcome: 'blocked', exit_code: code, gate: 'severity' });
    expect(last).toContain(verdict.reasons[0].replace(/, \+.*/, '').slice(0, 40));
  });

  it('uses colours only where they are wanted', async () => {
    const plain = await database.run(['scan', '--offline', SAMPLE]);
    const forced = await database.run(['scan', '--offline', SAMPLE], { env: { FORCE_COLOR: '1' } });
    const refused = await database.run(['scan', '--offline', SAMPLE, '--no-color'], { env: { FORCE_COLOR: '1' } });
    expect([plain, forced, refused].map(({ stdout }) => stdout.includes('\u001b['))).toEqual([false, true, false]);
  });

  it('lets no evidence control the terminal or the build log', async () => {
    const name = 'evil\u001b]0;owned\u0007\u202egnp';
    const cwd = projectFolder({
      'package-lock.json': npmLock(`${name}@1.0.0`, 'minimist@1.2.5'),
      'x\u001b[2J/requirements.txt': '::error::x\n',
    });
    for (const format of ['console', 'plain', 'markdown', 'github', 'csv']) {
      const { stdout, stderr } = await database.run(['scan', '--offline', '.', '--format', format, '--verbose'], { cwd });
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u202e]/);
    }
  });
});

describe('a reader that goes away', () => {
  it('ends the program quietly with the code of the scan', async () => {
    const script = `"${process.execPath}" "${programPath}" scan --demo --format json 2>err.txt | head -c 10 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const cwd = projectFolder({});
    const { stdout } = await execa('bash', ['-c', script], { cwd });
    expect(stdout).toBe('1');
    expect(readFileSync(join(cwd, 'err.txt'), 'utf8')).not.toMatch(/EPIPE|\n\s+at /);
  });
});

describe('SIGINT', () => {
  it('ends a waiting command with 130 and leaves no half-written file', async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      hanging.closeAllConnections();
      hanging.close();
    });
    const folder = projectFolder({});
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [programPath, 'db', 'update', '--ecosystem', 'npm'], {
      env: { SERVICE_DB: join(folder, 'a.db'), SERVICE_OSV_URL: url, SERVICE_KEV_URL: url, SERVICE_EPSS_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += String(text);
    });
    await new Promise<void>((resolve) => hanging.once('request', () => resolve()));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).toBe(130);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(existsSync(join(folder, 'a.db'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('--output', () => {
  it('writes several reports at once and leaves stdout empty', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('minimist@1.2.5') });
    const { stdout, code } = await database.run(['scan', '--offline', '.', '-f', 'json=a/one.json', '-f', 'sarif=two.sarif'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const report = JSON.parse(readFileSync(join(cwd, 'a/one.json'), 'utf8'));
    const sarif = JSON.parse(readFileSync(join(cwd, 'two.sarif'), 'utf8'));
    expect(sarif.runs[0].results).toHaveLength(report.counts.findings);
  });

  it('says so when the report cannot be written, and fails', async () => {
    const cwd = projectFolder({ 'package-lock.json': npmLock('left-pad@1.3.0'), file: 'x' });
    const { code, stderr } = await database.run(['scan', '--offline', '.', '--format', 'json=file/report.json'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('file/report.json');
  });
});
