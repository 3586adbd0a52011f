import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from '../../../src/collect/iac/yaml/read-yaml.js';
import type { IacValue } from '../../../src/model/iac.js';

function plain(value: IacValue): unknown {
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'list') return value.items.map(plain);
  return value.kind === 'map' ? Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)])) : undefined;
}

const documents = (text: string) => readYaml(text, 'a.yaml').documents.map(({ value }) => plain(value));

describe('YAML of infrastructure code', () => {
  it('reads every document that holds something', () => {
    expect(documents('a: 1\n---\n# nothing\n---\nb: [x, null]\n...\n')).toEqual([{ a: 1 }, { b: ['x', null] }]);
  });

  it('merges mappings, of which the own keys and the first source count', () => {
    const text = 'x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\nz:\n  <<: [*x, *y]\n  a: 0\n';
    expect(documents(text)).toEqual([{ x: { a: 1, b: 1 }, y: { b: 2, c: 2 }, z: { a: 0, b: 1, c: 2 } }]);
  });

  it('keeps numbers as they are written, and reads the old booleans of values only', () => {
    expect(documents('version: 1.10\nmode: 0644\naccount: 012345678901\nn: 5\non: yes\nq: "no"\n')).toEqual([
      { version: '1.10', mode: '0644', account: '012345678901', n: 5, on: true, q: 'no' },
    ]);
    expect(readYaml('a: on', 'a.yaml', { strictBooleans: true }).documents.map(({ value }) => plain(value))).toEqual([{ a: 'on' }]);
  });

  it('places a value at the line of its key, and an aliased one at its use', () => {
    const [document] = readYaml('a: &a\n  b: 1\nc:\n  *a\n', 'a.yaml').documents;
    const entries = document?.value.kind === 'map' ? document.value.entries : undefined;
    expect(entries?.get('a')?.at).toEqual({ path: 'a.yaml', line: 1 });
    expect(entries?.get('c')).toMatchObject({ at: { line: 3 }, via: [{ line: 1 }] });
  });

  it('says where a document ends and another starts', () => {
    expect(readYaml('a: 1\n---\nb:\n  c: 1\n', 'a.yaml').documents).toMatchObject([
      { line: 1, endLine: 1 },
      { line: 3, endLine: 4 },
    ]);
  });

  it('names repeated keys and documents that it cannot read, and reads the others', () => {
    const read = readYaml('a: 1\na: 2\n---\nb: [1\n---\nc: 1\n', 'a.yaml');
    expect(read.documents.map(({ value }) => plain(value))).toEqual([{ a: 2 }, { c: 1 }]);
    expect(read.issues).toMatchObject([
      { kind: 'invalid_entry', line: 2 },
      { kind: 'unparsable', line: 5 },
    ]);
  });

  it('takes a bracket that closes below its key, and says the same of the rest of the text', () => {
    const closedBelow = '---\nlist: [\n  1\n]\n';
    expect(documents(closedBelow)).toEqual([{ list: [1] }]);
    const text = fc.stringMatching(/^[\w :#'"~!&*|>\n-]{0,12}$/);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), fc.boolean(), (values, isFlow) => {
        const written = values.map((one) => `---\n${stringify(one, isFlow ? { collectionStyle: 'flow' } : {})}`).join('');
        const alone = readYaml(written, 'a.yaml');
        const beside = readYaml(written + closedBelow, 'a.yaml');
        expect(beside.issues).toEqual(alone.issues);
        expect(beside.documents.slice(0, -1)).toEqual(alone.documents);
      }),
    );
  });

  it('ends at its limits', () => {
    const bomb = Array.from(
      { length: 12 },
      (_, at) =>
        `a${at}: &a${at} [${Array(10)
          .fill(at === 0 ? 'x' : `*a${at - 1}`)
          .join(', ')}]`,
    );
    expect(() => readYaml(bomb.join('\n'), 'a.yaml')).toThrow(expect.objectContaining({ issue: 'too_many' }));
    expect(() => readYaml('['.repeat(20_000), 'a.yaml')).toThrow(expect.objectContaining({ issue: 'too_deep' }));
    expect(() => readYaml(`${'{a: '.repeat(300)}1${'}'.repeat(300)}`, 'a.yaml')).toThrow(expect.objectContaining({ issue: 'too_deep' }));
    expect(() => readYaml('a: &a [*a]', 'a.yaml')).toThrow(expect.objectContaining({ issue: 'unparsable' }));
    expect(() => readYaml(`a: ${'x'.repeat(17 * 1024 * 1024)}`, 'a.yaml')).toThrow(expect.objectContaining({ issue: 'too_large' }));
  });

  it('gives nodes with tags to the format', () => {
    const tag = (name: string, value: IacValue): IacValue => ({ kind: 'map', at: value.at, entries: new Map([[name, value]]) });
    expect(readYaml('a: !Ref b\nc: !Sub [x, {y: z}]', 'a.yaml', { tag }).documents.map(({ value }) => plain(value))).toEqual([
      { a: { '!Ref': 'b' }, c: { '!Sub': ['x', { y: 'z' }] } },
    ]);
  });
});
