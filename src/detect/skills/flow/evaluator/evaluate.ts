import type { Emit } from '../events.js';
import { parsed } from '../library/data-calls.js';
import type { Language } from '../library/library.js';
import type { Instruction } from '../readers/ir.js';
import { StepBudget } from '../step-budget.js';
import { constant, marked, nothing, type Value } from '../value.js';
import type { World } from '../world.js';
import { Invocations } from './invocations.js';
import { eitherOf, loopItems } from './parts.js';
import { refined } from './refine.js';
import { ScriptFunction } from './script-function.js';

/** Limit of modules of a bundle that one script loads, directly or not. */
const MAX_MODULES = 24;

/** Follows data through a script's statements; every effect goes to `emit`. Nothing is run. */
export function interpret(statements: readonly Instruction[], language: Language, { emit, world }: { emit: Emit; world: World }): void {
  new Evaluator(language, emit, world, { calls: 0, depth: 0, modules: new Map() }).top(statements);
}

class Evaluator extends Invocations {
  /** Functions and methods that are never called are judged as if they were, with unknown arguments. */
  top(statements: readonly Instruction[]): void {
    this.load(statements);
    for (const value of [...this.scopes.top.values()]) this.unused(value);
  }

  protected load(statements: readonly Instruction[]): void {
    for (const statement of statements) this.work.half(() => this.statement(statement));
  }

  protected unused(value: Value, object?: Value): void {
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

  protected run(statements: readonly Instruction[]): Value[] {
    return statements.flatMap((statement) => this.statement(statement));
  }

  /** Values that a statement returns from its function. */
  protected statement(statement: Instruction): Value[] {
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
  protected imported({ path, member }: Instruction & { do: 'import' }): Value {
    const outside: Value = { ...nothing, path: member === undefined ? path : `${path}.${member}` };
    if (member === undefined) return this.module(path) ?? outside;
    const inner = this.language === 'python' ? this.module(/\.$/.test(path) ? path + member : `${path}.${member}`) : undefined;
    const module = inner ?? this.module(path)?.fields?.get(member);
    return module ?? outside;
  }

  /** The names of a module of the bundle. Its own effects are seen where it is judged itself. */
  protected module(path: string): Value | undefined {
    const { bundle, from } = this.world;
    const file = from === undefined ? undefined : bundle?.module(path, from, this.language);
    if (bundle === undefined || file === undefined) return undefined;
    const before = this.shared.modules.get(file.name);
    if (before !== undefined || this.shared.modules.size >= MAX_MODULES) return before;
    if (/\.json$/.test(file.name)) return bundle.grants(file) ? parsed(constant(file.text)) : undefined;
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

  protected namesOf(path: string): Value {
    const exported = this.scopes.lookup('module')?.fields?.get('exports');
    return this.language === 'python' || exported === undefined
      ? { ...nothing, path, fields: this.scopes.top, held: this.scopes.top }
      : exported;
  }

  protected branch({ test, body, at }: Instruction & { do: 'branch' }): Value[] {
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
    const result = this.scopes.perhaps(() => this.run(body), eitherOf);
    if (known) this.scopes.bind(known.name, outer ?? nothing);
    this.guarded = before;
    return result;
  }

  protected each({ names, over, body }: Instruction & { do: 'each' }): Value[] {
    return loopItems(this.value(over)).flatMap((item) => {
      if (!this.work.take()) return [];
      this.bindNames(names, item);
      return this.run(body);
    });
  }
}
