import { compareText } from '../../support/compare-text.js';

/** The digits without leading zeros, at least one: `007` gives `7`. Numbers stay texts, so no length makes them inexact or slow. */
export function canonicalDigits(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start++;
  return start === 0 ? digits : digits.slice(start);
}

/** Order of two numbers written canonically (see `canonicalDigits`): the longer is the greater. */
export function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

/** True for a text of ASCII digits, at least one. */
export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return text !== '';
}

/** Order of two lists, item by item; of two that agree so far the longer is the greater. */
export function compareLists<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): number {
  for (const [index, item] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    const order = compare(item, other);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Drops items from the end of a list for as long as they are zero; the list itself stays as it is. */
export function dropTrailingZeros(numbers: readonly string[]): readonly string[] {
  let end = numbers.length;
  while (end > 0 && numbers[end - 1] === '0') end--;
  return end === numbers.length ? numbers : numbers.slice(0, end);
}

/** The number one greater, both as canonical digits. */
export function increment(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 57) end--;
  const head = end === 0 ? '1' : `${digits.slice(0, end - 1)}${Number(digits[end - 1]) + 1}`;
  return head + '0'.repeat(digits.length - end);
}
