import type { Agent, CredentialRef, McpServer } from '../../model/agent.js';
import type { ConfigFile } from '../../model/ai-evidence.js';
import type { Component } from '../../model/component.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import { atOnce, type Steps } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import { type ClaimedFile, claim, findCandidates } from './claimed-files.js';
import { credentialsOf } from './credentials.js';
import type { DiscoveredFiles } from './discovered-files.js';
import { addCandidate, addFile, newSearch, openClientFiles } from './find-client-files.js';
import { findInstructions, type InstructionFile } from './instruction-files.js';
import { type LocalProject, localProject } from './local-projects.js';
import { namedCandidate } from './named-files.js';
import { findProjects } from './project-roots.js';
import { aiClients } from './registry.js';
import { collectorId, type FileFinder } from './search-root.js';
import type { DiscoveryScope, ScopeRoots } from './search-roots.js';
import { serverComponents } from './server-components.js';

/**
 * The result of discovery. Paths are as reports show them: `~/…` for the home folder, with the project's prefix for
 * projects.
 */
export interface DiscoveryResult {
  agents: Agent[];
  /** One for each agent and entry; a server that two agents use has the same ref in both. */
  servers: McpServer[];
  credentials: CredentialRef[];
  configs: ConfigFile[];
  /** Packages that the servers fetch. */
  components: Component[];
  collectors: CollectorOutcome[];
  issues: Issue[];
  /** Places that were searched, for the message when nothing was found. */
  looked: string[];
  instructionFiles: InstructionFile[];
  /** Roots of projects that files of the home folder mention; discovery does not read them. */
  projectsSeen: string[];
  /** Local folders with code that servers run. */
  localProjects: LocalProject[];
}

/**
 * Finds the AI clients configured below a home folder and projects, with their servers. It opens nothing outside the
 * scope.
 */
export function discoverAgents(files: Files, scope: DiscoveryScope): DiscoveryResult {
  return atOnce(discoverySteps(files, scope));
}

/** Like `discoverAgents`, in steps. */
export function* discoverySteps(files: Files, scope: DiscoveryScope): Steps<DiscoveryResult> {
  const search = newSearch(files, scope);
  const { roots, finder, found, looked } = search;
  yield* openClientFiles(search);
  for (const named of scope.files ?? []) {
    looked.add(named.path);
    const candidate = namedCandidate(named, aiClients, { finder, open: found.open });
    if (candidate) addFile(candidate, finder, () => addCandidate(found, candidate));
  }
  for (const candidate of yield* companions(roots, finder)) addFile(candidate, finder, () => addCompanion(found, candidate));
  for (const candidate of yield* unsupported(roots, finder)) addFile(candidate, finder, () => found.addUnsupported(candidate));
  found.finish();

  const configured = found.configs.flatMap((config) => config.servers);
  const servers = found.agents.flatMap((agent) => agent.servers);
  const components = serverComponents(servers.map(({ configured }) => configured));
  const home = roots.home?.absolute;
  const localProjects = servers.flatMap(
    ({ configured: { server }, file }) => localProject(server, file, { finder, ...(home !== undefined && { home }) }) ?? [],
  );
  return {
    agents: found.agents.map(({ agent }) => agent),
    servers: servers.map(({ configured: { server } }) => server),
    credentials: credentialsOf(configured),
    configs: found.configs,
    components,
    instructionFiles: findInstructions(aiClients, roots, finder),
    projectsSeen: findProjects(found.files, { roots, finder, configs: found.open }),
    localProjects: unique(localProjects),
    looked: [...looked].sort(),
    issues: sorted(finder.issues),
    collectors: outcomes([...found.files.map(({ file }) => file.path), ...found.configs.map(({ path }) => path)], servers, finder.issues),
  };
}

function addCompanion(found: DiscoveredFiles, candidate: ClaimedFile): void {
  const claimed = claim({ ...candidate, clients: candidate.clients.map(({ claims, ...client }) => client) }, found.open);
  if (claimed) found.addCompanion(claimed.client, candidate.file, claimed.document);
}

function companions(roots: ScopeRoots, finder: FileFinder): Steps<ClaimedFile[]> {
  const { os } = roots.scope;
  return findCandidates(aiClients, ({ companions: beside }) => ({ machine: beside?.paths[os] ?? [], project: beside?.project ?? [] }), {
    roots,
    finder,
  });
}

function unsupported(roots: ScopeRoots, finder: FileFinder): Steps<ClaimedFile[]> {
  const { os } = roots.scope;
  return findCandidates(aiClients, ({ unsupported: odd }) => ({ machine: odd?.paths[os] ?? [], project: odd?.project ?? [] }), {
    roots,
    finder,
  });
}

function unique(projects: readonly LocalProject[]): LocalProject[] {
  return [...new Map(projects.map((project) => [`${project.server}\n${project.absolute}`, project])).values()];
}

function sorted(issues: readonly Issue[]): Issue[] {
  return [...issues].sort((a, b) => {
    if (a.path !== b.path) return a.path < b.path ? -1 : 1;
    return (a.line ?? 0) - (b.line ?? 0);
  });
}

function outcomes(
  paths: readonly string[],
  servers: readonly { configured: { server: McpServer } }[],
  issues: readonly Issue[],
): CollectorOutcome[] {
  const count = (items: readonly { path: string }[], path: string) => items.filter((item) => item.path === path).length;
  const all = servers.map(({ configured: { server } }) => server);
  return [...new Set([...paths, ...issues.map((issue) => issue.path)])].sort().map((target) => {
    const fetched = all.filter((server) => server.path === target && server.components.length > 0).length;
    const failed = !paths.includes(target);
    const problems = count(issues, target);
    const outcome = failed ? 'failed' : count(all, target) === 0 && problems > 0 ? 'empty' : 'scanned';
    return { id: collectorId, target, outcome, components: fetched, issues: problems };
  });
}
