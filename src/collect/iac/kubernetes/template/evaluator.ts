import type { SourcePlace } from '../../../../model/iac.js';
import { fileMethods } from './file-methods.js';
import { callFunction, type FunctionContext, printed, textArg, unknownOf } from './functions/table.js';
import { functions, unknowable } from './functions.js';
import { limit, MAX_DEPTH, MAX_TEXT, MAX_VIA, MAX_WORK } from './limits.js';
import { hasMarks, Marks } from './marks.js';
import { parseTemplate } from './parse.js';
import { type Part, textOfParts, type Via } from './parts.js';
import { Scope } from './scope.js';
import { type Node, type Operand, type Pipe, TemplateSyntaxError } from './syntax.js';
import { ChartFiles, type Origins, type TemplateValue, Unknown } from './values.js';

/** Evaluates the pipes of templates; who renders nodes builds on it. */
export abstract class Evaluator implements FunctionContext {
  readonly marks = new Marks();
  /** Messages of `fail`, and functions that nobody knows. */
  readonly remarks = new Set<string>();
  uncertain: string | undefined;
  private readonly defines = new Map<string, Node[]>();
  private readonly parsed = new Map<string, ParsedTemplate | undefined>();
  private work = 0;
  protected depth = 0;
  protected scope: Scope = new Scope(null);
  protected touched: Via[] = [];

  constructor(readonly origins: Origins) {}

  define(bodies: ReadonlyMap<string, Node[]>): void {
    for (const [name, nodes] of bodies) this.defines.set(name, nodes);
  }

  /** Renders nodes with `data` as dot. Throws InputError `too_many`, `too_large` or `too_deep` at the limits. */
  abstract render(nodes: readonly Node[], data: TemplateValue): Part[];

  spend(work: number): void {
    this.work += work;
    if (this.work > MAX_WORK) throw limit('too_many', 'the templates of the chart ask for too much work');
  }

  protected pipe(pipe: Pipe, dot: TemplateValue): TemplateValue {
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

  protected include(name: TemplateValue, data: TemplateValue): TemplateValue {
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

function fieldOf(value: TemplateValue, field: string, source: string): TemplateValue {
  if (value instanceof Unknown) return value.expression.length > 200 ? value : new Unknown(`${value.expression}.${field}`, value.unset);
  const found = value instanceof Map ? value.get(field) : undefined;
  return found === undefined ? new Unknown(source, true) : found;
}
