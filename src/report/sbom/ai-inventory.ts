import { Enums, Models } from '@cyclonedx/cyclonedx-library';
import type { AiModel, McpServer, Skill } from '../../model/agent.js';
import { isCloudRef } from '../../model/cloud.js';
import type { ScanReport } from '../../model/report.js';
import { compareText } from '../../support/compare-text.js';
import { safeText } from '../../support/terminal.js';
import { locationText } from '../words.js';

type Pairs = readonly (readonly [string, string])[];

/** Names and values as CycloneDX properties, with the values made safe. */
export function propertyRepository(pairs: Pairs): Models.PropertyRepository {
  return new Models.PropertyRepository(pairs.map(([name, value]) => new Models.Property(name, safeText(value))));
}

/**
 * A service for each MCP server, one even if several clients configure it. Its properties say what starts or reaches
 * it, which names of credentials it holds, and what it offers; its dependencies are the components it runs.
 */
export function servicesOf(report: ScanReport, components: ReadonlyMap<string, Models.Component>): Map<string, Models.Service> {
  const services = new Map<string, Models.Service>();
  for (const [ref, configured] of serversByRef(report)) {
    const [first] = configured;
    if (!first) continue;
    const service = new Models.Service(safeText(first.name) || 'unnamed', {
      bomRef: ref,
      group: 'mcp',
      ...(first.package?.version && { version: safeText(first.package.version) }),
      properties: propertyRepository(serviceProperties(report, ref, configured)),
    });
    for (const component of new Set(configured.flatMap((server) => server.components))) {
      const target = components.get(component);
      if (target) service.dependencies.add(target.bomRef);
    }
    services.set(ref, service);
  }
  return services;
}

function serversByRef({ servers }: ScanReport): Map<string, McpServer[]> {
  const byRef = new Map<string, McpServer[]>();
  for (const server of servers) byRef.set(server.ref, [...(byRef.get(server.ref) ?? []), server]);
  return byRef;
}

function serviceProperties({ tools, credentials }: ScanReport, ref: string, configured: readonly McpServer[]): Pairs {
  const [first] = configured;
  const started = first ? (first.url ?? [first.command ?? '', ...first.args].join(' ').trim()) : '';
  return [
    ['castellan:kind', 'mcp-server'],
    ['castellan:transport', first?.transport ?? 'unknown'],
    ...(started === '' ? [] : [['castellan:runs', started] as const]),
    ...(configured.every((server) => server.disabled) ? [['castellan:disabled', 'true'] as const] : []),
    ...configured.map(({ client }) => ['castellan:client', client] as const),
    ...configured.map((server) => ['castellan:location', placeText(server)] as const),
    ...credentials.filter(({ servers }) => servers.includes(ref)).map(({ name }) => ['castellan:credential', name] as const),
    ...tools
      .filter(({ server }) => server === ref)
      .map(({ name, capabilities }) => ['castellan:tool', `${name} (${capabilities.join(', ') || 'unknown'})`] as const),
  ];
}

function placeText({ path, line, in_image: place }: Pick<McpServer, 'path' | 'line' | 'in_image'>): string {
  return locationText({ path, ...(line !== undefined && { line }), ...(place && { image: place.image }) });
}

/** A model as a machine-learning component. */
export function modelComponent({ ref, path, format, verdict, signature, ...model }: AiModel): Models.Component {
  return new Models.Component(Enums.ComponentType.MachineLearningModel, safeText(path) || 'unnamed', {
    bomRef: ref,
    properties: propertyRepository([
      ['castellan:kind', 'model'],
      ['castellan:format', format],
      ['castellan:verdict', verdict],
      ['castellan:signature', signature],
      ['castellan:location', placeText({ path, ...model })],
    ]),
  });
}

/** A skill or instruction file as a file component. */
export function skillComponent({ ref, path, kind, verdict }: Skill): Models.Component {
  return new Models.Component(Enums.ComponentType.File, safeText(path) || 'unnamed', {
    bomRef: ref,
    properties: propertyRepository([
      ['castellan:kind', kind],
      ['castellan:verdict', verdict],
      ['castellan:location', path],
    ]),
  });
}

/**
 * How the agents are put together, one formula each (CycloneDX 1.6, `formulation`): the client, and a task that names
 * the servers it uses and the skills it follows. Agents that a cloud runs are services. The library has no classes for formulas, so they are plain JSON.
 */
export function formulationOf({ agents, skills, servers }: ScanReport): object[] {
  const known = new Set(servers.map(({ ref }) => ref));
  return agents
    .filter(({ ref }) => !isCloudRef(ref))
    .sort((a, b) => compareText(a.ref, b.ref))
    .map(({ ref, client, path, project_key: project, servers: used }) => {
      const followed = skills.filter((skill) => skill.agents?.includes(ref)).map((skill) => skill.ref);
      const inputs = [...new Set([...used.filter((server) => known.has(server)), ...followed])].sort();
      return {
        'bom-ref': `formula:${ref}`,
        components: [{ type: 'application', 'bom-ref': ref, name: safeText(client) || 'agent' }],
        ...(inputs.length > 0 && {
          workflows: [
            {
              'bom-ref': `workflow:${ref}`,
              uid: ref,
              name: safeText(`${client} with its servers and skills`),
              taskTypes: ['other'],
              inputs: inputs.map((resource) => ({ resource: { ref: resource } })),
            },
          ],
        }),
        properties: [
          { name: 'castellan:location', value: safeText(path) },
          ...(project === undefined ? [] : [{ name: 'castellan:project', value: safeText(project) }]),
        ],
      };
    });
}
