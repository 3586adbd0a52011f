import { ecosystemOf, ecosystems } from '../../ecosystems/registry.js';
import type { McpServer } from '../../model/agent.js';
import type { ConfiguredServer } from '../../model/ai-evidence.js';
import type { Component } from '../../model/component.js';
import { InventoryBuilder } from '../merge.js';
import type { PackageRecord, UnresolvedRecord } from '../reader.js';
import { collectorId } from './search-root.js';

/** The fields of a configured server that say what it runs. */
type Launched = Pick<ConfiguredServer, 'server' | 'argv'>;

/** A package that a server fetches: with an exact version, or unresolved, so that it cannot be called clean. */
type Fetched = { record: PackageRecord } | { unresolved: UnresolvedRecord };

/**
 * Components for the packages that servers run; each server gets the refs of its own. A package whose version floats
 * becomes a component without version, which is matched against no advisory.
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
  // The line to change: the argument that names the package, else the server's own line.
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

/** Go versions are stored without their `v`. */
function versionOf(ecosystem: string, version: string): string {
  return ecosystem === 'Go' ? version.replace(/^v/, '') : version;
}

/** The version part after the name: `^1.2.0`, `latest`; empty when there is none. */
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
