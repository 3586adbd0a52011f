import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeExpression } from '../../../src/detect/licenses/verdict.js';
import { type LicenseLists, licenseVerdicts } from '../../../src/model/license.js';
import { type Expression, formatLeaf, joined, parseExpression } from '../../../src/support/licenses/expression.js';
import { licenseText } from '../../support/license-arbitrary.js';

function lists(given: Partial<LicenseLists>): LicenseLists {
  return { allow: [], review: [], deny: [], exceptions: [], critical: [], default: 'review', ...given };
}

function verdictOf(text: string, given: Partial<LicenseLists>): string {
  const { verdict, because } = judgeExpression(parse(text), lists(given));
  return `${verdict}: ${because.map(formatLeaf).join(', ')}`;
}

function parse(text: string): Expression {
  const node = parseExpression(text);
  if (node === undefined) throw new Error(`${text} is no expression`);
  return node;
}

describe('a licence policy', () => {
  it.each<[string, Partial<LicenseLists>, string]>([
    ['MIT OR GPL-3.0-only', { allow: ['MIT'], deny: ['GPL-3.0-only'] }, 'allow: MIT'],
    ['MIT AND GPL-3.0-only AND AGPL-3.0-only', { allow: ['MIT'], deny: ['GPL-3.0-only', 'AGPL-*'] }, 'deny: GPL-3.0-only, AGPL-3.0-only'],
    ['GPL-2.0-or-later', { allow: ['GPL-2.0-only'], deny: ['GPL-3.0-only'] }, 'allow: GPL-2.0-or-later'],
    ['GPL-2.0-or-later', { allow: ['GPL-2.0-only'], deny: ['GPL-2.0-or-later'] }, 'deny: GPL-2.0-or-later'],
    ['MPL-1.1+', { allow: ['MPL-2.0'], default: 'deny' }, 'allow: MPL-1.1+'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', { deny: ['GPL-2.0-only'] }, 'deny: GPL-2.0-only WITH Classpath-exception-2.0'],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      { deny: ['GPL-2.0-only'], allow: ['GPL-2.0-only WITH Classpath-exception-2.0'] },
      'allow: GPL-2.0-only WITH Classpath-exception-2.0',
    ],
    [
      'GPL-2.0-or-later WITH Classpath-exception-2.0',
      { deny: ['GPL-3.0-only'], allow: ['GPL-2.0-or-later'], exceptions: ['Classpath-exception-2.0'] },
      'allow: GPL-2.0-or-later WITH Classpath-exception-2.0',
    ],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      { allow: ['category:weak-copyleft'], default: 'deny' },
      'allow: GPL-2.0-only WITH Classpath-exception-2.0',
    ],
    ['LicenseRef-Acme-1', { allow: ['LicenseRef-Acme-*'], deny: ['LicenseRef-*'] }, 'deny: LicenseRef-Acme-1'],
    ['LicenseRef-Acme-1', { allow: ['LicenseRef-Acme-*'], deny: ['category:unknown'] }, 'allow: LicenseRef-Acme-1'],
  ])('of %s under %j says %s', (text, given, answer) => {
    expect(verdictOf(text, given)).toBe(answer);
  });

  it('takes the best side of a choice and the worst of what holds together', () => {
    const entry = fc.constantFrom(
      'MIT',
      'ISC',
      'GPL-2.0-only',
      'GPL-3.0-only',
      'MPL-*',
      'category:permissive',
      'category:strong-copyleft',
      'Apache-*',
    );
    const policy = fc.record({
      allow: fc.array(entry, { maxLength: 3 }),
      review: fc.array(entry, { maxLength: 3 }),
      deny: fc.array(entry, { maxLength: 3 }),
      default: fc.constantFrom(...licenseVerdicts),
    });
    fc.assert(
      fc.property(licenseText, licenseText, policy, (left, right, given) => {
        const rank = (node: Expression) => licenseVerdicts.indexOf(judgeExpression(node, lists(given)).verdict);
        const [one, other] = [parse(left), parse(right)];
        const [either, both] = [joined('OR', [one, other]) ?? one, joined('AND', [one, other]) ?? one];
        expect(rank(either)).toBe(Math.min(rank(one), rank(other)));
        expect(rank(both)).toBe(Math.max(rank(one), rank(other)));
      }),
    );
  });
});
