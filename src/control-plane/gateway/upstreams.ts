import { redact, redactUrl } from '../../support/redact.js';
import type { Sighting } from '../store/sighting.js';

/** One MCP server that a configuration names. */
export interface Upstream {
  name: string;
  transport: string | null;
  url: string | null;
  command: string | null;
  agents: string[];
  sources: string[];
  first_seen: string;
  last_seen: string;
}

/**
 * Joins sightings of the same server: same name, and same address or command. A relay reports only a name, so its sightings are joined
 * to the server of that name if there is one. Sorted by name, then by address or command.
 */
export function joinUpstreams(sightings: Iterable<Sighting>): Upstream[] {
  const found = new Map<string, Upstream>();
  for (const sighting of sightings) {
    const next = upstreamOf(sighting);
    if (!next) continue;
    const key = upstreamKey(next);
    const known = found.get(key);
    found.set(key, known ? joined(known, next) : next);
  }
  for (const upstream of [...found.values()].filter(isNowhere)) {
    const [placed, ...others] = [...found.values()].filter((one) => one.name === upstream.name && !isNowhere(one));
    if (!placed || others.length > 0) continue;
    found.delete(upstreamKey(upstream));
    found.set(upstreamKey(placed), joined(placed, upstream));
  }
  return [...found.values()].sort((a, b) => (upstreamKey(a) < upstreamKey(b) ? -1 : 1));
}

/** True if no sighting states an address or command. */
function isNowhere({ url, command }: Upstream): boolean {
  return url === null && command === null;
}

/** The key that identifies and sorts upstreams. */
export function upstreamKey({ name, url, command }: Upstream): string {
  return `${name}\n${url ?? ''}\n${command ?? ''}`;
}

function upstreamOf({ server, agents, source, first_seen, last_seen }: Sighting): Upstream | undefined {
  const name = textOf(server['name']);
  if (name === null) return undefined;
  const url = textOf(server['url']);
  return {
    name,
    transport: textOf(server['transport']),
    url: url === null ? null : redactUrl(url),
    command: textOf(server['command']),
    agents: [...agents].sort(),
    sources: source === null ? [] : [source],
    first_seen,
    last_seen,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? redact(value).slice(0, 500) : null;
}

function joined(a: Upstream, b: Upstream): Upstream {
  const seen = [a.first_seen, b.first_seen, a.last_seen, b.last_seen].sort();
  return {
    ...a,
    transport: a.transport ?? b.transport,
    agents: union(a.agents, b.agents),
    sources: union(a.sources, b.sources),
    first_seen: seen[0] ?? a.first_seen,
    last_seen: seen.at(-1) ?? a.last_seen,
  };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].sort();
}
