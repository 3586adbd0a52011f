import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { frontMatterOf } from '../../src/support/front-matter.js';

/** Values as people write them after `description: `; most need no parser, and all must mean what YAML says. */
const VALUES = [
  'Formats tables in notes.',
  "It's for the user's `tables`, 100% of them - always",
  '"Use when: the user asks for a table # here"',
  "'Say: nothing'",
  '"a \\"b\\" \\u0041"',
  "'it''s'",
  'see https://docs.example/a#b',
  'table # a comment',
  'yes',
  'True',
  'null',
  '~',
  '12',
  '1e3',
  'ends with a blank ',
  '[a, b]',
  '{ a: b }',
  '*all',
  '>-',
  'naïve 表 — done…',
  'a\tb',
  '',
];

describe('the header of an instruction file', () => {
  it.each(VALUES)('description: %s', (value) => {
    const source = `name: x-1\ndescription: ${value}\nlicense: MIT`;
    expect(frontMatterOf(`---\n${source}\n---\n\n# X\n`)?.fields).toEqual(parsed(source));
  });

  it('gives a name that stands twice its last value', () => {
    expect(frontMatterOf('---\nname: a\nname: b\n---\n')?.fields).toEqual({ name: 'b' });
  });
});

/** What YAML says; what is none is read line by line. */
function parsed(source: string): unknown {
  try {
    return parse(source) as unknown;
  } catch {
    return Object.fromEntries(source.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
  }
}
