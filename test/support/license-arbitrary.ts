import fc from 'fast-check';

const LEAVES = [
  'MIT',
  'apache-2.0',
  'ISC',
  'GPL-2.0',
  'GPL-2.0+',
  'GPL-3.0-or-later',
  'LGPL-2.1-only',
  'MPL-1.1+',
  'AGPL-3.0',
  'LicenseRef-Own',
];
const WITH = ['GPL-2.0-only WITH Classpath-exception-2.0', 'Apache-2.0 with LLVM-exception', 'GPL-3.0+ WITH GCC-exception-3.1'];

/** Texts of SPDX expressions in all spellings, with parentheses and operators in any case. */
export const licenseText: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...LEAVES, ...WITH),
    fc
      .tuple(tie('node'), fc.constantFrom('AND', 'OR', 'and', 'or'), tie('node'), fc.boolean())
      .map(([left, operator, right, bare]) => (bare ? `${left} ${operator} ${right}` : `(${left} ${operator}  ${right})`)),
  ),
})).node;
