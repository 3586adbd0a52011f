import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEpss } from '../../src/advisories/feeds/epss.js';
import { readKev } from '../../src/advisories/feeds/kev.js';
import { readModifiedIndex } from '../../src/advisories/feeds/modified-index.js';
import { readOsvRecord } from '../../src/advisories/feeds/osv.js';
import { decodeAffected, encodeAffected } from '../../src/advisories/rows/affected-row.js';
import { InputError } from '../../src/support/errors.js';

const BASE = { id: 'X-1', modified: '2026-01-01T00:00:00.123456789Z' };

function read(over: object) {
  return readOsvRecord({ ...BASE, ...over }, 'x.json');
}

function affected(ecosystem: string, name: string, over: object) {
  return { package: { ecosystem, name }, ...over };
}

describe('an OSV record', () => {
  it('keeps names by the rules of their ecosystem and releases as they are', () => {
    const names = [
      ['PyPI', 'Flask_Login.X'],
      ['NuGet', 'Newtonsoft.JSON'],
      ['npm', 'jQuery'],
      ['Debian:12', 'libX'],
      ['Packagist', 'Vendor/Name'],
    ];
    const { packages } = read({ affected: names.map(([ecosystem = '', name = '']) => affected(ecosystem, name, { versions: ['1'] })) });
    expect(packages.map((pkg) => [pkg.ecosystem, pkg.name])).toEqual([
      ['PyPI', 'flask-login-x'],
      ['NuGet', 'newtonsoft.json'],
      ['npm', 'jQuery'],
      ['Debian:12', 'libX'],
      ['Packagist', 'vendor/name'],
    ]);
  });

  it('joins entries of the same package', () => {
    const entries = [
      affected('npm', 'a', { ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }] }], versions: ['1.0.0', '1.0.0'] }),
      affected('npm', 'a', { versions: ['1.0.0', '0.9.0'] }),
    ];
    expect(read({ affected: entries }).packages).toEqual([
      { ecosystem: 'npm', name: 'a', ranges: [{ type: 'SEMVER', events: [{ introduced: '1.0.0' }] }], versions: ['1.0.0', '0.9.0'] },
    ]);
  });

  it('takes aliases and upstream for the same problem, related for another', () => {
    const { text } = read({ aliases: ['CVE-2', 'X-1', 'CVE-1'], upstream: ['CVE-3', 'CVE-1'], related: ['CVE-4'] });
    expect(text.aliases).toEqual(['CVE-1', 'CVE-2', 'CVE-3']);
  });

  it.each([
    [{ severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/X' }], database_specific: { severity: 'HIGH' } }, ['CVSS:3.1/X'], 'HIGH'],
    [{ severity: [], affected: [affected('npm', 'a', { severity: [{ type: 'CVSS_V2', score: 'AV:N' }] })] }, ['AV:N'], undefined],
    [{ affected: [affected('crates.io', 'a', { database_specific: { cvss: 'CVSS:3.0/Y' } })] }, ['CVSS:3.0/Y'], undefined],
    [{ severity: [{ type: 'Ubuntu', score: 'negligible' }] }, [], 'negligible'],
    [{ affected: [affected('Debian:12', 'a', { ecosystem_specific: { urgency: 'low**' } })] }, [], 'low'],
    [{ affected: [affected('Debian:12', 'a', { ecosystem_specific: { urgency: 'not yet assigned' } })] }, [], undefined],
    [{ database_specific: { cvss_v2: '9.3' } }, [], 'high'],
    [{ database_specific: { cvss_v2: '9.3', cvss_v3: 9.8 } }, [], 'critical'],
    [{ database_specific: { cvss_v3: 'none' } }, [], undefined],
  ])('finds severities wherever publishers put them: %j', (over, vectors, word) => {
    const { text } = read(over);
    expect(text.severity.map((severity) => severity.score)).toEqual(vectors);
    expect(text.severity_word).toBe(word);
  });

  it('keeps the readable part and notes the rest', () => {
    const record = read({
      affected: [
        affected('npm', 'a', {
          ranges: [
            { type: 'NOVEL', events: [] },
            { type: 'SEMVER', events: [{ introduced: 7 }, null, { fixed: '1.0.0' }] },
          ],
        }),
        affected('npm', '', { versions: ['1'] }),
        affected('npm', 'b', { versions: 'all' }),
        { ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] },
      ],
      references: [{ url: 'https://e.org/%%' }, { type: 'FIX', url: 'https://e.org/%%' }, 'nonsense'],
    });
    expect(record.packages).toEqual([
      { ecosystem: 'npm', name: 'a', ranges: [{ type: 'SEMVER', events: [{}, { fixed: '1.0.0' }] }], versions: [] },
    ]);
    expect(record.notes).toEqual([
      'X-1: a range of unknown type',
      'X-1: an event with an unusable version',
      'X-1: a package without ecosystem or name',
      'X-1: versions: expected a list',
    ]);
    expect(record.text.references).toEqual([{ type: 'WEB', url: 'https://e.org/%%' }]);
  });

  it.each([[null], [[]], ['text'], [{}], [{ id: 'X-1' }], [{ ...BASE, id: 'x'.repeat(600) }], [{ ...BASE, modified: 'soon' }]])(
    'is refused without id or time: %j',
    (value) => {
      expect(() => readOsvRecord(value, 'x.json')).toThrow(InputError);
    },
  );

  it('never crashes on arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        read({ affected: value, severity: other, aliases: other, database_specific: value });
        read({ affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: value, versions: other, ecosystem_specific: value }] });
      }),
    );
  });
});

describe('a row of the database', () => {
  it('gives back what was written', () => {
    const event = fc.oneof(
      ...(['introduced', 'fixed', 'last_affected', 'limit'] as const).map((kind) => fc.string().map((version) => ({ [kind]: version }))),
    );
    const range = fc.record({ type: fc.constantFrom('SEMVER' as const, 'ECOSYSTEM' as const), events: fc.array(event) });
    fc.assert(
      fc.property(fc.array(range), fc.array(fc.string()), (ranges, versions) => {
        expect(decodeAffected(encodeAffected({ ranges, versions }))).toEqual({ ranges, versions });
      }),
    );
  });
});

describe('the other feeds', () => {
  it('refuse what they are not, and read what they are with another line end or zone', () => {
    expect(() => readKev('[]', 'k')).toThrow('not the KEV catalog');
    expect(() => readKev('<html>', 'k')).toThrow(InputError);
    expect(() => readEpss(Buffer.from('<html></html>'), 'e')).toThrow('not an EPSS file');
    const feed = readEpss(
      Buffer.from('#model_version:v1,score_date:2026-08-22T12:55:00+0000\r\ncve,epss,percentile\r\nCVE-2026-1234,0.5,1\r\n,,\r\n'),
      'e',
    );
    expect({ ...feed, rows: [...feed.rows] }).toEqual({
      as_of: '2026-08-22T12:55:00Z',
      rows: [{ cve: 'CVE-2026-1234', score: 0.5, percentile: 1 }],
    });
  });

  it('name the first line of an index that is no time and id', () => {
    expect([...readModifiedIndex('2026-01-01T00:00:00.9Z,ALSA-2023:4520\r\n1970-01-01T00:00:02Z,x_1\n', 'i')]).toEqual([
      ['ALSA-2023:4520', 1_767_225_600],
      ['x_1', 2],
    ]);
    for (const line of ['X-1', '2026-01-01T00:00:00Z,', 'soon,X-1', '2026-01-01T00:00:00Z,../X', '2026-01-01T00:00:00Z,a/b']) {
      expect(() => readModifiedIndex(`2026-01-01T00:00:00Z,X-1\n${line}\n`, 'i')).toThrow(expect.objectContaining({ line: 2 }));
    }
    expect(() => readModifiedIndex('\n', 'i')).toThrow('empty');
  });
});
