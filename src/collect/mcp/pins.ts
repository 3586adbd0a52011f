import type { McpServer } from '../../model/agent.js';
import type { Pin, PinnedPackage, PinnedServer, PinSet } from '../../model/pins.js';
import { compareText } from '../../support/compare-text.js';
import { definitionHash } from '../../support/definition-hash.js';
import { type Introspection, nameOf } from './introspection.js';

/** Pins for the current definitions of servers. `integrityOf` returns the hash of a server's package, where known. */
export function pinsOf(
  introspections: readonly Introspection[],
  integrityOf: (server: McpServer) => string | undefined = () => undefined,
): PinSet {
  const servers = introspections
    .filter(({ outcome }) => outcome === 'scanned' || outcome === 'empty')
    .map((visit) => pinned(visit, integrityOf(visit.server)));
  return { servers: servers.sort(byRef) };
}

function pinned({ server, instructions, tools, prompts, resources }: Introspection, integrity: string | undefined): PinnedServer {
  return {
    ref: server.ref,
    name: server.name,
    ...(server.package && { package: packageOf(server.package, integrity) }),
    ...(instructions !== undefined && { instructions }),
    tool: pinList(tools),
    prompt: pinList(prompts),
    resource: pinList(resources),
  };
}

function packageOf({ ecosystem, name, version }: NonNullable<McpServer['package']>, integrity: string | undefined): PinnedPackage {
  return { ecosystem, name, version, ...(integrity !== undefined && { integrity }) };
}

/** A definition without a name is pinned under the empty name, so that every definition is pinned. */
function pinList(definitions: readonly unknown[]): Pin[] {
  const pins = definitions.map((definition) => ({ name: nameOf(definition) ?? '', hash: definitionHash(definition), definition }));
  return pins.sort(byName);
}

function byRef(a: PinnedServer, b: PinnedServer): number {
  return compareText(a.ref, b.ref);
}

function byName(a: Pin, b: Pin): number {
  return compareText(a.name, b.name) || compareText(a.hash, b.hash);
}
