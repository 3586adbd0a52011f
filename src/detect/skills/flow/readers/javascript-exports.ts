import type { SyntaxNode } from '@lezer/common';
import type { Expr, Instruction } from './ir.js';
import { childrenOf } from './tree.js';

interface Reader {
  text: string;
  statement(node: SyntaxNode): Instruction[];
  expr(node: SyntaxNode): Expr;
}

/** `export …`: the declaration, and its names in `exports`, as a module in the older form has them. */
export function exportsOf(node: SyntaxNode, reader: Reader): Instruction[] {
  const inner = childrenOf(node).filter((child) => /^[A-Z]/.test(child.name));
  const declared = inner.find((child) => /Declaration$/.test(child.name));
  const group = node.getChild('ExportGroup');
  if (group !== null) return named(group, reader.text);
  const fixed = node.getChild('default') !== null;
  if (declared === undefined) {
    const [value] = inner;
    return value && fixed ? [exported('default', reader.expr(value), node.from)] : inner.flatMap((child) => reader.statement(child));
  }
  const statements = reader.statement(declared);
  const names = statements.flatMap((each): string[] =>
    each.do === 'define'
      ? [each.name]
      : each.do === 'assign'
        ? each.targets.flatMap((target) => (target.op === 'name' ? [target.name] : []))
        : [],
  );
  return [...statements, ...names.map((name) => exported(fixed ? 'default' : name, { op: 'name', name, at: node.from }, node.from))];
}

/** `export { a, b as c }` */
function named(group: SyntaxNode, text: string): Instruction[] {
  const words = text.slice(group.from + 1, group.to - 1).split(',');
  return words.flatMap((word): Instruction[] => {
    const [, name, as] = /^\s*([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(word) ?? [];
    return name === undefined ? [] : [exported(as ?? name, { op: 'name', name, at: group.from }, group.from)];
  });
}

function exported(name: string, value: Expr, at: number): Instruction {
  return { do: 'assign', targets: [{ op: 'member', of: { op: 'name', name: 'exports', at }, name, at }], value };
}
