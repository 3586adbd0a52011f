import { describe, expect, it } from 'vitest';
import type { UnmatchedKind } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import type { CollectorOutcome, Issue } from '../../src/model/outcome.js';
import { declaredComponents, incompleteness } from '../../src/policy/incomplete.js';
import { unjudgedReasons } from '../../src/policy/unjudged.js';
import { component, noMatches } from '../support/estates.js';

const lock: CollectorOutcome = { id: 'npm-lock', target: 'web/package-lock.json', outcome: 'scanned', components: 1, issues: 0 };
const issue = (over: Partial<Issue>): Issue => ({
  collector: 'npm-lock',
  path: lock.target,
  kind: 'unparsable',
  reason: 'JSON ends too early',
  ...over,
});
const unmatched = (kind: UnmatchedKind, ...components: readonly Component[]) => ({
  ...noMatches(),
  unmatched: components.map(({ ref }) => ({ component: ref, kind, reason: kind })),
});

function causes(inventory: Partial<Inventory>, matched = noMatches(), matchedAtAll = true): string[] {
  return incompleteness({ inventory: { ...emptyInventory(), ...inventory }, matched, matchedAtAll });
}

describe('why a scan is incomplete', () => {
  it.each<[string, Partial<CollectorOutcome>[], Partial<Issue>[], string[]]>([
    ['all was read', [{}], [], []],
    ['a file was empty', [{ outcome: 'empty' }], [], []],
    ['a file was left out by wish', [{ outcome: 'skipped' }], [], []],
    ['a file broke', [{ outcome: 'failed' }], [{}], ['web/package-lock.json could not be read: JSON ends too early']],
    ['a file broke and nobody says why', [{ outcome: 'failed' }], [], ['web/package-lock.json could not be read (npm-lock)']],
    ['a folder broke', [{ id: 'walk', outcome: 'failed' }], [], ['web/package-lock.json could not be read']],
    [
      'a ceiling was met',
      [{ outcome: 'truncated' }],
      [{ reason: 'more than 10 MiB' }],
      ['web/package-lock.json was not read to its end: more than 10 MiB'],
    ],
    ['an entry is bad', [{}], [{ line: 7, reason: 'entry without a name' }], ['web/package-lock.json:7: entry without a name']],
    ['an entry is bad at no line', [{}], [{ reason: 'entry without a name' }], ['web/package-lock.json: entry without a name']],
    ['an entry is odd but legal', [{}], [{ note: true }], []],
    ['a file broke, with a note beside', [{ outcome: 'failed' }], [{ note: true }], ['web/package-lock.json could not be read (npm-lock)']],
    [
      'one server of a file broke',
      [{ target: '.mcp.json#files', outcome: 'failed' }],
      [{ path: '.mcp.json', line: 3, reason: 'server files: no command' }],
      ['.mcp.json:3: server files: no command'],
    ],
    [
      'one server broke and nobody says why',
      [{ target: '.mcp.json#files', outcome: 'failed', id: 'ai-clients' }],
      [],
      ['.mcp.json#files could not be read (ai-clients)'],
    ],
  ])('where %s', (_, collectors, issues, expected) => {
    const inventory = {
      collectors: collectors.map((one) => ({ ...lock, ...one })),
      issues: issues.map(issue),
      components: [component('a', '1.0.0')],
    };
    expect(causes(inventory)).toEqual(expected);
  });

  it.each<[string, CollectorOutcome[], string[]]>([
    ['beside others that were read is none', [lock, { ...lock, id: 'walk', target: 'x/conan.txt', outcome: 'unsupported' }], []],
    [
      'beside one that was empty is none',
      [
        { ...lock, outcome: 'empty' },
        { ...lock, id: 'walk', target: 'conan.txt', outcome: 'unsupported' },
      ],
      [],
    ],
    [
      'is one where the user named it',
      [lock, { ...lock, id: 'walk', target: 'x/conan.txt', outcome: 'unsupported', named: true }],
      ['x/conan.txt is not supported'],
    ],
    [
      'is one where nothing else was read',
      [{ ...lock, id: 'walk', target: 'x/conan.txt', outcome: 'unsupported' }],
      ['x/conan.txt is not supported'],
    ],
    [
      'is one where its reader gave up',
      [lock, { ...lock, id: 'sbom', target: 'x/conan.txt', outcome: 'unsupported' }],
      ['x/conan.txt is not supported (sbom)'],
    ],
  ])('a file that cannot be read by us %s', (_, collectors, expected) => {
    expect(causes({ collectors })).toEqual(expected);
  });

  it('says what to do about a file that is recognised and not read, with its whole path once', () => {
    const collectors: CollectorOutcome[] = [{ ...lock, id: 'walk', target: 'x/setup.py', outcome: 'unsupported', named: true }];
    const told = (reason: string) =>
      causes({ collectors, issues: [issue({ path: 'x/setup.py', kind: 'unsupported_format', reason, note: true })] });
    expect(told('setup.py is a program; commit a lockfile')).toEqual(['x/setup.py is a program; commit a lockfile']);
    expect(told('commit a lockfile')).toEqual(['x/setup.py: commit a lockfile']);
  });

  it('names a file once for all its entries that name no package', () => {
    const nameless = (path: string, reason: string) => issue({ path, kind: 'unidentified', reason });
    const issues = [
      nameless('a.cdx.json', 'entry 1 has no purl'),
      nameless('b.cdx.json', 'entry 4 has no purl'),
      nameless('a.cdx.json', 'entry 2 has no purl'),
      nameless('a.cdx.json', 'entry 3 has no purl'),
    ];
    expect(causes({ issues })).toEqual([
      'a.cdx.json: entry 1 has no purl, and 2 more like it; --allow-unidentified lets it pass',
      'b.cdx.json: entry 4 has no purl; --allow-unidentified lets it pass',
    ]);
  });
});

describe('a scan of which nothing could be looked up', () => {
  const loose = component('loose', '', { version: null, resolved: false });
  const noVersion = component('bare', '', { version: null });
  const odd = component('odd', '1.0.0', { ecosystem: 'Nowhere' });
  const odder = component('odder', '1.0.0', { ecosystem: 'Elsewhere' });

  it.each<[string, Component[], UnmatchedKind, string[]]>([
    ['one without a version', [loose], 'unresolved', ['loose states no exact version; commit a lockfile']],
    [
      'several without a version',
      [loose, { ...loose, ref: 'x' }],
      'unresolved',
      ['none of the 2 components states an exact version; commit a lockfile'],
    ],
    ['one that never has a version', [noVersion], 'no-version', ['bare states no version that advisories could be compared with']],
    [
      'several that never have one',
      [noVersion, { ...noVersion, ref: 'x' }],
      'no-version',
      ['none of the 2 components states a version that advisories could be compared with'],
    ],
    [
      'some without and some with a version',
      [loose, odd],
      'not-in-osv',
      ['no advisory data covers any of the 2 components (Nowhere, npm)'],
    ],
    [
      'others than the data covers',
      [odd, odder, { ...odd, ref: 'x' }],
      'not-in-osv',
      ['no advisory data covers any of the 3 components (Elsewhere, Nowhere)'],
    ],
  ])('is incomplete: %s', (_, components, kind, expected) => {
    expect(causes({ components }, unmatched(kind, ...components))).toEqual(expected);
  });

  it('is not where one was looked up, where nothing was to be, or where the look-up itself is the cause', () => {
    expect(causes({ components: [loose, odd] }, unmatched('unresolved', loose))).toEqual([]);
    expect(causes({ components: [] }, noMatches())).toEqual([]);
    expect(causes({ components: [loose] }, unmatched('unresolved', loose), false)).toEqual([]);
    const failed = issue({ collector: 'advisories', path: '.', reason: 'no data' });
    expect(causes({ components: [loose], issues: [failed] }, unmatched('unresolved', loose))).toEqual(['.: no data']);
    expect(causes({ components: [loose], issues: [{ ...failed, note: true }] }, unmatched('unresolved', loose))).toHaveLength(1);
  });

  it('leaves out what only a client, a skill or a workflow names', () => {
    const collectors = ['ai-clients', 'skills', 'github-workflow', 'npm-lock'].map((id) => ({ ...lock, id, target: id }));
    const at = (...paths: string[]) => component(paths.join('+') || 'nowhere', '1.0.0', { locations: paths.map((path) => ({ path })) });
    const components = [at('ai-clients'), at('skills'), at('github-workflow'), at('npm-lock'), at('skills', 'npm-lock'), at()];
    expect(declaredComponents({ ...emptyInventory(), components, collectors }).map(({ name }) => name)).toEqual([
      'npm-lock',
      'skills+npm-lock',
      'nowhere',
    ]);
  });
});

describe('what a scan did not judge', () => {
  const [a, b, c] = [component('a', '1.0.0'), component('b', '1.0.0'), component('c', '1.0.0')];
  const reasons = (components: Component[], matched = noMatches(), issues: Issue[] = [], matchedAtAll = true) =>
    unjudgedReasons({ inventory: { ...emptyInventory(), components, issues }, matched, matchedAtAll });
  const loose = (name: string, ...paths: string[]) =>
    component(name, '', { ref: name, version: null, resolved: false, locations: paths.map((path) => ({ path })) });

  it.each<[UnmatchedKind, string[]]>([
    ['commit', ['2 components pinned to a commit that advisories cannot be compared with, not judged']],
    ['not-in-osv', ['2 components outside all advisory data, not judged']],
    ['no-version', ['2 components outside all advisory data, not judged']],
    ['no-data', []],
  ])('counts what is %s', (kind, expected) => {
    expect(reasons([a, b, c], unmatched(kind, a, b))).toEqual(expected);
    expect(reasons([c], unmatched(kind, a, b))).toEqual([]);
  });

  it('names the first files without exact versions, and what settles the first', () => {
    const remedy = issue({ path: 'a/package.json', kind: 'unresolved', remedy: 'run `npm install`', note: true });
    expect(
      reasons([loose('x', 'b/package.json'), loose('y', 'a/package.json'), a], noMatches(), [issue({ path: 'a/package.json' }), remedy]),
    ).toEqual(['2 components without an exact version, not judged: a/package.json, b/package.json; run `npm install`']);
    expect(reasons([loose('x', 'b/package.json')], noMatches(), [remedy])).toEqual([
      '1 component without an exact version, not judged: b/package.json',
    ]);
    expect(reasons([loose('x')])).toEqual(['1 component without an exact version, not judged']);
    expect(reasons([loose('x', '3', '1', '2')])[0]).toMatch(/: 1, 2, \+1 more$/);
  });

  it('counts entries that no database can look up, and says when nothing was matched at all', () => {
    const nameless = issue({ kind: 'unidentified' });
    expect(reasons([a], noMatches(), [nameless, nameless, issue({ note: true })])).toEqual([
      '2 components that no database can look up, not judged',
    ]);
    expect(reasons([loose('x')], noMatches(), [nameless], false)).toEqual(['inventory only, nothing was matched']);
  });
});
