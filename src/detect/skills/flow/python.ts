import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import { type Argument, boundNames, type Expr, type Instruction, type ParsedScript, unknownExpr } from './ir.js';
import { ScriptReader } from './script-reader.js';
import { childrenOf, nestingOf, operandsOf, unescapeText } from './tree.js';

/** Limit for nested brackets, because the grammar's tables grow with them. */
const MAX_NESTING = 200;

/** Statements of a Python script; undefined when it is nested too deep or is not Python. */
export function parsePython(text: string): ParsedScript | undefined {
  if (nestingOf(text) > MAX_NESTING) return undefined;
  const reader = new PythonReader(text);
  const statements = reader.statements(parser.parse(text).topNode);
  return { statements, cut: reader.cut };
}

class PythonReader extends ScriptReader {
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
      case 'Script':
        return this.blocks(node);
      case 'ReturnStatement':
        return childrenOf(node)
          .slice(1, 2)
          .map((child) => ({ do: 'return', value: this.expr(child) }));
      case 'ForStatement':
        return this.loop(node);
      case 'IfStatement':
      case 'WhileStatement':
        return this.branches(node);
      case 'TryStatement':
      case 'WithStatement':
        return [...this.managed(node), ...this.blocks(node)];
      case 'DecoratedStatement':
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
    const text = this.slice(node).replace(/[()\\\n]/g, ' ');
    const from = /^from\s+([\w.]+)\s+import\s+(.*)$/s.exec(text);
    const prefix = from?.[1] === undefined ? '' : `${from[1]}.`;
    const list = (from?.[2] ?? text.replace(/^import\s+/, '')).split(',');
    return list.flatMap((item): Instruction[] => {
      const match = /^\s*([\w.]+)(?:\s+as\s+(\w+))?\s*$/.exec(item);
      if (match?.[1] === undefined) return [];
      const [top = ''] = match[1].split('.');
      if (match[2] !== undefined || from !== null) return [{ do: 'import', name: match[2] ?? match[1], path: prefix + match[1] }];
      return [{ do: 'import', name: top, path: top }];
    });
  }

  private nameOf(node: SyntaxNode): string {
    const name = node.getChild('VariableName');
    return name === null ? '' : this.slice(name);
  }

  private func(node: SyntaxNode): Expr {
    const list = node.getChild('ParamList');
    const params =
      list === null
        ? []
        : childrenOf(list)
            .filter((child, index, all) => child.name === 'VariableName' && all[index - 1]?.name !== 'AssignOp')
            .map((child) => this.slice(child));
    const body = node.getChild('Body');
    const last = node.lastChild;
    const statements: Instruction[] =
      body !== null ? this.statements(body) : last === null ? [] : [{ do: 'return', value: this.expr(last) }];
    return { op: 'function', params, body: statements, at: node.from };
  }

  private loop(node: SyntaxNode): Instruction[] {
    const parts = childrenOf(node);
    const mark = parts.findIndex((part) => part.name === 'in');
    const names = parts.slice(1, mark).flatMap((part) => boundNames(this.expr(part)));
    const over = parts[mark + 1];
    return [{ do: 'each', names, over: over ? this.expr(over) : unknownExpr(node.from), body: this.blocks(node) }];
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

  protected override read(node: SyntaxNode): Expr {
    const at = node.from;
    switch (node.name) {
      case 'String':
        return { op: 'text', value: stringContent(this.slice(node)), at };
      case 'FormatString':
        return this.format(node);
      case 'ContinuedString':
        return { op: 'concat', parts: childrenOf(node).map((child) => this.expr(child)), at };
      case 'Number':
        return { op: 'number', value: Number(this.slice(node).replaceAll('_', '')), at };
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
        return this.comprehension(node);
      default:
        return { op: 'any', parts: this.parts(node), at };
    }
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
    const text = this.text.slice(of.to, node.to).replace(/\s/g, '');
    if (text === '[::-1]') return { op: 'reverse', of: this.expr(of), at: node.from };
    const index = rest.find((child) => !isMark(child));
    return { op: 'index', of: this.expr(of), index: index ? this.expr(index) : unknownExpr(node.from), at: node.from };
  }

  private call(node: SyntaxNode): Expr {
    const [callee, list] = childrenOf(node);
    if (callee === undefined) return unknownExpr(node.from);
    return { op: 'call', callee: this.expr(callee), args: list ? this.args(list) : [], at: node.from };
  }

  private args(list: SyntaxNode): Argument[] {
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
      } else found.push({ value: this.expr(part) });
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
    if (sign === '%' && parts[0]?.op === 'text') return { op: 'concat', parts, at: node.from };
    return { op: 'any', parts, at: node.from };
  }

  private signOf(node: SyntaxNode): string {
    const operator = node.getChild('ArithOp');
    return operator === null ? '' : this.slice(operator);
  }

  private dictionary(node: SyntaxNode): Expr {
    const parts = childrenOf(node);
    const entries = parts.flatMap((part, index) => {
      const key = parts[index - 1];
      const value = parts[index + 1];
      return part.name === ':' && key && value ? [{ key: stringContent(this.slice(key)), value: this.expr(value) }] : [];
    });
    return { op: 'object', entries, at: node.from };
  }

  private comprehension(node: SyntaxNode): Expr {
    const parts = childrenOf(node).filter((child) => !/^[([{}\])]$/.test(child.name));
    const start = parts.findIndex((part) => part.name === 'for');
    const mark = parts.findIndex((part) => part.name === 'in');
    const [item] = parts;
    const over = parts[mark + 1];
    if (start < 1 || item === undefined || over === undefined) return { op: 'any', parts: this.parts(node), at: node.from };
    const names = parts
      .slice(start + 1, mark)
      .filter((part) => !isMark(part))
      .flatMap((part) => boundNames(this.expr(part)));
    return { op: 'comprehension', item: this.expr(item), names, over: this.expr(over), at: node.from };
  }
}

/** True for keywords, brackets and operators, which carry no data. */
function isMark(node: SyntaxNode): boolean {
  return !/^[A-Z]/.test(node.name) || /(?:Op|TypeDef|Comment|Ellipsis|None)$/.test(node.name);
}

function stringContent(raw: string): string {
  const match = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/.exec(raw);
  if (match === null) return raw;
  return /r/i.test(match[1] ?? '') ? (match[3] ?? '') : unescapeText(match[3] ?? '');
}
