import type { Capability, McpServer, Tool } from '../../model/agent.js';
import { shortAddress } from '../../support/address.js';

/** Descriptions of servers that start no program, by transport or by the source of their definitions. */
const UNSTARTED: Readonly<Record<string, string>> = { extension: 'editor extension', 'mcp-tools': 'saved definitions' };

/** What a server runs, in a few words: a package, an image, a remote host, a program. */
export function runsWhat(server: McpServer): string {
  const { package: from, image, url, local_path: local, command } = server;
  if (from) return `${from.name}@${from.version ?? '?'}${from.floating ? ' (floating)' : ''}`;
  if (image !== undefined) return image;
  if (url !== null) return shortAddress(url);
  return local ?? command ?? UNSTARTED[server.transport === 'extension' ? 'extension' : server.client] ?? 'unknown';
}

/** Order in which capabilities matter to a reader. */
const WORDS: readonly (readonly [Capability, string])[] = [
  ['execute', 'execute'],
  ['secrets', 'read secrets'],
  ['destructive', 'destroy'],
  ['write', 'write'],
  ['external_communication', 'send outside'],
  ['private_data', 'read private data'],
  ['untrusted_content', 'read untrusted content'],
  ['network', 'reach the network'],
];

/**
 * `execute, write, send outside`: the three worst capabilities of the tools; empty when the tools only read, or when
 * none are known.
 */
export function capabilityWords(tools: readonly Tool[]): string {
  const has = new Set(tools.flatMap((tool) => tool.capabilities));
  const words = WORDS.filter(([capability]) => has.has(capability)).map(([, word]) => word);
  return words.slice(0, 3).join(', ');
}
