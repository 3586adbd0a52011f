import { canonicalDigits, compareDigits, compareLists } from './digits.js';
import { defineOrdering } from './ordering.js';

function dottedOrdering(id: string, shape: RegExp, separator: RegExp | string) {
  return defineOrdering<readonly string[]>({
    id,
    parse: (text) => (shape.test(text) ? text.split(separator).map(canonicalDigits) : undefined),
    compare: (a, b) => compareLists(a, b, compareDigits),
    major: (numbers) => numbers[0] ?? '0',
  });
}

/** Hackage: Data.Version, numbers compared in turn; `1.0` comes before `1.0.0`. */
export const hackageOrdering = dottedOrdering('Hackage', /^[0-9]+(?:\.[0-9]+)*$/, '.');

/** CRAN and Bioconductor: R's package_version, where `.` and `-` are the same and the longer version is the later. */
export const cranOrdering = dottedOrdering('CRAN', /^[0-9]+(?:[.-][0-9]+)*$/, /[.-]/);
