import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { java } from '../../../../src/collect/images/installed/java.js';
import { InputError } from '../../../../src/support/errors.js';
import { installedIn } from '../../../support/memory-image.js';
import { zipOf } from '../../../support/zip-writer.js';

const pom = (group: string, artifact: string, version: string) => ({
  name: `META-INF/maven/${group}/${artifact}/pom.properties`,
  bytes: Buffer.from(`#Made by hand\ngroupId=${group}\nartifactId=${artifact}\nversion=${version}\n`),
});
const manifest = (...lines: string[]) => ({
  name: 'META-INF/MANIFEST.MF',
  bytes: Buffer.from(['Manifest-Version: 1.0', ...lines, '', ''].join('\r\n')),
});
const read = (path: string, members: Parameters<typeof zipOf>[0]) => installedIn(java, { [path]: zipOf(members) }, path);
const named = async (path: string, members: Parameters<typeof zipOf>[0]) =>
  (await read(path, members)).packages.map(({ name, version, inner, confidence }) =>
    [name, version, inner, confidence].filter(Boolean).join(' '),
  );

describe('Java archives', () => {
  it('are what Maven wrote into them, each of several', async () => {
    expect(await named('opt/all-2.0.jar', [manifest(), pom('org.marsh', 'all', '2.0'), pom('org.reed', 'reed-core', '1.1')])).toEqual([
      'org.marsh:all 2.0',
      'org.reed:reed-core 1.1',
    ]);
  });

  it('are read within each other, with the way inside', async () => {
    const inner = zipOf([pom('org.reed', 'reed', '1.0')]);
    const war = zipOf([{ name: 'WEB-INF/lib/reed-1.0.jar', bytes: inner }]);
    expect(await named('opt/shop.ear', [manifest(), { name: 'shop.war', bytes: war }, { name: 'lib/reed-1.0.jar', bytes: inner }])).toEqual(
      ['org.reed:reed 1.0 shop.war!WEB-INF/lib/reed-1.0.jar', 'org.reed:reed 1.0 lib/reed-1.0.jar'],
    );
  });

  it.each([
    [
      'lib/marsh-util-1.4.jar',
      ['Bundle-SymbolicName: org.marsh.util;singleton:=true', 'Implementation-Vendor-Id: org.marsh'],
      ['org.marsh:marsh-util 1.4 medium'],
    ],
    ['lib/spring-core-5.3.17.jar', ['Automatic-Module-Name: spring.core'], ['org.springframework:spring-core 5.3.17 medium']],
    [
      'plugins/heron.jpi',
      [
        'Group-Id: org.jenkins-ci.plugins',
        'Short-Name: heron',
        'Extension-Name: heron',
        'Plugin-Version: 5.2',
        'Implementation-Version: 1.0',
      ],
      ['org.jenkins-ci.plugins:heron 5.2 medium'],
    ],
    ['lib/plain-3.1.jar', [], ['plain:plain 3.1 low']],
    ['lib/marsh.jar', ['Implementation-Title: marsh', 'Implementation-Version: 2.2'], ['marsh:marsh 2.2 low']],
    ['lib/nothing.jar', [], []],
    ['jvm/lib/jrt-fs.jar', ['Implementation-Title: Java Runtime Environment', 'Implementation-Version: 17.0.9'], []],
  ])('%s without Maven is told by manifest and name', async (path, lines, expected) => {
    expect(await named(path, [manifest(...lines)])).toEqual(expected);
  });

  it('says where archives within archives go too deep, and keeps the rest', async () => {
    let bytes = zipOf([pom('org.reed', 'reed', '1.0')]);
    for (let depth = 0; depth < 20; depth++) bytes = zipOf([{ name: 'n.jar', bytes }]);
    const reading = await read('lib/deep.jar', [pom('org.marsh', 'deep', '1.0'), { name: 'n.jar', bytes }]);
    expect(reading).toMatchObject({ outcome: 'truncated', packages: [{ name: 'org.marsh:deep' }], issues: [{ kind: 'too_deep' }] });
  });

  it('that are large within others are read where they lie, or put aside, and never held as a whole', async () => {
    const native = { name: 'native.so', bytes: randomBytes(9 * 2 ** 20), stored: true };
    const bytes = zipOf([native, pom('org.reed', 'reed', '1.0')]);
    const used: string[] = [];
    for (const stored of [true, false]) {
      const jar = zipOf([{ name: 'lib/reed-1.0.jar', bytes, stored }]);
      const { packages, issues } = await installedIn(java, { 'app.jar': jar }, 'app.jar', (what) => used.push(what));
      expect({ names: packages.map(({ name }) => name), issues }).toEqual({ names: ['org.reed:reed'], issues: [] });
    }
    expect(used).toEqual(['opened', 'closed']);
  });

  it('within others that are larger than they say are refused', async () => {
    const bytes = zipOf([{ name: 'zeros', bytes: Buffer.alloc(9 * 2 ** 20), stored: true }]);
    const reading = await read('app.jar', [pom('org.marsh', 'app', '1.0'), { name: 'lib/bomb.jar', bytes, claim: 10 }]);
    expect(reading).toMatchObject({ outcome: 'truncated', packages: [{ name: 'org.marsh:app' }], issues: [{ kind: 'too_large' }] });
  });

  it('are refused where an entry inflates to more than it says', async () => {
    const reading = await read('lib/bomb.jar', [{ name: 'META-INF/MANIFEST.MF', bytes: Buffer.alloc(4 * 1024 * 1024), claim: 10 }]);
    expect(reading).toMatchObject({ outcome: 'truncated', issues: [{ kind: 'too_large' }] });
  });

  it('never fail in another way than by naming the damage', async () => {
    const whole = zipOf([
      manifest(),
      pom('org.marsh', 'heron', '1.0'),
      { name: 'lib/r.jar', bytes: zipOf([pom('org.reed', 'reed', '1.0')]) },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, value, length) => {
        const copy = Buffer.from(whole.subarray(0, length));
        if (at < copy.length) copy[at] = value;
        const outcome = await installedIn(java, { 'a.jar': copy }, 'a.jar').catch((error: unknown) => error);
        expect(outcome instanceof InputError || !(outcome instanceof Error)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
