import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';
import { type Argument, boundNames, type Expr, type Instruction, type Param, type ParsedScript, unknownExpr } from './ir.js';
import { exportsOf } from './javascript-exports.js';
import { ScriptReader } from './script-reader.js';
import { childrenOf, nestingOf, operandsOf, unescapeText } from './tree.js';

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

class JavaScriptReader extends ScriptReader {
  protected override statement(node: SyntaxNode): Instruction[] {
    switch (node.name) {
      case 'VariableDeclaration':
        return this.declaration(node);
      case 'ExpressionStatement':
        return childrenOf(node)
          .filter((child) => !isMark(child))
          .map((child) => this.evaluated(child));
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

  private assignment(node: SyntaxNode): (Instruction & { do: 'assign' }) | undefined {
    const [target, value] = childrenOf(node).filter((child) => !isMark(child));
    if (target === undefined || value === undefined) return undefined;
    return { do: 'assign', targets: [this.expr(target)], value: this.expr(value), ...(node.getChild('UpdateOp') && { add: true }) };
  }

  private assigned(node: SyntaxNode): Expr {
    const assign = this.assignment(node);
    return assign === undefined ? unknownExpr(node.from) : { op: 'set', assign, at: node.from };
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

  private nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableDefinition');
    return name === null ? '' : this.slice(name);
  }

  private func(node: SyntaxNode): Expr & { op: 'function' } {
    const list = node.getChild('ParamList');
    const direct = node.getChild('VariableDefinition');
    const body = node.getChild('Block');
    const last = node.lastChild;
    const statements: Instruction[] =
      body !== null ? this.statements(body) : last === null ? [] : [{ do: 'return', value: this.expr(last) }];
    const single: Param[] = list === null && direct !== null && node.name === 'ArrowFunction' ? [{ target: this.expr(direct) }] : [];
    return { op: 'function', params: list === null ? single : this.params(list), body: statements, at: node.from };
  }

  private params(list: SyntaxNode): Param[] {
    const parts = childrenOf(list);
    return parts
      .flatMap((part, index): Param[] => {
        if (!/^(?:VariableDefinition|ArrayPattern|ObjectPattern)$/.test(part.name)) return [];
        const value = parts[index + 1]?.name === 'Equals' ? parts[index + 2] : undefined;
        return [
          {
            target: this.expr(part),
            ...(value && { fallback: this.expr(value) }),
            ...(parts[index - 1]?.name === 'Spread' && { rest: true }),
          },
        ];
      })
      .slice(0, 40);
  }

  private classOf(node: SyntaxNode): Expr {
    const parts = childrenOf(node);
    const base = parts[parts.findIndex((part) => part.name === 'extends') + 1];
    const bases = base !== undefined && node.getChild('extends') !== null ? [this.expr(base)] : [];
    const members = childrenOf(node.getChild('ClassBody') ?? node).flatMap((member) => this.memberOf(member));
    return { op: 'class', name: this.nameOf(node), bases, body: members, at: node.from };
  }

  private memberOf(member: SyntaxNode): Instruction[] {
    if (member.name === 'StaticBlock') return this.statements(member);
    const name = member.getChild('PropertyDefinition') ?? member.getChild('PrivatePropertyDefinition');
    if (name === null) return [];
    const fixed = member.getChild('static') !== null;
    if (member.name === 'MethodDeclaration') {
      const as = member.getChild('get') !== null ? 'property' : fixed ? 'class' : undefined;
      return [{ do: 'define', name: this.slice(name), value: { ...this.func(member), ...(as && { as }) } }];
    }
    const value = member.getChild('Equals')?.nextSibling;
    return value ? [{ do: 'define', name: this.slice(name), value: this.expr(value) }] : [];
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
    const body = rest.flatMap((child) => this.statement(child));
    return [{ do: 'branch', ...(test && { test: this.expr(test) }), body, at: node.from }];
  }

  protected override read(node: SyntaxNode): Expr {
    const at = node.from;
    switch (node.name) {
      case 'String':
        return { op: 'text', value: unescapeText(this.slice(node).slice(1, -1)), at };
      case 'AssignmentExpression':
        return this.assigned(node);
      case 'TemplateString':
        return this.template(node);
      case 'Number':
        return { op: 'number', value: Number(this.slice(node).replaceAll('_', '')), at };
      case 'VariableName':
      case 'VariableDefinition':
        return { op: 'name', name: this.slice(node), at };
      case 'MemberExpression':
        return this.member(node);
      case 'CallExpression':
      case 'NewExpression':
        return this.call(node);
      case 'BinaryExpression':
        return this.binary(node);
      case 'ArrayExpression':
      case 'ArrayPattern':
        return { op: 'list', items: this.parts(node), at };
      case 'ObjectExpression':
      case 'ObjectPattern':
        return this.object(node);
      case 'ArrowFunction':
      case 'FunctionExpression':
        return this.func(node);
      case 'ClassExpression':
        return this.classOf(node);
      case 'this':
        return { op: 'name', name: 'this', at };
      case 'super':
        return { op: 'name', name: 'super', at };
      case 'UnaryExpression':
        return this.unary(node);
      case 'ParenthesizedExpression':
      case 'AwaitExpression':
        return this.parts(node).at(-1) ?? unknownExpr(at);
      default:
        return { op: 'any', parts: isBlock(node) ? [] : this.parts(node), at };
    }
  }

  private parts(node: SyntaxNode): Expr[] {
    return childrenOf(node)
      .filter((child) => !isMark(child))
      .map((child) => this.expr(child));
  }

  /** `-1` is a number; of other operators only the operand is followed. */
  private unary(node: SyntaxNode): Expr {
    const operand = this.parts(node).at(-1) ?? unknownExpr(node.from);
    const sign = node.getChild('ArithOp');
    return operand.op === 'number' && sign !== null && this.slice(sign) === '-' ? { ...operand, value: -operand.value } : operand;
  }

  private template(node: SyntaxNode): Expr {
    const parts: Expr[] = [];
    let from = node.from + 1;
    for (const hole of node.getChildren('Interpolation')) {
      parts.push({ op: 'text', value: unescapeText(this.text.slice(from, hole.from)), at: from });
      const inner = childrenOf(hole).find((child) => !isMark(child) && !/^Interpolation/.test(child.name));
      if (inner) parts.push(this.expr(inner));
      from = hole.to;
    }
    parts.push({ op: 'text', value: unescapeText(this.text.slice(from, Math.max(from, node.to - 1))), at: from });
    return { op: 'concat', parts, at: node.from };
  }

  private member(node: SyntaxNode): Expr {
    const [of] = childrenOf(node);
    if (of === undefined) return unknownExpr(node.from);
    const name = node.getChild('PropertyName') ?? node.getChild('PrivatePropertyName');
    if (name !== null) return { op: 'member', of: this.expr(of), name: this.slice(name), at: node.from };
    const index = childrenOf(node)
      .slice(1)
      .find((child) => !isMark(child));
    return { op: 'index', of: this.expr(of), index: index ? this.expr(index) : unknownExpr(node.from), at: node.from };
  }

  private call(node: SyntaxNode): Expr {
    const callee = childrenOf(node).find((child) => !isMark(child) || child.name === 'super' || child.name === 'import');
    const list = node.getChild('ArgList');
    if (callee === undefined) return unknownExpr(node.from);
    const parts = list === null ? [] : childrenOf(list);
    const args = parts.flatMap((child, index): Argument[] =>
      isMark(child) && child.name !== 'this'
        ? []
        : [{ value: this.expr(child), ...(parts[index - 1]?.name === 'Spread' && { spread: true }) }],
    );
    if (callee.name === 'import') return { op: 'call', callee: { op: 'name', name: 'import', at: callee.from }, args, at: node.from };
    return { op: 'call', callee: this.expr(callee), args, at: node.from };
  }

  private binary(node: SyntaxNode): Expr {
    if (!this.isSum(node)) {
      const operator = node.getChild('ArithOp') ?? node.getChild('BitOp');
      const parts = this.parts(node);
      const [of, to] = parts;
      const compare = node.getChild('CompareOp');
      if (of && to && compare !== null && /^={2,3}$/.test(this.slice(compare))) return { op: 'equal', of, to, at: node.from };
      return operator === null
        ? { op: 'any', parts, at: node.from }
        : { op: 'arithmetic', sign: this.slice(operator), parts, at: node.from };
    }
    const operands = operandsOf(node, (each) => this.isSum(each));
    return { op: 'concat', parts: operands.map((each) => this.expr(each)), chain: true, at: node.from };
  }

  private isSum(node: SyntaxNode): boolean {
    const operator = node.name === 'BinaryExpression' ? node.getChild('ArithOp') : null;
    return operator !== null && this.slice(operator) === '+';
  }

  private object(node: SyntaxNode): Expr {
    const entries = [...node.getChildren('Property'), ...node.getChildren('PatternProperty')].flatMap((property) => {
      const parts = childrenOf(property).filter((child) => !isMark(child));
      const [key] = parts;
      const last = parts.at(-1);
      if (!key || !last) return [];
      const name = property.getChild('Spread') === null ? this.slice(key).replace(/^["'`]|["'`]$/g, '') : '...';
      const value: Expr =
        property.getChild('ParamList') !== null ? this.func(property) : parts.length === 1 ? this.shorthand(key) : this.expr(last);
      return [{ key: name, value }];
    });
    return { op: 'object', entries, at: node.from };
  }

  /** `{ name }` and `{ ...object }`. */
  private shorthand(key: SyntaxNode): Expr {
    return /^Property(?:Name|Definition)$/.test(key.name) ? { op: 'name', name: this.slice(key), at: key.from } : this.expr(key);
  }
}

function isBlock(node: SyntaxNode): boolean {
  return /Block|Statement$|Clause$|^Script$|SwitchBody|LabeledStatement/.test(node.name);
}

/** True for keywords, brackets, operators, types and comments, which carry no data. */
function isMark(node: SyntaxNode): boolean {
  return (
    (!/^[A-Z]/.test(node.name) && node.name !== 'this' && node.name !== 'super') ||
    /(?:Op|Comment|Equals|Arrow|Type\w*|Optional|Hashbang|Star|Spread)$/.test(node.name)
  );
}
