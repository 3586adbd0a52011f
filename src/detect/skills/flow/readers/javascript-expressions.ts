import type { SyntaxNode } from '@lezer/common';
import { type Argument, type Expr, type Instruction, type Param, unknownExpr } from './ir.js';
import { ScriptReader } from './script-reader.js';
import { childrenOf, operandsOf, unescapeText } from './tree.js';

/** The expressions of JavaScript and TypeScript. */
export abstract class JavaScriptExpressions extends ScriptReader {
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
      case 'DynamicImport':
        return {
          op: 'call',
          callee: { op: 'name', name: 'import', at },
          args: this.parts(node).map((value) => ({ value })),
          at,
        };
      case 'TaggedTemplateExpression':
        return this.tagged(node);
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

  protected assignment(node: SyntaxNode): (Instruction & { do: 'assign' }) | undefined {
    const [target, value] = childrenOf(node).filter((child) => !isMark(child));
    if (target === undefined || value === undefined) return undefined;
    return { do: 'assign', targets: [this.expr(target)], value: this.expr(value), ...(node.getChild('UpdateOp') && { add: true }) };
  }

  private assigned(node: SyntaxNode): Expr {
    const assign = this.assignment(node);
    return assign === undefined ? unknownExpr(node.from) : { op: 'set', assign, at: node.from };
  }

  protected nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableDefinition');
    return name === null ? '' : this.slice(name);
  }

  protected func(node: SyntaxNode): Expr & { op: 'function' } {
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

  protected classOf(node: SyntaxNode): Expr {
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
      isMark(child) && child.name !== 'this' && child.name !== 'null'
        ? []
        : [{ value: this.expr(child), ...(parts[index - 1]?.name === 'Spread' && { spread: true }) }],
    );
    if (callee.name === 'import') return { op: 'call', callee: { op: 'name', name: 'import', at: callee.from }, args, at: node.from };
    return { op: 'call', callee: this.expr(callee), args, at: node.from };
  }

  /** `` $`command` `` calls the tag with the text. */
  private tagged(node: SyntaxNode): Expr {
    const [tag, text] = this.parts(node);
    if (tag === undefined || text === undefined) return unknownExpr(node.from);
    return { op: 'call', callee: tag, args: [{ value: text }], at: node.from };
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
      const isComputed = property.firstChild?.name === '[';
      if (isComputed && parts.length > 1) return [{ key: '', computed: this.expr(key), value: this.expr(last) }];
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

export function isBlock(node: SyntaxNode): boolean {
  return /Block|Statement$|Clause$|^Script$|SwitchBody|LabeledStatement/.test(node.name);
}

/** True for keywords, brackets, operators, types and comments, which carry no data. */
export function isMark(node: SyntaxNode): boolean {
  return (
    (!/^[A-Z]/.test(node.name) && node.name !== 'this' && node.name !== 'super') ||
    /(?:Op|Comment|Equals|Arrow|Type\w*|Optional|Hashbang|Star|Spread)$/.test(node.name)
  );
}
