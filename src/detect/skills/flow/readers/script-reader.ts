import type { SyntaxNode } from '@lezer/common';
import { type Expr, type Instruction, unknownExpr } from './ir.js';
import { childrenOf } from './tree.js';

/** Limit for nested nodes; each takes several frames of the stack. */
const MAX_DEPTH = 160;

/** Turns the syntax tree of one script into instructions, and stops where it is nested too deep. */
export abstract class ScriptReader {
  /** True once something was nested too deep to be read. */
  cut = false;
  private depth = 0;

  constructor(protected readonly text: string) {}

  statements(node: SyntaxNode): Instruction[] {
    return this.deeper(() => childrenOf(node).flatMap((child) => this.statement(child))) ?? [];
  }

  expr(node: SyntaxNode): Expr {
    return this.deeper(() => this.read(node)) ?? unknownExpr(node.from);
  }

  protected abstract statement(node: SyntaxNode): Instruction[];
  protected abstract read(node: SyntaxNode): Expr;

  /** The text of a node. */
  protected slice(node: SyntaxNode): string {
    return this.text.slice(node.from, node.to);
  }

  private deeper<T>(work: () => T): T | undefined {
    if (this.depth > MAX_DEPTH) {
      this.cut = true;
      return undefined;
    }
    this.depth++;
    const result = work();
    this.depth--;
    return result;
  }
}
