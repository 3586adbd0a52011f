import { calculated } from './arithmetic.js';
import type { CallSite } from './call-site.js';
import { apply } from './calls.js';
import type { Emit, FlowEvent } from './events.js';
import type { Argument, Expr, Instruction, Param } from './ir.js';
import type { Language } from './library.js';
import { declaredFields, findMember, foreignBase, objectOf } from './objects.js';
import { elementOf, itemsOf, listed, loopItems, memberOf } from './parts.js';
import { refined } from './refine.js';
import { type Scope, Scopes } from './scopes.js';
import { sliced } from './slices.js';
import { StepBudget } from './step-budget.js';
import { type ClassType, concat, constant, derived, isWhollyKnown, marked, marksOf, nothing, UNKNOWN_PART, type Value } from './value.js';
import type { World } from './world.js';

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
/** Limit of modules of a bundle that one script loads, directly or not. */
const MAX_MODULES = 24;
/** Methods of unknown objects that take in what they are given. */
const TAKES_IN =
  /^(?:append\w*|add|push|unshift|extend|update|insert|set|put|write|writelines|writestr|set_\w+|set[A-Z]\w*|attach|add_\w+|add[A-Z]\w*|setdefault)$/;

/** A function of the script: its code, the module that it belongs to, and the names that it sees. */
class ScriptFunction {
  /** Results by what was known of the arguments, with the number of calls. */
  readonly results = new Map<string, { calls: number; value: Value }>();

  constructor(
    readonly code: Expr & { op: 'function' },
    readonly home: Evaluator,
    readonly seen: readonly Scope[],
  ) {}
}

/** What all modules of one followed script share. */
interface Shared {
  calls: number;
  depth: number;
  modules: Map<string, Value>;
}

/** Follows data through a script's statements; every effect goes to `emit`. Nothing is run. */
export function interpret(statements: readonly Instruction[], language: Language, { emit, world }: { emit: Emit; world: World }): void {
  new Evaluator(language, emit, world, { calls: 0, depth: 0, modules: new Map() }).top(statements);
}

class Evaluator {
  private readonly scopes = new Scopes();
  private guarded = false;
  private readonly done = new Set<Instruction[]>();

  constructor(
    private readonly language: Language,
    private emitter: Emit,
    private readonly world: World,
    private readonly shared: Shared,
  ) {
    if (language !== 'javascript') return;
    const exports = objectOf();
    this.scopes.declare('exports', exports);
    this.scopes.declare('module', objectOf([['exports', exports]], { path: 'module' }));
  }

  private get work(): StepBudget {
    return this.world.work;
  }

  /** Functions and methods that are never called are judged as if they were, with unknown arguments. */
  top(statements: readonly Instruction[]): void {
    this.load(statements);
    for (const value of [...this.scopes.top.values()]) this.unused(value);
  }

  private load(statements: readonly Instruction[]): void {
    for (const statement of statements) this.work.half(() => this.statement(statement));
  }

  private unused(value: Value, object?: Value): void {
    const { func, type } = value;
    if (func instanceof ScriptFunction && func.home === this) {
      if (this.done.has(func.code.body)) return;
      const params = func.code.params.slice(object === undefined || this.language === 'javascript' ? 0 : 1);
      const args = params.map(({ target }) => marked('argument', target.op === 'name' ? target.name : 'argument'));
      this.work.half(() => this.invoke(object === undefined ? value : { ...value, bound: object }, args));
    } else if (value.makes && type !== undefined && object === undefined) {
      const methods = [...type.members.values()].filter(
        ({ func: each }) => each instanceof ScriptFunction && !this.done.has(each.code.body),
      );
      if (methods.length === 0) return;
      const made = this.instance(value, [], new Map());
      for (const method of methods) this.unused(method, made);
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
        this.assignment(statement);
        return [];
      case 'evaluate':
        this.value(statement.value);
        return [];
      case 'define':
        this.scopes.declare(statement.name, this.value(statement.value));
        return [];
      case 'import':
        this.scopes.declare(statement.name, this.imported(statement));
        return [];
      case 'return':
        return [this.value(statement.value)];
      case 'each':
        return this.each(statement);
      default:
        return this.branch(statement);
    }
  }

  /** What an import binds: a module of the bundle, something in it, or the name of a library. */
  private imported({ path, member }: Instruction & { do: 'import' }): Value {
    const outside: Value = { ...nothing, path: member === undefined ? path : `${path}.${member}` };
    if (member === undefined) return this.module(path) ?? outside;
    const inner = this.language === 'python' ? this.module(/\.$/.test(path) ? path + member : `${path}.${member}`) : undefined;
    const module = inner ?? this.module(path)?.fields?.get(member);
    return module ?? outside;
  }

  /** The names of a module of the bundle. Its own effects are seen where it is judged itself. */
  private module(path: string): Value | undefined {
    const { bundle, from } = this.world;
    const file = from === undefined ? undefined : bundle?.module(path, from, this.language);
    if (bundle === undefined || file === undefined) return undefined;
    const before = this.shared.modules.get(file.name);
    if (before !== undefined || this.shared.modules.size >= MAX_MODULES) return before;
    this.shared.modules.set(file.name, nothing);
    const read = bundle.statementsOf(file, this.language);
    if (read === undefined) return undefined;
    const world: World = { ...this.world, from: file.name, work: new StepBudget(read.steps) };
    const inner = new Evaluator(this.language, () => {}, world, this.shared);
    inner.load(read.script.statements);
    const value = inner.namesOf(path);
    this.shared.modules.set(file.name, value);
    return value;
  }

  private namesOf(path: string): Value {
    const exported = this.scopes.lookup('module')?.fields?.get('exports');
    return this.language === 'python' || exported === undefined
      ? { ...nothing, path, fields: this.scopes.top, held: this.scopes.top }
      : exported;
  }

  private branch({ test, body, at }: Instruction & { do: 'branch' }): Value[] {
    const before = this.guarded;
    const marks = test ? this.value(test).marks : [];
    const guard = marks.find((mark) => mark.label === 'date' || mark.label === 'hostname' || mark.label === 'CI');
    if (guard) {
      this.guarded = true;
      this.emitter({ kind: 'guard', at, what: guard.label });
    }
    const known = test && refined(test, (expr) => this.value(expr));
    const outer = known && this.scopes.lookup(known.name);
    if (known) this.scopes.bind(known.name, known.value);
    const result = this.run(body);
    if (known) this.scopes.bind(known.name, outer ?? nothing);
    this.guarded = before;
    return result;
  }

  private each({ names, over, body }: Instruction & { do: 'each' }): Value[] {
    return loopItems(this.value(over)).flatMap((item) => {
      if (!this.work.take()) return [];
      this.bindNames(names, item);
      return this.run(body);
    });
  }

  private bindNames(names: readonly string[], value: Value): void {
    names.forEach((name, index) => {
      this.scopes.bind(name, names.length === 1 ? value : (value.items?.[index] ?? derived([value])));
    });
  }

  private assignment({ targets, value: given, add = false, local }: Instruction & { do: 'assign' }): Value {
    const value = this.value(given);
    this.assign(targets, value, { add, local: local === true });
    // A callback of a connection that writes to it by the name that it only has now.
    if (value.target !== undefined && given.op === 'call')
      for (const arg of given.args) if (arg.value.op === 'function') this.invoke(this.value(arg.value), [value]);
    return value;
  }

  private assign(targets: readonly Expr[], value: Value, how: { add: boolean; local: boolean }): void {
    for (const target of targets) {
      if (target.op === 'name') {
        const next = how.add ? concat([this.lookup(target.name), value]) : value;
        if (how.local) this.scopes.declare(target.name, next);
        else this.scopes.bind(target.name, next);
      } else if (target.op === 'list') {
        for (const [index, item] of target.items.entries()) this.assign([item], value.items?.[index] ?? derived([value]), how);
      } else if (target.op === 'object') {
        for (const { key, value: part } of target.entries) this.assign([part], key === '...' ? value : this.member(value, key), how);
      } else if (target.op === 'index' || target.op === 'member') this.put(target, value, how.add);
    }
  }

  /** `d["key"] = value`: adds the value to the object. */
  private put(target: Expr & { op: 'index' | 'member' }, given: Value, add: boolean): void {
    const key = target.op === 'member' ? target.name : this.value(target.index).shape;
    const object = this.value(target.of);
    const value = add ? concat([this.member(object, key), given]) : given;
    const members = object.makes ? object.type?.members : object.held;
    if (members !== undefined) members.set(key, value);
    else if (target.of.op === 'index' || target.of.op === 'member')
      this.put(target.of, objectOf([[key, value]], { marks: object.marks }), false);
    else if (target.of.op === 'name') {
      if (!this.work.take(1 + Math.ceil((object.fields?.size ?? 0) / COPIED_FIELDS))) return;
      this.scopes.bind(target.of.name, { ...object, fields: new Map([...(object.fields ?? []), [key, value]]) });
    }
  }

  private lookup(name: string): Value {
    return this.scopes.lookup(name) ?? { ...nothing, path: name };
  }

  private value(expr: Expr): Value {
    if (this.shared.depth >= MAX_DEPTH || !this.work.take()) {
      this.work.short = true;
      return nothing;
    }
    this.shared.depth++;
    const value = this.read(expr);
    this.shared.depth--;
    if (value.shape.length > COPIED) this.work.take(Math.floor(value.shape.length / COPIED));
    return value;
  }

  private values(exprs: readonly Expr[]): Value[] {
    return exprs.map((expr) => this.value(expr));
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
        return this.member(this.value(expr.of), expr.name);
      case 'index':
        return this.element(this.value(expr.of), this.value(expr.index));
      case 'slice':
        return sliced(this.value(expr.of), expr, (part) => this.value(part));
      case 'concat':
        return this.concat(expr);
      case 'arithmetic':
        return calculated(expr.sign, this.values(expr.parts));
      case 'equal':
        return derived([this.value(expr.of), this.value(expr.to)]);
      case 'divide':
        return this.divided(this.values(expr.parts));
      case 'list':
        return listed(this.values(expr.items));
      case 'object':
        return this.object(expr);
      case 'function':
        return { ...nothing, func: new ScriptFunction(expr, this, this.scopes.seen) };
      case 'class':
        return this.classOf(expr);
      case 'comprehension':
        return this.comprehension(expr);
      case 'call':
        return this.call(expr);
      case 'set':
        return this.assignment(expr.assign);
      default:
        return this.any(expr.parts);
    }
  }

  private divided(parts: readonly Value[]): Value {
    const quotient = calculated('/', parts);
    return quotient.shape === UNKNOWN_PART ? concat(parts, '/') : quotient;
  }

  private object({ entries }: Expr & { op: 'object' }): Value {
    const fields = entries.flatMap(({ key, value }): [string, Value][] => {
      const read = this.value(value);
      return key === '...' ? [...(read.fields ?? [['...', read]])] : [[key, read]];
    });
    return objectOf(fields);
  }

  private any(parts: readonly Expr[]): Value {
    const values = this.values(parts);
    const known = values.find((value) => value.path !== undefined || value.shape !== UNKNOWN_PART || value.func !== undefined);
    if (known !== undefined && known.marks.length === 0 && values.every((value) => value === known || value.marks.length === 0))
      return known;
    return {
      ...nothing,
      marks: marksOf(values),
      ...(known && values.length > 1 && { shape: known.shape, ...(known.path !== undefined && { path: known.path }) }),
    };
  }

  /** Detects text that is hidden by assembling it from short pieces. Literals side by side are one literal. */
  private concat(expr: Expr & { op: 'concat' }): Value {
    const values = this.values(expr.parts);
    if (expr.parts.length === 2 && !expr.implicit && values.every(({ items }) => items !== undefined))
      return listed(values.flatMap(itemsOf));
    const numbers =
      expr.chain && !expr.parts.some(({ op }) => op === 'text') ? values.reduce((sum, each) => calculated('+', [sum, each])) : nothing;
    if (numbers.shape !== UNKNOWN_PART) return numbers;
    const joined = concat(values);
    const first = expr.chain ? 2 : expr.parts.length;
    const literals = expr.parts.length > 1 && expr.parts.slice(0, first).every((part) => part.op === 'text' || part.op === 'concat');
    const pieces = first === values.length ? joined : concat(values.slice(0, first));
    return literals && !expr.implicit && isWhollyKnown(pieces) && pieces.shape.length < 400 && !pieces.shape.includes('\n')
      ? { ...joined, assembled: true }
      : joined;
  }

  private comprehension({ item, loops }: Expr & { op: 'comprehension' }): Value {
    const found: Value[] = [];
    const [outer, ...inner] = loops;
    if (outer === undefined) return nothing;
    for (const each of itemsOf(this.value(outer.over))) {
      if (!this.work.take()) break;
      this.bindNames(outer.names, each);
      for (const { names, over } of inner) this.bindNames(names, loopItems(this.value(over))[0] ?? nothing);
      const known = outer.test && refined(outer.test, (expr) => this.value(expr));
      if (known) this.scopes.bind(known.name, known.value);
      found.push(this.value(item));
    }
    return listed(found);
  }

  /** `of.name`, also of objects and classes of the script. */
  private member(of: Value, name: string): Value {
    const { type } = of;
    if (type === undefined)
      return this.argued(name === 'constructor' && isCode(of) ? { ...nothing, path: 'Function' } : memberOf(of, name));
    const own = of.makes ? undefined : of.fields?.get(name);
    if (own !== undefined) return own;
    const found = findMember(type, name) ?? (name === 'start' ? findMember(type, 'run') : undefined);
    const path = foreignBase(type);
    if (found === undefined)
      return path === undefined
        ? { ...nothing, marks: marksOf([of]), path: `${UNKNOWN_PART}.${name}` }
        : memberOf({ ...nothing, marks: of.marks, path: of.makes ? path : `${path}()` }, name);
    const { func } = found.value;
    if (!(func instanceof ScriptFunction)) return found.value;
    const kind = func.code.as;
    if (kind === 'static' || (of.makes && kind !== 'class')) return found.value;
    const method: Value = { ...found.value, bound: { ...of, type: of.type ?? found.owner } };
    return kind === 'property' ? this.invoke(method, []) : method;
  }

  /** The arguments of a script that another one of the bundle starts. */
  private argued(value: Value): Value {
    const { args, from = '' } = this.world;
    if (args === undefined || (value.path !== 'sys.argv' && value.path !== 'process.argv')) return value;
    return { ...listed([...(this.language === 'javascript' ? [nothing] : []), constant(from), ...args]), path: value.path };
  }

  private element(of: Value, index: Value): Value {
    if (of.type !== undefined && isWhollyKnown(index)) return this.member(of, index.shape);
    // One letter out of many, at a place that is only known at run time.
    const letters = of.items !== undefined && of.items.length > 8 && of.items.every(({ shape }) => shape.length === 1);
    if (letters && index.shape.includes(UNKNOWN_PART)) return marked('decoded', 'letters that are picked one by one');
    return elementOf(of, index);
  }

  private classOf({ name, bases, body }: Expr & { op: 'class' }): Value {
    const known = this.values(bases);
    const path = known.find((base) => base.type === undefined && base.path !== undefined)?.path;
    const type: ClassType = {
      name,
      bases: known.flatMap((base) => (base.type === undefined ? [] : [base.type])),
      members: new Map(),
      ...(path !== undefined && { path }),
    };
    const local = body.map((each) => (each.do === 'assign' ? { ...each, local: true as const } : each));
    this.scopes.within(this.scopes.seen, type.members, () => this.run(local));
    return { ...nothing, type, makes: true };
  }

  /** A new object of a class of the script. */
  private instance(made: Value, args: readonly Value[], named: ReadonlyMap<string, Value>): Value {
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

  private call(expr: Expr & { op: 'call' }): Value {
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
    if (func.func instanceof ScriptFunction) return this.invoke(func, args, named, expr.at);
    if (callee.op === 'name' && /^(?:require|import|__import__)$/.test(callee.name) && args[0] && isWhollyKnown(args[0])) {
      const module = this.module(args[0].shape);
      if (module !== undefined) return module;
    }
    const result = this.apply({ path: func.path ?? `${UNKNOWN_PART}()`, self, args, named, at: expr.at });
    this.takeIn(callee, self, [...args, ...named.values()]);
    return result;
  }

  /** `super()` in Python is the object as one of its base class; in JavaScript the call makes it. */
  private superCall(of: Value, args: readonly Value[]): Value {
    if (this.language === 'python') return of;
    const found = of.type && findMember(of.type, 'constructor');
    return found === undefined ? nothing : this.invoke({ ...found.value, bound: this.lookup('this') }, args);
  }

  /** `list.append(x)`, `message.attach(x)`: the object holds what it was given. */
  private takeIn(callee: Expr, self: Value, given: readonly Value[]): void {
    if (callee.op !== 'member' || !TAKES_IN.test(callee.name) || self.target !== undefined) return;
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
  }

  /** Calls a function that the script does not define itself. */
  private apply(call: Pick<CallSite, 'path' | 'self' | 'args' | 'named' | 'at'>): Value {
    return apply({
      ...call,
      guarded: this.guarded,
      language: this.language,
      emit: this.emitter,
      world: this.world,
      invoke: (value, given) => this.invoke(value, given),
    });
  }

  private args(given: readonly Argument[]): { args: Value[]; named: Map<string, Value> } {
    const args: Value[] = [];
    const named = new Map<string, Value>();
    for (const { name, value, spread } of given) {
      const read = this.value(value);
      if (name !== undefined) named.set(name, read);
      else if (spread && read.items !== undefined) args.push(...read.items);
      else args.push(read);
    }
    return { args, named };
  }

  /** Runs a function of the script with these arguments, up to the limit of nested calls. */
  private invoke(value: Value, args: readonly Value[], named: ReadonlyMap<string, Value> = new Map(), at = 0): Value {
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
  private outside(at: number): { emit: Emit; guarded: boolean } {
    const { emitter } = this;
    return { emit: (event: FlowEvent) => emitter({ ...event, at, elsewhere: true }), guarded: this.guarded };
  }

  private enter(
    { code, seen }: ScriptFunction,
    { args, named, bound }: { args: readonly Value[]; named: ReadonlyMap<string, Value>; bound: Value | undefined },
    caller: { emit: Emit; guarded: boolean } | undefined,
  ): Value {
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

  private parameters(params: readonly Param[], args: readonly Value[], named: ReadonlyMap<string, Value>): void {
    for (const [index, { target, fallback, rest }] of params.entries()) {
      const given = rest ? listed(args.slice(index)) : (args[index] ?? (target.op === 'name' ? named.get(target.name) : undefined));
      this.assign([target], given ?? (fallback ? this.value(fallback) : nothing), { add: false, local: true });
    }
  }
}

/** `(() => {}).constructor` and `"".constructor.constructor` make code of text. */
function isCode({ func, path = '' }: Value): boolean {
  return func !== undefined || path === 'Function' || path.endsWith('.constructor');
}

/** Calls of a function with the same arguments that are followed: the first may find something that others have not put there yet. */
const MAX_SAME = 2;
/** Limits of what is remembered of calls. */
const MAX_KEPT = 200;
const MAX_KEY = 400;

/** What is known of arguments as a text; undefined where that is much. */
function keyOf(args: readonly Value[]): string | undefined {
  let key = '';
  for (const { shape, marks, func, items, fields, type, path = '' } of args) {
    if (func !== undefined || items !== undefined || (fields !== undefined && type === undefined) || key.length > MAX_KEY) return undefined;
    key += `${type?.name ?? ''} ${shape.slice(0, MAX_KEY)} ${path} ${marks.map(({ source, label }) => source + label).join()}\n`;
  }
  return key.length > MAX_KEY ? undefined : key;
}
