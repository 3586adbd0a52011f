import { isObject, type JsonObject } from '../../support/json.js';

/** One server as an agent's document, a scan or a relay reports it. */
export interface Sighting {
  server: JsonObject;
  /** Ids of agents that use it: from the fleet, or from the graph of a scan. */
  agents: readonly string[];
  source: string | null;
  first_seen: string;
  last_seen: string;
}

/** The servers in an agent's document in both pushed forms: a list, or a map by name. */
export function serversOf(document: unknown): JsonObject[] {
  if (!isObject(document)) return [];
  const listed = document['servers'] ?? document['mcp_servers'];
  if (Array.isArray(listed)) return listed.filter(isObject);
  return isObject(listed) ? Object.entries(listed).flatMap(([name, one]) => (isObject(one) ? [{ name, ...one }] : [])) : [];
}
