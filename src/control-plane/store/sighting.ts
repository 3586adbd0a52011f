import { isObject, type JsonObject } from '../../support/json.js';

/** Where a server was seen, and by what. */
export interface Sighting {
  server: JsonObject;
  /** Ids of agents that use it: of the fleet, or of the graph where a scan saw them. */
  agents: readonly string[];
  source: string | null;
  first_seen: string;
  last_seen: string;
}

/** The servers of an agent's document, whichever way it was pushed: a list, or a map by name. */
export function serversOf(document: unknown): JsonObject[] {
  if (!isObject(document)) return [];
  const listed = document['servers'] ?? document['mcp_servers'];
  if (Array.isArray(listed)) return listed.filter(isObject);
  return isObject(listed) ? Object.entries(listed).flatMap(([name, one]) => (isObject(one) ? [{ name, ...one }] : [])) : [];
}
