import type { z } from 'zod';
import type { findingFilterBody } from '../../api/finding-filter.js';
import type { Ecosystem } from '../../ecosystems/ecosystem.js';
import { ecosystems } from '../../ecosystems/registry.js';
import { formatPurl } from '../../model/purl.js';
import { BadRequest } from '../failures.js';
import { packageOf } from '../ingest/held-decisions.js';
import type { Exposure } from '../knowledge/exposure-view.js';
import { type FindingFilter, withOrigins } from '../store/findings/finding-filter.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';

type Asked = z.output<typeof findingFilterBody>;

/** The filter of the store for what a caller asks for: sources by label and owner, packages by name, agents by what reaches them. */
export async function wantedFindings(
  store: TenantStore,
  { label, owner, source_id, agent, ecosystem, package: named, ...asked }: Asked,
  exposure: () => Promise<Exposure>,
): Promise<FindingFilter> {
  const isOfSources = label !== undefined || owner !== undefined;
  const sources = isOfSources ? await sourcesWith(store, { label, owner }) : undefined;
  const ids = source_id === undefined ? sources : (sources ?? [source_id]).filter((id) => id === source_id);
  return withOrigins(store, {
    ...asked,
    ...(ids !== undefined && { source_id: ids }),
    ...(ecosystem !== undefined && { ecosystem: ecosystem.split(',').flatMap(beginningsOf) }),
    ...(named !== undefined && { package: packagesNamed(named) }),
    ...(agent !== undefined && { among: reaching(await exposure(), agent) }),
  });
}

async function sourcesWith(store: TenantStore, { label, owner }: Pick<Asked, 'label' | 'owner'>): Promise<string[]> {
  const rows = await tenantTable(store, 'sources').select(['source_id', 'labels'], { owner }).execute();
  if (label === undefined) return rows.map(({ source_id }) => source_id);
  const colon = label.indexOf(':');
  const [key, value] = [label.slice(0, colon), label.slice(colon + 1)];
  return rows.flatMap(({ source_id, labels }) => (Object.hasOwn(labels, key) && labels[key] === value ? [source_id] : []));
}

/** Ids of open findings that reach an agent. */
function reaching({ reach }: Exposure, agent: string): string[] {
  return [...reach.found.values()].flatMap(({ findingId, finding }) =>
    reach.radius.of(finding).agents.includes(agent) ? [findingId] : [],
  );
}

/** How package URLs of an ecosystem begin. */
function beginningsOf(name: string): string[] {
  const wanted = name.trim().toLowerCase();
  const known: readonly Ecosystem[] = ecosystems;
  const found = known.filter((one) => one.name.toLowerCase() === wanted || one.purlType === wanted);
  if (found.length === 0) throw new BadRequest('ecosystem: unknown; expected names like npm, PyPI, Debian');
  return [
    ...new Set(found.map(({ purlType, purlNamespace }) => `pkg:${purlType}/${purlNamespace === undefined ? '' : `${purlNamespace}/`}`)),
  ];
}

/** The package URLs that a name may have in any ecosystem. */
function packagesNamed(name: string): string[] {
  if (name.startsWith('pkg:')) return [packageOf(name) ?? name];
  const known: readonly Ecosystem[] = ecosystems;
  const urls = known.flatMap(({ purlType: type, purlNamespace, purlParts, normaliseName }) => {
    const { namespace = purlNamespace, name: own } = purlParts(normaliseName(name));
    return [formatPurl({ type, name: own, ...(namespace !== undefined && { namespace }) })];
  });
  return [...new Set(urls)];
}
