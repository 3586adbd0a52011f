import { describe, expect, it, onTestFinished } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { matchComponents } from '../../src/advisories/match.js';
import { updateDatabase } from '../../src/advisories/update.js';
import type { AdvisorySource } from '../../src/model/advisory.js';
import type { ComponentSource } from '../../src/model/component.js';
import { component } from '../support/estates.js';
import { FeedTree, sampleDatabase, updateOptions } from '../support/feed-tree.js';

async function sample(): Promise<AdvisorySource> {
  return opened(await sampleDatabase());
}

function opened(path: string): AdvisorySource {
  const source = openAdvisories(path);
  onTestFinished(() => source.close());
  return source;
}

describe('matching', () => {
  it('says which record applies, why, what ends it, how bad it is and whether it is exploited', async () => {
    const { matches, unmatched } = matchComponents([component('lantern', '1.4.1')], await sample());
    expect(unmatched).toEqual([]);
    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({
      component: 'pkg:npm/lantern@1.4.1',
      advisory: { id: 'GHSA-aaaa-bbbb-0001' },
      reason: { ecosystem: 'npm', name: 'lantern', range: 'introduced 0, fixed 1.4.2', event: 'introduced 0' },
      fixed_versions: ['1.4.2', '2.3.0'],
      severity: 'critical',
      score: 9.8,
      kev: 'listed',
      epss: { score: 0.91234 },
    });
  });

  it('is exact about names, versions and ecosystems', async () => {
    const others = [
      component('Lantern', '1.0.0'),
      component('@x/lantern', '1.0.0'),
      component('lantern', '1.4.2'),
      component('beacon', '1.0.1'),
    ];
    const python = component('beacon', '1.0', { ecosystem: 'PyPI' });
    expect(matchComponents([...others, python], await sample())).toEqual({
      matches: [],
      withdrawn: expect.anything(),
      review: [],
      unmatched: [],
    });
  });

  it('lists withdrawn records apart', async () => {
    const { matches, withdrawn } = matchComponents([component('lantern', '9.0.0')], await sample());
    expect(matches).toEqual([]);
    expect(withdrawn).toEqual([{ component: 'pkg:npm/lantern@9.0.0', id: 'GHSA-aaaa-bbbb-0002', malicious: false }]);
  });

  it('looks distributions up by release and source package', async () => {
    const debian = (ecosystem: string, version: string) =>
      component('liblantern1', version, { ref: `${ecosystem} ${version}`, ecosystem, origin: { name: 'lantern' } });
    const { matches, unmatched } = matchComponents(
      [debian('Debian:12', '1.2-3'), debian('Debian:12', '1.2-3+deb12u1'), debian('Debian:13', '1.2-3'), debian('Debian', '1.2-3')],
      await sample(),
    );
    expect(matches.map((match) => [match.component, match.advisory.id, match.kev, match.severity])).toEqual([
      ['Debian:12 1.2-3', 'DSA-9001-1', 'listed', 'high'],
    ]);
    expect(unmatched.map(({ component: ref, kind }) => [ref, kind])).toEqual([
      ['Debian:13 1.2-3', 'no-data'],
      ['Debian 1.2-3', 'no-release'],
    ]);
  });

  it('keeps the order of the components and sorts each one’s records', async () => {
    const tree = new FeedTree();
    const record = (id: string) => ({
      id,
      modified: '2026-01-01T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'many' }, versions: ['1.0.0'] }],
    });
    tree.writeBucket('npm', ['X-3', 'X-1', 'X-2'].map(record));
    const options = updateOptions(tree.path, { ecosystems: ['npm'] });
    await updateDatabase(options);
    const { matches } = matchComponents(
      [component('many', '1.0.0', { ref: 'z' }), component('many', '1.0.0', { ref: 'a' })],
      opened(options.dbPath),
    );
    expect(matches.map((match) => `${match.component} ${match.advisory.id}`)).toEqual([
      'z X-1',
      'z X-2',
      'z X-3',
      'a X-1',
      'a X-2',
      'a X-3',
    ]);
  });
});

describe('what cannot be matched', () => {
  it('is named with the reason, never left out', async () => {
    const components = [
      component('lantern', '', { ref: 'range', version: null, resolved: false, requirement: '^1.0.0' }),
      component('lantern', '', { ref: 'none', version: null }),
      component('lantern', 'not.a.version', { ref: 'odd' }),
      component('unknown', 'nor.this', { ref: 'odd too' }),
      component('left', '1.0.0', { ref: 'no data', ecosystem: 'RubyGems' }),
      component('left', '1.0.0', { ref: 'never', ecosystem: 'cocoapods' }),
      component('action', '0123456789abcdef0123456789abcdef01234567', { ref: 'commit' }),
    ];
    const { unmatched } = matchComponents(components, await sample());
    expect(unmatched.map((entry) => [entry.component, entry.kind])).toEqual([
      ['range', 'unresolved'],
      ['none', 'no-version'],
      ['odd', 'invalid-version'],
      ['odd too', 'invalid-version'],
      ['no data', 'no-data'],
      ['never', 'not-in-osv'],
    ]);
    expect(unmatched[0]?.reason).toBe('no exact version: "^1.0.0"');
  });

  it('includes KEV when the database has no catalog', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path, { ecosystems: ['npm'], sources: { osv: [`${tree.path}/osv`], kev: [], epss: [] } });
    await updateDatabase(options);
    const { matches } = matchComponents([component('lantern', '1.0.0')], opened(options.dbPath));
    expect(matches[0]).toMatchObject({ kev: 'not_checked' });
    expect(matches[0]).not.toHaveProperty('epss');
  });
});

describe('a malicious record', () => {
  const PUBLIC = 'https://registry.npmjs.org/lanterns/-/lanterns-6.6.6.tgz';
  const PRIVATE = 'https://npm.internal.example/lanterns/-/lanterns-6.6.6.tgz';

  it('matches the listed versions of its own name only', async () => {
    const { matches } = matchComponents(
      [component('lanterns', '6.6.6'), component('lanterns', '6.6.8'), component('@x/lanterns', '6.6.6')],
      await sample(),
    );
    expect(matches.map((match) => [match.component, match.advisory.malicious])).toEqual([['pkg:npm/lanterns@6.6.6', true]]);
  });

  it('falls with the withdrawal of any alias', async () => {
    const { matches, withdrawn } = matchComponents([component('lamp', '1.0.0')], await sample());
    expect(matches).toEqual([]);
    expect(withdrawn).toEqual([{ component: 'pkg:npm/lamp@1.0.0', id: 'MAL-2026-2', malicious: true }]);
  });

  it.each<[string, ComponentSource | undefined, string, string | undefined]>([
    ['no stated source', undefined, 'match', undefined],
    ['the public registry', { kind: 'registry', url: PUBLIC }, 'match', undefined],
    ['a private registry', { kind: 'registry', url: PRIVATE }, 'review', 'it is resolved from npm.internal.example'],
    ['a Git repository', { kind: 'git', url: 'https://github.com/x/lanterns' }, 'review', 'it comes from a Git repository'],
    ['an unreadable address', { kind: 'url', url: 'nowhere' }, 'review', 'it is resolved from an unreadable address'],
  ])('of %s ends in %s', async (_what, source, _end, reason) => {
    const over = source === undefined ? {} : { source };
    const { matches, review } = matchComponents([component('lanterns', '6.6.6', over)], await sample());
    expect(matches).toHaveLength(reason === undefined ? 1 : 0);
    expect(review.map((entry) => entry.reason)).toEqual(reason === undefined ? [] : [reason]);
  });

  it('is reviewed where the project’s own configuration names a private registry', async () => {
    const registries = [{ ecosystem: 'npm', scope: '*', host: 'npm.internal.example', path: '.npmrc' }];
    const { matches, review } = matchComponents([component('lanterns', '6.6.6'), component('lantern', '1.0.0')], await sample(), {
      registries,
    });
    expect(review).toEqual([{ component: 'pkg:npm/lanterns@6.6.6', id: 'MAL-2026-1', reason: 'it is resolved from npm.internal.example' }]);
    expect(matches.map((match) => match.component)).toEqual(['pkg:npm/lantern@1.0.0']);
  });
});
