import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { boundNames, type Instruction, type ParsedScript, unknownExpr } from './ir.js';
import { exportsOf } from './javascript-exports.js';
import { isBlock, isMark, JavaScriptExpressions } from './javascript-expressions.js';
import { childrenOf, nestingOf } from './tree.js';

/** Limit for nested brackets, because the grammar's tables grow with them. */
const MAX_NESTING = 200;
const TYPESCRIPT = parser.configure({ dialect: 'ts jsx' });

/** Statements of a JavaScript or TypeScript script; undefined when it is nested too deep. */
export function parseJavaScript(text: string): ParsedScript | undefined {
  if (nestingOf(text) > MAX_NESTING) return undefined;
  const reader = new JavaScriptReader(text);
  const statements = reader.statements(TYPESCRIPT.parse(text).topNode);
  return { statements, cut: reader.cut };
}

class JavaScriptReader extends JavaScriptExpressions {
  protected override statement(node: SyntaxNode): Instruction[] {
    switch (node.name) {
      case 'VariableDeclaration':
        return this.declaration(node);
      case 'ExpressionStatement':
        return childrenOf(node)
          .filter((child) => !isMark(child))
          .map((child) => (child.name === 'YieldExpression' ? this.given(child) : this.evaluated(child)));
      case 'ImportDeclaration':
        return this.imports(node);
      case 'ExportDeclaration':
        return exportsOf(node, {
          text: this.text,
          statement: (child) => this.statement(child),
          expr: (child) => this.expr(child),
        });
      case 'FunctionDeclaration':
        return [{ do: 'define', name: this.nameOf(node), value: this.func(node) }];
      case 'ClassDeclaration':
        return [{ do: 'define', name: this.nameOf(node), value: this.classOf(node) }];
      case 'ReturnStatement':
        return childrenOf(node)
          .filter((child) => !isMark(child))
          .map((child) => ({ do: 'return', value: this.expr(child) }));
      case 'TryStatement':
        return childrenOf(node).flatMap((child): Instruction[] =>
          child.name === 'CatchClause' ? [{ do: 'branch', body: this.statements(child), at: child.from }] : this.statement(child),
        );
      case 'SwitchBody':
        return this.cases(node);
      case 'EnumDeclaration':
        return this.enumeration(node);
      case 'IfStatement':
      case 'WhileStatement':
      case 'DoStatement':
        return this.branches(node);
      case 'ForStatement':
        return this.loop(node);
      case 'TypeAliasDeclaration':
      case 'InterfaceDeclaration':
        return [];
      default:
        return isMark(node) ? [] : isBlock(node) ? this.statements(node) : [{ do: 'evaluate', value: this.expr(node) }];
    }
  }

  /** Assignments are expressions in this grammar; as statements they bind names. */
  private evaluated(node: SyntaxNode): Instruction {
    return (node.name === 'AssignmentExpression' && this.assignment(node)) || { do: 'evaluate', value: this.expr(node) };
  }

  /** `yield value` hands on as `return` does. */
  private given(node: SyntaxNode): Instruction {
    const value = childrenOf(node).find((child) => !isMark(child));
    return { do: 'return', value: value ? this.expr(value) : unknownExpr(node.from) };
  }

  private declaration(node: SyntaxNode): Instruction[] {
    const found: Instruction[] = [];
    let target: SyntaxNode | undefined;
    let equals = false;
    for (const child of childrenOf(node)) {
      if (child.name === 'Equals') equals = true;
      else if (child.name === ',') target = undefined;
      else if (equals && target) {
        found.push({ do: 'assign', targets: [this.expr(target)], value: this.expr(child), local: true });
        equals = false;
      } else if (/^(?:VariableDefinition|ArrayPattern|ObjectPattern)$/.test(child.name)) target = child;
    }
    return found;
  }

  private imports(node: SyntaxNode): Instruction[] {
    const text = this.slice(node);
    const path = /from\s*["']([^"']+)["']|import\s*["']([^"']+)["']/.exec(text)?.[1] ?? '';
    const module = path.replace(/^node:/, '');
    const found: Instruction[] = [];
    const star = /\*\s*as\s+([\w$]+)/.exec(text)?.[1];
    const single = /^import\s+(?:type\s+)?([\w$]+)/.exec(text)?.[1];
    if (star !== undefined) found.push({ do: 'import', name: star, path: module });
    if (single !== undefined && single !== 'type')
      found.push({ do: 'import', name: single, path: module, ...(/^\.{1,2}\//.test(module) && { member: 'default' }) });
    for (const item of /\{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? []) {
      const match = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(item);
      if (match?.[1] !== undefined) found.push({ do: 'import', name: match[2] ?? match[1], path: module, member: match[1] });
    }
    return found;
  }

  private loop(node: SyntaxNode): Instruction[] {
    const spec = node.getChild('ForOfSpec') ?? node.getChild('ForInSpec');
    const rest = childrenOf(node)
      .filter((child) => !isMark(child) && !/Spec$/.test(child.name))
      .flatMap((child) => this.statement(child));
    if (spec === null) return rest;
    const parts = childrenOf(spec).filter((child) => !isMark(child));
    const names = parts.slice(0, -1).flatMap((part) => boundNames(this.expr(part)));
    const over = parts.at(-1);
    return [{ do: 'each', names, over: over ? this.expr(over) : unknownExpr(node.from), body: rest }];
  }

  private branches(node: SyntaxNode): Instruction[] {
    const [test, ...rest] = childrenOf(node).filter((child) => !isMark(child));
    if (node.name !== 'IfStatement') {
      const body = rest.flatMap((child) => this.statement(child));
      return [{ do: 'branch', ...(test && { test: this.expr(test) }), body, at: node.from }];
    }
    return rest.map((child, index) => ({
      do: 'branch',
      ...(index === 0 && test && { test: this.expr(test) }),
      body: this.statement(child),
      at: child.from,
    }));
  }

  /** Each case by itself: one of them happens. */
  private cases(node: SyntaxNode): Instruction[] {
    const found: (Instruction & { do: 'branch' })[] = [];
    for (const child of childrenOf(node)) {
      if (/Label$/.test(child.name)) found.push({ do: 'branch', body: [], at: child.from });
      else if (!isMark(child)) found.at(-1)?.body.push(...this.statement(child));
    }
    return found;
  }

  /** `enum Name { Key = "value" }` is an object. */
  private enumeration(node: SyntaxNode): Instruction[] {
    const name = node.getChild('TypeDefinition') ?? node.getChild('VariableDefinition');
    const parts = childrenOf(node.getChild('EnumBody') ?? node);
    const entries = parts.flatMap((part, index) => {
      const value = parts[index + 2];
      return part.name === 'PropertyName' && parts[index + 1]?.name === 'Equals' && value
        ? [{ key: this.slice(part), value: this.expr(value) }]
        : [];
    });
    return name === null ? [] : [{ do: 'define', name: this.slice(name), value: { op: 'object', entries, at: node.from } }];
  }
}
