import type { MatchResult } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import type { Fact, Finding } from '../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';
import type { GateOptions } from '../../src/model/request.js';

/** A resolved npm component; `over` replaces what a test cares about. */
export function component(name: string, version: string, over: Partial<Component> = {}): Component {
  const ref = `pkg:npm/${name}@${version}`;
  return {
    ref,
    purl: ref,
    ecosystem: 'npm',
    name,
    version,
    scope: 'prod',
    direct: true,
    resolved: true,
    locations: [{ path: 'package-lock.json', line: 1 }],
    dependencies: [],
    licenses: [],
    ...over,
  };
}

/** A finding on a component, as a detector and the graph leave it. */
export function finding(id: string, over: Partial<Finding> = {}): Finding {
  const fact: Fact = {
    kind: 'vulnerability',
    id,
    aliases: [],
    advisories: [id],
    severity: 'high',
    confidence: 'high',
    locations: [],
    kev: 'not_listed',
    cwes: [],
    title: id,
    why: 'because',
    fix: 'upgrade',
    references: [],
  };
  return { fingerprint: `fp-${id}-${over.component ?? ''}`, ...fact, ...over };
}

/** Gates as `castellan scan` has them without options. */
export function defaultGates(over: Partial<GateOptions> = {}): GateOptions {
  return {
    failOnSeverity: 'critical',
    unknownSeverity: 'warn',
    failOnKev: false,
    failIfAiRisk: false,
    failOnUnresolved: false,
    fixableOnly: false,
    ignoreUnfixed: false,
    exitZero: false,
    allowEmpty: false,
    allowUnidentified: false,
    modelPolicyMode: 'off',
    requireModelSignatures: false,
    blockUnsafeModelFormats: false,
    requireFreshDb: false,
    maxDbAgeMs: 14 * 86_400_000,
    ignores: [],
    exceptions: [],
    vex: [],
    ...over,
  };
}

/** Nothing matched, nothing left out. */
export function noMatches(): MatchResult {
  return { matches: [], withdrawn: [], review: [], unmatched: [] };
}

/** An agent that uses a server which runs `entry`, holds a credential and offers a tool that executes. */
export function estate(components: readonly Component[], entry: string): Inventory {
  return {
    ...emptyInventory(),
    components: [...components],
    agents: [{ ref: 'agent:desktop', client: 'desktop', path: '~/desktop.json', servers: ['server:files'] }],
    servers: [
      {
        ref: 'server:files',
        name: 'files',
        client: 'desktop',
        path: '~/desktop.json',
        transport: 'stdio',
        command: 'npx',
        args: [],
        url: null,
        env_names: ['API_TOKEN'],
        header_names: [],
        disabled: false,
        auto_approve: [],
        components: [entry],
      },
    ],
    tools: [{ ref: 'tool:files/run', server: 'server:files', name: 'run', capabilities: ['execute'], hash: 'h' }],
    credentials: [{ ref: 'credential:API_TOKEN', name: 'API_TOKEN', kind: 'env', servers: ['server:files'] }],
    collectors: [{ id: 'npm-lock', target: 'package-lock.json', outcome: 'scanned', components: components.length, issues: 0 }],
  };
}
