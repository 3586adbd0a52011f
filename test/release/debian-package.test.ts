import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnSync } from '../support/programs.js';
import { releaseScript } from '../support/release-scripts.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

/** Built by the real dpkg-deb, unpacked and installed by the real dpkg, and run. */
describe.skipIf(!has('dpkg-deb'))(`the Debian package${has('dpkg-deb') ? '' : ' (this machine lacks dpkg-deb)'}`, () => {
  const folder = temporaryFolder();
  afterAll(folder.dispose);
  const root = join(folder.path, 'root');
  const file = join(folder.path, `castellan_${version}_all.deb`);
  const ask = (...args: string[]) => spawnSync('dpkg-deb', args, { encoding: 'utf8' });
  const run = (...args: string[]) =>
    spawnSync(join(root, 'usr/bin/castellan'), args, { encoding: 'utf8', env: { HOME: folder.path }, cwd: folder.path });

  beforeAll(() => {
    // What is packed is the same however hard it is pressed.
    expect(releaseScript('deb', [folder.path], { env: { DPKG_DEB_COMPRESSOR_LEVEL: '0' } })).toMatchObject({ status: 0 });
    expect(ask('-x', file, root)).toMatchObject({ status: 0 });
  }, 120_000);

  it('says what it is and what it needs, and runs nothing while it is installed', () => {
    const said = (field: string) => ask('--field', file, field).stdout.trim();
    expect(said('Package')).toBe('castellan');
    expect(said('Version')).toBe(version);
    expect(said('Architecture')).toBe('all');
    expect(said('Depends')).toBe('nodejs (>= 20.19)');
    const control = join(folder.path, 'control');
    ask('--control', file, control);
    expect(readdirSync(control).sort()).toEqual(['control', 'postrm']);
  });

  it('belongs to root, and nobody else may write to it', () => {
    const lines = ask('--contents', file).stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) expect(line).toMatch(/^(?:drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root\/root /);
    expect(lines.filter((line) => line.startsWith('-rwx'))).toEqual([expect.stringContaining('./usr/lib/castellan/bin/castellan.cjs')]);
    expect(lines.join('\n')).not.toMatch(/native\/(?:darwin|win32)|\/node_modules\//);
  });

  it('runs, also the demo, and scans', () => {
    expect(readlinkSync(join(root, 'usr/bin/castellan'))).toBe('../lib/castellan/bin/castellan.cjs');
    expect(run('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
    expect(run('scan', '--demo')).toMatchObject({ status: 1, stdout: expect.stringContaining('BLOCKED') });
    expect(run('man', 'scan')).toMatchObject({ status: 0, stdout: expect.stringContaining('.TH CASTELLAN') });
  });

  it('has manual pages and completions where the system looks for them', () => {
    const pages = readdirSync(join(root, 'usr/share/man/man1'));
    const { man } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(pages.sort()).toEqual(man.map((path: string) => `${basename(path)}.gz`).sort());
    expect(gunzipSync(readFileSync(join(root, 'usr/share/man/man1/castellan-scan.1.gz'))).toString()).toContain('.SH NAME');
    for (const [shell, path] of [
      ['bash', 'bash-completion/completions/castellan'],
      ['zsh', 'zsh/vendor-completions/_castellan'],
      ['fish', 'fish/vendor_completions.d/castellan.fish'],
    ] as const) {
      expect(readFileSync(join(root, 'usr/share', path), 'utf8')).toBe(run('completion', shell).stdout);
      if (has(shell)) expect(spawnSync(shell, ['-n', join(root, 'usr/share', path)], { encoding: 'utf8' })).toMatchObject({ status: 0 });
    }
    expect(existsSync(join(root, 'usr/share/doc/castellan/copyright'))).toBe(true);
  });

  it('has the units, which start the program of the package', () => {
    const units = join(root, 'usr/lib/systemd/system');
    expect(readdirSync(units).sort()).toEqual(['castellan-advisories.service', 'castellan-advisories.timer', 'castellan.service']);
    for (const name of ['castellan-advisories.service', 'castellan.service']) {
      const [, started = ''] = /^ExecStart=(\S+)/m.exec(readFileSync(join(units, name), 'utf8')) ?? [];
      expect(statSync(join(root, started)).isFile()).toBe(true);
    }
    for (const kind of ['sysusers.d', 'tmpfiles.d'])
      expect(readFileSync(join(root, 'usr/lib', kind, 'castellan.conf'), 'utf8')).toContain('castellan');
  });

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot)(
    `is installed and removed by dpkg, and leaves nothing${isRoot ? '' : ' (needs root)'}`,
    () => {
      const system = mkdtempSync(join(folder.path, 'system-'));
      mkdirSync(join(system, 'var/lib/dpkg/info'), { recursive: true });
      mkdirSync(join(system, 'var/lib/dpkg/updates'));
      writeFileSync(join(system, 'var/lib/dpkg/status'), '');
      // Our Node.js is not one of its packages, and without a shell in there its scripts run from here.
      const dpkg = (...args: string[]) =>
        spawnSync('dpkg', [`--root=${system}`, '--force-depends', '--force-script-chrootless', ...args], { encoding: 'utf8' });
      const installed = join(system, 'usr/bin/castellan');
      for (let time = 0; time < 2; time++) {
        expect(dpkg('--install', file)).toMatchObject({ status: 0 });
        // Root's runs leave compiled code beside the scripts.
        expect(spawnSync(installed, ['scan', '--demo'], { env: { HOME: folder.path } }).status).toBe(1);
        expect(existsSync(join(system, 'usr/lib/castellan/dist/code'))).toBe(true);
      }
      expect(dpkg('--remove', 'castellan')).toMatchObject({ status: 0 });
      expect(existsSync(join(system, 'usr/lib/castellan'))).toBe(false);
      expect(existsSync(installed)).toBe(false);
    },
    120_000,
  );
});
