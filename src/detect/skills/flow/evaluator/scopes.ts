import type { Value } from '../value.js';

export type Scope = Map<string, Value>;

/** The names that code sees, from the outermost scope to its own. */
export class Scopes {
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

  /** Changes the nearest name of that kind, or makes one. */
  bind(name: string, value: Value): void {
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const scope = this.stack[at];
      if (scope?.has(name)) {
        scope.set(name, value);
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
