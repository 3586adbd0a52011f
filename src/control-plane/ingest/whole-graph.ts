import { buildGraph } from '../../graph/build.js';
import { emptyInventory } from '../../model/inventory.js';
import type { ScanReport } from '../../model/report.js';
import type { IngestGraph, IngestNode } from './batch.js';

/** The things that a report lists. */
type Estate = Pick<
  ScanReport,
  'components' | 'agents' | 'servers' | 'tools' | 'credentials' | 'skills' | 'models' | 'cloud' | 'infrastructure' | 'images' | 'findings'
>;

/**
 * Everything that a report lists as nodes and edges, with the details that lists show. A report's own graph only holds
 * what findings affect; here a package without findings is included as well.
 */
export function wholeGraph({ findings, ...listed }: Estate): IngestGraph {
  const { nodes, edges } = buildGraph({ ...emptyInventory(), ...listed }, findings, { all: true });
  const known = propertiesOf(listed);
  return { nodes: nodes.map((node) => withProperties(node, known.get(node.id))), edges };
}

function withProperties(node: IngestNode, properties: IngestNode['properties']): IngestNode {
  return properties ? { ...node, properties } : node;
}

function propertiesOf({
  components,
  servers,
  tools,
  skills,
  models,
  cloud = [],
  infrastructure = [],
}: Omit<Estate, 'findings'>): Map<string, IngestNode['properties']> {
  return new Map<string, IngestNode['properties']>([
    ...components.map(({ ref, ecosystem, name, version, scope, direct, licenses }) => {
      return [ref, { ecosystem, name, version, scope, direct, licenses }] as const;
    }),
    ...servers.map(({ ref, transport, command, url }) => [ref, { transport, command, url }] as const),
    ...tools.map(({ ref, capabilities }) => [ref, { capabilities }] as const),
    ...skills.map(({ ref, kind, verdict }) => [ref, { kind, verdict }] as const),
    ...[...cloud, ...infrastructure].map(
      ({ ref, provider, account, region, type, native_id, public: isPublic, authenticated, env_names: names, facts }) => {
        const properties = { provider, account, region, type, native_id, public: isPublic, authenticated, env_names: names, facts };
        return [ref, properties] as const;
      },
    ),
    ...models.map(({ ref, format, verdict, signature }) => [ref, { format, verdict, signature }] as const),
  ]);
}
