/**
 * Builds the Debian package from the built program: `tsx scripts/release/deb.ts FOLDER` writes castellan_VERSION_all.deb there. It holds
 * scripts, run by the system's Node.js, manual pages, completions and the units of systemd; nothing in it runs when it is installed.
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packedFiles } from './packed-files.js';
import { run } from './run.js';

const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions/castellan',
  zsh: 'usr/share/zsh/vendor-completions/_castellan',
  fish: 'usr/share/fish/vendor_completions.d/castellan.fish',
};
const UNITS = 'deploy/systemd';
const UNIT_PLACES: Readonly<Record<string, (name: string) => string>> = {
  '.service': (name) => `usr/lib/systemd/system/${name}`,
  '.timer': (name) => `usr/lib/systemd/system/${name}`,
  '.sysusers': () => 'usr/lib/sysusers.d/castellan.conf',
  '.tmpfiles': () => 'usr/lib/tmpfiles.d/castellan.conf',
};
/** Takes away the compiled code that root's runs left beside the scripts; a user's lies in the user's cache. */
const POSTRM = `#!/bin/sh
set -e
case "$1" in
  remove) rm -rf "$DPKG_ROOT/usr/lib/castellan" ;;
  upgrade) rm -rf "$DPKG_ROOT/usr/lib/castellan/dist/code" ;;
esac
`;

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('usage: deb.ts FOLDER');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<'version' | 'description', string>;
process.umask(0o022);
const root = mkdtempSync(join(tmpdir(), 'castellan-deb-'));
try {
  chmodSync(root, 0o755);
  for (const path of packedFiles()) putPacked(path);
  for (const [shell, path] of Object.entries(COMPLETIONS)) put(path, run(process.execPath, ['bin/castellan.cjs', 'completion', shell]));
  for (const name of readdirSync(UNITS)) putUnit(name);
  put('usr/share/doc/castellan/copyright', readFileSync('LICENSE'));
  put('usr/share/doc/castellan/changelog.gz', zipped('CHANGELOG.md'));
  mkdirSync(join(root, 'usr/bin'));
  symlinkSync('../lib/castellan/bin/castellan.cjs', join(root, 'usr/bin/castellan'));
  put('DEBIAN/control', control());
  put('DEBIAN/postrm', POSTRM, 0o755);
  mkdirSync(target, { recursive: true });
  // A tilde sorts before everything, so that 1.2.3~rc.1 gives way to 1.2.3.
  const out = resolve(target, `castellan_${manifest.version.replace('-', '~')}_all.deb`);
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, out]);
  console.log(out);
} finally {
  rmSync(root, { recursive: true, force: true });
}

function put(path: string, content: string | Uint8Array, mode = 0o644): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, content, { mode });
}

/** Without time and name, so that the same program gives the same bytes. */
function zipped(path: string): Buffer {
  return gzipSync(readFileSync(path), { level: 9 });
}

function putPacked(path: string): void {
  if (path.startsWith('dist/man/')) put(`usr/share/man/man1/${basename(path)}.gz`, zipped(path));
  else if (path.startsWith('native/') && !/^native\/(?:linux-|digests)/.test(path)) return;
  else put(`usr/lib/castellan/${path}`, readFileSync(path), path === 'bin/castellan.cjs' ? 0o755 : 0o644);
}

function putUnit(name: string): void {
  const place = UNIT_PLACES[extname(name)];
  if (place === undefined) throw new Error(`${UNITS}/${name}: no place is known for it`);
  put(place(name), readFileSync(join(UNITS, name), 'utf8').replaceAll('/usr/local/bin/castellan', '/usr/bin/castellan'));
}

function control(): string {
  return [
    'Package: castellan',
    `Version: ${manifest.version.replace('-', '~')}`,
    'Architecture: all',
    'Section: admin',
    'Priority: optional',
    'Depends: nodejs (>= 20.19)',
    'Recommends: ca-certificates, git',
    'Maintainer: Castellan maintainers <maintainers@castellan.invalid>',
    'Homepage: https://github.com/castellan-security/castellan',
    `Description: ${manifest.description}`,
    '',
  ].join('\n');
}
