import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { traceScript } from '../../../src/detect/skills/flow/follow.js';
import { stepsFor } from '../../../src/detect/skills/flow/step-budget.js';
import { skillOf, toldOf } from './bundle.js';

const languages = ['python', 'javascript', 'shell', 'powershell', 'other'] as const;

describe('hostile scripts', () => {
  it.each(languages)('%s: any text is read without throwing', (language) => {
    const piece = fc.constantFrom(
      '$(',
      '`',
      '"',
      "'",
      '((',
      '<<E\n',
      'for x in a; do ',
      'def f(x):\n ',
      'lambda: ',
      '=>',
      '{',
      '[',
      '__proto__',
      '${',
      '|',
      '\n',
      'a.b(',
      ')',
      'f"{x}"',
      'eval(',
      'curl ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (parts) => {
        expect(Array.isArray(traceScript(parts.join(''), language).events)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each(['$(', '"$(', '`', '((', 'for x in a; do ', 'f(', 'x = x + x\n', '[[', 'a=$a$a; ', '<(', '"${a', 'cat <<E\n', 'lambda x: '])(
    'ends soon on repetitions of %j',
    (part) => {
      const text = part.repeat(Math.floor(60_000 / part.length));
      for (const language of languages) expect(traceScript(text, language).steps).toBeLessThanOrEqual(stepsFor(text.length));
    },
    30_000,
  );

  it('says what was too deep to follow', () => {
    expect(traceScript(`${'('.repeat(400)}1${')'.repeat(400)}`, 'python').unread).toMatch(/nested deeper/);
    expect(toldOf(skillOf({ 'a.js': `${'['.repeat(400)}${']'.repeat(400)}` }))).toContain('medium COVERAGE a.js:1');
  });
});
