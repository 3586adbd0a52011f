import { describe, expect, it } from 'vitest';
import { categoryOf } from '../../../src/support/licenses/categories.js';
import { type LicenseSource, readLicense } from '../../../src/support/licenses/sources.js';

describe('a licence as its kind of package writes it', () => {
  it.each<[LicenseSource, unknown, string | undefined]>([
    ['npm', { type: 'Apache 2.0', url: 'x' }, 'Apache-2.0'],
    ['npm', ['MIT', { type: 'ISC' }], 'MIT OR ISC'],
    ['npm', 'UNLICENSED', undefined],
    ['npm', 'SEE LICENSE IN COPYING', undefined],
    ['cargo', 'MIT / Zlib', 'MIT OR Zlib'],
    ['pypi', { license: 'UNKNOWN', classifiers: ['License :: OSI Approved :: MIT License'] }, 'MIT'],
    ['pypi', { classifiers: ['License :: OSI Approved :: MIT License', 'License :: OSI Approved :: BSD License'] }, undefined],
    ['pypi', { license_expression: 'MIT', license: 'GPL' }, 'MIT'],
    ['maven', [{ name: 'BSD', url: 'https://opensource.org/license/bsd-2-clause/' }], 'BSD-2-Clause'],
    ['maven', [{ name: 'Apache 2' }, { name: 'LGPL, version 2.1' }], 'Apache-2.0 OR LGPL-2.1-only'],
    ['maven', [{ name: 'Apache 2' }, { name: 'BSD' }], undefined],
    ['rubygems', ['Ruby', 'BSD-2-Clause'], 'Ruby OR BSD-2-Clause'],
    ['nuget', { url: 'https://licenses.nuget.org/MIT' }, 'MIT'],
    ['nuget', { url: 'https://creativecommons.org/licenses/by-sa/4.0/legalcode' }, 'CC-BY-SA-4.0'],
    ['cran', 'GPL (>= 2)', 'GPL-2.0-or-later'],
    ['cran', 'BSD_3_clause + file LICENSE', 'BSD-3-Clause'],
    ['debian', 'GPL-2+ or Artistic-2.0, and Expat', '(GPL-2.0-or-later OR Artistic-2.0) AND MIT'],
    ['debian', 'GPL-2+ with OpenSSL exception', undefined],
    ['rpm', '(GPL+ or Artistic) and ASL 2.0', '(GPL-1.0-or-later OR Artistic-1.0-Perl) AND Apache-2.0'],
    ['rpm', 'GPLv2+ with exceptions', undefined],
    ['apk', 'GPL2+ MIT', undefined],
    ['name', 'GNU Lesser General Public License v2.1 or later', 'LGPL-2.1-or-later'],
    ['name', 'GPL version 2, or (at your option) any later version', 'GPL-2.0-or-later'],
    ['name', 'GPLv2 with the Classpath exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['name', 'MPLv1.1', 'MPL-1.1'],
    ['name', 'Creative Commons Attribution-ShareAlike 3.0', 'CC-BY-SA-3.0'],
    ['name', 'Apache License, Version 2.0, January 2004', 'Apache-2.0'],
    ['name', 'MIT (not really)', 'MIT'],
    ['name', 'Apache License (MIT)', undefined],
  ])('%s: %j', (source, value, expression) => {
    expect(readLicense(source, value).expression).toBe(expression);
  });

  it('is kept as written where no expression follows, with the ids that may be meant', () => {
    expect(readLicense('name', 'BSD')).toEqual({ written: 'BSD', candidates: ['BSD-2-Clause', 'BSD-3-Clause', 'BSD-4-Clause'] });
    expect(readLicense('npm', ['MIT', 'House rules']).written).toBe('MIT, House rules');
  });
});

describe('the category', () => {
  it.each([
    ['MIT OR GPL-3.0-only', 'permissive'],
    ['MIT AND GPL-3.0-only', 'strong-copyleft'],
    ['MIT AND LicenseRef-x', 'unknown'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'weak-copyleft'],
    ['AGPL-3.0-only OR SSPL-1.0', 'network-copyleft'],
    ['BSD', 'unknown'],
    ['UNLICENSED', 'proprietary'],
    ['Unlicense', 'permissive'],
    ['CC-BY-NC-4.0', 'proprietary'],
    [undefined, 'unknown'],
  ])('of %s is %s', (license, category) => {
    expect(categoryOf(license)).toBe(category);
  });
});
