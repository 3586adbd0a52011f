import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { boundNames, type Expr, type Instruction, type MethodKind, type ParsedScript, unknownExpr } from './ir.js';
import { isMark, PythonExpressions } from './python-expressions.js';
import { childrenOf, nestingOf } from './tree.js';

/** Limit for nested brackets, because the grammar's tables grow with them. */
const MAX_NESTING = 200;

/** Statements of a Python script; undefined when it is nested too deep or is not Python. */
export function parsePython(text: string): ParsedScript | undefined {
  if (nestingOf(text) > MAX_NESTING) return undefined;
  const reader = new PythonReader(text);
  const statements = reader.statements(parser.parse(text).topNode);
  return { statements, cut: reader.cut };
}

class PythonReader extends PythonExpressions {
  protected override statement(node: SyntaxNode): Instruction[] {
    switch (node.name) {
      case 'AssignStatement':
      case 'UpdateStatement':
        return this.assignment(node);
      case 'ExpressionStatement':
        return childrenOf(node).map((child) => ({ do: 'evaluate', value: this.expr(child) }));
      case 'ImportStatement':
        return this.imports(node);
      case 'FunctionDefinition':
        return [{ do: 'define', name: this.nameOf(node), value: this.func(node) }];
      case 'ClassDefinition':
        return [{ do: 'define', name: this.nameOf(node), value: this.classOf(node) }];
      case 'Script':
        return this.blocks(node);
      case 'ReturnStatement':
        return childrenOf(node)
          .slice(1, 2)
          .map((child) => ({ do: 'return', value: this.expr(child) }));
      case 'YieldStatement':
        return childrenOf(node)
          .filter((child) => !isMark(child))
          .map((child) => ({ do: 'return', value: this.expr(child) }));
      case 'ForStatement':
        return this.loop(node);
      case 'IfStatement':
      case 'WhileStatement':
        return this.branches(node);
      case 'TryStatement':
        return this.attempts(node);
      case 'WithStatement':
        return [...this.managed(node), ...this.blocks(node)];
      case 'DecoratedStatement':
        return this.decorated(node);
      case 'StatementGroup':
        return this.statements(node);
      case 'DeleteStatement':
      case 'PassStatement':
      case 'Comment':
        return [];
      default:
        return isMark(node) ? [] : [{ do: 'evaluate', value: this.expr(node) }];
    }
  }

  private classOf(node: SyntaxNode): Expr {
    const list = node.getChild('ArgList');
    const bases = list === null ? [] : this.args(list).flatMap(({ name, value }) => (name === undefined ? [value] : []));
    return { op: 'class', name: this.nameOf(node), bases, body: this.blocks(node), at: node.from };
  }

  /** `@staticmethod` and its like say how a method gets its object; other decorators change nothing that is followed. */
  private decorated(node: SyntaxNode): Instruction[] {
    const names = node.getChildren('Decorator').map((each) => this.slice(each));
    const kind = DECORATORS.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
    const wrappers = node.getChildren('Decorator').flatMap((each) => this.wrapperOf(each));
    return childrenOf(node)
      .flatMap((child) => (child.name === 'Decorator' ? [] : this.statement(child)))
      .flatMap((statement): Instruction[] => {
        if (statement.do !== 'define' || statement.value.op !== 'function') return [statement];
        if (kind !== undefined) return [{ ...statement, value: { ...statement.value, as: kind } }];
        const of: Expr = { op: 'name', name: statement.name, at: node.from };
        const wrapped = wrappers.reduceRight((value, by): Expr => ({ op: 'wrap', by, of: value, at: node.from }), of);
        return wrapped === of ? [statement] : [statement, { do: 'assign', targets: [of], value: wrapped }];
      });
  }

  /** The expression behind `@`. */
  private wrapperOf(node: SyntaxNode): Expr[] {
    const parts = childrenOf(node).filter((child) => child.name !== 'At' && !isMark(child));
    const list = node.getChild('ArgList');
    const names = parts.filter((child) => child.name === 'VariableName' || child.name === 'PropertyName').map((child) => this.slice(child));
    const [first, ...rest] = names;
    if (first === undefined) return [];
    const start: Expr = { op: 'name', name: first, at: node.from };
    const named = rest.reduce((of, name): Expr => ({ op: 'member', of, name, at: node.from }), start);
    return [list === null ? named : { op: 'call', callee: named, args: this.args(list), at: node.from }];
  }

  private blocks(node: SyntaxNode): Instruction[] {
    return childrenOf(node).flatMap((child) => (child.name === 'Body' ? this.statements(child) : []));
  }

  /** `with open(p) as f`: binds the name to the opened file. */
  private managed(node: SyntaxNode): Instruction[] {
    const parts = childrenOf(node).filter((child) => child.name !== 'Body');
    const found: Instruction[] = [];
    parts.forEach((part, index) => {
      const name = parts[index + 2];
      if (parts[index + 1]?.name === 'as' && name) found.push({ do: 'assign', targets: [this.expr(name)], value: this.expr(part) });
      else if (part.name === 'CallExpression') found.push({ do: 'evaluate', value: this.expr(part) });
    });
    return found;
  }

  private assignment(node: SyntaxNode): Instruction[] {
    const parts = childrenOf(node);
    const marks = parts.findIndex((part) => part.name === 'AssignOp' || part.name === 'UpdateOp');
    const value = parts.at(-1);
    if (marks === -1 || value === undefined) return [];
    const targets = parts
      .slice(0, marks)
      .filter((part) => part.name !== ',' && part.name !== 'TypeDef')
      .map((part) => this.expr(part));
    const rest = parts.slice(marks + 1).filter((part) => part.name !== ',' && part.name !== 'AssignOp');
    const right: Expr = rest.length === 1 ? this.expr(value) : { op: 'list', items: rest.map((part) => this.expr(part)), at: node.from };
    return [{ do: 'assign', targets, value: right, ...(parts[marks]?.name === 'UpdateOp' && { add: true }) }];
  }

  private imports(node: SyntaxNode): Instruction[] {
    const text = this.slice(node).replace(/#[^\n]*|[()\\\n]/g, ' ');
    const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(text);
    const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
    return list.flatMap((item): Instruction[] => {
      const match = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(item);
      if (match?.[1] === undefined) return [];
      const [top = ''] = match[1].split('.');
      if (from?.[1] !== undefined) return [{ do: 'import', name: match[2] ?? match[1], path: from[1], member: match[1] }];
      if (match[2] !== undefined) return [{ do: 'import', name: match[2], path: match[1] }];
      return [{ do: 'import', name: top, path: top }];
    });
  }

  private nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableName');
    return name === null ? '' : this.slice(name);
  }

  private loop(node: SyntaxNode): Instruction[] {
    const parts = childrenOf(node);
    const mark = parts.findIndex((part) => part.name === 'in');
    const names = parts.slice(1, mark).flatMap((part) => boundNames(this.expr(part)));
    const over = parts[mark + 1];
    return [{ do: 'each', names, over: over ? this.expr(over) : unknownExpr(node.from), body: this.blocks(node) }];
  }

  /** What an exception leads to may happen or not; all else does. */
  private attempts(node: SyntaxNode): Instruction[] {
    let isHandler = false;
    return childrenOf(node).flatMap((child): Instruction[] => {
      if (child.name === 'except') isHandler = true;
      if (child.name !== 'Body') return [];
      const body = this.statements(child);
      const found: Instruction[] = isHandler ? [{ do: 'branch', body, at: child.from }] : body;
      isHandler = false;
      return found;
    });
  }

  private branches(node: SyntaxNode): Instruction[] {
    const found: Instruction[] = [];
    let test: Expr | undefined;
    for (const child of childrenOf(node)) {
      if (child.name === 'Body') {
        found.push({ do: 'branch', ...(test && { test }), body: this.statements(child), at: node.from });
        test = undefined;
      } else if (!isMark(child)) test = this.expr(child);
    }
    return found;
  }
}

const DECORATORS: readonly (readonly [RegExp, MethodKind])[] = [
  [/^@staticmethod\b/, 'static'],
  [/^@classmethod\b/, 'class'],
  [/^@(?:\w+\.)*(?:cached_)?property\b/, 'property'],
];
