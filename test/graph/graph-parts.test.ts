import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/build.js';
import { excerptOf } from '../../src/graph/excerpt.js';
import type { Graph } from '../../src/model/graph.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import { component, estate, finding } from '../support/estates.js';
import { wideReport } from '../support/wide-estate.js';

const hurt = component('hurt', '1.0.0');
const above = component('above', '1.0.0', { dependencies: [hurt.ref, 'pkg:npm/not-listed@1.0.0'] });
const top = component('top', '1.0.0', { dependencies: [above.ref] });
const aside = component('aside', '1.0.0', { dependencies: ['pkg:npm/aside-below@1.0.0'] });
const asideBelow = component('aside-below', '1.0.0');
const loose = component('loose', '', { ref: 'pkg:npm/loose', version: null });

const ids = (graph: Graph) => graph.nodes.map(({ id }) => id);
const edges = (graph: Graph) => graph.edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`);

describe('nodes of a graph', () => {
  it('are one for each thing of the inventory, named as people name it', () => {
    const inventory: Inventory = {
      ...estate([hurt, loose], hurt.ref),
      skills: [{ ref: 'skill:s', path: 'skills/SKILL.md', kind: 'skill', verdict: 'benign' }],
      models: [{ ref: 'model:m', path: 'm.pkl', format: 'pickle', verdict: 'safe', signature: 'missing' }],
    };
    const one = finding('CVE-1', { component: hurt.ref, fingerprint: 'f', severity: 'low' });
    expect(buildGraph(inventory, [one], { all: true }).nodes).toEqual([
      { id: hurt.ref, kind: 'package', label: 'hurt@1.0.0' },
      { id: 'pkg:npm/loose', kind: 'package', label: 'loose' },
      { id: 'server:files', kind: 'server', label: 'files' },
      { id: 'agent:desktop', kind: 'agent', label: 'desktop' },
      { id: 'tool:files/run', kind: 'tool', label: 'run' },
      { id: 'credential:API_TOKEN', kind: 'credential', label: 'API_TOKEN' },
      { id: 'skill:s', kind: 'skill', label: 'skills/SKILL.md' },
      { id: 'model:m', kind: 'model', label: 'm.pkl' },
      { id: 'f', kind: 'finding', label: 'CVE-1', severity: 'low' },
    ]);
  });

  it('are, of packages, those with a finding, all that pulls them in, and what servers and skills bring', () => {
    const all = [hurt, above, top, aside, asideBelow];
    const inventory: Inventory = { ...emptyInventory(), components: all };
    const one = finding('CVE-1', { component: hurt.ref, fingerprint: 'f' });
    expect(ids(buildGraph(inventory, []))).toEqual([]);
    expect(ids(buildGraph(inventory, [one]))).toEqual([hurt.ref, above.ref, top.ref, 'f']);
    expect(ids(buildGraph(inventory, [one], { all: true }))).toEqual([...all.map(({ ref }) => ref), 'f']);
    const skills = [{ ref: 'skill:s', path: 's', kind: 'skill', verdict: 'benign' as const, components: [aside.ref] }];
    expect(ids(buildGraph({ ...inventory, skills }, []))).toEqual([aside.ref, 'skill:s']);
    const { servers } = estate([], aside.ref);
    expect(ids(buildGraph({ ...inventory, servers }, []))).toEqual([aside.ref, 'server:files']);
  });

  it('stay the first where two things have one identity', () => {
    const { servers } = estate([], '');
    const twice = [...servers, ...servers.map((server) => ({ ...server, name: 'other' }))];
    expect(buildGraph({ ...emptyInventory(), servers: twice }, []).nodes.map(({ label }) => label)).toEqual(['files']);
  });
});

describe('edges of a graph', () => {
  it('say who acts on what', () => {
    const inventory: Inventory = {
      ...estate([hurt, above], above.ref),
      skills: [{ ref: 'skill:s', path: 's', kind: 'skill', verdict: 'benign', agents: ['agent:desktop'], components: [hurt.ref] }],
    };
    const findings = [
      finding('CVE-1', { component: hurt.ref, subject: 'server:files', fingerprint: 'f' }),
      finding('RULE', { subject: 'skill:s', fingerprint: 'g' }),
    ];
    expect(edges(buildGraph(inventory, findings)).sort()).toEqual(
      [
        `${above.ref} depends_on ${hurt.ref}`,
        `server:files runs ${above.ref}`,
        'agent:desktop uses server:files',
        'skill:s instructs agent:desktop',
        `skill:s contains ${hurt.ref}`,
        'server:files offers tool:files/run',
        'server:files holds credential:API_TOKEN',
        `f affects ${hurt.ref}`,
        'f affects server:files',
        'g affects skill:s',
      ].sort(),
    );
  });

  it('are left out where one of their ends is not known', () => {
    const inventory: Inventory = {
      ...emptyInventory(),
      agents: [{ ref: 'agent:x', client: 'x', path: 'x', servers: ['server:gone'] }],
      tools: [{ ref: 'tool:gone/t', server: 'server:gone', name: 't', capabilities: [], hash: 'h' }],
      credentials: [{ ref: 'credential:C', name: 'C', kind: 'env', servers: ['server:gone'] }],
      skills: [{ ref: 'skill:s', path: 's', kind: 'skill', verdict: 'benign', agents: ['agent:gone'], components: ['pkg:npm/gone@1'] }],
    };
    expect(buildGraph(inventory, [finding('R', { component: 'pkg:npm/gone@1', subject: 'agent:gone' })]).edges).toEqual([]);
  });

  it('join a server that several clients configure to each of its packages once', () => {
    const { servers } = estate([], '');
    const inventory: Inventory = {
      ...emptyInventory(),
      components: [hurt, aside],
      servers: [[hurt.ref], [hurt.ref, aside.ref], [aside.ref]].flatMap((components) =>
        servers.map((server) => ({ ...server, components })),
      ),
    };
    expect(edges(buildGraph(inventory, []))).toEqual([`server:files runs ${hurt.ref}`, `server:files runs ${aside.ref}`]);
  });
});

describe('an excerpt of a report', () => {
  it('has no edge and no path of which a node was left out', () => {
    const report = wideReport(200);
    const [path] = report.exposure_paths;
    const kept = path?.nodes.slice(0, -1) ?? [];
    const part = excerptOf(report, kept);
    expect(part.graph.nodes.map(({ id }) => id).sort()).toEqual([...kept].sort());
    expect(part.exposure_paths.some(({ id }) => id === path?.id)).toBe(false);
    const within = report.graph.edges.filter(({ from, to }) => kept.includes(from) && kept.includes(to));
    expect(part.graph.edges).toEqual(within);
    expect(part.findings).toEqual(report.findings);
  });
});
