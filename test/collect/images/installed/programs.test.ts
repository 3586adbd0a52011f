import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programs } from '../../../../src/collect/images/installed/programs.js';
import { InputError } from '../../../../src/support/errors.js';
import { installedIn } from '../../../support/memory-image.js';
import { auditList, elfWith, goInline, goPointers } from '../../../support/programs-with-lists.js';

const MODULES = [
  'path\tmarsh.example/heron',
  'mod\tmarsh.example/heron\t(devel)\t',
  'dep\tmarsh.example/reed\tv1.2.3\th1:abc=',
  'dep\tmarsh.example/old\tv0.8.0',
  '=>\tmarsh.example/new\tv0.9.1\th1:def=',
  'dep\tmarsh.example/here\tv1.0.0',
  '=>\t./here\t\t',
  'build\t-compiler=gc',
  '',
].join('\n');

const named = async (bytes: Buffer, path = 'usr/bin/heron') =>
  (await installedIn(programs, { [path]: bytes }, path)).packages.map(({ ecosystem, name, version }) => `${ecosystem} ${name} ${version}`);
const GO = ['Go stdlib 1.21.4', 'Go marsh.example/reed 1.2.3', 'Go marsh.example/new 0.9.1'];

describe('programs', () => {
  it('of Go tell their modules, replaced ones as what replaced them', async () => {
    expect(await named(elfWith({ '.go.buildinfo': goInline('go1.21.4 X:boringcrypto', MODULES) }))).toEqual(GO);
  });

  it('of Go before 1.18 point to them', async () => {
    expect(await named(elfWith({ '.go.buildinfo': goPointers('go1.21.4', MODULES, 0x400000 + 128) }))).toEqual(GO);
  });

  it('of Go tell them without names of sections', async () => {
    expect(await named(elfWith({ x: goInline('go1.21.4', MODULES) }))).toEqual(GO);
  });

  it.each([
    ['v2.10.1', true],
    ['(devel)', false],
    ['v0.0.0', false],
    ['v0.0.0-20240101000000-0123456789ab', false],
    ['v1.2.3+dirty', false],
  ])('have a main module in version %s: %s', async (version, isNamed) => {
    const bytes = elfWith({ '.go.buildinfo': goInline('go1.22rc1', `mod\tmarsh.example/heron\t${version}\t\n`) });
    expect(await named(bytes)).toEqual(['Go stdlib 1.22.0-rc.1', ...(isNamed ? [`Go marsh.example/heron ${version.slice(1)}`] : [])]);
  });

  it('of Rust tell their crates, without those of the build and the project', async () => {
    const list = auditList({
      packages: [
        { name: 'heron', version: '0.1.0', source: 'local', root: true },
        { name: 'reed', version: '1.0.9', source: 'crates.io' },
        { name: 'cc', version: '1.0.0', source: 'crates.io', kind: 'build' },
      ],
    });
    expect(await named(elfWith({ '.dep-v0': list }))).toEqual(['crates.io reed 1.0.9']);
  });

  it('that say only their own version are of low confidence', async () => {
    const reading = await installedIn(
      programs,
      { 'bin/busybox': elfWith({ x: Buffer.from('\0BusyBox v1.36.1 (2024-01-01)\0') }) },
      'bin/busybox',
    );
    expect(reading.packages).toEqual([{ name: 'busybox', version: '1.36.1', ecosystem: 'generic', confidence: 'low' }]);
  });

  it('that UPX packed are named', async () => {
    const { packages, issues } = await installedIn(programs, { 'bin/x': elfWith({ UPX0: Buffer.from('UPX!') }) }, 'bin/x');
    expect(packages).toEqual([]);
    expect(issues[0]?.reason).toContain('UPX');
  });

  it.each([
    ['usr/bin/heron', true],
    ['usr/lib/libheron.so.1', false],
    ['usr/share/heron.txt', false],
  ])('%s is looked into: %s', (path, isKept) => {
    const head = elfWith({ x: Buffer.alloc(64) }).subarray(0, 4096);
    expect(programs.wants(path)?.head?.(head) ?? false).toBe(isKept);
  });

  it('that are damaged never cost more than their size', async () => {
    const whole = elfWith({ '.go.buildinfo': goPointers('go1.21.4', MODULES, 0x400000 + 128), '.dep-v0': auditList({ packages: [] }) });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, length) => {
        const copy = Buffer.from(whole.subarray(0, length));
        if (at < copy.length) copy[at] = value;
        const outcome = await installedIn(programs, { x: copy }, 'x').catch((error: unknown) => error);
        expect(outcome instanceof InputError || !(outcome instanceof Error)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
