import { configuredServers } from '../relay-server.js';
import type { Around, Candidate } from './candidate.js';

/** Servers that clients of this user, or this folder, have configured. */
export async function serverNames({ environment, cwd }: Around): Promise<Candidate[]> {
  const configured = await configuredServers(environment, cwd);
  return configured.filter(({ server }) => !server.disabled).map(({ server: { name, client } }) => ({ value: name, about: client }));
}
