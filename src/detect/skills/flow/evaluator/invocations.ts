import type { FlowEvent } from '../events.js';
import type { CallSite } from '../library/call-site.js';
import { apply } from '../library/calls.js';
import type { Argument, Expr, Instruction, Param } from '../readers/ir.js';
import { derived, isWhollyKnown, type Mark, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { Expressions } from './expressions.js';
import { COPIED_FIELDS } from './names.js';
import { declaredFields, findMember, foreignBase, objectOf } from './objects.js';
import { listed } from './parts.js';
import { type Caller, type Given, keyOf, MAX_KEPT, MAX_SAME, ScriptFunction } from './script-function.js';

/**
 * Limit for calls within calls: a script's helpers are a few levels deep, and each level multiplies the cost of a loop
 * in it.
 */
const MAX_CALLS = 12;
/** Methods of unknown objects that take in what they are given. */
const TAKES_IN =
  /^(?:append\w*|add|push|unshift|extend|update|insert|set|put|write|writelines|writestr|set_\w+|set[A-Z]\w*|attach|add_\w+|add[A-Z]\w*|setdefault)$/;

/** Objects that hold what they have read. */
const READS_IN = /^configparser\.\w+\(\)$/;

/** In JavaScript a function of an object sees it as `this`. */
function boundTo(func: Value, self: Value): Value {
  const isOfScript = func.func instanceof ScriptFunction && func.func.home.language === 'javascript';
  return isOfScript && func.bound === undefined && self.held !== undefined ? { ...func, bound: self } : func;
}

/** Calls of functions, of the script's own and of libraries. */
export abstract class Invocations extends Expressions {
  protected readonly done = new Set<Instruction[]>();

  protected abstract module(path: string): Value | undefined;

  /** A decorator of the script is called with the function; all others leave it as it is. */
  protected wrapped({ by, of }: Expr & { op: 'wrap' }): Value {
    const [decorator, func] = [this.value(by), this.value(of)];
    if (!(decorator.func instanceof ScriptFunction)) return func;
    const made = this.invoke(decorator, [func]);
    return made.func === undefined ? func : made;
  }

  /** A new object of a class of the script. */
  protected instance(made: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
    const { type } = made;
    if (type === undefined) return nothing;
    const path = foreignBase(type);
    const object = objectOf([], { type, ...(path !== undefined && { path: `${path}()` }) });
    const maker = findMember(type, this.language === 'python' ? '__init__' : 'constructor');
    if (maker === undefined) {
      const names = declaredFields(type);
      for (const [index, value] of args.entries()) object.held?.set(names[index] ?? `${index}`, value);
      for (const [name, value] of named) object.held?.set(name, value);
    } else this.invoke({ ...maker.value, bound: object }, args, named);
    return object;
  }

  protected call(expr: Expr & { op: 'call' }): Value {
    const { callee } = expr;
    const self = callee.op === 'member' || callee.op === 'index' ? this.value(callee.of) : nothing;
    const func =
      callee.op === 'member'
        ? this.member(self, callee.name)
        : callee.op === 'index'
          ? this.element(self, this.value(callee.index))
          : this.value(callee);
    const { args, named } = this.args(expr.args);
    if (callee.op === 'name' && callee.name === 'super') return this.superCall(func, args);
    if (func.makes) return this.instance(func, args, named);
    const given = [...(func.given ?? []), ...args];
    if (func.func instanceof ScriptFunction) return this.invoke(boundTo(func, self), given, named, expr.at);
    const called = func.type && findMember(func.type, '__call__');
    if (called) return this.invoke({ ...called.value, bound: func }, args, named, expr.at);
    if (callee.op === 'name' && /^(?:require|import|__import__)$/.test(callee.name) && args[0] && isWhollyKnown(args[0])) {
      const module = this.module(args[0].shape);
      if (module !== undefined) return module;
    }
    const result = this.apply({ path: func.path ?? `${UNKNOWN_PART}()`, self, args: given, named, at: expr.at });
    this.takeIn(callee, self, READS_IN.test(self.path ?? '') ? [result] : [...args, ...named.values()]);
    this.takeTarget(callee, self, result);
    return result;
  }

  /** `socket.connect(address)`: the object is a connection from now on. */
  private takeTarget(callee: Expr, self: Value, { target }: Value): void {
    if (callee.op !== 'member' || !/^(?:connect(?:_ex)?|open)$/.test(callee.name) || target === undefined || self.target === target) return;
    if (callee.of.op === 'name') this.scopes.bind(callee.of.name, { ...self, target });
    else if (callee.of.op === 'member') this.put(callee.of, { ...self, target }, false);
  }

  /** `super()` in Python is the object as one of its base class; in JavaScript the call makes it. */
  protected superCall(of: Value, args: readonly Value[]): Value {
    if (this.language === 'python') return of;
    const found = of.type && findMember(of.type, 'constructor');
    return found === undefined ? nothing : this.invoke({ ...found.value, bound: this.lookup('this') }, args);
  }

  /** `list.append(x)`, `message.attach(x)`: the object holds what it was given. */
  protected takeIn(callee: Expr, self: Value, given: readonly Value[]): void {
    if (callee.op !== 'member' || self.target !== undefined) return;
    if (!(READS_IN.test(self.path ?? '') ? /^read/ : TAKES_IN).test(callee.name)) return;
    const marks = marksOf(given);
    if (self.held !== undefined) self.held.set(`…${self.held.size}`, { ...nothing, marks });
    else if (callee.of.op === 'name' && (marks.length > 0 || self.items !== undefined)) {
      if (!this.work.take(1 + Math.ceil((self.items?.length ?? 0) / COPIED_FIELDS))) return;
      const items = self.items && [...self.items, ...given];
      this.scopes.bind(
        callee.of.name,
        items ? { ...self, items } : { ...self, marks: marksOf([{ ...nothing, marks: self.marks }, ...given]) },
      );
    } else if (callee.of.op === 'member' && marks.length > 0) this.put(callee.of, { ...self, marks: [...self.marks, ...marks] }, false);
    else if (callee.of.op === 'call' && marks.length > 0) this.takeInto(callee.of, marks);
  }

  /** `found.setdefault(key, []).append(x)`: what the first call answers is part of its object. */
  private takeInto({ callee }: Expr & { op: 'call' }, marks: readonly Mark[]): void {
    if (callee.op !== 'member' || callee.of.op !== 'name' || !/^(?:setdefault|get)$/.test(callee.name)) return;
    const object = this.value(callee.of);
    if (object.held !== undefined) object.held.set(`…${object.held.size}`, { ...nothing, marks });
    else this.scopes.bind(callee.of.name, { ...object, marks: [...object.marks, ...marks] });
  }

  /** Calls a function that the script does not define itself. */
  protected apply(call: Pick<CallSite, 'path' | 'self' | 'args' | 'named' | 'at'>): Value {
    return apply({
      ...call,
      guarded: this.guarded,
      language: this.language,
      emit: this.emitter,
      world: this.world,
      invoke: (value, given) => this.invoke(value, given),
    });
  }

  protected args(given: readonly Argument[]): { args: Value[]; named: Map<string, Value> } {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    for (const { name, value, spread } of given) {
      const read = this.value(value);
      if (name !== undefined) {
        this.instructed(name, read, value.at);
        named.set(name, read);
      } else if (spread === 'named') for (const [key, field] of read.fields ?? [['…', read]]) named.set(key, field);
      else if (spread && read.items !== undefined) args.push(...read.items);
      else args.push(read);
    }
    return { args, named };
  }

  /** Runs a function of the script with these arguments, up to the limit of nested calls. */
  protected invoke(value: Value, args: readonly Value[], named: ReadonlyMap<string, Value> = new Map(), at = 0): Value {
    const { func, bound } = value;
    if (value.makes) return this.instance(value, args, named);
    if (!(func instanceof ScriptFunction))
      return value.path === undefined ? derived(args) : this.apply({ path: value.path, self: nothing, args, named: new Map(), at });
    if (this.shared.calls >= MAX_CALLS) return derived(args);
    const own = bound !== undefined && func.home.language === 'python' ? [bound, ...args] : args;
    const key = keyOf([...own, ...named.values()]);
    const before = key === undefined ? undefined : func.results.get(key);
    if (before !== undefined && before.calls >= MAX_SAME) return before.value;
    this.shared.calls++;
    const result = func.home.enter(func, { args: own, named, bound }, func.home === this ? undefined : this.outside(at));
    this.shared.calls--;
    if (key !== undefined && func.results.size < MAX_KEPT) func.results.set(key, { calls: (before?.calls ?? 0) + 1, value: result });
    return result;
  }

  /** Effects of another module's function are effects of the call. */
  protected outside(at: number): Caller {
    const { emitter } = this;
    return { emit: (event: FlowEvent) => emitter({ ...event, at, elsewhere: true }), guarded: this.guarded };
  }

  override enter({ code, seen }: ScriptFunction, { args, named, bound }: Given, caller: Caller | undefined): Value {
    this.done.add(code.body);
    const { emitter, guarded } = this;
    if (caller) [this.emitter, this.guarded] = [caller.emit, caller.guarded];
    const results = this.scopes.within(seen, new Map(), () => {
      if (bound !== undefined) {
        this.scopes.declare('this', bound);
        const [base] = bound.type?.bases ?? [];
        this.scopes.declare('super', base ? { ...bound, type: base } : { ...nothing, path: bound.path ?? 'super()' });
      }
      this.parameters(code.params, args, named);
      return this.run(code.body);
    });
    [this.emitter, this.guarded] = [emitter, guarded];
    const [first] = results;
    if (results.length === 1 && first) return first;
    return first === undefined ? nothing : { ...first, marks: marksOf(results) };
  }

  protected parameters(params: readonly Param[], args: readonly Value[], named: ReadonlyMap<string, Value>): void {
    for (const [index, { target, fallback, rest }] of params.entries()) {
      if (rest === 'named') {
        this.assign([target], objectOf(named), { add: false, local: true });
        continue;
      }
      const given = rest ? listed(args.slice(index)) : (args[index] ?? (target.op === 'name' ? named.get(target.name) : undefined));
      this.assign([target], given ?? (fallback ? this.value(fallback) : nothing), { add: false, local: true });
    }
  }
}
