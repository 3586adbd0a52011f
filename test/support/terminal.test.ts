import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { displayWidth, inertLine, padEnd, safeJson, safeLines, safeText, truncate, wrap } from '../../src/support/terminal.js';
import { cpuTime } from './cpu-time.js';
import { RAW } from './rendering.js';

const anything = fc.string({ unit: 'binary', maxLength: 200 });

describe('safe text', () => {
  it('shows control, bidi and invisible characters as escapes, on one line', () => {
    expect(safeText('a\u001b[31mb\u202ec\u{e0041}\ud800')).toBe('a\\u001b[31mb\\u202ec\\u{e0041}\\ud800');
    expect(safeText('a\r\n\n\tb')).toBe('a b');
    expect(safeLines('a\r\nb\u0007')).toBe('a\nb\\u0007');
    expect(safeText('naïve 日本 😀 –')).toBe('naïve 日本 😀 –');
  });

  it('never leaves an unsafe character, and twice is once', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const safe = safeText(text);
        expect(safe).not.toMatch(RAW);
        expect(safe).not.toMatch(/[\n\t]/);
        expect(safeText(safe)).toBe(safe);
      }),
    );
  });

  it('keeps JSON the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), anything, (value, text) => {
        const json = safeJson(JSON.stringify([value, text, '##vso[a]'], null, 2));
        expect(json).not.toMatch(RAW);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify([value, text, '##vso[a]'])));
      }),
    );
  });

  it('takes linear time on hostile input', () => {
    const started = cpuTime();
    safeText('\u202e'.repeat(1_000_000));
    wrap('é'.repeat(300_000), 80);
    inertLine('#'.repeat(300_000));
    expect(cpuTime() - started).toBeLessThan(5_000);
  });
});

describe('width', () => {
  it.each(['abc', '日本語', 'é', 'e\u0301', '😀', '🇩🇪', '한글', '✖ ◆ ▲ ● → …', 'ไทย', '⚠', '✅', 'ｱ', 'Ａ', 'plain — dash'])(
    'of "%s" is what terminals draw',
    (text) => {
      expect(displayWidth(text)).toBe(stringWidth(text));
    },
  );

  it('ignores colours', () => {
    expect(displayWidth('\u001b[1;38;5;204mab\u001b[0m')).toBe(2);
  });

  it('is kept by cutting, filling and wrapping, and wrapping loses nothing', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 2, max: 90 }), (given, width) => {
        const text = safeText(given);
        expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
        expect(displayWidth(padEnd(text, width))).toBeGreaterThanOrEqual(width);
        const lines = wrap(text, width);
        expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

describe('lines of a build log', () => {
  it('give no commands', () => {
    expect(inertLine('  ::error::x')).toBe('  : :error::x');
    expect(inertLine('a ##vso[x] ##[y] ## z')).toBe('a # #vso[x] # #[y] ## z');
    expect(inertLine('std::string')).toBe('std::string');
  });
});
