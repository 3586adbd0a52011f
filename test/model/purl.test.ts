import fc from 'fast-check';
import { PackageURL } from 'packageurl-js';
import { describe, expect, it } from 'vitest';
import { measurePurl } from '../../bench/accuracy/purl.js';
import { canonicalPurl, formatPurl, type Purl, parsePurl, purlProblem } from '../../src/model/purl.js';
import { InputError } from '../../src/support/errors.js';
import { hasReferenceData } from '../support/reference-data.js';

const segment = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const key = fc.stringMatching(/^[a-z][a-z0-9._-]{0,12}$/);
const word = fc.stringMatching(/^[a-z][a-z0-9._~-]{0,12}$/);

describe('a package URL', () => {
  it.each([
    ['pkg:npm/left-pad@1.3.0', { type: 'npm', name: 'left-pad', version: '1.3.0' }],
    ['pkg:npm/@acme/web@2.0.0', { type: 'npm', namespace: '@acme', name: 'web', version: '2.0.0' }],
    ['PKG://PyPI/My_Package@1.0', { type: 'pypi', name: 'my-package', version: '1.0' }],
    [
      'pkg:golang/github.com/BurntSushi/toml@v1.3.2#cmd/../tomlv',
      { type: 'golang', namespace: 'github.com/BurntSushi', name: 'toml', version: 'v1.3.2', subpath: 'cmd/tomlv' },
    ],
    [
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?distro=debian-12&arch=',
      { type: 'deb', namespace: 'debian', name: 'libssl3', version: '3.0.11-1~deb12u2', qualifiers: { distro: 'debian-12' } },
    ],
    ['pkg:github/actions/checkout@releases/v4', { type: 'github', namespace: 'actions', name: 'checkout', version: 'releases/v4' }],
  ])('%s has its parts', (text, parts) => {
    expect(parsePurl(text)).toEqual(parts);
  });

  it.each([
    ['left-pad@1.3.0', 'begin with "pkg:"'],
    ['pkg:npm', 'type or a name'],
    ['pkg:npm/@1.0.0', 'no name'],
    ['pkg:npm/%zz', 'percent-encoding'],
    ['pkg:pypi/ns/django@4', 'no namespace'],
    ['pkg:swift/Alamofire@5', 'needs a namespace'],
    ['pkg:npm/a@1?arch=x&arch=y', 'given twice'],
    ['pkg:npm/a@1?__proto__=x', 'not a qualifier key'],
  ])('%s is refused, and the error says why', (text, reason) => {
    expect(() => parsePurl(text)).toThrow(InputError);
    expect(() => parsePurl(text)).toThrow(reason);
  });

  it('keeps the case of names that differ only by it', () => {
    expect(canonicalPurl('pkg:npm/JSONStream@1.0.0')).toBe('pkg:npm/JSONStream@1.0.0');
    expect(canonicalPurl('pkg:github/Actions/Checkout@V4')).toBe('pkg:github/actions/checkout@V4');
  });

  it('encodes what the syntax would read otherwise, and sorts qualifiers', () => {
    const purl: Purl = {
      type: 'generic',
      namespace: 'a b/c@d',
      name: 'x?y#z',
      version: '1+2/3',
      qualifiers: { b: 'é&=', a: 'https://h/p' },
    };
    expect(formatPurl(purl)).toBe('pkg:generic/a%20b/c%40d/x%3Fy%23z@1%2B2%2F3?a=https:%2F%2Fh%2Fp&b=%C3%A9%26%3D');
  });

  it('survives formatting and parsing, whatever the names hold', () => {
    fc.assert(
      fc.property(segment, segment, segment, key, segment, (namespace, name, version, key, value) => {
        const purl: Purl = { type: 'generic', namespace: namespace.replaceAll('/', '_'), name, version, qualifiers: { [key]: value } };
        const text = formatPurl(purl);
        expect(parsePurl(text)).toEqual(purl);
        expect(canonicalPurl(text)).toBe(text);
      }),
    );
  });

  it('is accepted or refused with a reason, never crashes', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((tail) => `pkg:npm/${tail}`),
      fc.string().map((tail) => `pkg:${tail}`),
    );
    fc.assert(
      fc.property(noise, (text) => {
        try {
          expect(purlProblem(parsePurl(text))).toBeUndefined();
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });

  it('agrees with the reference implementation on plain packages', () => {
    fc.assert(
      fc.property(fc.constantFrom('npm', 'cargo', 'gem', 'pypi', 'deb', 'golang', 'hex', 'composer'), word, word, (type, name, version) => {
        const namespace = ['deb', 'golang', 'composer'].includes(type) ? 'acme' : undefined;
        const theirs = new PackageURL(type, namespace, name, version.replace(/^v/, ''), null, null).toString();
        expect(formatPurl({ type, name, version: version.replace(/^v/, ''), ...(namespace && { namespace }) })).toBe(
          theirs.replace(/%3A/g, ':'),
        );
      }),
    );
  });
});

describe.skipIf(!hasReferenceData)('the vectors of the purl specification', () => {
  it('are answered as expected, required and recommended', async () => {
    const rows = await measurePurl();
    expect(rows.flatMap((row) => row.misses)).toEqual([]);
    expect(rows.reduce((sum, row) => sum + row.cases, 0)).toBeGreaterThan(300);
  });
});
