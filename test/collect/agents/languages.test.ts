import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atPath, type ConfigNode, ConfigSyntaxError, nodeText } from '../../../src/collect/agents/config/config-node.js';
import { readJsonConfig } from '../../../src/collect/agents/config/json-config.js';
import { readTomlConfig } from '../../../src/collect/agents/config/toml-config.js';
import { readYamlConfig } from '../../../src/collect/agents/config/yaml-config.js';

/** The plain value of a node, for comparison with what a library reads. */
function plain(node: ConfigNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, value]) => [key, plain(value)]));
}

/** The text of each scalar, cut out of the file by its offsets. */
function cuts(text: string, node: ConfigNode): string[] {
  if (node.kind === 'scalar') return [text.slice(node.start, node.end)];
  const below = node.kind === 'list' ? node.items : [...node.entries.values()];
  return below.flatMap((child) => cuts(text, child));
}

function places(root: ConfigNode, ...keys: string[]): (number | undefined)[] {
  return keys.map((key) => atPath(root, key)?.line);
}

describe('JSON of settings', () => {
  it('says what JSON.parse says of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plain(readJsonConfig(text).root)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(plain(readJsonConfig(JSON.stringify(value, null, 1)).root)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('forgives comments, trailing commas and a mark at the head, and keeps lines through them', () => {
    const text = '\ufeff// one\r\n{ /* two\nthree */ "a": [1, 2,],\n"b": { "c": "\\u0041\\n" }, }\n';
    const { root } = readJsonConfig(text);
    expect(plain(root)).toEqual({ a: [1, 2], b: { c: 'A\n' } });
    expect(places(root, 'a', 'b', 'b.c')).toEqual([3, 4, 4]);
  });

  it('keeps the offsets of values, past comments and a mark at the head', () => {
    const text = '\ufeff{ /* "a": 0 */ "a": [1, "\\u0041",], "b": { "c": null } // end\n}';
    const { root } = readJsonConfig(text);
    expect(cuts(text, root)).toEqual(['1', '"\\u0041"', 'null']);
    expect(['a', 'b'].map((key) => text.slice(atPath(root, key)?.start, atPath(root, key)?.end))).toEqual([
      '[1, "\\u0041",]',
      '{ "c": null }',
    ]);
  });

  it('reads JSON5 where the client does, and only there', () => {
    const text = "{ key: 'a\\\n b', $x: +.5, hex: 0xFF, inf: -Infinity }";
    expect(plain(readJsonConfig(text, { json5: true }).root)).toEqual({ key: 'a b', $x: 0.5, hex: 255, inf: Number.NEGATIVE_INFINITY });
    for (const strict of ["{ 'a': 1 }", '{ a: 1 }', '[0x1]', '[.5]', '["\\x41"]'])
      expect(() => readJsonConfig(strict)).toThrow(ConfigSyntaxError);
  });

  it.each(['', '{', '{"a"', '{"a":}', '[1 2]', '{"a":1,,}', '"a\nb"', '/* x', '{} x', '[tru]', '["\\q"]', '["\\u12"]', '<<<<<<< HEAD'])(
    'refuses %j',
    (text) => {
      expect(() => readJsonConfig(text)).toThrow(ConfigSyntaxError);
    },
  );

  it('notes a name that stands twice, and whether anything is lost', () => {
    const { root, duplicates } = readJsonConfig('{"a":{"x":[1]},\n"a":{"x":[1]},\n"b/c":1,"b/c":2}');
    expect(plain(root)).toEqual({ a: { x: [1] }, 'b/c': 2 });
    expect(duplicates).toEqual([
      { name: 'a', line: 2, pointer: '/a', differs: false },
      { name: 'b/c', line: 3, pointer: '/b~1c', differs: true },
    ]);
  });
});

describe('YAML of settings', () => {
  it('resolves anchors and merge keys, and places values where they stand', () => {
    const { root } = readYamlConfig('base: &b\n  type: stdio\none:\n  <<: *b\n  cmd: x\n  args:\n    - -y\n    - >\n      folded\n');
    expect(plain(atPath(root, 'one') ?? root)).toEqual({ cmd: 'x', args: ['-y', 'folded\n'], type: 'stdio' });
    expect(places(root, 'one', 'one.cmd', 'one.args')).toEqual([3, 5, 6]);
  });

  it('keeps the offsets of values, of an alias those of what it stands for', () => {
    const text = '# head\none: "a" # first\ntwo:\n  - &x b\n  - *x\n';
    expect(cuts(text, readYamlConfig(text).root)).toEqual(['"a"', 'b', 'b']);
  });

  it('takes an empty text for an empty document, and says twice-named keys', () => {
    expect(plain(readYamlConfig('# nothing\n').root)).toBeNull();
    expect(readYamlConfig('a: 1\na: 2\n').duplicates).toMatchObject([{ name: 'a', line: 2, differs: true }]);
  });

  it.each([
    ['a tab for indentation', 'a:\n\tb: 1'],
    [
      'aliases that unfold without end',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefg'[i]}`).join(',')}]`).join('\n')}`,
    ],
    ['an alias of itself', 'a: &a [*a]'],
    ['brackets without end', '['.repeat(100_000)],
    ['lists of lists', '- '.repeat(10_000)],
    ['steps without end', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('refuses %s', (_, text) => {
    expect(() => readYamlConfig(text)).toThrow(ConfigSyntaxError);
  });

  it('never puts the text of the file into its message', () => {
    for (const text of ['key: "sk-secret-value', 'a: b: sk-secret-value', '!sk-secret-value-tag!x y: [']) {
      try {
        readYamlConfig(text);
      } catch (error) {
        expect(String(error)).not.toContain('secret-value');
      }
    }
  });
});

describe('TOML of settings', () => {
  it('finds the lines of tables, inline tables, arrays of tables and elements', () => {
    const text =
      '# head\n[a."b.c".d]\nx = [\n  "one", # first\n  { k = "two" },\n]\n\n[[list]]\nname = """\nlong\n"""\n[[list]]\nname = \'n\'\n[list.env]\nK.L = 1\n';
    const { root } = readTomlConfig(text);
    expect(plain(root)).toEqual({
      a: { 'b.c': { d: { x: ['one', { k: 'two' }] } } },
      list: [{ name: 'long\n' }, { name: 'n', env: { K: { L: 1 } } }],
    });
    const lines = (node: ConfigNode | undefined): unknown => (node?.kind === 'list' ? [node.line, node.items.map(lines)] : node?.line);
    const d = atPath(atPath(atPath(root, 'a'), 'b.c'), 'd');
    expect([d?.line, lines(atPath(d, 'x'))]).toEqual([2, [3, [4, 5]]]);
    const list = atPath(root, 'list');
    expect(lines(list)).toEqual([8, [8, 12]]);
    expect(list?.kind === 'list' && places(list.items[1] ?? list, 'name', 'env', 'env.K.L')).toEqual([13, 14, 15]);
  });

  it('keeps the offsets of values and tables', () => {
    const text = '# é\n[a.b]\nx = [ "one", 0x1F ] # two\n\n[[a.c]]\ny.z = { d = 1979-05-27 }\n';
    const { root } = readTomlConfig(text);
    expect(cuts(text, root)).toEqual(['"one"', '0x1F', '1979-05-27']);
    expect(plain(root)).toEqual({ a: { b: { x: ['one', 31] }, c: [{ y: { z: { d: '1979-05-27' } } }] } });
    expect(text.slice(atPath(root, 'a.b')?.start, atPath(root, 'a.b')?.end)).toBe('[a.b]\nx = [ "one", 0x1F ]');
  });

  it('refuses a string or a document that its parser cannot hold', () => {
    for (const text of [`a = "${'x'.repeat(200_000)}"`, '#\n'.repeat(200_000)])
      expect(() => readTomlConfig(text)).toThrow(ConfigSyntaxError);
  });

  it.each(['a = "x', '[a', 'a = 1\na = 2', `a = ${'['.repeat(10_000)}`, `${'a.'.repeat(5000)}b = 1`])(
    'refuses broken and endless text',
    (text) => {
      expect(() => readTomlConfig(text)).toThrow(ConfigSyntaxError);
    },
  );

  it('keeps names that mean something to a program', () => {
    const { root } = readTomlConfig('[s.constructor]\ncommand = "x"\n');
    expect(nodeText(atPath(root, 's.constructor.command'))).toBe('x');
  });
});
