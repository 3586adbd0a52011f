import type { Component } from '../../model/component.js';
import type { PinnedPackage, PinnedServer } from '../../model/pins.js';

/**
 * Pinned servers whose packages have the hash that a lockfile states for them; `unknown` counts the packages without
 * one.
 */
export interface WithIntegrity {
  servers: PinnedServer[];
  unknown: number;
}

/**
 * Gives the packages of servers the integrity of the same package and version in the scanned lockfiles. It never takes
 * that of another version.
 */
export function withIntegrity(servers: readonly PinnedServer[], components: readonly Component[]): WithIntegrity {
  const locked = components.filter(({ integrity }) => integrity !== undefined);
  let unknown = 0;
  const known = servers.map((server): PinnedServer => {
    if (server.package === undefined) return server;
    const integrity = server.package.integrity ?? integrityOf(server.package, locked);
    if (integrity === undefined) {
      unknown++;
      return server;
    }
    return { ...server, package: { ...server.package, integrity } };
  });
  return { servers: known, unknown };
}

/**
 * A server without a version runs what its project installed; that is known when the lockfiles hold exactly one
 * version.
 */
function integrityOf({ ecosystem, name, version }: PinnedPackage, locked: readonly Component[]): string | undefined {
  const same = locked.filter((component) => component.purl.startsWith(`pkg:${ecosystem}/`) && component.name === name);
  const found = version === null ? same : same.filter((component) => component.version === version);
  const stated = new Set(found.map(({ integrity }) => integrity));
  const [only] = stated;
  return stated.size === 1 ? only : undefined;
}
