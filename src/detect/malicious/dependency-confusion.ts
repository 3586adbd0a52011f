import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import type { Inventory } from '../../model/inventory.js';
import { lockFormat } from '../vulnerabilities/lock-format.js';
import type { Signal } from './signal.js';

/** Locks that write down where each package came from, so that "no address" means the public registry. */
const STATES_ADDRESS = new Set(['npm-lock', 'yarn-classic']);

/**
 * Packages that should have come from a private registry but came from the public one, by what configuration and lock say: their
 * scope is configured private, others of their scope came from a private host, or the project has a member of that name.
 */
export function confusionSignals(inventory: Inventory): Map<string, Signal[]> {
  const configured = privateScopes(inventory);
  const seen = scopesSeenPrivate(inventory.components);
  const local = new Set(inventory.local.map(({ ecosystem, name }) => `${ecosystem}\n${name}`));
  const signals = new Map<string, Signal[]>();
  for (const component of inventory.components) {
    if (!component.resolved || !cameFromPublic(component)) continue;
    const scope = scopeOf(component.name);
    const host =
      scope === undefined
        ? undefined
        : (configured.get(`${component.ecosystem}\n${scope}`) ?? seen.get(`${component.ecosystem}\n${scope}`));
    if (host !== undefined)
      signals.set(component.ref, [signal(`packages of ${scope} belong to ${host}, but the lock took this one from the public registry`)]);
    else if (local.has(`${component.ecosystem}\n${component.name}`))
      signals.set(component.ref, [signal('the project has a member of this name, but the lock took it from the public registry')]);
  }
  return signals;
}

function signal(text: string): Signal {
  return {
    rule: 'dependency-confusion',
    strong: true,
    text,
    fix: 'Point its scope at the private registry, remove it from the lockfile, install again, and compare what was installed.',
  };
}

function privateScopes(inventory: Inventory): Map<string, string> {
  const scopes = new Map<string, string>();
  for (const { ecosystem, scope, host } of inventory.registries) {
    if (scope !== '*' && !isPublicHost(ecosystem, host)) scopes.set(`${ecosystem}\n${scope}`, host);
  }
  return scopes;
}

function scopesSeenPrivate(components: readonly Component[]): Map<string, string> {
  const scopes = new Map<string, string>();
  for (const { ecosystem, name, source } of components) {
    const scope = scopeOf(name);
    const host = source?.kind === 'registry' ? hostOf(source.url) : undefined;
    if (scope !== undefined && host !== undefined && !isPublicHost(ecosystem, host)) scopes.set(`${ecosystem}\n${scope}`, host);
  }
  return scopes;
}

function cameFromPublic({ ecosystem, source, locations }: Component): boolean {
  if (source !== undefined) return source.kind === 'registry' && isPublicHost(ecosystem, hostOf(source.url) ?? '');
  return locations.some((location) => STATES_ADDRESS.has(lockFormat(location.path) ?? ''));
}

function scopeOf(name: string): string | undefined {
  return name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined;
}

function isPublicHost(ecosystem: string, host: string): boolean {
  return ecosystemOf(ecosystem)?.publicHosts.includes(host) ?? false;
}

function hostOf(url: string | undefined): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?#:]+)/i.exec(url ?? '')?.[1]?.toLowerCase();
}
