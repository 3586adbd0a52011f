import type { SyntaxNode } from '@lezer/common';
import { type Argument, boundNames, type Expr, type Instruction, type Loop, type Param, unknownExpr } from './ir.js';
import { ScriptReader } from './script-reader.js';
import { childrenOf, operandsOf, unescapeText } from './tree.js';

/** The expressions of Python. */
export abstract class PythonExpressions extends ScriptReader {
  protected override read(node: SyntaxNode): Expr {
    const at = node.from;
    switch (node.name) {
      case 'String':
        return { op: 'text', value: stringContent(this.slice(node)), at };
      case 'FormatString':
        return this.format(node);
      case 'ContinuedString':
        return { op: 'concat', parts: childrenOf(node).map((child) => this.expr(child)), implicit: true, at };
      case 'Number':
        return { op: 'number', value: Number(this.slice(node).replaceAll('_', '')), at };
      case 'NamedExpression':
        return this.named(node);
      case 'Boolean':
        return { op: 'text', value: this.slice(node), at };
      case 'UnaryExpression':
        return this.unary(node);
      case 'AwaitExpression':
        return this.parts(node).at(-1) ?? unknownExpr(at);
      case 'VariableName':
        return { op: 'name', name: this.slice(node), at };
      case 'MemberExpression':
        return this.member(node);
      case 'CallExpression':
        return this.call(node);
      case 'BinaryExpression':
        return this.binary(node);
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return { op: 'list', items: this.parts(node), at };
      case 'DictionaryExpression':
        return this.dictionary(node);
      case 'LambdaExpression':
        return this.func(node);
      case 'ParenthesizedExpression':
        return this.parts(node)[0] ?? unknownExpr(at);
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
      case 'SetComprehensionExpression':
      case 'DictionaryComprehensionExpression':
        return this.comprehension(node);
      default:
        return { op: 'any', parts: this.parts(node), at };
    }
  }

  /** `-1` is a number; of other operators only the operand is followed. */
  protected func(node: SyntaxNode): Expr & { op: 'function' } {
    const list = node.getChild('ParamList');
    const body = node.getChild('Body');
    const last = node.lastChild;
    const statements: Instruction[] =
      body !== null ? this.statements(body) : last === null ? [] : [{ do: 'return', value: this.expr(last) }];
    return { op: 'function', params: list === null ? [] : this.params(list), body: statements, at: node.from };
  }

  private params(list: SyntaxNode): Param[] {
    const parts = childrenOf(list).filter((child) => child.name !== 'TypeDef');
    return parts.flatMap((part, index): Param[] => {
      if (part.name !== 'VariableName' || parts[index - 1]?.name === 'AssignOp') return [];
      const value = parts[index + 1]?.name === 'AssignOp' ? parts[index + 2] : undefined;
      const before = parts[index - 1]?.name;
      const rest = before === '*' ? true : before === '**' ? 'named' : undefined;
      return [{ target: this.expr(part), ...(value && { fallback: this.expr(value) }), ...(rest && { rest }) }];
    });
  }

  private unary(node: SyntaxNode): Expr {
    const parts = this.parts(node);
    const [operand] = parts;
    if (operand?.op !== 'number' || this.signOf(node) !== '-') return { op: 'any', parts, at: node.from };
    return { ...operand, value: -operand.value };
  }

  /** `name := value` */
  private named(node: SyntaxNode): Expr {
    const [target, value] = this.parts(node);
    if (target === undefined || value === undefined) return unknownExpr(node.from);
    return { op: 'set', assign: { do: 'assign', targets: [target], value }, at: node.from };
  }

  private parts(node: SyntaxNode): Expr[] {
    return childrenOf(node)
      .filter((child) => !isMark(child))
      .map((child) => this.expr(child));
  }

  private format(node: SyntaxNode): Expr {
    const parts: Expr[] = [];
    let from = node.from + (/^[a-zA-Z]*("""|'''|"|')/.exec(this.slice(node))?.[0].length ?? 2);
    const quote = /("""|'''|"|')$/.exec(this.slice(node))?.[0].length ?? 1;
    for (const hole of node.getChildren('FormatReplacement')) {
      parts.push({ op: 'text', value: unescapeText(this.text.slice(from, hole.from)), at: from });
      const inner = childrenOf(hole).find((child) => !isMark(child));
      if (inner) parts.push(this.expr(inner));
      from = hole.to;
    }
    parts.push({ op: 'text', value: unescapeText(this.text.slice(from, Math.max(from, node.to - quote))), at: from });
    return { op: 'concat', parts, at: node.from };
  }

  private member(node: SyntaxNode): Expr {
    const [of, ...rest] = childrenOf(node);
    if (of === undefined) return unknownExpr(node.from);
    const name = rest.find((child) => child.name === 'PropertyName');
    if (name !== undefined) return { op: 'member', of: this.expr(of), name: this.slice(name), at: node.from };
    if (rest.some((child) => child.name === ':')) return this.sliced(of, rest);
    const index = rest.find((child) => !isMark(child));
    return { op: 'index', of: this.expr(of), index: index ? this.expr(index) : unknownExpr(node.from), at: node.from };
  }

  private sliced(of: SyntaxNode, rest: readonly SyntaxNode[]): Expr {
    const bounds: (Expr | undefined)[] = [];
    let at = 0;
    for (const child of rest) {
      if (child.name === ':') at++;
      else if (!/^[[\]]$/.test(child.name)) bounds[at] = this.expr(child);
    }
    const [from, to, step] = bounds;
    return { op: 'slice', of: this.expr(of), from, to, step, at: of.from };
  }

  private call(node: SyntaxNode): Expr {
    const [callee, list] = childrenOf(node);
    if (callee === undefined) return unknownExpr(node.from);
    return { op: 'call', callee: this.expr(callee), args: list ? this.args(list) : [], at: node.from };
  }

  protected args(list: SyntaxNode): Argument[] {
    if (list.getChild('for') !== null) return [{ value: this.comprehension(list) }];
    const parts = childrenOf(list);
    const found: Argument[] = [];
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (part === undefined || isMark(part)) continue;
      const value = parts[index + 2];
      if (parts[index + 1]?.name === 'AssignOp' && value) {
        found.push({ name: this.slice(part), value: this.expr(value) });
        index += 2;
      } else found.push({ value: this.expr(part), ...spreadOf(parts[index - 1]) });
    }
    return found;
  }

  private binary(node: SyntaxNode): Expr {
    const sign = this.signOf(node);
    if (sign === '+') {
      const operands = operandsOf(node, (each) => each.name === 'BinaryExpression' && this.signOf(each) === '+');
      return { op: 'concat', parts: operands.map((each) => this.expr(each)), chain: true, at: node.from };
    }
    const parts = this.parts(node);
    if (sign === '/') return { op: 'divide', parts, at: node.from };
    if (sign === '%' && parts[0]?.op === 'text') return { op: 'concat', parts, implicit: true, at: node.from };
    if (sign !== '') return { op: 'arithmetic', sign, parts, at: node.from };
    const [of, to] = parts;
    const equal = node.getChild('CompareOp') ?? node.getChild('in');
    if (of && to && equal !== null && /^(?:==|in)$/.test(this.slice(equal)) && node.getChild('not') === null)
      return { op: 'equal', of, to, at: node.from };
    return { op: 'any', parts, at: node.from };
  }

  private signOf(node: SyntaxNode): string {
    const operator = node.getChild('ArithOp') ?? node.getChild('BitOp');
    return operator === null ? '' : this.slice(operator);
  }

  private dictionary(node: SyntaxNode): Expr {
    const parts = childrenOf(node);
    const entries = parts.flatMap((part, index) => {
      const key = parts[index - 1];
      const value = parts[index + 1];
      if (key?.name === '**') return [{ key: '...', value: this.expr(part) }];
      return part.name === ':' && key && value ? [{ key: stringContent(this.slice(key)), value: this.expr(value) }] : [];
    });
    return { op: 'object', entries, at: node.from };
  }

  private comprehension(node: SyntaxNode): Expr {
    const parts = childrenOf(node).filter((child) => !/^[([{}\])]$/.test(child.name));
    const start = parts.findIndex((part) => part.name === 'for');
    if (start < 1) return { op: 'any', parts: this.parts(node), at: node.from };
    const item: Expr = start === 1 || parts[1]?.name === ':' ? this.itemOf(parts.slice(0, start)) : unknownExpr(node.from);
    const loops: Loop[] = [];
    for (let at = start; at < parts.length; at++) {
      const word = parts[at]?.name;
      if (word === 'if') {
        const test = parts[at + 1];
        const loop = loops.at(-1);
        if (test && loop) loop.test = this.expr(test);
      }
      if (word !== 'for') continue;
      const mark = parts.findIndex((part, index) => index > at && part.name === 'in');
      const over = parts[mark + 1];
      if (mark === -1 || over === undefined) break;
      const names = parts
        .slice(at + 1, mark)
        .filter((part) => !isMark(part))
        .flatMap((part) => boundNames(this.expr(part)));
      loops.push({ names, over: this.expr(over) });
      at = mark + 1;
    }
    return { op: 'comprehension', item, loops, at: node.from };
  }

  /** `value` of a list, or `key: value` of a dictionary. */
  private itemOf([first, mark, value]: readonly SyntaxNode[]): Expr {
    if (first === undefined) return unknownExpr(0);
    if (mark?.name !== ':' || value === undefined) return this.expr(first);
    return { op: 'list', items: [this.expr(first), this.expr(value)], at: first.from };
  }
}

/** What stands before an argument that holds several. */
function spreadOf(mark: SyntaxNode | undefined): Pick<Argument, 'spread'> {
  return mark?.name === '*' ? { spread: true } : mark?.name === '**' ? { spread: 'named' } : {};
}

/** True for keywords, brackets and operators, which carry no data. */
export function isMark(node: SyntaxNode): boolean {
  return !/^[A-Z]/.test(node.name) || /(?:Op|TypeDef|Comment|Ellipsis|None)$/.test(node.name);
}

function stringContent(raw: string): string {
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/.exec(raw);
  if (match === null) return raw;
  return /r/i.test(match[1] ?? '') ? (match[3] ?? '') : unescapeText(match[3] ?? '');
}
