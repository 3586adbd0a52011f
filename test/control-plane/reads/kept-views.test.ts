import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../../src/control-plane/ids.js';
import type { IngestGraph, IngestNode } from '../../../src/control-plane/ingest/batch.js';
import { graphOfFindings } from '../../../src/control-plane/ingest/finding-graph.js';
import { groupsOf } from '../../../src/control-plane/knowledge/groups.js';
import { knowledgeOf } from '../../../src/control-plane/knowledge/knowledge.js';
import type { Store, TenantStore } from '../../../src/control-plane/store/layer/store.js';
import type { Finding } from '../../../src/model/finding.js';
import type { GraphEdge } from '../../../src/model/graph.js';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

const DAY_MS = 86_400_000;
const SOURCES = 3;
const PACKAGES = 6;
const SERVERS = 3;

const finding = fc
  .record({
    package: fc.nat(PACKAGES - 1),
    severity: fc.constantFrom('critical', 'high', 'none', 'unknown'),
    kind: fc.constantFrom('vulnerability', 'vulnerability', 'vulnerability', 'malicious'),
    kev: fc.constantFrom('listed', 'not_listed', 'not_checked'),
    fixed: fc.boolean(),
    version: fc.constantFrom('1.0.0', '2.0.0'),
    subject: fc.option(fc.nat(SERVERS - 1), { nil: undefined }),
  })
  .map(
    ({ package: at, version, fixed, subject, ...more }): Finding =>
      packageFinding(`package${at}`, {
        ...more,
        id: `CVE-2025-${at}`,
        component: `pkg:npm/package${at}@${version}`,
        ...(fixed && { fixed_version: '3.0.0' }),
        ...(subject !== undefined && { subject: `server:${subject}` }),
        cwes: [`CWE-${at % 2}`],
      }),
  );

/** Any of the edges that there may be, with their ends. */
const estate = fc
  .array(
    fc.oneof(
      fc.record({ from: agent(), to: server(), kind: fc.constant('uses' as const) }),
      fc.record({ from: server(), to: component(), kind: fc.constant('runs' as const) }),
      fc.record({ from: component(), to: component(), kind: fc.constant('depends_on' as const) }),
      fc.record({ from: server(), to: fc.constant('credential:TOKEN'), kind: fc.constant('holds' as const) }),
      fc.record({ from: server(), to: fc.constant('tool:run'), kind: fc.constant('offers' as const) }),
    ),
    { maxLength: 12 },
  )
  .chain((edges) => fc.record({ edges: fc.constant(edges), missing: fc.nat(8), capable: fc.boolean() }))
  .map(({ edges, missing, capable }) => graphOf(edges, missing, capable));

function agent() {
  return fc.nat(1).map((at) => `agent:${at}`);
}
function server() {
  return fc.nat(SERVERS - 1).map((at) => `server:${at}`);
}
function component() {
  return fc.nat(PACKAGES - 1).map((at) => `pkg:npm/package${at}@1.0.0`);
}

/** Now and then an end is left out: other sources may know it, or nobody. */
function graphOf(edges: readonly GraphEdge[], missing: number, capable: boolean): IngestGraph {
  const kinds = { agent: 'agent', server: 'server', tool: 'tool', credential: 'credential', pkg: 'package' } as const;
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].filter((_, index) => index !== missing);
  const nodes = ids.map((id): IngestNode => {
    const kind = kinds[id.split(':')[0] as keyof typeof kinds];
    return {
      id,
      kind,
      label: id.slice(id.indexOf(':') + 1),
      ...(kind === 'tool' && capable && { properties: { capabilities: ['execute'] } }),
    };
  });
  return { nodes, edges };
}

type Step =
  | { what: 'push'; source: number; complete: boolean; findings: Finding[]; graph: IngestGraph }
  | { what: 'triage'; nth: number; aside: boolean }
  | { what: 'except'; package: number; days: number }
  | { what: 'forget' }
  | { what: 'wait'; days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('push' as const),
      source: fc.nat(SOURCES - 1),
      complete: fc.boolean(),
      findings: fc.uniqueArray(finding, { maxLength: 5, selector: ({ fingerprint }) => fingerprint }),
      graph: estate,
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('triage' as const), nth: fc.nat(20), aside: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('except' as const), package: fc.nat(PACKAGES - 1), days: fc.integer({ min: 1, max: 60 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 20 }) }) },
);

describe.each(databases())('views that are kept on $name', (database) => {
  const at = withPlane(database);

  async function take(tenant: string, key: string, sources: Map<number, string>, one: Step): Promise<void> {
    at.advance(1000);
    if (one.what === 'wait') return at.advance(one.days * DAY_MS);
    if (one.what === 'push') {
      const known = sources.get(one.source);
      const ofFindings = graphOfFindings(one.findings);
      const graph = { nodes: [...ofFindings.nodes, ...one.graph.nodes], edges: [...ofFindings.edges, ...one.graph.edges] };
      const { findings, complete } = one;
      const { sourceId } = await push(at, tenant, { findings, complete, graph, ...(known !== undefined && { sourceId: known }) });
      sources.set(one.source, sourceId);
      return;
    }
    const now = new Date(at.plane.clock()).toISOString();
    if (one.what === 'triage') {
      const { items } = (await at.ask('GET', '/v1/findings?limit=200', { key })).body;
      const id = items[one.nth % Math.max(1, items.length)]?.finding_id;
      const body = { state: one.aside ? 'false_positive' : null };
      if (id !== undefined) await at.ask('PUT', `/v1/findings/${id}/triage`, { key, body });
      return;
    }
    await at.plane.store.write(tenant, async ({ db }) => {
      if (one.what === 'forget') await db.deleteFrom('exceptions').where('tenant_id', '=', tenant).execute();
      if (one.what !== 'except') return;
      const expires_at = new Date(at.plane.clock() + one.days * DAY_MS).toISOString();
      const who = { requested_by: 'ana', decided_by: 'ben', decision_note: null, reason: 'fine', fingerprint: null, source_id: null };
      const what = { problem_id: `CVE-2025-${one.package}`, purl: `pkg:npm/package${one.package}`, status: 'approved' };
      await db
        .insertInto('exceptions')
        .values({
          tenant_id: tenant,
          exception_id: newId('exc'),
          ...who,
          ...what,
          expires_at,
          created_at: now,
          decided_at: now,
          updated_at: now,
        })
        .execute();
    });
  }

  /** Everything that views say; of a store that nobody knows it is made anew. */
  async function views(of: Store, tenant: string) {
    return at.plane.store.read(tenant, async (store) => {
      const knowledge = await knowledgeOf(of, store, at.plane.clock());
      const [graph, covered, summary] = [await knowledge.graph(), await knowledge.covered(), await knowledge.summary()];
      const { exposure } = await knowledge.exposure();
      const { bySeverity, byKind, bySource, kev, excepted, suppressed, resolved, total } = summary;
      return {
        nodes: [...graph.inOrder()].map(({ ...node }) => node),
        edges: graph.edges,
        found: graph.search('package 1', 3, () => true),
        covered: [...covered].sort(byKey),
        summary: {
          bySeverity,
          byKind: [...byKind].sort(byKey),
          bySource: [...bySource].sort(byKey),
          kev,
          excepted,
          suppressed,
          resolved,
          total,
          present: total + excepted,
        },
        groups: await groupsOf(store, covered),
        failing: await knowledge.failing(20),
        paths: exposure.paths,
      };
    });
  }

  it('are what the tables say, after whatever was written', async () => {
    let run = 0;
    const runs = fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 2, maxLength: 10 }), async (steps) => {
      const tenant = `tenant-${run++}`;
      const key = await at.key(tenant, 'admin', { expiresAt: '2200-01-01T00:00:00.000Z' });
      const sources = new Map<number, string>();
      for (const [one, isRead] of [...steps, [{ what: 'wait', days: 0 }, true] as [Step, boolean]]) {
        await take(tenant, key, sources, one);
        if (!isRead) continue;
        const kept = await views(at.plane.store, tenant);
        expect(kept).toEqual(await views(Object.create(at.plane.store), tenant));
        expect(kept.summary).toMatchObject(await at.plane.store.read(tenant, counted));
      }
    });
    await fc.assert(runs, { numRuns: 25, endOnFailure: true });
  }, 240_000);

  it('may be two seconds old where servers reach very much, and say so', async () => {
    const key = await at.key('large', 'viewer', { expiresAt: '2200-01-01T00:00:00.000Z' });
    const findings = Array.from({ length: 1600 }, (_, n) => packageFinding(`package${n}`));
    const worse = packageFinding('package7', { id: 'MAL-2025-7', kind: 'malicious' });
    const edges = findings.map(({ component = '' }): GraphEdge => ({ from: 'server:0', to: component, kind: 'runs' }));
    const { sourceId } = await push(at, 'large', { findings, graph: graphOf(edges, -1, false) });
    const paths = async () => {
      const { headers, body } = await at.ask('GET', '/v1/graph/exposure-paths', { key });
      expect(Number(headers.age ?? 0)).toBeLessThanOrEqual(2);
      return body.items.map(({ finding }: { finding: { id: string } }) => finding.id);
    };
    expect(await paths()).not.toContain(worse.id);
    await push(at, 'large', { sourceId, findings: [worse], complete: false });
    await vi.waitFor(async () => expect(await paths()).toContain(worse.id), { timeout: 20_000, interval: 100 });
  }, 60_000);
});

/** Numbers of findings, from the findings themselves; `present` are open, with an exception or without. */
async function counted({ db, tenantId }: TenantStore) {
  const rows = await db.selectFrom('findings').select('status').where('tenant_id', '=', tenantId).execute();
  const of = (status: string) => rows.filter((row) => row.status === status).length;
  return { suppressed: of('suppressed'), resolved: of('resolved'), present: of('open') };
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
