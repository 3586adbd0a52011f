import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths } from '../../src/graph/exposure.js';
import type { Agent, AiModel, CredentialRef, McpServer, Skill, Tool } from '../../src/model/agent.js';
import type { Component } from '../../src/model/component.js';
import type { Finding } from '../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import type { ScanReport } from '../../src/model/report.js';
import { severities } from '../../src/model/severity.js';
import { sampleComponent, sampleFinding, sampleReport } from './sample-parts.js';

export interface Estate {
  inventory: Inventory;
  findings: Finding[];
}

const CLIENTS = ['claude-desktop', 'cursor', 'vscode', 'windsurf', 'zed'];
const WORDS = ['files', 'github', 'postgres', 'slack', 'browser', 'mail', 'shell', 'search', 'calendar', 'notes'];

const numbers = (length: number) => Array.from({ length }, (_, index) => index);
const wordAt = (n: number) => WORDS[n % WORDS.length] ?? 'server';

/** An estate whose whole graph has about `size` nodes of every kind: wide for a thousand, deep dependency trees, shared servers. */
export function wideEstate(size: number): Estate {
  const servers = Math.max(3, Math.round(size / 20));
  const components = componentsOf(Math.round(size * 0.5), servers);
  const inventory: Inventory = { ...emptyInventory(), components, ...fleet(servers, components) };
  return { inventory, findings: findingsOf(components, inventory, Math.round(size * 0.14)) };
}

/** The report of such an estate, with its paths, every component in the graph. */
export function wideReport(size: number): ScanReport {
  const { inventory, findings } = wideEstate(size);
  const graph = buildGraph(inventory, findings, { all: true });
  const reached = attachBlastRadius(graph, findings);
  const paths = exposurePaths(graph, reached, inventory.tools);
  const { components, agents, servers, tools, credentials, skills, models } = inventory;
  return sampleReport({
    components,
    agents,
    servers,
    tools,
    credentials,
    skills,
    models,
    findings: reached,
    graph,
    exposure_paths: paths,
  });
}

/** Fibonacci hashing: numbers that look unordered and are the same everywhere. */
function scattered(n: number): number {
  return Math.imul(n, 2_654_435_761) >>> 8;
}

/** A forest: each component is needed by an earlier one of its tree, and some by one of another. The first `roots` are the trees' tops. */
function componentsOf(count: number, roots: number): Component[] {
  const dependencies = numbers(count).map((): string[] => []);
  const ref = (n: number) => `pkg:npm/lib-${n}@1.${n % 7}.0`;
  for (let n = roots; n < count; n++) {
    const [root, level] = [n % roots, Math.floor(n / roots)];
    dependencies[root + roots * (scattered(n) % level)]?.push(ref(n));
    if (n % 11 === 0) dependencies[scattered(n + 7) % n]?.push(ref(n));
  }
  return numbers(count).map((n) => sampleComponent(`lib-${n}`, `1.${n % 7}.0`, { dependencies: [...new Set(dependencies[n])].sort() }));
}

type Fleet = Pick<Inventory, 'agents' | 'servers' | 'tools' | 'credentials' | 'skills' | 'models'>;

function fleet(count: number, components: readonly Component[]): Fleet {
  const servers = numbers(count).map((n) => serverOf(n, components[n % components.length]));
  const agents = numbers(Math.max(2, Math.round(count / 6))).map((n): Agent => {
    const own = servers.filter((_, at) => at % Math.max(2, Math.round(count / 6)) === n || (at * 31) % count === n);
    return {
      ref: `agent:${n}`,
      client: CLIENTS[n % CLIENTS.length] ?? 'client',
      path: `~/clients/${n}.json`,
      servers: own.map((s) => s.ref),
    };
  });
  const tools = servers.flatMap((server, n) => numbers(1 + (n % 3)).map((t) => toolOf(server.ref, n, t)));
  const credentials = servers.flatMap((server, n): CredentialRef[] =>
    n % 3 === 2 ? [] : [{ ref: `credential:${n}`, name: `${wordAt(n).toUpperCase()}_TOKEN`, kind: 'env', servers: [server.ref] }],
  );
  const skills = numbers(Math.ceil(count / 8)).map(
    (n): Skill => ({
      ref: `skill:${n}`,
      path: `.claude/skills/${wordAt(n + 3)}-${n}`,
      kind: 'skill',
      verdict: n === 0 ? 'suspicious' : 'benign',
    }),
  );
  const models = numbers(Math.ceil(count / 12)).map(
    (n): AiModel => ({
      ref: `model:${n}`,
      path: `models/${wordAt(n)}.safetensors`,
      format: 'safetensors',
      verdict: 'safe',
      signature: 'missing',
    }),
  );
  return { agents, servers, tools, credentials, skills, models };
}

function serverOf(n: number, entry: Component | undefined): McpServer {
  return {
    ref: `server:${n}`,
    name: n < WORDS.length ? wordAt(n) : `${wordAt(n)}-${n}`,
    client: CLIENTS[n % CLIENTS.length] ?? 'client',
    path: '~/clients.json',
    transport: 'stdio',
    command: 'npx',
    args: [],
    url: null,
    env_names: [],
    header_names: [],
    disabled: false,
    auto_approve: [],
    components: entry ? [entry.ref] : [],
  };
}

function toolOf(server: string, n: number, t: number): Tool {
  const power = (['read', 'write', 'execute'] as const)[(n + t) % 3] ?? 'read';
  return { ref: `tool:${n}/${t}`, server, name: `${power}_${wordAt(n + t)}`, capabilities: [power], hash: `${n}${t}` };
}

function findingsOf(components: readonly Component[], inventory: Inventory, count: number): Finding[] {
  return numbers(Math.max(3, count)).map((n) => {
    const severity = severities[n % 4] ?? 'low';
    const id = `CVE-2025-${10_000 + n}`;
    if (n === 1)
      return sampleFinding('hidden-instruction', undefined, { kind: 'skill', subject: inventory.skills[0]?.ref ?? '', severity: 'high' });
    return sampleFinding(id, components[(n * 37) % components.length], { severity, kev: n === 0 ? 'listed' : 'not_listed' });
  });
}
