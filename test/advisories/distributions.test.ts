import { describe, expect, it } from 'vitest';
import { readOsvRecord } from '../../src/advisories/feeds/osv.js';
import { matchComponents } from '../../src/advisories/match.js';
import { decodeAffected, encodeAffected } from '../../src/advisories/rows/affected-row.js';
import type { Advisory, AdvisorySource, AffectedPackage } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import { component } from '../support/estates.js';

interface Entry {
  ecosystem: string;
  fixed?: string;
  said?: Record<string, unknown>;
}

/** A database of one advisory about heron, written and read as the database does. */
function database(entries: readonly Entry[], severity: readonly object[] = [], id = 'MARSH-1'): AdvisorySource {
  const record = readOsvRecord(
    {
      id,
      modified: '2025-01-01T00:00:00Z',
      severity,
      affected: entries.map(({ ecosystem, fixed, said }) => ({
        package: { ecosystem, name: 'heron' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, ...(fixed === undefined ? [] : [{ fixed }])] }],
        ...(said && { ecosystem_specific: said }),
      })),
    },
    'record',
  );
  const { aliases, summary, details, severity: vectors, severity_word: word, cwes, references } = record.text;
  const advisory: Advisory = {
    id,
    modified: record.modified,
    malicious: false,
    aliases,
    summary,
    details,
    severity: vectors,
    ...(word !== undefined && { severity_word: word }),
    cwes,
    references,
  };
  const rows = (ecosystem: string, name: string): AffectedPackage[] =>
    record.packages
      .filter((found) => found.ecosystem === ecosystem && found.name === name)
      .map((found) => ({ advisory: 1, id, withdrawn: false, malicious: false, ...decodeAffected(encodeAffected(found)) }));
  return {
    affected: rows,
    advisory: () => advisory,
    withdrawn: () => [],
    kev: () => undefined,
    epss: () => undefined,
    ecosystems: () => [...new Set(entries.map(({ ecosystem }) => ecosystem))].sort(),
    ecosystemsOf: () => [],
    namesEnding: () => [],
    feeds: () => [],
    close: () => undefined,
  };
}

const heron = (ecosystem: string, version: string, more: Partial<Component> = {}) => component('heron', version, { ecosystem, ...more });
const matched = (source: AdvisorySource, ...components: Component[]) => matchComponents(components, source).matches;
const SCORE = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };

describe('packages of distributions', () => {
  it.each([
    ['1.0-1.module+el9.1+7+abc', 'AlmaLinux:9', '2.0-1.el9', false],
    ['1.0-1.el9', 'AlmaLinux:9', '2.0-1.module_el9.1+7+abc', false],
    ['1.0-1.module+el9.1+7+abc', 'AlmaLinux:9', '2.0-1.module+el9.2+9+def', true],
    ['1.0-1.ksplice1.el9', 'AlmaLinux:9', '2.0-1.el9', false],
    ['1.0-1.el9_fips', 'AlmaLinux:9', '2.0-1.el9', false],
    ['1.0-1.el9', 'AlmaLinux:9', '2.0-1.el9', true],
  ])('in version %s of %s are compared with %s: %s', (version, ecosystem, fixed, isMatched) => {
    expect(matched(database([{ ecosystem, fixed }]), heron(ecosystem, version))).toHaveLength(isMatched ? 1 : 0);
  });

  it('of a module are compared within its stream', () => {
    const source = database([{ ecosystem: 'AlmaLinux:9', fixed: '2.0-1.module_el9.1+7', said: { rpm_modularity: 'heron:2' } }]);
    const build = (module?: string) => heron('AlmaLinux:9', '1.0-1.module_el9.1+7', module === undefined ? {} : { module });
    expect(matched(source, build('heron:2'))).toHaveLength(1);
    expect(matched(source, build('heron:1'))).toHaveLength(0);
    expect(matched(source, build())).toHaveLength(1);
  });

  it.each([
    ['AlmaLinux:9', '1.0-1.el9.remi', undefined, 'Remi'],
    ['Red Hat:9', '1.0-1.el9', 'Fedora Project', 'Fedora Project'],
    ['Red Hat:9', '1.0-1.el7.epel', undefined, 'EPEL'],
    ['Debian:12', '1.0-1~bpo12+1', undefined, 'backports'],
    ['Debian:12', '1.0-1+deb.sury.org~bookworm+1', undefined, 'deb.sury.org'],
    ['Ubuntu:22.04', '1.0-1ubuntu1~ppa1', undefined, 'PPA'],
  ])('of %s in version %s by %s are not matched', (ecosystem, version, vendor, builder) => {
    const known = ecosystem.startsWith('Red Hat') ? 'Red Hat:enterprise_linux:9::baseos' : ecosystem.replace('22.04', '22.04:LTS');
    const source = database([{ ecosystem: known, fixed: '9.0-1' }]);
    const { matches, unmatched } = matchComponents([heron(ecosystem, version, vendor === undefined ? {} : { vendor })], source);
    expect(matches).toEqual([]);
    expect(unmatched).toMatchObject([{ kind: 'foreign-build', reason: expect.stringContaining(builder) }]);
  });

  it('of the vendor itself are matched', () => {
    const source = database([{ ecosystem: 'Red Hat:enterprise_linux:9::baseos', fixed: '9.0-1' }]);
    expect(matched(source, heron('Red Hat:9', '1.0-1.el9', { vendor: 'Red Hat, Inc.' }))).toHaveLength(1);
  });

  it('are rated by their vendor in their release first', () => {
    const entries = [
      { ecosystem: 'Debian:11', said: { urgency: 'low' } },
      { ecosystem: 'Debian:12', said: { urgency: 'unimportant' } },
      { ecosystem: 'Debian:13', said: { urgency: 'not yet assigned' } },
    ];
    const source = database(entries, [SCORE]);
    const rated = (release: number) =>
      matched(source, heron(`Debian:${release}`, '1.0-1')).map((match) => [match.severity, match.severity_from]);
    expect(rated(11)).toEqual([['low', 'Debian']]);
    expect(rated(12)).toEqual([['none', 'Debian']]);
    expect(matched(database([{ ecosystem: 'Debian:13' }], [SCORE]), heron('Debian:13', '1.0-1'))).toMatchObject([{ severity: 'critical' }]);
    expect(matched(database([{ ecosystem: 'Debian:13' }], [SCORE]), heron('Debian:13', '1.0-1'))[0]?.severity_from).toBeUndefined();
  });

  it.each([
    [{ urgency: 'end-of-life' }, 'end-of-life'],
    [{ fix_state: 'Will not fix' }, 'will-not-fix'],
    [{ state: 'Fix deferred' }, 'fix-deferred'],
  ])('say what is done about it: %j', (said, expected) => {
    expect(matched(database([{ ecosystem: 'Debian:12', said }]), heron('Debian:12', '1.0-1'))).toMatchObject([{ fix_state: expected }]);
  });

  it('that the vendor calls not affected are not', () => {
    expect(matched(database([{ ecosystem: 'Debian:12', said: { status: 'not-affected' } }]), heron('Debian:12', '1.0-1'))).toEqual([]);
  });

  it('are never told that a fix for subscribers is a fix', () => {
    const source = database([{ ecosystem: 'Ubuntu:20.04:LTS' }, { ecosystem: 'Ubuntu:Pro:20.04:LTS', fixed: '1.0-1ubuntu1+esm1' }]);
    const [plain] = matched(source, heron('Ubuntu:20.04', '1.0-1ubuntu1'));
    expect(plain).toMatchObject({ fixed_versions: [], subscription_fix: '1.0-1ubuntu1+esm1' });
    expect(plain?.fix_state).toBeUndefined();
  });
});
