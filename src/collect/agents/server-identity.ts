import { createHash } from 'node:crypto';
import type { Agent, McpServer } from '../../model/agent.js';
import { canonicalJson } from '../../support/canonical-json.js';

/** Answers to questions of a package runner, which say nothing about what runs. */
const CONSENT = ['-y', '--yes', '-q', '--quiet'];

/**
 * Identity of a server: what it runs, wherever it is configured and whatever it is called there. `inner` is its command without
 * wrappers and without secrets: one package, image or program run with other arguments (another folder, another address) is
 * another server. A path that depends on the place of the file (relative, or with a placeholder) is the server of that folder
 * alone.
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

/** Identity of an agent: a client with one of its files, or with one project's table in it. */
export function agentRef(agent: Pick<Agent, 'client' | 'path' | 'project_key'>): string {
  return refOf('agent', [agent.client, agent.path, agent.project_key ?? null]);
}

/** Identity of a credential: its name and kind, held by one server. */
export function credentialRef(kind: string, name: string, server: string): string {
  return refOf('credential', [kind, name, server]);
}

function refOf(kind: string, facts: unknown[]): string {
  return `${kind}:${createHash('sha256').update(canonicalJson(facts)).digest('hex').slice(0, 16)}`;
}

/** Arguments behind the program or image itself, which each client may spell in its own way. */
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
