import { Evaluator } from './evaluator.js';
import { printed } from './functions/table.js';
import { limit, MAX_DEPTH, MAX_TEXT, MAX_WORK } from './limits.js';
import { type Part, textOfParts } from './parts.js';
import { Scope } from './scope.js';
import type { Node, Pipe } from './syntax.js';
import { ChartFiles, type TemplateMap, type TemplateValue, truth, Unknown } from './values.js';

type Leave = 'break' | 'continue' | undefined;

/** The templates of one chart and its subcharts, ready to be rendered. */
export class Renderer extends Evaluator {
  override render(nodes: readonly Node[], data: TemplateValue): Part[] {
    const outer = this.scope;
    if (++this.depth > MAX_DEPTH) throw limit('too_deep', 'templates call each other too deeply');
    this.scope = new Scope(data);
    try {
      const parts: Part[] = [];
      this.list(nodes, data, parts);
      return parts;
    } finally {
      this.scope = outer;
      this.depth--;
    }
  }

  private list(nodes: readonly Node[], dot: TemplateValue, out: Part[]): Leave {
    for (const node of nodes) {
      this.spend(1);
      const leave = this.node(node, dot, out);
      if (leave) return leave;
    }
    return undefined;
  }

  private node(node: Node, dot: TemplateValue, out: Part[]): Leave {
    switch (node.kind) {
      case 'text':
        this.put(out, { text: node.text, line: node.line, literal: true, via: [] });
        return undefined;
      case 'action':
        this.action(node.pipe, node.line, dot, out);
        return undefined;
      case 'branch':
        return this.branch(node, dot, out);
      case 'template': {
        const data = node.pipe ? this.pipe(node.pipe, dot) : null;
        this.put(out, { text: printed(this.include(node.name, data), this), line: node.line, literal: false, via: [] });
        return undefined;
      }
      case 'leave':
        return node.word;
    }
  }

  private put(out: Part[], part: Part): void {
    if (part.text === '') return;
    this.spend(part.text.length >> 4);
    if (part.text.length > MAX_TEXT) throw limit('too_large', 'a template makes too long a text');
    out.push(part);
  }

  private action(pipe: Pipe, line: number, dot: TemplateValue, out: Part[]): void {
    this.touched = [];
    const value = this.pipe(pipe, dot);
    if (pipe.variables.length === 0) this.put(out, { text: printed(value, this), line, literal: false, via: this.touched });
    this.touched = [];
  }

  private branch(node: Extract<Node, { kind: 'branch' }>, dot: TemplateValue, out: Part[]): Leave {
    const outer = this.scope;
    this.scope = new Scope(outer.root, outer);
    try {
      return node.word === 'range' ? this.range(node, dot, out) : this.either(node, dot, out);
    } finally {
      this.scope = outer;
    }
  }

  private either(node: Extract<Node, { kind: 'branch' }>, dot: TemplateValue, out: Part[]): Leave {
    const value = this.pipe(node.pipe, dot);
    const inner = node.word === 'with' ? value : dot;
    const is = truth(value);
    if (is !== undefined) return is ? this.list(node.body, inner, out) : this.list(node.otherwise, dot, out);
    const expression = value instanceof Unknown ? value.expression : node.pipe.source;
    this.undecided(expression, node.line, out, [
      (parts) => this.list(node.body, inner, parts),
      (parts) => this.list(node.otherwise, dot, parts),
    ]);
    return undefined;
  }

  /** Renders both sides of a condition that nobody knows, and keeps the first that says something, marked. */
  private undecided(expression: string, line: number, out: Part[], sides: readonly ((parts: Part[]) => unknown)[]): void {
    const [first = [], second = []] = this.bothSides(expression, sides);
    const [one, other] = [textOfParts(first), textOfParts(second)];
    if (one === other) out.push(...first);
    else if (!one.includes('\n') && !other.includes('\n'))
      this.put(out, { text: this.marks.hole(expression), line, literal: false, via: [] });
    else {
      const [from, upto] = this.marks.edges(expression, one.trim() !== '' && other.trim() !== '');
      out.push({ text: from, line, literal: false, via: [] }, ...(one.trim() === '' ? second : first), {
        text: upto,
        line,
        literal: false,
        via: [],
      });
    }
  }

  private bothSides(expression: string, sides: readonly ((parts: Part[]) => unknown)[]): Part[][] {
    const outer = this.uncertain;
    this.uncertain = expression;
    try {
      return sides.map((side) => {
        const parts: Part[] = [];
        side(parts);
        return parts;
      });
    } finally {
      this.uncertain = outer;
    }
  }

  private range(node: Extract<Node, { kind: 'branch' }>, dot: TemplateValue, out: Part[]): Leave {
    const value = this.pipe({ ...node.pipe, variables: [] }, dot);
    const [first, second] = node.pipe.variables;
    const bind = (key: TemplateValue, item: TemplateValue) => {
      if (second !== undefined && first !== undefined) this.scope.declare(first, key);
      const name = second ?? first;
      if (name !== undefined) this.scope.declare(name, item);
    };
    if (value instanceof Unknown && !value.unset) {
      bind(new Unknown(value.expression), new Unknown(value.expression));
      this.undecided(value.expression, node.line, out, [
        (parts) => this.list(node.body, new Unknown(value.expression), parts),
        () => undefined,
      ]);
      return undefined;
    }
    const items = itemsOf(value);
    if (items.length === 0) return this.list(node.otherwise, dot, out);
    for (const [key, item] of items) {
      this.spend(1);
      bind(key, item);
      if (this.list(node.body, item, out) === 'break') break;
    }
    return undefined;
  }
}

/** What `range` walks through: items with their index, entries in the order of their keys, numbers below a number. */
function itemsOf(value: TemplateValue): [TemplateValue, TemplateValue][] {
  if (Array.isArray(value)) return value.map((item, index) => [index, item]);
  if (value instanceof Map) return [...(value as TemplateMap)].sort(([a], [b]) => (a < b ? -1 : 1));
  if (value instanceof ChartFiles) return value.names.map((name) => [name, value.text(name) ?? '']);
  if (typeof value !== 'number' || value <= 0) return [];
  if (value > MAX_WORK) throw limit('too_many', 'a template counts too far');
  return Array.from({ length: Math.floor(value) }, (_item, index) => [index, index]);
}
