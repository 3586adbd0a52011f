import type { McpServer } from '../model/agent.js';
import type { PinnedServer } from '../model/pins.js';
import type { Fetch } from './fetch.js';
import type { Processes } from './processes.js';

/** What live introspection of MCP servers may use. A context without it neither starts nor contacts a server. */
export interface IntrospectionAccess {
  processes: Processes;
  fetch: Fetch;
  /** Variables that the configurations of servers may name. A value goes only to the server whose configuration names it. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Called once for each server, before anything is started. */
  consent(server: McpServer): Promise<boolean>;
  /** Called with the definitions of each server, after all servers were asked; for pins. */
  observed?(server: PinnedServer): void;
}
