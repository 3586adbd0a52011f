import { chmodSync, linkSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reporters } from '../../src/report/registry.js';
import { execa, spawnSync } from '../support/programs.js';
import { projectFolder } from '../support/project-folder.js';
import { castellan, programPath } from '../support/spawn-cli.js';

/** A shell's line with `$castellan` for the program. */
async function shell(line: string, cwd: string) {
  const done = await execa('bash', ['-c', line], {
    cwd,
    env: { castellan: `${process.execPath} ${programPath}`, HOME: cwd, LANG: 'C.UTF-8' },
    reject: false,
  });
  return { code: done.exitCode, stdout: done.stdout, stderr: done.stderr };
}

const demo = (...args: string[]) => ['scan', '--demo', ...args];

describe.skipIf(process.platform === 'win32')('a report to what is no regular file', () => {
  it.each(['null', 'full'])('leaves the device /dev/%s, and a link to it, as they are', async (name) => {
    const cwd = projectFolder({});
    symlinkSync(`/dev/${name}`, join(cwd, 'link'));
    for (const file of [`/dev/${name}`, 'link']) {
      const { code, stderr } = await castellan(demo('-f', `json=${file}`), { cwd });
      expect(code).toBe(1);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(name === 'full' ? /^error: .*no space left/ : /^gate: malicious/);
    }
    expect(statSync(`/dev/${name}`).isCharacterDevice()).toBe(true);
    expect(lstatSync(join(cwd, 'link')).isSymbolicLink()).toBe(true);
  });

  it('goes to the reader of a process substitution, also one that stops reading early', async () => {
    const cwd = projectFolder({});
    const { code } = await shell(
      '$castellan scan --demo -q -f json=>(cat >got.json) -f sarif=>(head -c 9 >head); r=$?; sleep 1; exit $r',
      cwd,
    );
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, 'got.json'), 'utf8')).verdict.exit_code).toBe(1);
    expect(readFileSync(join(cwd, 'head'), 'utf8')).toHaveLength(9);
  });

  it('waits for the reader of a named pipe and leaves the pipe there', async () => {
    const cwd = projectFolder({});
    const { code } = await shell(
      'mkfifo pipe; (sleep 0.5; cat pipe >got.json) & $castellan scan --demo -q -f json=pipe; r=$?; wait; exit $r',
      cwd,
    );
    expect(code).toBe(1);
    expect(JSON.parse(readFileSync(join(cwd, 'got.json'), 'utf8')).tool.name).toBe('castellan');
    expect(lstatSync(join(cwd, 'pipe')).isFIFO()).toBe(true);
  });

  it('may be stdout under another name, but only once', async () => {
    const cwd = projectFolder({});
    for (const file of ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])
      expect(JSON.parse((await castellan(demo('-q', '-f', `json=${file}`), { cwd })).stdout).tool.name).toBe('castellan');
    const twice = await castellan(demo('-f', 'json=/dev/stdout', '-f', 'sarif'), { cwd });
    expect(twice).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cannot both go to stdout') });
  });

  it('is appended to a file that the shell opened for appending', async () => {
    const cwd = projectFolder({ 'log.txt': 'before\n' });
    await shell('$castellan scan --demo -q -f json=/dev/stdout >>log.txt; $castellan scan --demo -q -f badge=/dev/fd/7 7>>log.txt', cwd);
    const text = readFileSync(join(cwd, 'log.txt'), 'utf8');
    expect(text.startsWith('before\n{')).toBe(true);
    expect(text).toContain('schemaVersion');
  });

  it('says in one line that a descriptor is not open', async () => {
    const { code, stderr } = await castellan(demo('-f', 'json=/dev/fd/97'), { cwd: projectFolder({}) });
    expect(code).toBe(1);
    expect(stderr.trim()).toBe('error: /dev/fd/97  cannot be written: no such open file');
  });

  it('reports a full disk behind stdout instead of a verdict', async () => {
    const { code, stderr } = await shell('$castellan scan --demo >/dev/full', projectFolder({}));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: standard output .*no space left/) });
  });
});

describe.skipIf(process.platform === 'win32')('a report to a file that is there', () => {
  it('keeps the mode, and follows links to their end, also to a file that does not exist yet', async () => {
    const cwd = projectFolder({ 'kept/old.json': 'old' });
    chmodSync(join(cwd, 'kept/old.json'), 0o640);
    symlinkSync('kept/old.json', join(cwd, 'link.json'));
    symlinkSync('kept/new.json', join(cwd, 'dangling.json'));
    await castellan(demo('-f', 'json=link.json', '-f', 'sarif=dangling.json'), { cwd });
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(cwd, 'dangling.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(cwd, 'kept/old.json')).mode & 0o777).toBe(0o640);
    expect(JSON.parse(readFileSync(join(cwd, 'kept/old.json'), 'utf8')).tool.name).toBe('castellan');
    expect(JSON.parse(readFileSync(join(cwd, 'kept/new.json'), 'utf8')).runs).toHaveLength(1);
    expect(readdirSync(join(cwd, 'kept')).sort()).toEqual(['new.json', 'old.json']);
  });

  it('keeps its other names, and refuses a link to itself', async () => {
    const cwd = projectFolder({ 'a.json': 'old' });
    linkSync(join(cwd, 'a.json'), join(cwd, 'b.json'));
    symlinkSync('loop', join(cwd, 'loop'));
    await castellan(demo('-f', 'json=a.json'), { cwd });
    expect(readFileSync(join(cwd, 'b.json'), 'utf8')).toContain('"castellan"');
    const { code, stderr } = await castellan(demo('-q', '-o', 'loop'), { cwd });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^error: \S+loop {2}cannot be written: the link leads to itself\n$/),
    });
  });

  // The folder of a user who is not root; root itself may write anywhere.
  it.skipIf(process.getuid?.() === 0)('is written in place where its folder takes no other file', async () => {
    const cwd = projectFolder({ 'shut/r.json': 'old', 'fixed.json': 'kept' });
    chmodSync(join(cwd, 'shut'), 0o555);
    chmodSync(join(cwd, 'fixed.json'), 0o444);
    await castellan(demo('-f', 'json=shut/r.json'), { cwd });
    chmodSync(join(cwd, 'shut'), 0o755);
    expect(readFileSync(join(cwd, 'shut/r.json'), 'utf8')).toContain('"castellan"');
    expect((await castellan(demo('-f', 'json=fixed.json'), { cwd })).stderr).toContain('permission denied');
    expect(readFileSync(join(cwd, 'fixed.json'), 'utf8')).toBe('kept');
  });

  it('takes one report and refuses a second, however its path is written', async () => {
    const cwd = projectFolder({ 'a.json': 'old' });
    symlinkSync('a.json', join(cwd, 'b.json'));
    for (const args of [
      ['-f', 'json=a.json', '-f', 'sarif=./b.json'],
      ['-f', 'json=new/x', '-f', 'html=./new/x'],
      ['-f', 'json', '-f', 'csv', '-o', 'y'],
    ])
      expect(await castellan(demo(...args), { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot both go to') });
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe('old');
  });
});

describe('other commands that write files', () => {
  it.skipIf(process.platform === 'win32')('db update and db import keep a link to the database, and refuse what is no file', async () => {
    const cwd = projectFolder({});
    symlinkSync('real.db', join(cwd, 'link.db'));
    const feeds = join(process.cwd(), 'fixtures/feeds');
    expect(await castellan(['db', 'update', '--from', feeds, '--db', 'link.db'], { cwd })).toMatchObject({ code: 0 });
    expect(lstatSync(join(cwd, 'link.db')).isSymbolicLink()).toBe(true);
    expect(statSync(join(cwd, 'real.db')).size).toBeGreaterThan(1000);
    expect(spawnSync('mkfifo', [join(cwd, 'pipe.db')]).status).toBe(0);
    expect(await castellan(['db', 'update', '--from', feeds, '--db', 'pipe.db'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no regular file'),
    });
    const packed = await shell('$castellan db export /dev/stdout --db link.db | $castellan db import /dev/stdin --db other.db; ls', cwd);
    expect(packed.stderr).toContain('exported');
    symlinkSync('packed.file', join(cwd, 'packed'));
    expect(await castellan(['db', 'export', 'packed', '--db', 'link.db'], { cwd })).toMatchObject({ code: 0 });
    expect(lstatSync(join(cwd, 'packed')).isSymbolicLink()).toBe(true);
    expect(await castellan(['db', 'import', 'packed', '--db', 'again.db'], { cwd })).toMatchObject({ code: 0 });
  });

  it('db backup and --key-file overwrite nothing', async () => {
    const cwd = projectFolder({});
    symlinkSync('elsewhere', join(cwd, 'link'));
    writeFileSync(join(cwd, 'there'), 'kept');
    const env = { SERVICE_HOME: join(cwd, 'home') };
    await castellan(['serve', '--bootstrap-admin', 'acme', '--key-file', 'key'], { cwd, env });
    for (const file of ['link', 'there'])
      for (const args of [
        ['db', 'backup', file],
        ['serve', '--bootstrap-admin', 'acme', '--force', '--key-file', file],
      ])
        expect(await castellan(args, { cwd, env })).toMatchObject({ code: 1 });
    expect(readFileSync(join(cwd, 'there'), 'utf8')).toBe('kept');
    expect(lstatSync(join(cwd, 'link')).isSymbolicLink()).toBe(true);
  });
});

describe('--output names its format', () => {
  it.each(reporters.filter(({ id }) => id !== 'console').map(({ id, extension }) => [extension, id]))(
    'x.%s is %s',
    async (extension, id) => {
      const cwd = projectFolder({});
      const byEnding = await castellan(demo('-o', `x.${extension}`), { cwd });
      await castellan(demo('-q', '-f', `${id}=said`), { cwd });
      expect(byEnding.stderr).toContain(`wrote x.${extension} (${id})\n`);
      expect(readFileSync(join(cwd, `x.${extension}`), 'utf8')).toBe(readFileSync(join(cwd, 'said'), 'utf8'));
    },
  );

  it('gives way to --format, and allows the formats of its command only', async () => {
    const cwd = projectFolder({ '.mcp.json': JSON.stringify({ mcpServers: { x: { command: 'npx', args: ['-y', 'x@1.0.0'] } } }) });
    expect((await castellan(demo('-o', 'x.sarif', '-f', 'json'), { cwd })).stderr).toContain('wrote x.sarif (json)\n');
    expect((await castellan(demo('-o', 'x.report'), { cwd })).stderr).toContain('wrote x.report (console)\n');
    expect((await castellan(['agents', '--project', '.', '--offline', '-o', 'x.json'], { cwd })).stderr).toContain('wrote x.json (json)\n');
    expect((await castellan(['agents', '--project', '.', '--offline', '-o', 'x.sarif'], { cwd })).stderr).toContain(
      'wrote x.sarif (console)\n',
    );
    expect((await castellan(demo('-q', '-f', 'json=quiet.json'), { cwd })).stderr.trim().split('\n')).toHaveLength(1);
  });
});
