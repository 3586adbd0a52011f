import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToml } from '../../../src/collect/lockfiles/syntax/toml-document.js';
import { entryLines, keyLines, stringLines, tomlLines } from '../../../src/collect/lockfiles/syntax/toml-lines.js';
import { InputError } from '../../../src/support/errors.js';
import { cpuTime } from '../../support/cpu-time.js';

describe('lines of TOML', () => {
  it('of entries are those of their names', () => {
    expect(
      entryLines('[[package]]\nname = "a"\n\n[package.x]\nname = "b"\n[[package]]\nversion = "1"\nname = "c"\n[[package]]\n', 'package'),
    ).toEqual([2, 8, 9]);
  });

  it.each([
    ['a basic string', 'text = """\n[[package]]\nname = "no"\n"""'],
    ['a literal string', "text = '''\n[[package]]\n\"\"\"\n'''"],
    ['escaped quotes', 'text = """\n\\"""\n[[package]]\n"""'],
    ['a string that opens behind another', 'a = ["x", """\n[[package]]\n"""]'],
  ])('are not looked for in %s', (_, text) => {
    expect(entryLines(`${text}\n[[package]]\nname = "a"\n`, 'package')).toEqual([text.split('\n').length + 2]);
  });

  it('are not misled by triple quotes in comments or strings', () => {
    for (const text of ['# """', 'a = \'"""\'', 'a = "#" # """', 'a = "\\"" # """'])
      expect(entryLines(`${text}\n[[package]]\nname = "a"\n`, 'package')).toEqual([3]);
  });

  it('of keys know their table, and quoted ones count', () => {
    expect(Object.fromEntries(keyLines('a = 1\n[x."y"]\n"b" = 2\n\'c\' = 3\nb = 4\n'))).toEqual({ '\na': 1, 'x.y\nb': 3, 'x.y\nc': 4 });
  });

  it('of strings are those of their content', () => {
    expect(Object.fromEntries(stringLines('a = ["x", \'y\'] # "z"\nb = "q\\"q"\nc = "x"\n'))).toEqual({ x: 1, y: 1, 'q"q': 2 });
  });

  it('end quickly on hostile text', () => {
    const started = cpuTime();
    for (const bait of ['"', "'", '\\"', '"\\"', '"""', '[', '# "\\"', 'a=']) {
      for (const text of [bait.repeat(300_000), `x = """${bait.repeat(300_000)}`]) {
        stringLines(text);
        expect([...tomlLines(text)].length).toBeLessThan(2);
      }
    }
    expect(cpuTime() - started).toBeLessThan(4000);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }),
        (text) => entryLines(text, 'package').every((line) => line > 0) && stringLines(text).size >= 0,
      ),
    );
  });
});

describe('parsing TOML', () => {
  it.each([
    ['', {}],
    ['"__proto__" = 1\n', { ['__proto__']: 1 }],
    ['a = 99999999999999999999\n', { a: 99999999999999999999n }],
  ])('%j', (text, expected) => {
    expect({ ...parseToml(text, 'x.toml') }).toEqual(expected);
  });

  it.each([
    ['duplicate keys', 'a = 1\na = 2\n', 2],
    ['an open string', 'a = 1\n\nb = "x\n', 3],
    ['depth', `a = ${'['.repeat(50_000)}`, 1],
    ['merge markers', 'a = 1\n<<<<<<< HEAD\n', 2],
  ])('fails on %s, naming the line in one line of text', (_, text, line) => {
    try {
      parseToml(text, 'x.toml');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ line, where: 'x.toml' });
      expect(String(error)).not.toContain('\n');
    }
  });
});
