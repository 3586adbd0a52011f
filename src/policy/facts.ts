import type { Agent, AiModel, McpServer, Skill } from '../model/agent.js';
import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import { hostOf, hostReadings } from '../support/address.js';
import { DAY_MS } from '../support/durations.js';
import type { FactsOf } from './conditions.js';

/** What the facts of a thing may depend on besides the thing itself. */
export interface FactSources {
  components: ReadonlyMap<string, Component>;
  ages: ReadonlyMap<string, number>;
  now: number;
}

/** Facts of a finding. `older_than_days` counts from publication. */
export function findingFacts(finding: Finding, sources: FactSources): FactsOf<'finding'> {
  const component = finding.component === undefined ? undefined : sources.components.get(finding.component);
  const radius = finding.blast_radius;
  return {
    kind: [finding.kind],
    id: [finding.id, ...finding.aliases, ...finding.advisories],
    rule: finding.rule === undefined ? [] : [finding.rule],
    cwe: finding.cwes,
    severity: [finding.severity],
    confidence: [finding.confidence],
    kev: finding.kev === 'not_checked' ? undefined : finding.kev === 'listed',
    fixable: finding.fixed_version !== undefined,
    epss_above: finding.epss?.score,
    older_than_days: finding.published === undefined ? undefined : (sources.now - Date.parse(finding.published)) / DAY_MS,
    package: component ? [component.name] : [],
    ecosystem: component ? [component.ecosystem] : [],
    scope: component ? [component.scope] : [],
    direct: component?.direct ?? undefined,
    reaches_agent: (radius?.agents.length ?? 0) > 0,
    reaches_credential: (radius?.credentials.length ?? 0) > 0,
  };
}

/** Facts of a package. `min_age_days` holds for packages younger than the number; an unknown age never counts as old. */
export function packageFacts(component: Component, sources: FactSources): FactsOf<'package'> {
  return {
    name: [component.name],
    ecosystem: [component.ecosystem],
    version: component.version === null ? [] : [component.version],
    // The ranges of the rule that hold; evaluate.ts works them out.
    version_range: [],
    license: component.licenses,
    no_license: component.licenses.length === 0,
    scope: [component.scope],
    direct: component.direct ?? undefined,
    resolved: component.resolved,
    source: [component.source?.kind ?? 'registry'],
    host: hostsOf(component.source?.url),
    min_age_days: sources.ages.get(component.ref),
  };
}

/** Facts of an MCP server as configured. */
export function serverFacts(server: McpServer): FactsOf<'server'> {
  return {
    name: [server.name],
    client: [server.client],
    transport: [server.transport],
    package: server.package ? [server.package.name] : [],
    floating: server.package?.floating ?? false,
    plain_http: server.url?.startsWith('http://') ?? false,
    host: hostsOf(server.url ?? undefined),
    auto_approve: server.auto_approve.length > 0,
    credential: [...server.env_names, ...server.header_names],
    disabled: server.disabled,
    command: server.command === null ? [] : [server.command],
    image: server.image === undefined ? [] : [server.image],
  };
}

/** Facts of an AI client. */
export function agentFacts(agent: Agent): FactsOf<'agent'> {
  return { client: [agent.client], path: [agent.path], servers_above: agent.servers.length };
}

/** Facts of a model file. */
export function modelFacts(model: AiModel): FactsOf<'model'> {
  return { path: [model.path], format: [model.format], verdict: [model.verdict], signature: [model.signature] };
}

/** Facts of a skill or instruction file. */
export function skillFacts(skill: Skill): FactsOf<'skill'> {
  return { path: [skill.path], kind: [skill.kind], verdict: [skill.verdict] };
}

/** Every host that a client may connect to, because readers disagree about where user info ends and the host begins. */
function hostsOf(url: string | undefined): string[] {
  return url !== undefined && hostOf(url) !== undefined ? hostReadings(url) : [];
}
