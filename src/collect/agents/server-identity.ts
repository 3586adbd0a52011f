import { createHash } from 'node:crypto';
import type { Agent, McpServer } from '../../model/agent.js';
import { canonicalJson } from '../../support/canonical-json.js';

/** Options that answer a package runner's questions; they do not affect what runs. */
const CONSENT = ['-y', '--yes', '-q', '--quiet'];

/**
 * Identity of a server: what it runs, independent of where it is configured and under which name. `inner` is its
 * command without wrappers and secrets. The same package, image or program with other arguments (another folder,
 * another address) is another server. A path that depends on the file's place (relative, or with a placeholder) makes a
 * server of that folder alone.
 */
export function serverRef(server: McpServer, inner: readonly string[]): string {
  const { package: fetched, image, local_path: localPath, url, command, args, transport } = server;
  if (localPath !== undefined)
    return refOf('mcp', [
      'local',
      isFixed(localPath) ? '' : folderOf(server.path),
      localPath,
      fetched?.name ?? '',
      after(localPath, inner),
    ]);
  if (image !== undefined) return refOf('mcp', ['image', image, after(image, inner)]);
  if (fetched !== undefined) {
    const { ecosystem, name, version } = fetched;
    return refOf('mcp', ['package', ecosystem, name, version, inner.slice(1).filter((arg) => !CONSENT.includes(arg))]);
  }
  if (url !== null) return refOf('mcp', ['url', url]);
  if (command !== null) return refOf('mcp', ['command', command, args]);
  return refOf('mcp', [transport, server.client, server.name]);
}

/** Identity of an agent: a client with one of its files, or with one project's table in that file. */
export function agentRef(agent: Pick<Agent, 'client' | 'path' | 'project_key'>): string {
  return refOf('agent', [agent.client, agent.path, agent.project_key ?? null]);
}

/** Identity of a credential: its name and kind, and the server that holds it. */
export function credentialRef(kind: string, name: string, server: string): string {
  return refOf('credential', [kind, name, server]);
}

function refOf(kind: string, facts: unknown[]): string {
  return `${kind}:${createHash('sha256').update(canonicalJson(facts)).digest('hex').slice(0, 16)}`;
}

/** The arguments after the program or image, which each client may spell in its own way. */
function after(program: string, inner: readonly string[]): string[] {
  const name = lastPart(program);
  const at = inner.findIndex((arg) => lastPart(arg) === name);
  return at === -1 ? [] : inner.slice(at + 1);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function isFixed(path: string): boolean {
  return /^(?:[/~]|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
