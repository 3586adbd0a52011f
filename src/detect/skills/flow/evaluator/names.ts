import type { Emit } from '../events.js';
import { heardFrom } from '../library/connections.js';
import type { Language } from '../library/library.js';
import type { Expr, Instruction } from '../readers/ir.js';
import type { StepBudget } from '../step-budget.js';
import { concat, derived, marksOf, nothing, type Value } from '../value.js';
import type { World } from '../world.js';
import { objectOf } from './objects.js';
import { Scopes } from './scopes.js';
import type { Shared } from './script-function.js';

/** Number of fields that are copied in about the time of one step. */
export const COPIED_FIELDS = 4;

/** Names of the system prompt of a model. */
const SYSTEM =
  /^(?:system(?:_?(?:prompt|message|instructions?|text))?|instructions|developer_?(?:prompt|message)|sys_?prompt|agent_?instructions)$/i;

/** The names of one module of a script, and what is assigned to them. */
export abstract class Names {
  protected readonly scopes = new Scopes();
  protected guarded = false;

  constructor(
    readonly language: Language,
    protected emitter: Emit,
    protected readonly world: World,
    protected readonly shared: Shared,
  ) {
    if (language !== 'javascript') return;
    const exports = objectOf();
    this.scopes.declare('exports', exports);
    this.scopes.declare('module', objectOf([['exports', exports]], { path: 'module' }));
  }

  protected get work(): StepBudget {
    return this.world.work;
  }

  protected abstract value(expr: Expr): Value;
  protected abstract member(of: Value, name: string): Value;
  protected abstract invoke(value: Value, args: readonly Value[]): Value;

  protected bindNames(names: readonly string[], value: Value): void {
    names.forEach((name, index) => {
      this.scopes.bind(name, names.length === 1 ? value : (value.items?.[index] ?? derived([value])));
    });
  }

  protected assignment({ targets, value: given, add = false, local }: Instruction & { do: 'assign' }): Value {
    const value = this.value(given);
    this.assign(targets, value, { add, local: local === true });
    // A callback of a connection that writes to it by the name that it only has now.
    if (value.target !== undefined && given.op === 'call')
      for (const arg of given.args) if (arg.value.op === 'function') this.invoke(this.value(arg.value), [value]);
    return value;
  }

  protected assign(targets: readonly Expr[], value: Value, how: { add: boolean; local: boolean }): void {
    for (const target of targets) {
      if (target.op === 'name') {
        const next = how.add ? concat([this.lookup(target.name), value]) : value;
        this.instructed(target.name, next, target.at);
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
  protected put(target: Expr & { op: 'index' | 'member' }, given: Value, add: boolean): void {
    const key = target.op === 'member' ? target.name : this.value(target.index).shape;
    const object = this.value(target.of);
    const value = add ? concat([this.member(object, key), given]) : given;
    if (object.target !== undefined && given.func !== undefined && /^on(?:message|data)$/.test(key))
      this.invoke(given, [heardFrom(object)]);
    this.instructed(key, value, target.at);
    // A picture is fetched as soon as it has an address.
    if (key === 'src' && /^(?:Image\(\)|document\.createElement\(\))$/.test(object.path ?? ''))
      this.emitter({
        kind: 'send',
        at: target.at,
        via: 'http',
        to: value.shape,
        marks: marksOf([value]),
        header: [],
        guarded: this.guarded,
      });
    const members = object.makes ? object.type?.members : object.held;
    if (members !== undefined) members.set(key, value);
    else if (target.of.op === 'index' || target.of.op === 'member')
      this.put(target.of, objectOf([[key, value]], { marks: object.marks }), false);
    else if (target.of.op === 'name') {
      if (!this.work.take(1 + Math.ceil((object.fields?.size ?? 0) / COPIED_FIELDS))) return;
      this.scopes.bind(target.of.name, { ...object, fields: new Map([...(object.fields ?? []), [key, value]]) });
    }
  }

  /** What a model is told to be, under the names that interfaces of models have for it. */
  protected instructed(name: string, value: Value, at: number): void {
    if (!SYSTEM.test(name)) return;
    const marks = marksOf([value]).filter(({ source }) => source === 'fetched');
    if (marks.length > 0) this.emitter({ kind: 'instruct', at, marks, to: name });
  }

  protected lookup(name: string): Value {
    return this.scopes.lookup(name) ?? { ...nothing, path: name };
  }
}
