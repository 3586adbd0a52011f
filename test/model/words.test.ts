import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../src/model/finding.js';
import { identify } from '../../src/model/identity.js';
import { covers, everything, isUnfiltered, type Look, lookOf } from '../../src/model/narrowing.js';
import { canonicalPurl, formatPurl, parsePurl, purlProblem } from '../../src/model/purl.js';
import { compareSeverity, meetsThreshold, severities, severityOfScore, type Threshold, thresholds } from '../../src/model/severity.js';
import { nothingFoundWords, suppressedBy, suppressedWords } from '../../src/model/suppressed.js';
import { isWholeScan } from '../../src/model/verdict.js';
import { versionText } from '../../src/model/version-text.js';
import { finding } from '../support/estates.js';

describe('severity', () => {
  it.each([
    [10, 'critical'],
    [9, 'critical'],
    [8.9, 'high'],
    [7, 'high'],
    [6.9, 'medium'],
    [4, 'medium'],
    [3.9, 'low'],
    [0.1, 'low'],
    [0, 'none'],
  ])('of the score %d is %s', (score, expected) => expect(severityOfScore(score)).toBe(expected));

  it.each<[Threshold, string[]]>([
    ['critical', ['critical']],
    ['high', ['critical', 'high']],
    ['medium', ['critical', 'high', 'medium']],
    ['low', ['critical', 'high', 'medium', 'low']],
    ['any', ['critical', 'high', 'medium', 'low', 'none']],
  ])('reaches %s from %j up', (threshold, expected) => {
    expect(severities.filter((severity) => meetsThreshold(severity, threshold))).toEqual(expected);
    expect(thresholds).toContain(threshold);
  });

  it('is ordered from unknown to critical', () => {
    const shuffled = ['low', 'critical', 'unknown', 'high', 'none', 'medium'] as const;
    expect([...shuffled].sort(compareSeverity)).toEqual(['unknown', 'none', 'low', 'medium', 'high', 'critical']);
  });
});

describe('what is set aside', () => {
  const by = (over: object) => ({ ignore: 0, vex: 0, exception: 0, baseline: 0, unfixed: 0, ...over });

  it('is counted by who speaks for it', () => {
    const marks = ['vex', undefined, 'baseline', 'vex', 'ignore', 'exception'] as const;
    const findings = marks.map((who) => (who === undefined ? {} : { suppressed: { by: who, reason: 'x' } }));
    expect(suppressedBy(findings)).toEqual(by({ ignore: 1, vex: 2, exception: 1, baseline: 1 }));
  });

  it.each([
    [by({}), undefined, 'no findings'],
    [by({ vex: 1 }), '1 suppressed by vex', 'no findings, 1 suppressed by vex'],
    [by({ unfixed: 2 }), '2 suppressed without a fix', 'no findings, 2 suppressed without a fix'],
    [by({ vex: 1, unfixed: 2 }), '3 suppressed (1 by vex, 2 without a fix)', 'no findings, 3 suppressed (1 by vex, 2 without a fix)'],
    [by({ baseline: 4 }), '4 suppressed by baseline', 'no new findings, 4 suppressed by baseline'],
    [
      by({ baseline: 3, ignore: 1 }),
      '4 suppressed (1 by ignore, 3 by baseline)',
      'no new findings, 4 suppressed (1 by ignore, 3 by baseline)',
    ],
  ])('%j reads %j and %j', (counts, words, whole) => {
    const suppressed = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(suppressedWords(counts)).toBe(words);
    expect(nothingFoundWords({ suppressed, suppressed_by: counts })).toBe(whole);
  });

  it('is only a number in reports that do not say who', () => {
    expect(nothingFoundWords({ suppressed: 2 })).toBe('no findings, 2 suppressed');
  });
});

describe('a look', () => {
  const look = (over: Partial<Look>): Look => ({ ...everything, parts: ['folder:.'], ...over });

  it.each<[string, Partial<Look>, Partial<Look>, boolean]>([
    ['the same again', {}, {}, true],
    ['all after a part of the ecosystems', {}, { ecosystems: ['npm'] }, true],
    ['a part of the ecosystems after all', { ecosystems: ['npm'] }, {}, false],
    ['more ecosystems', { ecosystems: ['npm', 'PyPI'] }, { ecosystems: ['npm'] }, true],
    ['other ecosystems', { ecosystems: ['PyPI'] }, { ecosystems: ['npm'] }, false],
    ['with less left out', {}, { exclude: ['a'] }, true],
    ['with more left out', { exclude: ['a', 'b'] }, { exclude: ['a'] }, false],
    ['with the same left out', { exclude: ['a'] }, { exclude: ['b', 'a'] }, true],
    ['without a check that was run', { not_run: ['skill'] }, {}, false],
    ['without a check that was not run', { not_run: ['skill'] }, { not_run: ['skill', 'tool'] }, true],
    ['without development dependencies that were seen', { without_dev: true }, {}, false],
    ['without development dependencies as before', { without_dev: true }, { without_dev: true }, true],
    ['a file in the folder', {}, { parts: ['file:web/package-lock.json'] }, true],
    ['a folder in the folder', {}, { parts: ['folder:web'] }, true],
    ['a folder beside the folder', { parts: ['folder:web'] }, { parts: ['folder:website'] }, false],
    ['a folder below one that was named', { parts: ['folder:web'] }, { parts: ['folder:web/app'] }, true],
    ['a folder above', { parts: ['folder:web'] }, {}, false],
    ['a place outside', {}, { parts: ['folder:../other'] }, false],
    ['the folder above', {}, { parts: ['folder:..'] }, false],
    ['a folder whose name begins with dots', {}, { parts: ['folder:..cache'] }, true],
    ['an absolute place', {}, { parts: ['file:/etc/passwd'] }, false],
    ['an agent, which no walk sees', {}, { parts: ['agents:~'] }, false],
    ['the same agent', { parts: ['agents:~'] }, { parts: ['agents:~'] }, true],
    ['one part of two', {}, { parts: ['folder:web', 'agents:~'] }, false],
    ['an image by a folder of its name', { parts: ['image:a'] }, { parts: ['image:a/b'] }, false],
  ])('covers %s', (_, later, earlier, expected) => {
    expect(covers(look(later), look(earlier))).toBe(expected);
  });

  it('covers itself, whatever it was', () => {
    const words = (...of: string[]) => fc.subarray(of);
    const looks = fc.record({
      ecosystems: words('npm', 'PyPI'),
      exclude: words('a', 'b'),
      without_dev: fc.boolean(),
      not_run: fc.subarray(['skill' as const, 'tool' as const]),
      parts: words('folder:.', 'folder:web', 'agents:~', 'sbom:a'),
    });
    fc.assert(fc.property(looks, (one) => covers(one, one) && covers(one, { ...one, parts: [] })));
  });

  it.each<[Partial<Look>, boolean]>([
    [{}, true],
    [{ parts: ['agents:~'] }, true],
    [{ ecosystems: ['npm'] }, false],
    [{ exclude: ['a'] }, false],
    [{ not_run: ['skill'] }, false],
    [{ without_dev: true }, false],
  ])('with %j is unfiltered: %s', (over, expected) => {
    expect(isUnfiltered(look(over))).toBe(expected);
    const more = { ...look(over), left_out: { components: 1, paths: 1 }, gates: [] };
    expect(lookOf(more)).toEqual(look(over));
  });
});

describe('a version as people write it', () => {
  it.each([
    ['Go', 'golang.org/x/net', '0.1.0', 'v0.1.0'],
    ['Go', 'golang.org/x/net', 'v0.1.0', 'v0.1.0'],
    ['Go', 'stdlib', '1.22.0', '1.22.0'],
    ['Go', 'toolchain', '1.22.0', '1.22.0'],
    ['npm', 'a', '1.0.0', '1.0.0'],
    [undefined, 'a', '1.0.0', '1.0.0'],
  ])('%s %s %s is %s', (ecosystem, name, version, expected) => {
    expect(versionText({ name, ...(ecosystem !== undefined && { ecosystem }) }, version)).toBe(expected);
  });
});

describe('a whole scan', () => {
  it.each([
    ['clean', [], true],
    ['findings', [], true],
    ['blocked', ['severity'], true],
    ['blocked', ['severity', 'incomplete'], false],
    ['incomplete', ['incomplete'], false],
    ['incomplete', [], false],
    ['empty', [], false],
  ] as const)('%s with gates %j: %s', (outcome, gates, expected) => {
    expect(isWholeScan({ outcome, gates: gates.map((gate) => ({ gate, reason: '', findings: [] })) })).toBe(expected);
  });
});

describe('the identity of findings', () => {
  const fact = (id: string, over: Partial<Fact> = {}): Fact => {
    const { fingerprint: _, ...rest } = finding(id, over);
    return rest;
  };
  const order = (...facts: Fact[]) => {
    const forward = identify(facts).map(({ title }) => title);
    expect(identify([...facts].reverse()).map(({ title }) => title)).toEqual(forward);
    return forward;
  };

  it('stays with each version when the problem is scored anew', () => {
    const versions = (first: Partial<Fact>, second: Partial<Fact>) => {
      const found = identify([
        fact('CVE-1', { component: 'pkg:npm/a@1.0.0', ...first }),
        fact('CVE-1', { component: 'pkg:npm/a@2.0.0', ...second }),
      ]);
      return Object.fromEntries(found.map(({ component, fingerprint }) => [component, fingerprint]));
    };
    expect(versions({ severity: 'low' }, { severity: 'critical' })).toEqual(versions({ severity: 'critical' }, { severity: 'low' }));
  });

  it.each<[string, Partial<Fact>, Partial<Fact>]>([
    ['what lies in no test', { severity: 'low' }, { severity: 'critical', kind: 'malicious', context: 'test' }],
    ['malice', { severity: 'low', kind: 'malicious' }, { severity: 'critical' }],
    ['the worse', { severity: 'high' }, { severity: 'medium', kev: 'listed', score: 10 }],
    ['the scored', { severity: 'none' }, { severity: 'unknown' }],
    ['the exploited', { kev: 'listed' }, { score: 9.9 }],
    ['the higher score', { score: 7.5 }, { score: 7.4 }],
    ['any score', { score: 0 }, {}],
    ['the first package', { component: 'pkg:npm/a@1' }, { component: 'pkg:npm/b@1' }],
    ['none before a package', {}, { component: 'pkg:npm/a@1' }],
    ['the first subject', { subject: 'server:a' }, { subject: 'server:b' }],
    ['the first file', { locations: [{ path: 'a', line: 9 }] }, { locations: [{ path: 'b', line: 1 }] }],
    ['the first line as a number', { locations: [{ path: 'a', line: 9 }] }, { locations: [{ path: 'a', line: 10 }] }],
    ['no line before a line', { locations: [{ path: 'a' }] }, { locations: [{ path: 'a', line: 1 }] }],
    ['the first pointer', { locations: [{ path: 'a', line: 1, pointer: '/a' }] }, { locations: [{ path: 'a', line: 1, pointer: '/b' }] }],
  ])('puts %s first', (_, first, second) => {
    expect(order(fact('CVE-1', { ...second, title: 'second' }), fact('CVE-1', { ...first, title: 'first' }))).toEqual(['first', 'second']);
  });

  it('orders equals by id, then by title', () => {
    expect(order(fact('CVE-2', { title: 'a' }), fact('CVE-1', { title: 'c' }), fact('CVE-1', { title: 'b' }))).toEqual(['b', 'c', 'a']);
    const malicious = { kind: 'malicious', severity: 'low' } as const;
    expect(order(fact('MAL-2', { ...malicious, title: 'two' }), fact('MAL-1', { ...malicious, title: 'one' }))).toEqual(['one', 'two']);
  });
});

describe('spellings of a purl', () => {
  it.each([
    ['  pkg:npm/a@1  ', 'pkg:npm/a@1'],
    ['PKG:NPM/a@1', 'pkg:npm/a@1'],
    ['pkg://npm/a@1', 'pkg:npm/a@1'],
    ['pkg:npm//@s//a@1', 'pkg:npm/%40s/a@1'],
    ['pkg:npm/@s+t/a', 'pkg:npm/%40s%2Bt/a'],
    ['pkg:npm/a@1?', 'pkg:npm/a@1'],
    ['pkg:npm/a@1?x=', 'pkg:npm/a@1'],
    ['pkg:npm/a@1?&y=2&&x=1&', 'pkg:npm/a@1?x=1&y=2'],
    ['pkg:npm/a@1?X=1', 'pkg:npm/a@1?x=1'],
    ['pkg:npm/a@1#', 'pkg:npm/a@1'],
    ['pkg:npm/a@1#./b/../c/', 'pkg:npm/a@1#b/c'],
    ['pkg:npm/a@1#..', 'pkg:npm/a@1'],
    ["pkg:npm/it's(1)!*", 'pkg:npm/it%27s%281%29%21%2A'],
    [
      'pkg:mlflow/Name@1?repository_url=https://x.azuredatabricks.net',
      'pkg:mlflow/name@1?repository_url=https:%2F%2Fx.azuredatabricks.net',
    ],
    ['pkg:mlflow/Name@1?repository_url=https://x.azureml.net', 'pkg:mlflow/Name@1?repository_url=https:%2F%2Fx.azureml.net'],
    ['pkg:git/GitHub.com/Owner/Name', 'pkg:git/github.com/owner/name'],
    ['pkg:git/Example.com/Owner/Name', 'pkg:git/example.com/Owner/Name'],
  ])('%j is %s', (text, expected) => {
    expect(canonicalPurl(text)).toBe(expected);
    expect(canonicalPurl(expected)).toBe(expected);
  });

  it.each([
    ['pkg:npm/a?flag', 'its qualifier "flag" has no value'],
    ['pkg:npm/a?1x=1', '"1x" is not a qualifier key'],
    [`pkg:npm/a?${'k '.repeat(60)}=1`, `"${'k '.repeat(20)}" is not a qualifier key`],
    ['pkg:rpm/fedora/curl?Arch=x', '"Arch" is not a qualifier key'],
    ['pkg:npm/a?x=1&X=2', 'its qualifier "x" is given twice'],
    [`pkg:cpan/${'a'.repeat(90)}::b`, `"pkg:cpan/${'a'.repeat(71)}" is not a package URL`],
  ])('%j is refused: %s', (text, reason) => expect(() => parsePurl(text)).toThrow(reason));

  it.each([
    [{ type: 'npm', name: 'a' }, undefined],
    [{ type: 'n pm', name: 'a' }, 'its type is not letters'],
    [{ type: 'npm', name: '' }, 'it has no name'],
    [{ type: 'npm', name: 'a', qualifiers: { 'b c': 'x' } }, 'its qualifier "b c" is not a key'],
    [{ type: 'PyPI', name: 'a', namespace: 'b' }, 'type PyPI has no namespace'],
    [{ type: 'chrome-extension', name: 'a'.repeat(32), version: '1.2.3.4' }, undefined],
    [{ type: 'chrome-extension', name: 'a'.repeat(31) }, 'a chrome-extension name is 32 letters from a to p'],
    [{ type: 'chrome-extension', name: 'a'.repeat(32), version: '1.2.3.4.5' }, 'a chrome-extension version is one to four numbers'],
  ])('of %j the problem is %j', (purl, problem) => {
    if (problem === undefined) expect(purlProblem(purl)).toBeUndefined();
    else expect(purlProblem(purl)).toContain(problem);
  });

  it('never breaks on halves of characters, and leaves empty qualifiers out', () => {
    expect(formatPurl({ type: 'npm', name: 'a\ud800b' })).toBe('pkg:npm/a%EF%BF%BDb');
    expect(formatPurl({ type: 'npm', name: 'a', qualifiers: { Y: '1', x: '' } })).toBe('pkg:npm/a?y=1');
    expect(formatPurl({ type: 'npm', name: 'a', qualifiers: { x: '' }, subpath: '../..' })).toBe('pkg:npm/a');
  });
});
