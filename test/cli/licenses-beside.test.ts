import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import list from 'spdx-license-list/full.js';
import { describe, expect, it } from 'vitest';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

function textOf(id: string): string {
  const text = list[id]?.licenseText;
  if (text === undefined) throw new Error(`no text of ${id}`);
  return text;
}

/** What a scan says of the licences of a folder's components. */
async function licensesIn(cwd: string) {
  const { stdout } = await castellan(['scan', '--offline', '--no-vulnerabilities', '.', '--format', 'json'], { cwd });
  const report = JSON.parse(stdout);
  const components: { name: string; licenses: string[] }[] = report.components;
  const notes: { kind: string; text: string }[] = report.notes;
  return {
    licenses: Object.fromEntries(components.map(({ name, licenses }) => [name, licenses.join(', ')])),
    notes: notes.flatMap(({ kind, text }) => (kind === 'license' ? [text] : [])),
  };
}

const manifest = (name: string, license?: unknown, version = '1.0.0') => JSON.stringify({ name, version, license });

describe('licences of the packages that lie beside a lockfile', () => {
  it('come from node_modules, also nested ones and the store of pnpm, if the version is the same', async () => {
    const folder = projectFolder({
      'package-lock.json': npmLock('plain@1.0.0', '@scope/deep@1.0.0', 'stored@1.0.0', 'other@1.0.0'),
      'node_modules/plain/package.json': manifest('plain', 'mit'),
      'node_modules/plain/node_modules/@scope/deep/package.json': manifest('@scope/deep', { type: 'ISC' }),
      'node_modules/.pnpm/stored@1.0.0/node_modules/stored/package.json': manifest('stored', '(MIT OR Apache-2.0)'),
      'node_modules/other/package.json': manifest('other', 'MIT', '2.0.0'),
      'node_modules/unlisted/package.json': manifest('unlisted', 'MIT'),
    });
    expect(await licensesIn(folder)).toEqual({
      licenses: { plain: 'MIT', '@scope/deep': 'ISC', stored: 'MIT OR Apache-2.0', other: '' },
      notes: [],
    });
  });

  it('come from texts where nothing is declared; what is declared wins, and a difference is said', async () => {
    const folder = projectFolder({
      'package-lock.json': npmLock('silent@1.0.0', 'seen@1.0.0', 'vague@1.0.0', 'more@1.0.0'),
      'node_modules/silent/package.json': manifest('silent'),
      'node_modules/silent/LICENSE': textOf('MIT').replace('<year> <copyright holders>', '2020 Somebody'),
      'node_modules/seen/package.json': manifest('seen', 'SEE LICENSE IN legal/TERMS.txt'),
      'node_modules/seen/legal/TERMS.txt': textOf('Apache-2.0'),
      'node_modules/vague/package.json': manifest('vague', 'BSD'),
      'node_modules/vague/LICENSE.md': textOf('BSD-3-Clause'),
      'node_modules/more/package.json': manifest('more'),
      'node_modules/more/LICENSE': `${textOf('MIT')}\nThe Software must not be used for military purposes or sold.\n`,
    });
    const { licenses, notes } = await licensesIn(folder);
    expect(licenses).toEqual({ silent: 'MIT', seen: 'Apache-2.0', vague: 'BSD', more: '' });
    expect(notes).toEqual([
      expect.stringMatching(
        /^the licence of 2 components is told by its text \((?:\d+ % or more|all) of the words agree\): seen@1\.0\.0, silent@1\.0\.0$/,
      ),
      expect.stringMatching(/^vague@1\.0\.0 names BSD; its LICENSE\.md is BSD-3-Clause \(low confidence, \d+ % of the words agree\)$/),
    ]);
  });

  it('are compared with the declared ones where licences are judged, and one of several that are declared is no difference', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock('apart@1.0.0', 'either@1.0.0', 'later@1.0.0'),
      'node_modules/apart/package.json': manifest('apart', 'MIT'),
      'node_modules/apart/LICENSE': textOf('AGPL-3.0-only'),
      'node_modules/either/package.json': manifest('either', '(MIT OR Apache-2.0)'),
      'node_modules/either/LICENSE-MIT': textOf('MIT'),
      'node_modules/later/package.json': manifest('later', 'GPL-3.0-or-later'),
      'node_modules/later/COPYING': textOf('GPL-3.0-only'),
    });
    const { stdout } = await castellan(['licenses', '--offline', '.', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).remarks).toEqual([
      expect.stringMatching(/^apart@1\.0\.0 names MIT; its LICENSE is AGPL-3\.0-only \(low confidence, \d+ % of the words agree\)$/),
    ]);
    expect((await castellan(['licenses', '--offline', '.'], { cwd })).stdout).toContain('REMARKS (1)');
    expect((await licensesIn(cwd)).notes).toEqual([]);
  });

  it('never come from behind a link or from outside of the package', async () => {
    const outside = projectFolder({ 'linked/package.json': manifest('linked', 'MIT'), LICENSE: textOf('MIT') });
    const folder = projectFolder({
      'package-lock.json': npmLock('linked@1.0.0', 'above@1.0.0'),
      'node_modules/above/package.json': manifest('above', 'SEE LICENSE IN ../../../LICENSE'),
      LICENSE: textOf('MIT'),
    });
    symlinkSync(join(outside, 'linked'), join(folder, 'node_modules/linked'));
    expect(await licensesIn(folder)).toEqual({ licenses: { linked: '', above: 'SEE LICENSE IN ../../../LICENSE' }, notes: [] });
  });

  it('come from a virtual environment, bundled gems, and what Composer, Go and Cargo put into vendor', async () => {
    const folder = projectFolder({
      'py/requirements.txt': 'typing-thing==4.1.0\n',
      'py/.venv/pyvenv.cfg': 'home = /usr/bin\n',
      'py/.venv/lib/python3.12/site-packages/typing_thing-4.1.0.dist-info/METADATA':
        'Metadata-Version: 2.4\nName: typing_thing\nVersion: 4.1.0\nLicense-Expression: PSF-2.0\n\n',
      'rb/Gemfile.lock':
        'GEM\n  remote: https://rubygems.org/\n  specs:\n    rakish (13.0.6)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  rakish\n',
      'rb/vendor/bundle/ruby/3.2.0/specifications/rakish-13.0.6.gemspec':
        'Gem::Specification.new do |s|\n  s.name = "rakish".freeze\n  s.version = "13.0.6"\n  s.licenses = ["MIT".freeze]\nend\n',
      'php/composer.lock': JSON.stringify({ packages: [{ name: 'acme/log', version: '1.2.0' }], 'packages-dev': [] }),
      'php/vendor/composer/installed.json': JSON.stringify({
        packages: [{ name: 'acme/log', version: '1.2.0', license: ['MIT', 'GPL-2.0'] }],
      }),
      'go/go.mod': 'module example.org/app\n\ngo 1.22\n\nrequire example.org/lib v1.4.0\n',
      'go/vendor/modules.txt': '# example.org/lib v1.4.0\n## explicit\nexample.org/lib\n',
      'go/vendor/example.org/lib/LICENSE': textOf('BSD-2-Clause'),
      'rs/Cargo.lock':
        'version = 3\n\n[[package]]\nname = "crate-a"\nversion = "0.3.1"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
      'rs/vendor/crate-a/Cargo.toml': '[package]\nname = "crate-a"\nversion = "0.3.1"\nlicense-file = "TERMS"\n',
      'rs/vendor/crate-a/TERMS': textOf('MPL-2.0'),
    });
    expect((await licensesIn(folder)).licenses).toMatchObject({
      'typing-thing': 'PSF-2.0',
      rakish: 'MIT',
      'acme/log': 'MIT OR GPL-2.0-only',
      'example.org/lib': 'BSD-2-Clause',
      'crate-a': 'MPL-2.0',
    });
  });

  it('are in the answer of `castellan licenses`', async () => {
    const cwd = projectFolder({
      'package-lock.json': npmLock('plain@1.0.0'),
      'node_modules/plain/package.json': manifest('plain', 'AGPL-3.0'),
    });
    const { stdout } = await castellan(['licenses', '--offline', '.', '--format', 'json'], { cwd });
    expect(stdout).toContain('AGPL-3.0-only');
    expect(stdout).toContain('network-copyleft');
  });
});
