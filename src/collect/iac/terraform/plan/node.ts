import type { Expression } from '../syntax/ast.js';

/** A member of an object of the plan. */
export function field(node: Expression | undefined, name: string): Expression | undefined {
  return node?.kind === 'object' ? node.entries.find((entry) => keyOf(entry) === name)?.value : undefined;
}

export function itemsOf(node: Expression | undefined): readonly Expression[] {
  return node?.kind === 'tuple' ? node.items : [];
}

export function textOf(node: Expression | undefined): string | undefined {
  return node?.kind === 'literal' && typeof node.value === 'string' ? node.value : undefined;
}

export function keyOf({ key }: { key: Expression }): string {
  return key.kind === 'literal' ? String(key.value) : '';
}
