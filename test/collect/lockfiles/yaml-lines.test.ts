import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { flowItems, flowMembers } from '../../../src/collect/lockfiles/syntax/yaml-flow.js';
import { YamlLines } from '../../../src/collect/lockfiles/syntax/yaml-lines.js';
import { InputError } from '../../../src/support/errors.js';

describe('lines of block YAML', () => {
  it('gives indent, key, value and line of each line with content', () => {
    expect(lines('# comment\na: 1\n\nb:\n  \'c d\': "x # y" # comment\n  - item\n')).toEqual([
      [0, 'a', '1', 2],
      [0, 'b', '', 4],
      [2, 'c d', '"x # y"', 5],
      [2, '-', 'item', 6],
    ]);
  });

  it('takes addresses with colons as keys and values', () => {
    expect(lines('https://a.example/x:\n  version: file:../x\n')).toEqual([
      [0, 'https://a.example/x', '', 1],
      [2, 'version', 'file:../x', 2],
    ]);
  });

  it('joins collections that a formatter has wrapped and goes on with the right line number', () => {
    expect(lines('a:\n  {\n    x: 1,\n  }\nb: [p,\n  q]\nc: 3\n')).toEqual([
      [0, 'a', '{ x: 1, }', 1],
      [0, 'b', '[p, q]', 5],
      [0, 'c', '3', 7],
    ]);
  });

  it('passes over literal and folded texts', () => {
    expect(lines('a: |-\n  b: 1\n\n  c\nd: >\n  e: 2\nf: 3\n').map(([, key]) => key)).toEqual(['a', 'd', 'f']);
  });

  it('reads explicit keys, with a block, a collection or nothing behind the colon', () => {
    const text = "? 'long key'\n: inner: 1\n  other: 2\n? second\n: {}\n? third\n:\n  x: 1\n";
    expect(lines(text)).toEqual([
      [0, 'long key', '', 1],
      [2, 'inner', '1', 2],
      [2, 'other', '2', 3],
      [0, 'second', '{}', 4],
      [0, 'third', '', 6],
      [2, 'x', '1', 8],
    ]);
  });

  it('tells the mark between documents from a key of the same letters', () => {
    const reader = new YamlLines("a:\n  ---:\n    b: 1\n'---': 2\n---\nc: 3\n", 'x.yaml');
    expect(treeOf(reader, -1)).toEqual([
      ['a', [['---', [['b', '1']]]]],
      ['---', '2'],
    ]);
    expect(reader.next() && reader.isMark).toBe(true);
  });

  it('reads the same with carriage returns', () => {
    const text = "a:\n  b: 'c'\n---\nd: {x: 1}\n";
    expect(lines(text.replaceAll('\n', '\r\n'))).toEqual(lines(text));
  });

  it('refuses merge conflicts and names the line', () => {
    expect(() => lines('a: 1\n<<<<<<< HEAD\nb: 2')).toThrow(expect.objectContaining({ name: 'InputError', line: 2 }));
  });

  it.each([
    ['a tab as indentation', 'a:\n\tb: 1', 2],
    ['an anchor', 'a: &x 1', 1],
    ['an anchor above a block', 'a: &x\n  b: 1', 1],
    ['an alias', 'a: *x', 1],
    ['a tag', 'a: !!js/function x', 1],
    ['a reserved character', 'a: @x', 1],
    ['a reserved character before a key', '`a: x', 1],
    ['a bracket that never closes', 'a: {b: 1\nc: 2', 1],
  ])('names the line of %s and reads on', (_, text, line) => {
    const reader = new YamlLines(`${text}\nz: 1\n`, 'x.yaml');
    while (reader.next());
    expect(reader.problems.map((problem) => problem.line)).toEqual([line]);
    expect(reader.key).toBe('z');
  });

  it('looks for the ends of a few open brackets only', () => {
    expect(() => lines('a: {\n'.repeat(100))).toThrow(InputError);
  });

  it('takes a comment in place of a value for none', () => {
    expect(lines('a: # why\n  b: 1\n')).toEqual([
      [0, 'a', '', 1],
      [2, 'b', '1', 2],
    ]);
  });

  it.each(['< 24.15.0 is old', '<4.18', '=1.2', '~1.0', '^1', '>=1'.slice(1), '-1', '?x', ':x', '$a', '/x', '(a)', ';', '\\', '.5', '+1'])(
    'takes %j for a plain value, and for a key',
    (text) => {
      expect(lines(`a: ${text}\n${text}: b\n`)).toEqual([
        [0, 'a', text, 1],
        [0, text, 'b', 2],
      ]);
    },
  );

  it('reads what the library writes as the library does, whatever characters keys and values begin with', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab1 <>=!*&%@`{}[],|?:-#"\'\\~^$/().+_;'), maxLength: 12 });
    const entry = fc.dictionary(word, fc.oneof(word, fc.dictionary(word, word, { maxKeys: 3 })), { maxKeys: 4 });
    fc.assert(
      fc.property(
        fc.dictionary(word, fc.oneof(word, entry), { minKeys: 1, maxKeys: 5 }),
        fc.constantFrom('PLAIN', 'QUOTE_SINGLE'),
        (tree, type) => {
          const text = stringify(tree, { lineWidth: 0, defaultStringType: type, schema: 'failsafe' });
          const reader = new YamlLines(text, 'x.yaml');
          expect(treeOf(reader, -1), text).toEqual(flat(tree));
          expect(reader.problems, text).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each(['just words', "a: 'open", 'a: b: c', 'a: "x" y', 'a: b:', '-x', "'k' : v"])('reports %j as not understood', (text) => {
    const reader = new YamlLines(`${text}\nz: 1\n`, 'x.yaml');
    while (reader.next());
    expect(reader.problems.map((problem) => problem.line)).toEqual([1]);
    expect(reader.key).toBe('z');
  });

  it('stays within a block and leaves the next line to others', () => {
    const reader = new YamlLines('a:\n  b: 1\n  c: 2\nd: 3\n', 'x.yaml');
    reader.next();
    const inside: string[] = [];
    while (reader.within(0)) inside.push(reader.key);
    expect(inside).toEqual(['b', 'c']);
    expect(reader.next()).toBe(true);
    expect(reader.key).toBe('d');
  });

  it('ends on any text, with lines in order', () => {
    const piece = fc.constantFrom(
      'a',
      ': ',
      ':',
      '\n',
      '  ',
      "'",
      '"',
      '{',
      '}',
      '[',
      ']',
      '#',
      '|',
      '>',
      '- ',
      '---',
      '? ',
      ',',
      '\\',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        try {
          const numbers = lines(pieces.join('')).map(([, , , line]) => line);
          expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('flow collections', () => {
  it('gives members with quotes taken off', () => {
    expect([...flowMembers('{integrity: sha512-a==, \'tarball\': "https://x/y.tgz", n: {a: b, c: d}}')]).toEqual([
      ['integrity', 'sha512-a=='],
      ['tarball', 'https://x/y.tgz'],
      ['n', '{a: b, c: d}'],
    ]);
  });

  it('splits at commas that stand outside of quotes and brackets', () => {
    expect(flowItems("[a, 'b, c', [d, e], {f: g, h: i}]")).toEqual(['a', "'b, c'", '[d, e]', '{f: g, h: i}']);
    expect(flowItems('[]')).toEqual([]);
  });
});

function lines(text: string): [indent: number, key: string, value: string, line: number][] {
  const reader = new YamlLines(text, 'x.yaml');
  const found: [number, string, string, number][] = [];
  while (reader.next()) found.push([reader.indent, reader.key, reader.value, reader.line]);
  return found;
}

/** All keys with their values, those of a block within. An empty text and an empty block are written alike. */
function treeOf(reader: YamlLines, indent: number): unknown[] {
  const found: unknown[] = [];
  while (reader.within(indent)) {
    const { key, indent: at } = reader;
    const value = reader.value === '{}' ? [] : reader.value === '' ? treeOf(reader, at) : reader.scalar() || [];
    found.push([key, value]);
  }
  return found;
}

function flat(tree: object): unknown[] {
  return Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' && value !== '' ? value : flat(Object(value))]);
}
