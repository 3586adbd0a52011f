import type { CloudResource } from '../../model/cloud.js';

/** Everything that was read of clouds, so that a rule sees what stands around a resource. */
export class Estate {
  private readonly byRef: ReadonlyMap<string, CloudResource>;
  private readonly runners = new Map<string, CloudResource[]>();
  private readonly openEntrances = new Set<string>();
  private readonly known = new Map<string, boolean>();

  constructor(readonly resources: readonly CloudResource[]) {
    this.byRef = new Map(resources.map((resource) => [resource.ref, resource]));
    for (const resource of resources) {
      for (const role of resource.runs_as) this.runners.set(role, [...(this.runners.get(role) ?? []), resource]);
      if (isOpen(resource) && resource.kind === 'entrance') for (const ref of resource.uses) this.openEntrances.add(ref);
    }
  }

  /** What runs as a role. */
  runningAs(role: string): readonly CloudResource[] {
    return this.runners.get(role) ?? [];
  }

  /** True if an open entrance leads to it directly. */
  isBehindOpenEntrance(ref: string): boolean {
    return this.openEntrances.has(ref);
  }

  /** True if it is, or leads to, an agent, a model, or what agents look things up in. */
  leadsToAi(start: string): boolean {
    const before = this.known.get(start);
    if (before !== undefined) return before;
    const seen = new Set([start]);
    let leads = false;
    for (const ref of seen) {
      const resource = this.byRef.get(ref);
      if (!resource) continue;
      leads ||= resource.kind === 'agent' || resource.kind === 'model' || holdsForAi(resource);
      for (const next of resource.uses) seen.add(next);
    }
    this.known.set(start, leads);
    return leads;
  }
}

/** True for data that agents or models are made of, or that holds secrets. */
export function holdsForAi({ facts }: CloudResource): boolean {
  return facts.holds_models === true || facts.holds_knowledge === true;
}

/** True for what anybody may call without a credential. */
export function isOpen(resource: CloudResource): boolean {
  return resource.public === 'yes' && resource.authenticated === 'no';
}
