import type { GraphEdge, GraphNode } from '../../src/model/graph.js';
import type { ScanReport } from '../../src/model/report.js';
import { sampleComponent, sampleFinding, sampleReport } from './sample-parts.js';

/** Two agents, three servers, credentials and tools, four findings that reach them, and the paths. */
export function agentEstate(): ScanReport {
  const entry = sampleComponent('mcp-files', '1.2.0', { dependencies: ['pkg:npm/tar@4.4.1'] });
  const tar = sampleComponent('tar', '4.4.1', { direct: false });
  const server = {
    client: 'claude-desktop',
    path: '~/Library/claude_desktop_config.json',
    line: 4,
    transport: 'stdio' as const,
    command: 'npx',
    url: null,
    header_names: [],
    disabled: false,
    auto_approve: [],
  };
  const servers = [
    {
      ...server,
      ref: 'server:files',
      name: 'files',
      args: ['-y', 'mcp-files@1.2.0'],
      env_names: ['GITHUB_TOKEN', 'API_KEY'],
      components: [entry.ref],
    },
    { ...server, ref: 'server:shell', name: 'shell', args: ['-y', 'mcp-shell'], env_names: [], components: [] },
    {
      ...server,
      ref: 'server:web',
      name: 'web',
      client: 'cursor',
      path: '.cursor/mcp.json',
      args: [],
      env_names: ['API_KEY'],
      components: [entry.ref],
    },
  ];
  const agents = [
    { ref: 'agent:claude', client: 'claude-desktop', path: server.path, servers: ['server:files', 'server:shell'] },
    { ref: 'agent:cursor', client: 'cursor', path: '.cursor/mcp.json', servers: ['server:web'] },
  ];
  const credentials = [
    { ref: 'credential:API_KEY', name: 'API_KEY', kind: 'env' as const, servers: ['server:files', 'server:web'] },
    { ref: 'credential:GITHUB_TOKEN', name: 'GITHUB_TOKEN', kind: 'env' as const, servers: ['server:files'] },
  ];
  const tools = [
    { ref: 'tool:files/write', server: 'server:files', name: 'write_file', capabilities: ['write' as const], hash: 'a1' },
    { ref: 'tool:shell/run', server: 'server:shell', name: 'run', capabilities: ['execute' as const], hash: 'b2' },
  ];
  const reach = {
    servers: ['server:files', 'server:web'],
    agents: ['agent:claude', 'agent:cursor'],
    credentials: credentials.map((known) => known.ref),
    tools: ['tool:files/write'],
  };
  const findings = [
    sampleFinding('CVE-2018-20834', tar, {
      severity: 'critical',
      score: 9.1,
      aliases: ['GHSA-j44m-qm6p-hp7m'],
      title: 'Overwrites any file through a hard link',
      blast_radius: reach,
    }),
    sampleFinding('CVE-2021-32803', tar, {
      severity: 'high',
      score: 8.2,
      title: 'Symlink protection can be bypassed',
      blast_radius: reach,
    }),
    sampleFinding('unpinned-package', undefined, {
      kind: 'mcp_config',
      rule: 'unpinned-package',
      subject: 'server:shell',
      severity: 'medium',
      advisories: [],
      title: 'Server runs a package without a version',
      locations: [{ path: server.path, line: 12, pointer: '/mcpServers/shell' }],
      blast_radius: { servers: ['server:shell'], agents: ['agent:claude'], credentials: [], tools: ['tool:shell/run'] },
    }),
    sampleFinding('hidden-instruction', undefined, {
      kind: 'skill',
      rule: 'hidden-instruction',
      subject: 'skill:deploy',
      severity: 'high',
      advisories: [],
      title: 'Text hidden from people tells the agent to send files',
      locations: [{ path: 'skills/deploy/SKILL.md', line: 40 }],
    }),
  ];
  const result = sampleReport({
    components: [entry, tar],
    agents,
    servers,
    credentials,
    tools,
    findings,
    skills: [{ ref: 'skill:deploy', path: 'skills/deploy/SKILL.md', kind: 'skill', verdict: 'malicious' }],
    models: [{ ref: 'model:m', path: 'models/m.pkl', format: 'pickle', verdict: 'unsafe', signature: 'missing' }],
    fix_first: [
      {
        component: tar.ref,
        action: 'upgrade tar@4.4.1 to 4.4.18',
        command: 'npm install tar@4.4.18',
        findings: findings.slice(0, 2).map((known) => known.fingerprint),
        paths: 2,
        score: 80,
      },
    ],
    posture: { grade: 'F', reason: 'CVE-2018-20834: critical and fixable or within reach of an agent' },
  });
  const [first, second] = findings;
  const ways = [first, second].flatMap((known) => (known ? [known.fingerprint] : []));
  return {
    ...result,
    graph: { nodes: nodesOf(result), edges: edgesOf(result) },
    exposure_paths: ways.map((fingerprint, at) => ({
      id: `path${at}`,
      finding: fingerprint,
      nodes: [fingerprint, tar.ref, entry.ref, 'server:files', 'credential:GITHUB_TOKEN'],
      score: 75 - at * 10,
      why: 'critical 40 + 2 credential(s) 10 + write tool 10',
    })),
  };
}

function nodesOf(report: ScanReport): GraphNode[] {
  return [
    ...report.components.map(({ ref, name, version }) => ({ id: ref, kind: 'package' as const, label: `${name}@${version}` })),
    ...report.servers.map(({ ref, name }) => ({ id: ref, kind: 'server' as const, label: name })),
    ...report.agents.map(({ ref, client }) => ({ id: ref, kind: 'agent' as const, label: client })),
    ...report.tools.map(({ ref, name }) => ({ id: ref, kind: 'tool' as const, label: name })),
    ...report.credentials.map(({ ref, name }) => ({ id: ref, kind: 'credential' as const, label: name })),
    ...report.skills.map(({ ref, path }) => ({ id: ref, kind: 'skill' as const, label: path })),
    ...report.findings.map(({ fingerprint, id, severity }) => ({ id: fingerprint, kind: 'finding' as const, label: id, severity })),
  ];
}

function edgesOf(report: ScanReport): GraphEdge[] {
  return [
    ...report.components.flatMap(({ ref, dependencies }) => dependencies.map((to) => ({ from: ref, to, kind: 'depends_on' as const }))),
    ...report.servers.flatMap(({ ref, components }) => components.map((to) => ({ from: ref, to, kind: 'runs' as const }))),
    ...report.agents.flatMap(({ ref, servers }) => servers.map((to) => ({ from: ref, to, kind: 'uses' as const }))),
    ...report.tools.map(({ ref, server }) => ({ from: server, to: ref, kind: 'offers' as const })),
    ...report.credentials.flatMap(({ ref, servers }) => servers.map((from) => ({ from, to: ref, kind: 'holds' as const }))),
    ...report.findings.map(({ fingerprint, component, subject }) => ({
      from: fingerprint,
      to: component ?? subject ?? '',
      kind: 'affects' as const,
    })),
  ];
}
