import type { McpServer } from '../model/agent.js';
import type { PinnedServer } from '../model/pins.js';
import type { Fetch } from './fetch.js';
import type { Processes } from './processes.js';

/** What live introspection of MCP servers may use; a context without it starts and reaches none. */
export interface IntrospectionAccess {
  processes: Processes;
  fetch: Fetch;
  /** Variables that servers' configurations may name; values go to the server that names them, and nowhere else. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Asked once per server before anything is started. */
  consent(server: McpServer): Promise<boolean>;
  /** Told what each server said, once all have been asked; for pins. */
  observed?(server: PinnedServer): void;
}
