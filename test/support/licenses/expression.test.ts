import fc from 'fast-check';
import parse from 'spdx-expression-parse';
import ids from 'spdx-license-ids/index.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { expressionCategory } from '../../../src/support/licenses/categories.js';
import { formatExpression, normalForm, parseExpression } from '../../../src/support/licenses/expression.js';
import { licenseSources, readLicense } from '../../../src/support/licenses/sources.js';
import { licenseText } from '../license-arbitrary.js';

describe('an expression', () => {
  it.each([
    ['mit or apache-2.0', 'MIT OR Apache-2.0'],
    ['Apache-2.0/MIT', 'Apache-2.0 OR MIT'],
    ['MIT OR ISC AND Zlib', 'MIT OR (ISC AND Zlib)'],
    ['((MIT AND ISC) AND (MIT))', 'MIT AND ISC'],
    ['GPL-2.0+ with classpath-exception-2.0', 'GPL-2.0-or-later WITH Classpath-exception-2.0'],
    ['LGPL-3.0', 'LGPL-3.0-only'],
    ['EPL-1.0+', 'EPL-1.0+'],
    ['GPL-3.0-with-autoconf-exception+', 'GPL-3.0-or-later WITH Autoconf-exception-3.0'],
    ['DocumentRef-sbom:LicenseRef-Own AND NONE', 'DocumentRef-sbom:LicenseRef-Own AND NONE'],
    ['MIT WITH AdditionRef-house', 'MIT WITH AdditionRef-house'],
  ])('%s reads %s', (text, form) => {
    expect(normalForm(text)).toBe(form);
  });

  it.each([
    '',
    'MIT,ISC',
    'MIT ISC',
    'MIT & ISC',
    '(MIT',
    'MIT OR',
    'NONE WITH LLVM-exception',
    'MIT+ISC',
    'LicenseRef-a/b',
    '('.repeat(4_000),
  ])('%s is none', (text) => {
    expect(normalForm(text)).toBeUndefined();
  });

  it('has one normal form, which means the same to another parser', () => {
    fc.assert(
      fc.property(licenseText, (text) => {
        const form = normalForm(text);
        expect(form).toBeDefined();
        expect(normalForm(form ?? '')).toBe(form);
        expect(() => parse(form ?? '')).not.toThrow();
      }),
    );
  });

  it('is never made of random texts by force, and none makes a reader fail', () => {
    const words = fc.array(fc.constantFrom('MIT', 'or', 'AND', '(', ')', 'GPL', 'v2', '+', ',', 'with', 'BSD', 'later', '/', '\u0000'), {
      maxLength: 30,
    });
    const value = fc.oneof(
      fc.string(),
      words.map((list) => list.join(' ')),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...licenseSources), value, (source, given) => {
        const { expression } = readLicense(source, given);
        if (expression !== undefined) expect(normalForm(expression)).toBe(expression);
      }),
      { numRuns: 500 },
    );
  });

  it('may name every id of the list, each of one category', () => {
    const texts = ids.map((id) => parseExpression(id.toLowerCase()));
    expect(texts.map((node) => node && formatExpression(node))).toEqual(ids);
    expect(texts.filter((node) => node && expressionCategory(node) === 'unknown').length).toBeLessThan(40);
  });
});
