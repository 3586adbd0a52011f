import { ecosystemOf } from '../../ecosystems/registry.js';
import { readersByPath } from '../../ecosystems/upgrade-commands.js';
import type { Component } from '../../model/component.js';
import type { Inventory } from '../../model/inventory.js';
import { hostOf } from '../../support/address.js';
import { popularIn } from './popular.js';
import type { Signal } from './signal.js';

/** Locks that state the address of each package, so that "no address" means the public registry. */
const STATES_ADDRESS = new Set(['npm-lock', 'npm-shrinkwrap', 'yarn-classic']);

/** Words in the names of packages that are not meant to be public. */
const INTERNAL = /(?:^|[-_./@])(?:internal|private|corp|intranet|inhouse)(?:$|[-_./])/;

/**
 * Packages that should have come from a private registry but came from the public one, according to configuration and
 * lock: their scope is configured as private, other packages of their scope came from a private host, or the project
 * has a member of that name. Popular packages are left out: an attacker cannot own those names, and locks that mix a
 * mirror with the public registry are common.
 */
export function confusionSignals(inventory: Inventory): Map<string, Signal[]> {
  const owners = privateScopes(inventory);
  const local = new Set(inventory.local.map(({ ecosystem, name }) => `${ecosystem}\n${name}`));
  const signals = new Map<string, Signal[]>();
  if (owners.size === 0 && local.size === 0) return signals;
  const readers = readersByPath(inventory.collectors);
  for (const component of inventory.components) {
    const { ecosystem, name } = component;
    const owner = owners.get(`${ecosystem}\n${scopeOf(name)}`);
    const isMember = local.has(`${ecosystem}\n${name}`);
    if ((owner === undefined && !isMember) || !component.resolved || !cameFromPublic(component, readers) || isInUse(component)) continue;
    signals.set(component.ref, [owner === undefined ? ofMember(name) : ofScope(scopeOf(name), owner)]);
  }
  return signals;
}

/** The private host of a scope; `bound`: the project's own configuration states it, so it is certain. */
interface Owner {
  host: string;
  bound: boolean;
}

function ofScope(scope: string | undefined, { host, bound }: Owner): Signal {
  const text = bound
    ? `the project's configuration binds ${scope} to ${host}, but the lock took this one from the public registry`
    : `packages of ${scope} belong to ${host}, but the lock took this one from the public registry`;
  return { ...signal(text, true), ...(bound && { conclusive: true }) };
}

/** A weak signal for a popular name, because a project may build with an older release of its own. */
function ofMember(name: string): Signal {
  return signal('the project has a member of this name, but the lock took it from the public registry', INTERNAL.test(name));
}

function signal(text: string, strong: boolean): Signal {
  return {
    rule: 'dependency-confusion',
    strong,
    text,
    fix: 'Point its scope at the private registry, remove it from the lockfile, install again, and compare what was installed.',
  };
}

function isInUse({ ecosystem, name }: Component): boolean {
  return popularIn(ecosystem)?.isKnown(name) ?? false;
}

/**
 * Private hosts by ecosystem and scope: from the configuration, else from where other packages of the scope were
 * resolved.
 */
function privateScopes(inventory: Inventory): Map<string, Owner> {
  const scopes = new Map<string, Owner>();
  for (const { ecosystem, name, source } of inventory.components) {
    const scope = scopeOf(name);
    const host = source?.kind === 'registry' ? hostOf(source.url ?? '') : undefined;
    if (scope !== undefined && host !== undefined && !isPublicHost(ecosystem, host))
      scopes.set(`${ecosystem}\n${scope}`, { host, bound: false });
  }
  for (const { ecosystem, scope, host } of inventory.registries) {
    if (scope !== '*' && !isPublicHost(ecosystem, host)) scopes.set(`${ecosystem}\n${scope}`, { host, bound: true });
  }
  return scopes;
}

function cameFromPublic({ ecosystem, source, locations }: Component, readers: ReadonlyMap<string, string>): boolean {
  if (source !== undefined) return source.kind === 'registry' && isPublicHost(ecosystem, hostOf(source.url ?? '') ?? '');
  return locations.some((location) => STATES_ADDRESS.has(readers.get(location.path) ?? ''));
}

function scopeOf(name: string): string | undefined {
  return name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined;
}

function isPublicHost(ecosystem: string, host: string): boolean {
  return ecosystemOf(ecosystem)?.publicHosts.includes(host) ?? false;
}
