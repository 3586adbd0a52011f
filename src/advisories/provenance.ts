import type { Ecosystem } from '../ecosystems/ecosystem.js';
import type { Component } from '../model/component.js';
import type { RegistrySetting } from '../model/inventory.js';
import { hostOf } from '../support/address.js';

/**
 * Why a component is not the public registry's package of its name; undefined when it is, or when nothing says otherwise.
 * A public malicious record is about the public package only; a private package of the same name is another one.
 */
export function privateOrigin(component: Component, ecosystem: Ecosystem, registries: readonly RegistrySetting[]): string | undefined {
  if (ecosystem.publicHosts.length === 0) return undefined;
  const { source } = component;
  if (source?.kind === 'git' || source?.kind === 'file')
    return `it comes from a ${source.kind === 'git' ? 'Git repository' : 'local path'}`;
  const host =
    source?.url === undefined ? configuredHost(component, ecosystem, registries) : (hostOf(source.url) ?? 'an unreadable address');
  return host === undefined || ecosystem.publicHosts.includes(host) ? undefined : `it is resolved from ${host}`;
}

/** The scope's registry, else the default one; a project's configuration decides where the lock does not say. */
function configuredHost(component: Component, ecosystem: Ecosystem, registries: readonly RegistrySetting[]): string | undefined {
  const own = registries.filter((setting) => setting.ecosystem === ecosystem.name);
  if (own.length === 0) return undefined;
  const slash = component.name.startsWith('@') ? component.name.indexOf('/') : -1;
  const scope = slash === -1 ? undefined : component.name.slice(0, slash);
  return (own.find((setting) => setting.scope === scope) ?? own.find((setting) => setting.scope === '*'))?.host.toLowerCase();
}
