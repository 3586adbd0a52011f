import type { DiscoveryResult } from '../../../src/collect/agents/discover.js';
import type { McpServer } from '../../../src/model/agent.js';

/** `expected.json` of one case, as far as discovery is concerned. */
export interface ReferenceCase extends ReferenceOutcome {
  os: 'darwin' | 'linux' | 'win32';
  home: string | null;
  project: string | null;
  one_of?: ReferenceOutcome[];
}

interface ReferenceOutcome {
  clients?: {
    client: string;
    path: string;
    project_key?: string;
    servers: ReferenceServer[];
    servers_partial?: boolean;
    server_count?: number;
  }[];
  issues?: { path: string; reason: string; server?: string }[];
}

type ReferenceServer = Record<string, unknown> & { name: string };

/** What is compared: agents with their servers, and issues. */
export interface CaseOutcome {
  clients: { client: string; path: string; project_key: string | null; servers: unknown }[];
  issues: string[];
}

/** The outcomes that are right for a case. */
export function expectedOutcomes(expected: ReferenceCase): CaseOutcome[] {
  return (expected.one_of ?? [expected]).map(({ clients = [], issues = [] }) => ({
    clients: clients
      .map(({ client, path, project_key, servers, servers_partial, server_count }) => ({
        client,
        path,
        project_key: project_key ?? null,
        servers: servers_partial ? { count: server_count, some: servers.map(referenceServer) } : servers.map(referenceServer),
      }))
      .sort(byPath),
    issues: issues.map(({ path, reason, server }) => [path, reason, server ?? ''].join(' | ')).sort(),
  }));
}

/** The discovered agents and issues in the words of the cases. */
export function outcomeOf(result: DiscoveryResult, expected: ReferenceCase): CaseOutcome {
  const shown = (path: string) => (expected.home !== null && path.startsWith('~/') ? `${expected.home}/${path.slice(2)}` : path);
  let next = 0;
  const clients = result.agents.map((agent) => {
    const config = result.configs.find(
      (one) => one.client === agent.client && one.path === agent.path && one.project_key === agent.project_key,
    );
    const count =
      config?.servers.length ?? result.servers.filter((server) => server.client === agent.client && server.path === agent.path).length;
    const servers = result.servers.slice(next, next + count).map((server) => foundServer(server, shown));
    next += count;
    const path = shown(agent.path);
    const partial = (expected.clients ?? []).find((one) => one.path === path && one.servers_partial);
    const some = servers.filter((server) => partial?.servers.some((wanted) => wanted.name === server.name));
    return {
      client: agent.client,
      path,
      project_key: agent.project_key ?? null,
      servers: partial ? { count: servers.length, some } : servers,
    };
  });
  const issues = result.issues.map(({ path, kind, reason }) =>
    [shown(path), kind, /^server "(.*?)": /s.exec(reason)?.[1] ?? ''].join(' | '),
  );
  return { clients: clients.sort(byPath), issues: issues.sort() };
}

function byPath(a: { path: string; project_key: string | null }, b: { path: string; project_key: string | null }): number {
  return `${a.path}\n${a.project_key ?? ''}` < `${b.path}\n${b.project_key ?? ''}` ? -1 : 1;
}

const FIELDS = [
  'name',
  'transport',
  'command',
  'args',
  'url',
  'env_names',
  'header_names',
  'disabled',
  'package',
  'image',
  'local_path',
  'auto_approve',
] as const;

function referenceServer(server: ReferenceServer): Record<string, unknown> {
  const disabledIn = server['disabled_in'];
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, field === 'package' ? normalised(server[field]) : (server[field] ?? null)])),
    env_file: server['env_file'] ?? null,
    disabled_in: Array.isArray(disabledIn) ? (disabledIn[0] ?? null) : (disabledIn ?? null),
  };
}

function foundServer(server: McpServer, shown: (path: string) => string): Record<string, unknown> {
  return {
    ...Object.fromEntries(FIELDS.map((field) => [field, field === 'package' ? normalised(server[field]) : (server[field] ?? null)])),
    env_file: server.env_file ?? null,
    disabled_in: server.disabled_in === undefined ? null : shown(server.disabled_in),
  };
}

function normalised(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('ecosystem' in value) || !('name' in value)) return null;
  const { ecosystem, name, version, floating } = { version: null, floating: null, ...value };
  const plain =
    ecosystem === 'pypi'
      ? String(name)
          .toLowerCase()
          .replace(/[-_.]+/g, '-')
      : name;
  return { ecosystem, name: plain, version, floating };
}
