import { describe, expect, it } from 'vitest';
import { Adjacency } from '../../src/graph/adjacency.js';
import { attachBlastRadius, RadiusIndex } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import type { Finding } from '../../src/model/finding.js';
import type { Inventory } from '../../src/model/inventory.js';
import { atOnce } from '../../src/support/turns.js';
import { component, estate, finding } from '../support/estates.js';

const shared = component('shared', '1.0.0');
const web = component('web', '1.0.0', { dependencies: [shared.ref] });
const shell = component('shell', '1.0.0', { dependencies: [shared.ref, 'pkg:npm/shell@1.0.0'] });
const lone = component('lone', '1.0.0');

/** Two servers with a package in common; one agent uses both, one only the web server. */
function twoServers(): Inventory {
  const base = estate([shared, web, shell, lone], '');
  const [template] = base.servers;
  if (!template) throw new Error('no server');
  return {
    ...base,
    servers: [
      { ...template, ref: 'server:web', name: 'web', components: [web.ref] },
      { ...template, ref: 'server:shell', name: 'shell', components: [shell.ref] },
    ],
    agents: [
      { ref: 'agent:both', client: 'both', path: 'a', servers: ['server:web', 'server:shell'] },
      { ref: 'agent:careful', client: 'careful', path: 'b', servers: ['server:web'] },
    ],
    tools: [
      { ref: 'tool:web/get', server: 'server:web', name: 'get', capabilities: ['network'], hash: 'h' },
      { ref: 'tool:shell/run', server: 'server:shell', name: 'run', capabilities: ['execute'], hash: 'h' },
    ],
    credentials: [
      { ref: 'credential:COMMON', name: 'COMMON', kind: 'env', servers: ['server:web', 'server:shell'] },
      { ref: 'credential:AWS', name: 'AWS', kind: 'env', servers: ['server:shell'] },
    ],
    skills: [
      { ref: 'skill:s', path: 'SKILL.md', kind: 'skill', verdict: 'malicious', agents: ['agent:careful'], components: [lone.ref] },
      { ref: 'skill:idle', path: 'IDLE.md', kind: 'skill', verdict: 'benign' },
    ],
    models: [{ ref: 'model:m', path: 'm.pkl', format: 'pickle', verdict: 'unsafe', signature: 'missing' }],
  };
}

const ofWeb = {
  servers: ['server:web'],
  agents: ['agent:both', 'agent:careful'],
  credentials: ['credential:COMMON'],
  tools: ['tool:web/get'],
};
const ofShell = {
  servers: ['server:shell'],
  agents: ['agent:both'],
  credentials: ['credential:AWS', 'credential:COMMON'],
  tools: ['tool:shell/run'],
};
const ofBoth = {
  servers: ['server:shell', 'server:web'],
  agents: ['agent:both', 'agent:careful'],
  credentials: ['credential:AWS', 'credential:COMMON'],
  tools: ['tool:shell/run', 'tool:web/get'],
};
const nothing = { servers: [], agents: [], credentials: [], tools: [] };

describe('a blast radius', () => {
  it.each<[string, Partial<Finding>, typeof nothing | typeof ofBoth]>([
    ['a package of one server', { component: web.ref }, ofWeb],
    ['a package that two servers share', { component: shared.ref }, ofBoth],
    ['a package that depends on itself', { component: shell.ref }, ofShell],
    ['a package that no server runs', { component: lone.ref }, nothing],
    ['a package nobody lists', { component: 'pkg:npm/none@1.0.0' }, nothing],
    ['a server', { subject: 'server:shell' }, ofShell],
    ['a tool', { subject: 'tool:web/get' }, ofWeb],
    ['a credential of one server', { subject: 'credential:AWS' }, ofShell],
    ['a credential of two', { subject: 'credential:COMMON' }, ofBoth],
    ['an agent', { subject: 'agent:careful' }, ofWeb],
    ['an agent with two servers', { subject: 'agent:both' }, ofBoth],
    ['a skill, through the agent that follows it', { subject: 'skill:s' }, ofWeb],
    ['a skill that no agent follows', { subject: 'skill:idle' }, nothing],
    ['a model', { subject: 'model:m' }, nothing],
    ['a package named as the subject', { subject: shared.ref }, nothing],
    ['a package of one server and another server', { component: web.ref, subject: 'server:shell' }, ofBoth],
    ['nothing at all', {}, nothing],
  ])('of %s', (_, about, expected) => {
    const findings = [finding('CVE-1', about)];
    const inventory = twoServers();
    expect(attachBlastRadius(buildGraph(inventory, findings), findings)[0]?.blast_radius).toEqual(expected);
  });

  it('is the same for every finding about one thing, and its own for each other thing', () => {
    const findings = [
      finding('CVE-1', { component: web.ref }),
      finding('CVE-2', { component: web.ref }),
      finding('CVE-3', { subject: 'server:shell' }),
      finding('CVE-4', { component: web.ref, subject: 'server:shell' }),
    ];
    const radii = attachBlastRadius(buildGraph(twoServers(), findings), findings).map(({ blast_radius }) => blast_radius);
    expect(radii).toEqual([ofWeb, ofWeb, ofShell, ofBoth]);
  });

  it('keeps all else of the finding', () => {
    const one = finding('CVE-1', { component: web.ref, score: 7.5 });
    expect(attachBlastRadius(buildGraph(twoServers(), [one]), [one])).toEqual([{ ...one, blast_radius: ofWeb }]);
  });

  it('knows every package that some server runs, directly or not', () => {
    const index = atOnce(RadiusIndex.over(new Adjacency(buildGraph(twoServers(), [], { all: true }))));
    expect(index.components().sort()).toEqual([shared.ref, shell.ref, web.ref].sort());
  });
});
