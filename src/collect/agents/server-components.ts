import { ecosystemOf, ecosystems } from '../../ecosystems/registry.js';
import type { McpServer } from '../../model/agent.js';
import type { ConfiguredServer } from '../../model/ai-evidence.js';
import type { Component } from '../../model/component.js';
import { InventoryBuilder } from '../merge.js';
import type { PackageRecord, UnresolvedRecord } from '../reader.js';
import { collectorId } from './search-root.js';

/** As much of a configured server as tells what it runs. */
type Launched = Pick<ConfiguredServer, 'server' | 'argv'>;

/** A package a server would fetch: named exactly, or left open so that nothing about it may be called clean. */
type Fetched = { record: PackageRecord } | { unresolved: UnresolvedRecord };

/**
 * Components of the packages that servers run, each server given the refs of its own. A version that floats is a component
 * without version, which no advisory is matched against.
 */
export function serverComponents(servers: readonly Launched[]): Component[] {
  const builder = new InventoryBuilder();
  const fetched = servers.flatMap((configured) => {
    const { server } = configured;
    const found = fetchedBy(configured);
    return found === undefined ? [] : [{ server, found }];
  });
  for (const { server, found } of fetched) {
    builder.add(
      { collector: collectorId, path: server.path, ecosystem: 'generic', named: false },
      {
        packages: 'record' in found ? [found.record] : [],
        unresolved: 'unresolved' in found ? [found.unresolved] : [],
        local: [],
        issues: [],
      },
    );
  }
  const { components } = builder.finish();
  const byIdentity = new Map(components.map((component) => [identity(component), component.ref]));
  for (const { server, found } of fetched) {
    const ref = byIdentity.get(identity('record' in found ? found.record : { ...found.unresolved, version: null }));
    if (ref !== undefined) server.components = [ref];
  }
  return components;
}

function identity(of: { ecosystem?: string; name: string; version: string | null }): string {
  return `${of.ecosystem ?? ''}\n${of.name}\n${of.version ?? ''}`;
}

function fetchedBy({ server, argv }: Launched): Fetched | undefined {
  const { package: fetched } = server;
  if (fetched === undefined) return undefined;
  // The place a person would change: the argument that names the package, else the server.
  const line = argv.find(({ value }) => value.includes(fetched.name))?.line ?? server.line;
  const ecosystem =
    ecosystems.find((candidate) => candidate.purlType === fetched.ecosystem && candidate.purlNamespace === undefined)?.name ?? 'generic';
  const name = ecosystemOf(ecosystem)?.normaliseName(fetched.name) ?? fetched.name;
  const common = { name, ecosystem, scope: 'prod' as const, direct: true, ...(line !== undefined && { line }) };
  if (fetched.version === null || fetched.floating) return { unresolved: { ...common, requirement: requirementOf(server, fetched.name) } };
  if (fetched.ecosystem !== 'git') return { record: { ...common, version: versionOf(ecosystem, fetched.version) } };
  const commit = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(fetched.version) ? { commit: fetched.version } : {};
  return { record: { ...common, version: fetched.version, source: { kind: 'git', url: `git+https://${fetched.name}`, ...commit } } };
}

/** Go's versions are kept without their `v`. */
function versionOf(ecosystem: string, version: string): string {
  return ecosystem === 'Go' ? version.replace(/^v/, '') : version;
}

/** What stands behind the name where it is given: `^1.2.0`, `latest`; empty for nothing. */
function requirementOf(server: McpServer, name: string): string {
  for (const arg of server.args) {
    const at = arg.indexOf(name);
    if (at !== -1)
      return arg
        .slice(at + name.length)
        .replace(/^(?:\[[^\]]*\])?@?/, '')
        .slice(0, 80);
  }
  return '';
}
