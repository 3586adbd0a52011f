import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTerm, type Term } from '../../../src/collect/lockfiles/syntax/elixir-term.js';
import { InputError } from '../../../src/support/errors.js';

/** The literal as Elixir prints it. */
function printed(term: Term): string {
  if (term.kind === 'pair') return `${printed(term.key)} => ${printed(term.value)}`;
  if ('items' in term) return { list: ['[', ']'], map: ['%{', '}'], tuple: ['{', '}'] }[term.kind].join(term.items.map(printed).join(', '));
  return { text: JSON.stringify(term.value), atom: `:"${term.value}"`, number: term.value }[term.kind];
}

const line = 1;
const word = fc.stringMatching(/^[a-z][a-z0-9_ -]{0,8}$/);
const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small' },
    word.map((value): Term => ({ kind: 'text', value, line })),
    word.map((value): Term => ({ kind: 'atom', value, line })),
    fc.nat().map((value): Term => ({ kind: 'number', value: String(value), line })),
    fc
      .record({ kind: fc.constantFrom('tuple' as const, 'list' as const, 'map' as const), items: fc.array(tie('term'), { maxLength: 4 }) })
      .map((value): Term => ({ ...value, line })),
  ),
}));

describe('Elixir literals', () => {
  it('are read as they were printed', () => {
    fc.assert(
      fc.property(term, (value) => {
        expect(readTerm(printed(value), 'mix.lock')).toEqual(value);
      }),
    );
  });

  it('any text is read or refused', () => {
    const pieces = fc.array(
      fc.constantFrom('%{', '{', '}', '[', ']', ',', ':a', 'b:', '"c"', '"d":', '=>', '7', '"', '\\', '#', '\n', ' '),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        try {
          readTerm(parts.join(''), 'mix.lock');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });

  it.each(['', '%{"a": }', '%{"a": {:hex}', '{1} {2}', '[a: 1 b: 2]', 'System.cmd("id")', '%{"a" => }', '"open'])(
    '%j is refused',
    (text) => {
      expect(() => readTerm(text, 'mix.lock')).toThrow(InputError);
    },
  );

  it('names the line of what it does not understand', () => {
    expect(() => readTerm('%{\n  "a": {:hex},\n  ?b\n}', 'mix.lock')).toThrow(expect.objectContaining({ line: 3 }));
  });

  it('reads keyword lists, comments and trailing commas', () => {
    const read = readTerm('# locked\n[hex: :a, "odd key": true,] # end', 'mix.lock');
    expect(read).toMatchObject({ kind: 'list', items: [{ kind: 'pair', key: { value: 'hex' } }, { key: { value: 'odd key' } }] });
  });

  it('refuses to go too deep', () => {
    expect(() => readTerm('['.repeat(5_000), 'mix.lock')).toThrow(expect.objectContaining({ issue: 'too_deep' }));
  });
});
