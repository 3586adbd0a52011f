import type { SourcePlace } from '../../../../model/iac.js';
import { InputError } from '../../../../support/errors.js';
import { fileMethods } from './file-methods.js';
import { callFunction, type FunctionContext, printed, textArg, unknownOf } from './functions/table.js';
import { functions, unknowable } from './functions.js';
import { hasMarks, Marks } from './marks.js';
import { parseTemplate } from './parse.js';
import { type Node, type Operand, type Pipe, TemplateSyntaxError } from './syntax.js';
import { ChartFiles, type Origins, type TemplateMap, type TemplateValue, truth, Unknown } from './values.js';

/** A piece of rendered text: from which line of the template, and which values went into it. */
export interface Part {
  text: string;
  /** Line of the template where the piece begins; text of a template goes on line by line, what an action prints does not. */
  line: number;
  literal: boolean;
  via: readonly Via[];
}

/** A value that a piece was made of. */
export interface Via {
  at: SourcePlace;
  /** Set where it holds further values. */
  value?: TemplateValue;
}

/** Work of one chart: nodes, arguments, items and 16 characters of text each count for one. */
const MAX_WORK = 8_000_000;
/** Characters of one piece of text. */
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_DEPTH = 60;
const MAX_VIA = 4;

type Leave = 'break' | 'continue' | undefined;

/** The templates of one chart and its subcharts, ready to be rendered. */
export class Renderer implements FunctionContext {
  readonly marks = new Marks();
  /** Messages of `fail`, and functions that nobody knows. */
  readonly remarks = new Set<string>();
  uncertain: string | undefined;
  private readonly defines = new Map<string, Node[]>();
  private readonly parsed = new Map<string, ParsedTemplate | undefined>();
  private work = 0;
  private depth = 0;
  private scope: Scope = new Scope(null);
  private touched: Via[] = [];

  constructor(readonly origins: Origins) {}

  define(bodies: ReadonlyMap<string, Node[]>): void {
    for (const [name, nodes] of bodies) this.defines.set(name, nodes);
  }

  /** Renders nodes with `data` as dot. Throws InputError `too_many`, `too_large` or `too_deep` at the limits. */
  render(nodes: readonly Node[], data: TemplateValue): Part[] {
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

  spend(work: number): void {
    this.work += work;
    if (this.work > MAX_WORK) throw limit('too_many', 'the templates of the chart ask for too much work');
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

  private pipe(pipe: Pipe, dot: TemplateValue): TemplateValue {
    let value: TemplateValue | undefined;
    for (const command of pipe.commands) value = this.command(command, dot, value);
    const result = value ?? null;
    const [name] = pipe.variables;
    if (name !== undefined) {
      if (!pipe.sets) this.scope.declare(name, result);
      else this.scope.assign(name, this.uncertain === undefined ? result : new Unknown(this.uncertain));
    }
    return result;
  }

  private command([head, ...rest]: readonly Operand[], dot: TemplateValue, last: TemplateValue | undefined): TemplateValue {
    this.spend(1);
    if (!head) return last ?? null;
    if (head.kind !== 'function') return this.place(head, rest, dot, last);
    const args = rest.map((operand) => this.operand(operand, dot));
    if (last !== undefined) args.push(last);
    return this.call(head.name, args);
  }

  /** A value, or the call of a method, such as `.Files.Get "x"`: files alone have some. */
  private place(
    head: Exclude<Operand, { kind: 'function' }>,
    rest: readonly Operand[],
    dot: TemplateValue,
    last: TemplateValue | undefined,
  ): TemplateValue {
    const args = [...rest.map((operand) => this.operand(operand, dot)), ...(last === undefined ? [] : [last])];
    const name = head.kind === 'way' ? head.fields.at(-1) : undefined;
    if (head.kind !== 'way' || name === undefined || args.length === 0) return this.operand(head, dot);
    const holder = this.operand({ ...head, fields: head.fields.slice(0, -1) }, dot);
    if (holder instanceof ChartFiles) return this.fileMethod(holder, name, args, head.source);
    const value = this.operand(head, dot);
    return rest.length === 0 || value instanceof Unknown ? value : new Unknown(head.source);
  }

  private fileMethod(files: ChartFiles, name: string, args: readonly TemplateValue[], source: string): TemplateValue {
    const unknown = args.map((arg) => unknownOf(arg, this)).find((found) => found !== undefined);
    if (unknown) return unknown;
    const work = Object.hasOwn(fileMethods, name) ? fileMethods[name] : undefined;
    if (work) return this.bounded(work(files, args, this));
    return new Unknown(source);
  }

  private operand(operand: Operand, dot: TemplateValue): TemplateValue {
    if (operand.kind === 'value') return operand.value;
    if (operand.kind === 'function') return this.call(operand.name, []);
    const { from, fields, source } = operand;
    let found: TemplateValue;
    if (typeof from !== 'string') found = this.nested(() => this.pipe(from, dot));
    else found = from === '.' ? dot : this.scope.value(from);
    let at: SourcePlace | undefined;
    for (const [index, field] of fields.entries()) {
      at = this.origins.of(found, field);
      // The first field that is missing names all that follow: `.Values.a.b` where there is no `a`.
      if (found instanceof ChartFiles) found = this.fileMethod(found, field, [], source);
      else
        found = fieldOf(found, field, index < fields.length - 1 ? source.slice(0, -fields.slice(index + 1).join('.').length - 1) : source);
    }
    if (at && this.touched.length < MAX_VIA)
      this.touched.push({ at, ...((found instanceof Map || Array.isArray(found)) && { value: found }) });
    return found;
  }

  private nested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH * 4) throw limit('too_deep', 'brackets of a template are nested too deeply');
    try {
      return work();
    } finally {
      this.depth--;
    }
  }

  private call(name: string, args: TemplateValue[]): TemplateValue {
    if (name === 'include') return this.include(args[0] ?? null, args[1] ?? null);
    if (name === 'tpl') return this.evaluated(args[0] ?? null, args[1] ?? null);
    if (name === 'fail') return this.failed(args[0]);
    const work = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (work) return this.bounded(callFunction(work, args, this));
    if (!unknowable.has(name)) this.remarks.add(`no template function is named ${name}`);
    return new Unknown(name);
  }

  private bounded(value: TemplateValue): TemplateValue {
    if (typeof value === 'string' && value.length > MAX_TEXT) throw limit('too_large', 'a template makes too long a text');
    return value;
  }

  private failed(message: TemplateValue | undefined): TemplateValue {
    if (this.uncertain === undefined) this.remarks.add(`the chart refuses these values: ${printed(message, this).slice(0, 200)}`);
    return '';
  }

  private include(name: TemplateValue, data: TemplateValue): TemplateValue {
    if (name instanceof Unknown) return name;
    const nodes = this.defines.get(textArg(name));
    if (!nodes) return new Unknown(`include "${textArg(name).slice(0, 80)}"`);
    return this.captured(nodes, data);
  }

  private evaluated(template: TemplateValue, data: TemplateValue): TemplateValue {
    if (template instanceof Unknown) return template;
    const text = textArg(template);
    if (!text.includes('{{')) return text;
    this.spend(text.length >> 2);
    let parsed = this.parsed.get(text);
    if (parsed === undefined) {
      parsed = parsedOrNothing(text);
      if (parsed && !hasMarks(text)) this.parsed.set(text, parsed);
    }
    if (!parsed) {
      this.remarks.add(`tpl is given what is no template: ${text.slice(0, 80)}`);
      return new Unknown('tpl');
    }
    // What it defines is there while it is rendered, and not after it.
    const before = [...parsed.defines.keys()].map((name) => [name, this.defines.get(name)] as const);
    this.define(parsed.defines);
    const result = this.captured(parsed.nodes, data);
    for (const [name, nodes] of before)
      if (nodes) this.defines.set(name, nodes);
      else this.defines.delete(name);
    return result;
  }

  private captured(nodes: readonly Node[], data: TemplateValue): string {
    const before = this.touched;
    const text = textOfParts(this.render(nodes, data));
    this.touched = before;
    this.bounded(text);
    return text;
  }
}

type ParsedTemplate = ReturnType<typeof parseTemplate>;

function parsedOrNothing(text: string): ParsedTemplate | undefined {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return undefined;
    throw error;
  }
}

function limit(issue: 'too_many' | 'too_large' | 'too_deep', message: string): InputError {
  return new InputError({ issue, message });
}

export function textOfParts(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

function fieldOf(value: TemplateValue, field: string, source: string): TemplateValue {
  if (value instanceof Unknown) return value.expression.length > 200 ? value : new Unknown(`${value.expression}.${field}`, value.unset);
  const found = value instanceof Map ? value.get(field) : undefined;
  return found === undefined ? new Unknown(source, true) : found;
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

/** The variables of a template; `$` is what it was called with. */
class Scope {
  private readonly variables = new Map<string, TemplateValue>();

  constructor(
    readonly root: TemplateValue,
    private readonly outer?: Scope,
  ) {}

  value(name: string): TemplateValue {
    if (name === '$') return this.root;
    return this.holder(name)?.variables.get(name) ?? null;
  }

  declare(name: string, value: TemplateValue): void {
    this.variables.set(name, value);
  }

  assign(name: string, value: TemplateValue): void {
    (this.holder(name) ?? this).variables.set(name, value);
  }

  private holder(name: string): Scope | undefined {
    return this.variables.has(name) ? this : this.outer?.holder(name);
  }
}
