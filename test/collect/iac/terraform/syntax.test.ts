import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression, TemplatePart } from '../../../../src/collect/iac/terraform/syntax/ast.js';
import { parseJsonBody } from '../../../../src/collect/iac/terraform/syntax/json.js';
import { parseBody, parseExpression } from '../../../../src/collect/iac/terraform/syntax/parser.js';
import { InputError } from '../../../../src/support/errors.js';
import { readTerraform } from '../../../support/iac-tree.js';

const name = fc.constantFrom('a', 'b_c', 'each', 'var', 'x-1');
const text = fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '\n', '$', '{', 'é', '%', '~') });

/** Expressions as they may be written. */
const { expression } = fc.letrec<{ expression: string; small: string }>((tie) => ({
  small: fc.oneof(
    fc.nat(1000).map(String),
    name,
    text.map((value) => JSON.stringify(value).replace(/[$%](?=\{)/g, '$&$&')),
    fc.constantFrom('true', 'null', '1.5e3', '"a${b}c"', '"%{if a}x%{else}y%{endif}"', 'f()', 'a.b[0].*.c', 'a[*].b[1]'),
  ),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('small'),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(name, tie('expression')), { maxLength: 3 })
      .map((pairs) => `{\n${pairs.map(([key, value]) => `(${key}) = ${value}`).join('\n')}\n}`),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '&&', '==', '<=', '%', '||', '*', '-'), tie('expression'))
      .map(([a, op, b]) => `(${a}) ${op} (${b})`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc.tuple(name, tie('expression'), tie('expression')).map(([v, of, result]) => `[for ${v} in ${of} : ${result} if true]`),
    fc.tuple(fc.constantFrom('-', '!'), tie('expression')).map(([op, value]) => `${op}(${value})`),
    fc.array(tie('expression'), { minLength: 1, maxLength: 3 }).map((args) => `merge(${args.join(', ')}...)`),
    tie('expression').map((value) => `"<\${${value}}>"`),
  ),
}));

describe('the grammar of HCL', () => {
  it('reads what is printed from a tree as the same tree', () => {
    fc.assert(
      fc.property(expression, (written) => {
        const tree = parseExpression({ path: 'a.tf', text: written });
        const printed = print(tree);
        expect(shape(parseExpression({ path: 'a.tf', text: printed }))).toEqual(shape(tree));
      }),
      { numRuns: 300 },
    );
  });

  it('ends in its own error or in a tree, whatever the text is', () => {
    const damaged = fc.tuple(expression, fc.nat(200), fc.nat(10), text).map(([written, at, cut, put]) => {
      const whole = `resource "a" "b" {\n  x = ${written}\n  y = <<-EOT\n    a ${'${b}'}\n  EOT\n}\n`;
      return whole.slice(0, at) + put + whole.slice(at + cut);
    });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.string(), fc.string({ unit: 'binary' })), (given) => {
        for (const { error } of [parseBody({ path: 'a.tf', text: given }), parseJsonBody({ path: 'a.tf.json', text: given })]) {
          if (error) expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same values each time', async () => {
    await fc.assert(
      fc.asyncProperty(expression, async (written) => {
        const files = { 'main.tf': `variable "open" {}\nresource "a_b" "c" {\n  x = ${written}\n}\n` };
        expect(JSON.stringify((await readTerraform(files)).resources)).toBe(JSON.stringify((await readTerraform(files)).resources));
      }),
      { numRuns: 100 },
    );
  });

  it('cuts the indentation that lines of a heredoc share', () => {
    const { body } = parseBody({ path: 'a.tf', text: 'a = <<-EOT\n    one\n      two\n\n    three\n  EOT\nb = 1\n' });
    expect(body.attributes.get('a')?.value).toMatchObject({ kind: 'literal', value: 'one\n  two\n\nthree\n' });
    expect(body.attributes.get('b')?.line).toBe(7);
  });

  it('keeps what stands before an error', () => {
    const { body, error } = parseBody({ path: 'a.tf', text: 'resource "a" "b" {\n}\nresource "c" {' });
    expect(body.blocks.map(({ labels }) => labels)).toEqual([['a', 'b']]);
    expect(error).toMatchObject({ line: 3 });
  });
});

/** The tree without places. */
function shape(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (['source', 'start', 'end', 'line'].includes(key) ? undefined : value)));
}

function print(node: Expression): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? `"${quoted(node.value)}"` : String(node.value);
    case 'template':
      return `"${node.parts.map(printPart).join('')}"`;
    case 'tuple':
      return `[${node.items.map(print).join(', ')}]`;
    case 'object':
      return `{${node.entries.map(({ key, value }) => `(${print(key)}) = ${print(value)}`).join(', ')}}`;
    case 'for': {
      const names = node.key === undefined ? node.value : `${node.key}, ${node.value}`;
      const result = node.keyResult ? `${print(node.keyResult)} => ${print(node.result)}` : print(node.result);
      const inner = `for ${names} in ${print(node.of)} : ${result}${node.grouped ? '...' : ''}${node.condition ? ` if ${print(node.condition)}` : ''}`;
      return node.keyResult ? `{${inner}}` : `[${inner}]`;
    }
    case 'call':
      return `${node.name}(${node.args.map(print).join(', ')}${node.expanded ? '...' : ''})`;
    case 'variable':
      return node.name;
    case 'attribute':
      return `${print(node.of)}.${node.name}`;
    case 'index':
      return `${print(node.of)}[${print(node.key)}]`;
    case 'splat':
      return `${print(node.of)}[*]${node.steps.map((step) => (step.kind === 'attribute' ? `.${step.name}` : `[${print(step.key)}]`)).join('')}`;
    case 'unary':
      return `${node.operator}(${print(node.operand)})`;
    case 'binary':
      return `((${print(node.left)}) ${node.operator} (${print(node.right)}))`;
    case 'conditional':
      return `(${print(node.condition)} ? ${print(node.then)} : ${print(node.otherwise)})`;
  }
}

function printPart(part: TemplatePart): string {
  if (typeof part === 'string') return quoted(part);
  if (part.kind === 'value') return `\${${print(part.expression)}}`;
  if (part.kind === 'if')
    return `%{if ${print(part.condition)}}${part.then.map(printPart).join('')}%{else}${part.otherwise.map(printPart).join('')}%{endif}`;
  return `%{for ${part.key === undefined ? '' : `${part.key}, `}${part.value} in ${print(part.of)}}${part.body.map(printPart).join('')}%{endfor}`;
}

function quoted(value: string): string {
  return value
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[$%](?=\{)/g, '$&$&');
}
