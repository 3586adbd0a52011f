import type { DependencyScope } from '../../../model/component.js';

/** For each scope, the keys from which its packages are reached. */
export type Roots = Partial<Record<DependencyScope, string[]>>;

/** Adds keys to the roots of a scope. */
export function addRoots(roots: Roots, scope: DependencyScope, keys: readonly string[]): void {
  const known = roots[scope];
  if (!known) roots[scope] = [...keys];
  else for (const key of keys) known.push(key);
}

/**
 * From strongest to weakest: a package that production needs in any way is not a development dependency, and what a
 * missing manifest might need is unknown.
 */
const ORDER = ['prod', 'optional', 'unknown', 'dev'] as const satisfies readonly DependencyScope[];

/**
 * Scope of every key that can be reached, by the strongest root that reaches it; keys that are not reached are absent.
 */
export function scopesByReach(roots: Roots, dependenciesOf: (key: string) => readonly string[]): Map<string, DependencyScope> {
  const scopes = new Map<string, DependencyScope>();
  for (const scope of ORDER) {
    const waiting = [...(roots[scope] ?? [])];
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      if (scopes.has(key)) continue;
      scopes.set(key, scope);
      for (const next of dependenciesOf(key)) if (!scopes.has(next)) waiting.push(next);
    }
  }
  return scopes;
}
