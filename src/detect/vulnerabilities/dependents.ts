import type { Component } from '../../model/component.js';

/** Finds the dependents of a component. Only findings need them, so the reverse edges are built on the first query. */
export class Dependents {
  private parents: Map<string, string[]> | undefined;
  private readonly byRef: ReadonlyMap<string, Component>;

  constructor(private readonly components: readonly Component[]) {
    this.byRef = new Map(components.map((component) => [component.ref, component]));
  }

  component(ref: string): Component | undefined {
    return this.byRef.get(ref);
  }

  /**
   * A shortest chain from a direct dependency of the project to this component, both included; empty when none is
   * known.
   */
  chainTo(component: Component): Component[] {
    if (component.direct === true) return [component];
    const next = new Map<string, string>();
    const queue = [component.ref];
    for (const ref of queue) {
      for (const parent of this.parentsOf(ref)) {
        if (parent === component.ref || next.has(parent)) continue;
        next.set(parent, ref);
        if (this.byRef.get(parent)?.direct === true) return this.follow(parent, next);
        queue.push(parent);
      }
    }
    return [];
  }

  private follow(start: string, next: ReadonlyMap<string, string>): Component[] {
    const chain: Component[] = [];
    for (let ref: string | undefined = start; ref !== undefined; ref = next.get(ref)) {
      const component = this.byRef.get(ref);
      if (component) chain.push(component);
    }
    return chain;
  }

  private parentsOf(ref: string): readonly string[] {
    this.parents ??= reverse(this.components);
    return this.parents.get(ref) ?? [];
  }
}

function reverse(components: readonly Component[]): Map<string, string[]> {
  const parents = new Map<string, string[]>();
  for (const { ref, dependencies } of components) {
    for (const dependency of dependencies) {
      const known = parents.get(dependency);
      if (known) known.push(ref);
      else parents.set(dependency, [ref]);
    }
  }
  return parents;
}
