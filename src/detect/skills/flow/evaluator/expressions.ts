import type { Expr, Instruction } from '../readers/ir.js';
import { type ClassType, concat, constant, derived, isWhollyKnown, marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import { calculated } from './arithmetic.js';
import { Names } from './names.js';
import { findMember, foreignBase, objectOf } from './objects.js';
import { elementOf, itemsOf, listed, loopItems, memberOf } from './parts.js';
import { refined } from './refine.js';
import { ScriptFunction } from './script-function.js';
import { sliced } from './slices.js';

/** Limit for expressions within expressions over all open calls; far below the size of our own stack. */
const MAX_DEPTH = 700;
/** Number of characters that are copied in about the time of one step. */
const COPIED = 2_000;

/** The values of expressions. */
export abstract class Expressions extends Names {
  protected abstract wrapped(expr: Expr & { op: 'wrap' }): Value;
  protected abstract call(expr: Expr & { op: 'call' }): Value;
  abstract enter(...of: Parameters<ScriptFunction['home']['enter']>): Value;
  protected abstract run(statements: readonly Instruction[]): Value[];

  protected value(expr: Expr): Value {
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

  protected values(exprs: readonly Expr[]): Value[] {
    return exprs.map((expr) => this.value(expr));
  }

  protected read(expr: Expr): Value {
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
      case 'wrap':
        return this.wrapped(expr);
      case 'set':
        return this.assignment(expr.assign);
      default:
        return this.any(expr.parts);
    }
  }

  protected divided(parts: readonly Value[]): Value {
    const quotient = calculated('/', parts);
    return quotient.shape === UNKNOWN_PART ? concat(parts, '/') : quotient;
  }

  protected object({ entries, at }: Expr & { op: 'object' }): Value {
    const fields = entries.flatMap(({ key: name, computed, value }): [string, Value][] => {
      const read = this.value(value);
      const key = computed === undefined ? name : this.value(computed).shape;
      this.instructed(key, read, value.at);
      return key === '...' ? [...(read.fields ?? [['...', read]])] : [[key, read]];
    });
    const object = objectOf(fields);
    const role = object.fields?.get('role')?.shape ?? '';
    if (/^(?:system|developer)$/.test(role))
      this.instructed(role === 'system' ? role : 'instructions', object.fields?.get('content') ?? nothing, at);
    return object;
  }

  protected any(parts: readonly Expr[]): Value {
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
  protected concat(expr: Expr & { op: 'concat' }): Value {
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

  protected comprehension({ item, loops }: Expr & { op: 'comprehension' }): Value {
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
  protected member(of: Value, name: string): Value {
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
  protected argued(value: Value): Value {
    const { args, from = '' } = this.world;
    if (args === undefined || (value.path !== 'sys.argv' && value.path !== 'process.argv')) return value;
    return { ...listed([...(this.language === 'javascript' ? [nothing] : []), constant(from), ...args]), path: value.path };
  }

  protected element(of: Value, index: Value): Value {
    if (of.type !== undefined && isWhollyKnown(index)) return this.member(of, index.shape);
    // One letter out of many, at a place that is only known at run time.
    const letters = of.items !== undefined && of.items.length > 8 && of.items.every(({ shape }) => shape.length === 1);
    if (letters && index.shape.includes(UNKNOWN_PART)) return marked('decoded', 'letters that are picked one by one');
    return elementOf(of, index);
  }

  protected classOf({ name, bases, body }: Expr & { op: 'class' }): Value {
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
}

/** `(() => {}).constructor` and `"".constructor.constructor` make code of text. */
function isCode({ func, path = '' }: Value): boolean {
  return func !== undefined || path === 'Function' || path.endsWith('.constructor');
}
