import type { Value } from '../value.js';

export type Scope = Map<string, Value>;

/** The names that code sees, from the outermost scope to its own. */
export class Scopes {
  /** What names were before the part that is worked in, by their scope. */
  private changed: Map<Scope, Map<string, Value>> | undefined;

  constructor(private stack: readonly Scope[] = [new Map()]) {}

  /** The names at the top of the script. */
  get top(): Scope {
    return this.stack[0] ?? new Map();
  }

  /** The scopes that a function takes along from where it is defined. */
  get seen(): readonly Scope[] {
    return this.stack;
  }

  lookup(name: string): Value | undefined {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const value = this.stack[at]?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Works in a part of the code that may be left out: what it changes may also be as it was. */
  perhaps<T>(work: () => T, together: (before: Value, after: Value) => Value): T {
    const outer = this.changed;
    const changed = new Map<Scope, Map<string, Value>>();
    this.changed = changed;
    const result = work();
    this.changed = outer;
    for (const [scope, names] of changed)
      for (const [name, before] of names) {
        const after = scope.get(name);
        if (after !== undefined && after !== before) this.set(scope, name, together(before, after));
      }
    return result;
  }

  private set(scope: Scope, name: string, value: Value): void {
    const before = scope.get(name);
    if (before !== undefined && this.changed !== undefined) {
      const names = this.changed.get(scope) ?? new Map<string, Value>();
      if (!names.has(name)) names.set(name, before);
      this.changed.set(scope, names);
    }
    scope.set(name, value);
  }

  /** Changes the nearest name of that kind, or makes one. */
  bind(name: string, value: Value): void {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const scope = this.stack[at];
      if (scope?.has(name)) {
        this.set(scope, name, value);
        return;
      }
    }
    this.declare(name, value);
  }

  /** Makes a name of the innermost scope. */
  declare(name: string, value: Value): void {
    this.stack.at(-1)?.set(name, value);
  }

  /** Works in a scope of its own, on top of others. */
  within<T>(seen: readonly Scope[], scope: Scope, work: () => T): T {
    const before = this.stack;
    this.stack = [...seen, scope];
    const result = work();
    this.stack = before;
    return result;
  }
}
