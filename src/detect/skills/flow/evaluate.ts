import type { CallSite } from './call-site.js';
import { apply } from './calls.js';
import type { Emit } from './events.js';
import type { Argument, Expr, Instruction } from './ir.js';
import type { Language } from './library.js';
import { elementOf, listed, loopItems, memberOf } from './parts.js';
import { ScriptFiles } from './script-files.js';
import type { StepBudget } from './step-budget.js';
import { concat, constant, derived, isWhollyKnown, marked, marksOf, nothing, reversed, UNKNOWN_PART, type Value } from './value.js';

/**
 * Limit for calls within calls: a script's helpers are a few levels deep, and each level multiplies the cost of a loop
 * in it.
 */
const MAX_CALLS = 12;
/** Limit for expressions within expressions over all open calls; far below the size of our own stack. */
const MAX_DEPTH = 700;
/** Number of characters or fields that are copied in about the time of one step. */
const COPIED = 2_000;
const COPIED_FIELDS = 4;

/** Follows data through a script's statements; every effect goes to `emit`. Nothing is run. */
export function interpret(statements: readonly Instruction[], language: Language, { emit, work }: { emit: Emit; work: StepBudget }): void {
  new Evaluator(language, emit, work).top(statements);
}

class Evaluator {
  private readonly scopes: Map<string, Value>[] = [new Map()];
  private readonly files = new ScriptFiles();
  private calls = 0;
  private depth = 0;
  private guarded = false;
  private readonly done = new Set<Instruction[]>();

  constructor(
    private readonly language: Language,
    private readonly emit: Emit,
    private readonly work: StepBudget,
  ) {}

  /** Functions that are never called are judged as if they were, with unknown arguments. */
  top(statements: readonly Instruction[]): void {
    for (const statement of statements) this.work.half(() => this.statement(statement));
    for (const value of [...(this.scopes[0]?.values() ?? [])]) {
      const func = functionOf(value);
      if (func !== undefined && !this.done.has(func.body))
        this.work.half(() => {
          this.invoke(
            value,
            func.params.map((name) => marked('argument', name)),
          );
        });
    }
  }

  private run(statements: readonly Instruction[]): Value[] {
    return statements.flatMap((statement) => this.statement(statement));
  }

  /** Values that a statement returns from its function. */
  private statement(statement: Instruction): Value[] {
    if (!this.work.take()) return [];
    switch (statement.do) {
      case 'assign':
        this.assign(statement.targets, this.value(statement.value), statement.add);
        return [];
      case 'evaluate':
        this.value(statement.value);
        return [];
      case 'define':
        this.bind(statement.name, this.value(statement.value));
        return [];
      case 'import':
        this.bind(statement.name, { ...nothing, path: statement.path });
        return [];
      case 'return':
        return [this.value(statement.value)];
      case 'each':
        return this.each(statement);
      default:
        return this.branch(statement);
    }
  }

  private branch({ test, body, at }: Instruction & { do: 'branch' }): Value[] {
    const before = this.guarded;
    const marks = test ? this.value(test).marks : [];
    const guard = marks.find((mark) => mark.label === 'date' || mark.label === 'hostname' || mark.label === 'CI');
    if (guard) {
      this.guarded = true;
      this.emit({ kind: 'guard', at, what: guard.label });
    }
    const result = this.run(body);
    this.guarded = before;
    return result;
  }

  private each({ names, over, body }: Instruction & { do: 'each' }): Value[] {
    return loopItems(this.value(over)).flatMap((item) => {
      this.bindNames(names, item);
      return this.run(body);
    });
  }

  private bindNames(names: readonly string[], value: Value): void {
    names.forEach((name, index) => {
      this.bind(name, names.length === 1 ? value : (value.items?.[index] ?? derived([value])));
    });
  }

  private assign(targets: readonly Expr[], value: Value, add = false): void {
    for (const target of targets) {
      if (target.op === 'name') this.bind(target.name, add ? concat([this.lookup(target.name), value]) : value);
      else if (target.op === 'list') {
        for (const [index, item] of target.items.entries()) this.assign([item], value.items?.[index] ?? derived([value]));
      } else if (target.op === 'index' || target.op === 'member') this.put(target, value);
    }
  }

  /** `d["key"] = value`: adds the value to the object. */
  private put(target: Expr & { op: 'index' | 'member' }, value: Value): void {
    if (target.of.op !== 'name') return;
    const key = target.op === 'member' ? target.name : this.value(target.index).shape;
    const object = this.lookup(target.of.name);
    if (!this.work.take(1 + Math.ceil((object.fields?.size ?? 0) / COPIED_FIELDS))) return;
    this.bind(target.of.name, { ...object, fields: new Map([...(object.fields ?? []), [key, value]]) });
  }

  private bind(name: string, value: Value): void {
    if (this.scopes.length > 1 && !this.scopes.at(-1)?.has(name) && this.scopes[0]?.has(name)) this.scopes[0].set(name, value);
    else this.scopes.at(-1)?.set(name, value);
  }

  private lookup(name: string): Value {
    for (let depth = this.scopes.length - 1; depth >= 0; depth--) {
      const value = this.scopes[depth]?.get(name);
      if (value !== undefined) return value;
    }
    return { ...nothing, path: name };
  }

  private value(expr: Expr): Value {
    if (this.depth >= MAX_DEPTH || !this.work.take()) {
      this.work.short = true;
      return nothing;
    }
    this.depth++;
    const value = this.read(expr);
    this.depth--;
    if (value.shape.length > COPIED) this.work.take(Math.floor(value.shape.length / COPIED));
    return value;
  }

  private read(expr: Expr): Value {
    switch (expr.op) {
      case 'text':
        return constant(expr.value);
      case 'number':
        return constant(String(expr.value));
      case 'name':
        return this.lookup(expr.name);
      case 'member':
        return memberOf(this.value(expr.of), expr.name);
      case 'index':
        return elementOf(this.value(expr.of), this.value(expr.index));
      case 'reverse':
        return reversed(this.value(expr.of));
      case 'concat':
        return this.concat(expr);
      case 'divide':
        return concat(
          expr.parts.map((part) => this.value(part)),
          '/',
        );
      case 'list':
        return listed(expr.items.map((item) => this.value(item)));
      case 'object':
        return { shape: UNKNOWN_PART, marks: [], fields: new Map(expr.entries.map(({ key, value }) => [key, this.value(value)])) };
      case 'function':
        return { ...nothing, func: expr };
      case 'comprehension':
        return this.comprehension(expr);
      case 'call':
        return this.call(expr);
      default:
        return this.any(expr.parts);
    }
  }

  private any(parts: readonly Expr[]): Value {
    const values = parts.map((part) => this.value(part));
    const known = values.find((value) => value.path !== undefined || value.shape !== UNKNOWN_PART);
    return {
      ...nothing,
      marks: marksOf(values),
      ...(known && values.length > 1 && { shape: known.shape, ...(known.path !== undefined && { path: known.path }) }),
    };
  }

  /** Detects text that is hidden by assembling it from short pieces. */
  private concat(expr: Expr & { op: 'concat' }): Value {
    const values = expr.parts.map((part) => this.value(part));
    const joined = concat(values);
    const first = expr.chain ? 2 : expr.parts.length;
    const literals = expr.parts.length > 1 && expr.parts.slice(0, first).every((part) => part.op === 'text' || part.op === 'concat');
    const pieces = first === values.length ? joined : concat(values.slice(0, first));
    return literals && isWhollyKnown(pieces) && pieces.shape.length < 400 && !pieces.shape.includes('\n')
      ? { ...joined, assembled: true }
      : joined;
  }

  private comprehension({ item, names, over }: Expr & { op: 'comprehension' }): Value {
    const items = loopItems(this.value(over)).map((each) => {
      this.bindNames(names, each);
      return this.value(item);
    });
    return listed(items);
  }

  private call(expr: Expr & { op: 'call' }): Value {
    const { callee } = expr;
    const self = callee.op === 'member' ? this.value(callee.of) : callee.op === 'index' ? this.value(callee.of) : nothing;
    const func = callee.op === 'member' ? memberOf(self, callee.name) : this.value(callee);
    const { args, named } = this.args(expr.args);
    if (functionOf(func)) return this.invoke(func, args);
    return this.apply({ path: func.path ?? `${UNKNOWN_PART}()`, self, args, named, at: expr.at });
  }

  /** Calls a function that the script does not define itself. */
  private apply(call: Pick<CallSite, 'path' | 'self' | 'args' | 'named' | 'at'>): Value {
    return apply({
      ...call,
      guarded: this.guarded,
      language: this.language,
      emit: this.emit,
      work: this.work,
      files: this.files,
      invoke: (value, given) => this.invoke(value, given),
    });
  }

  private args(given: readonly Argument[]): { args: Value[]; named: Map<string, Value> } {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    for (const { name, value } of given) {
      if (name === undefined) args.push(this.value(value));
      else named.set(name, this.value(value));
    }
    return { args, named };
  }

  /** Runs a function of the script with these arguments, up to the limit of nested calls. */
  private invoke(value: Value, args: readonly Value[]): Value {
    const func = functionOf(value);
    if (func === undefined) {
      return value.path === undefined ? derived(args) : this.apply({ path: value.path, self: nothing, args, named: new Map(), at: 0 });
    }
    if (this.calls >= MAX_CALLS) return derived(args);
    this.calls++;
    this.done.add(func.body);
    this.scopes.push(new Map(func.params.map((name, index) => [name, args[index] ?? nothing])));
    const results = this.run(func.body);
    this.scopes.pop();
    this.calls--;
    const [first] = results;
    if (results.length === 1 && first) return first;
    return first === undefined ? nothing : { ...first, marks: marksOf(results) };
  }
}

function functionOf(value: Value): (Expr & { op: 'function' }) | undefined {
  const { func } = value;
  return isFunction(func) ? func : undefined;
}

function isFunction(func: unknown): func is Expr & { op: 'function' } {
  return typeof func === 'object' && func !== null && 'op' in func && func.op === 'function';
}
