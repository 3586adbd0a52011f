import { type NodeKind, nodeKinds } from '../../model/graph.js';
import type { Severity } from '../../model/severity.js';
import { toSeverity } from '../store/findings/finding-counts.js';
import { FindingReader } from '../store/findings/finding-reader.js';
import type { TenantStore } from '../store/layer/store.js';
import type { Covered } from './covered.js';
import type { GraphModel } from './graph-model.js';
import type { ModelNode } from './model-node.js';
import { zero } from './summary.js';

const ASSETS = nodeKinds.filter((kind) => kind !== 'finding');

/** Numbers of open findings by the ref of the component or subject. */
export type OpenFindings = ReadonlyMap<string, Record<Severity, number>>;

/** Open findings about some assets, without those covered by an exception. */
export async function openFindings(store: TenantStore, assets: readonly { id: string }[], covered: Covered): Promise<OpenFindings> {
  const open = new Map<string, Record<Severity, number>>();
  for (const { ref, severity, count } of await new FindingReader(store).openAboutSome(assets.map(({ id }) => id))) {
    const counts = open.get(ref) ?? zero();
    counts[toSeverity(severity)] += count;
    open.set(ref, counts);
  }
  for (const { isOpen, component, subject, severity } of covered.values()) {
    for (const ref of isOpen ? [component, subject] : []) {
      const counts = ref === null ? undefined : open.get(ref);
      if (counts) counts[severity] -= 1;
    }
  }
  return open;
}

/** Numbers of open findings that an exception covers, by component or subject. */
export function exceptedAbout(covered: Covered): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const { isOpen, component, subject } of covered.values())
    for (const ref of isOpen ? [component, subject] : []) if (ref !== null) names.set(ref, (names.get(ref) ?? 0) + 1);
  return names;
}

/** The assets that a list shows. */
export interface AssetFilter {
  kind?: NodeKind | undefined;
  source_id?: string | undefined;
  q?: string | undefined;
  has_findings?: boolean | undefined;
}

/** The ids of a page of assets in order, and the total number of assets that match the filter. */
export function assetPage(
  graph: GraphModel,
  { kind, source_id, q, has_findings }: AssetFilter,
  excepted: ReadonlyMap<string, number>,
  { after = '', most }: { after?: string; most: number },
): { ids: string[]; total: number } {
  const matches = q === undefined ? undefined : new Set<ModelNode>();
  if (matches) graph.eachMatch(q ?? '', (node) => matches.add(node));
  const isWanted = (node: ModelNode) =>
    (kind === undefined || node.kind === kind) &&
    (source_id === undefined || node.sources.includes(source_id)) &&
    (matches === undefined || matches.has(node)) &&
    (has_findings === undefined || has_findings === node.open > (excepted.get(node.id) ?? 0));
  const isCounted = source_id === undefined && q === undefined && has_findings === undefined;
  const ids: string[] = [];
  for (const node of graph.assetsFrom(after)) {
    if (ids.length === most) break;
    if (node.id !== after && isWanted(node)) ids.push(node.id);
  }
  let total = 0;
  if (isCounted) for (const one of kind === undefined ? ASSETS : [kind]) total += graph.countOf(one);
  else for (const node of graph.assetsFrom('')) if (isWanted(node)) total += 1;
  return { ids, total };
}
