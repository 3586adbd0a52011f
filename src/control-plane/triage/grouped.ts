import type { z } from 'zod';
import type { findingGroup } from '../../api/findings-groups.js';
import { ecosystemOfPurl } from '../../ecosystems/registry.js';
import { parsePurl } from '../../model/purl.js';
import { severities } from '../../model/severity.js';
import type { Exposure } from '../knowledge/exposure-view.js';
import type { FindingFilter } from '../store/findings/finding-filter.js';
import { type FindingGroup, FindingGroups, type GroupBy, type GroupFix } from '../store/findings/finding-groups.js';
import { FindingRepository, type ListedFinding } from '../store/findings/findings.js';
import { severityRank } from '../store/findings/severity-rank.js';
import { type Page, type PageRequest, pageOfRows } from '../store/layer/paging.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import { bestFixes, type Fix } from './best-fix.js';

type Shown = z.output<typeof findingGroup>;
type Filter = Omit<FindingFilter, 'q'>;

/** A page of groups with their names, and the version that ends most of each. */
export async function groupedFindings(
  store: TenantStore,
  { by, filter, page }: { by: GroupBy; filter: Filter; page: PageRequest },
): Promise<Page<Shown>> {
  const groups = new FindingGroups(store);
  const found = await groups.list(by, filter, page, (group) => group);
  const keys = found.items.map(({ key }) => key);
  const fixes = bestFixes(await groups.fixes(by, keys, filter));
  const names =
    by === 'source' ? await sourceNames(store, keys) : by === 'component' ? new Map<string, string>() : await groups.titles(by, keys);
  const nameOf = (key: string) => names.get(key) ?? (by === 'component' ? packageName(key) : key);
  return { ...found, items: found.items.map((group) => shown(group, nameOf(group.key), fixes.get(group.key) ?? null)) };
}

/** Groups by the agents that open findings reach. A finding that reaches two agents is in both groups. */
export async function groupedByAgent(
  store: TenantStore,
  { exposure, filter, page, nameOf }: { exposure: Exposure; filter: Filter; page: PageRequest; nameOf: (agent: string) => string },
): Promise<Page<Shown>> {
  const { reach } = exposure;
  const within = filter.among === undefined ? [...reach.found.keys()] : filter.among.filter((id) => reach.found.has(id));
  const findings = new FindingRepository(store);
  const matching = await findings.idsOf({ ...filter, among: within }, within.length);
  const rows = await findings.listed(matching);
  const groups = new Map<string, ListedFinding[]>();
  for (const row of rows) {
    const one = reach.found.get(row.finding_id);
    for (const agent of one ? reach.radius.of(one.finding).agents : []) groups.set(agent, [...(groups.get(agent) ?? []), row]);
  }
  const [rank, count, last] = page.after ?? [];
  const all = [...groups].map(([key, own]) => summed(key, own)).sort(worstFirst);
  const end = { key: String(last), rank: Number(rank), count: Number(count) };
  const rest = page.after ? all.filter((group) => worstFirst(end, group) < 0) : all;
  const fixOf = ({ key }: FindingGroup) => bestFixes((groups.get(key) ?? []).flatMap((row) => fixIn(key, row))).get(key) ?? null;
  return pageOfRows(
    page,
    rest.slice(0, page.limit + 1),
    (group) => [group.rank, group.count, group.key],
    (group) => shown(group, nameOf(group.key), fixOf(group)),
  );
}

type Order = Pick<FindingGroup, 'key' | 'rank' | 'count'>;

function worstFirst(a: Order, b: Order): number {
  return b.rank - a.rank || b.count - a.count || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

function summed(key: string, rows: readonly ListedFinding[]): FindingGroup {
  return {
    key,
    rank: rows.reduce((worst, { severity_rank }) => Math.max(worst, severity_rank), 0),
    count: rows.length,
    exploited: rows.filter(({ kev }) => kev).length,
    fixable: rows.filter(({ fixed_version }) => fixed_version !== null).length,
    first_seen: rows.map((row) => row.first_seen).sort()[0] ?? '',
    last_seen:
      rows
        .map((row) => row.last_seen)
        .sort()
        .at(-1) ?? '',
  };
}

function fixIn(key: string, { component, fixed_version }: ListedFinding): GroupFix[] {
  const own = component?.startsWith('pkg:') ? component.replace(/[@?#].*$/s, '') : undefined;
  return own === undefined || fixed_version === null ? [] : [{ key, package: own, fixed_version, count: 1 }];
}

function shown({ rank, exploited: kev, ...group }: FindingGroup, name: string, fix: Fix | null): Shown {
  return { ...group, kev, name, severity: severities.find((one) => severityRank(one) === rank && one !== 'none') ?? 'unknown', fix };
}

function packageName(key: string): string {
  const { type, namespace, name } = parsePurl(key);
  return ecosystemOfPurl(type, namespace)?.nameOfPurl(namespace, name) ?? name;
}

async function sourceNames(store: TenantStore, source_id: readonly string[]): Promise<Map<string, string>> {
  const rows = await tenantTable(store, 'sources').select(['source_id', 'display_name'], { source_id }).execute();
  return new Map(rows.map((row) => [row.source_id, row.display_name]));
}
