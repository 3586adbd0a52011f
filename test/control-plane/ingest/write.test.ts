import { describe, expect, it } from 'vitest';
import type { IngestBatch, IngestGraph } from '../../../src/control-plane/ingest/batch.js';
import { ingest } from '../../../src/control-plane/ingest/write.js';
import { databases } from '../../support/databases.js';
import { batchOf, packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('the write path on $name', (database) => {
  const at = withPlane(database);

  const write = (batch: IngestBatch, tenant = 'acme') => at.plane.store.write(tenant, (store) => ingest(store, batch));
  const rows = (sourceId: string, tenant = 'acme') =>
    at.plane.store.read(tenant, ({ db, tenantId }) =>
      db
        .selectFrom('findings')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('source_id', '=', sourceId)
        .orderBy('component')
        .execute(),
    );
  const changes = (sourceId: string) =>
    at.plane.store.read('acme', async ({ db, tenantId }) => {
      const found = await db
        .selectFrom('graph_history')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('source_id', '=', sourceId)
        .orderBy('changed_at')
        .orderBy('seq')
        .execute();
      return found.flatMap(({ entries }) =>
        entries.map(([change, item, document]) => [item, change, document.id ?? document.kind].join(' ')),
      );
    });

  it('follows findings from first sight to resolved and back', async () => {
    const [a, b] = [packageFinding('a'), packageFinding('b')];
    expect(await write(batchOf('src_life', 1, [a, b, a]))).toMatchObject({ received: 3, new: 2, updated: 0, unchanged: 0, resolved: 0 });
    expect(await write(batchOf('src_life', 2, [a]))).toMatchObject({ new: 0, unchanged: 1, resolved: 1, reopened: 0 });
    const [, gone] = await rows('src_life');
    expect(gone).toMatchObject({ status: 'resolved', resolved_at: '2026-01-02T12:00:00.000Z', last_seen: '2026-01-01T12:00:00.000Z' });
    const back = { ...b, severity: 'critical' as const };
    expect(await write(batchOf('src_life', 3, [a, back]))).toMatchObject({ unchanged: 1, updated: 1, reopened: 1, resolved: 0 });
    const [first, second] = await rows('src_life');
    expect(first).toMatchObject({ first_seen: '2026-01-01T12:00:00.000Z', last_seen: '2026-01-03T12:00:00.000Z', reopened_count: 0 });
    expect(first).toMatchObject({ first_job_id: 'job_day1', last_job_id: 'job_day3' });
    expect(second).toMatchObject({ status: 'open', resolved_at: null, reopened_count: 1, severity: 'critical', severity_rank: 4 });
    expect(second?.finding_id).toBe(gone?.finding_id);
  });

  it('keeps what people said, and what they set aside stays aside when it comes back', async () => {
    const noise = packageFinding('noise');
    await write(batchOf('src_triage', 1, [noise]));
    await at.plane.store.write('acme', ({ db }) =>
      db
        .updateTable('findings')
        .set({ triage: 'false_positive', note: 'no way', assignee: 'ada', status: 'suppressed' })
        .where('tenant_id', '=', 'acme')
        .where('source_id', '=', 'src_triage')
        .execute(),
    );
    await write(batchOf('src_triage', 2, [{ ...noise, title: 'another title' }]));
    await write(batchOf('src_triage', 3, []));
    expect((await rows('src_triage'))[0]).toMatchObject({ status: 'resolved', note: 'no way' });
    await write(batchOf('src_triage', 4, [noise]));
    expect((await rows('src_triage'))[0]).toMatchObject({ status: 'suppressed', triage: 'false_positive', assignee: 'ada' });
  });

  it('leaves what it was not told about alone: other sources, other tenants, partial and late batches', async () => {
    const one = packageFinding('one');
    await write(batchOf('src_mine', 5, [one]));
    await write(batchOf('src_other', 5, [one]));
    await write(batchOf('src_mine', 5, [one]), 'globex');
    await write(batchOf('src_mine', 6, [], { complete: false }));
    expect(await write(batchOf('src_mine', 4, []))).toMatchObject({ resolved: 0 });
    expect(await write(batchOf('src_mine', 7, []))).toMatchObject({ resolved: 1 });
    expect((await rows('src_other'))[0]?.status).toBe('open');
    expect((await rows('src_mine', 'globex'))[0]?.status).toBe('open');
  });

  it('takes no observation from the future', async () => {
    await write(batchOf('src_future', 8, [packageFinding('early')], { observedAt: '2099-01-01T00:00:00.000Z' }));
    expect((await rows('src_future'))[0]?.last_seen).toBe('2026-01-08T12:00:00.000Z');
  });

  it('keeps the graph of a source and notes what came and went', async () => {
    const agent = { id: 'agent:a', kind: 'agent', label: 'claude' } as const;
    const server = (id: string) => ({ id, kind: 'server', label: id }) as const;
    const uses = (to: string) => ({ from: 'agent:a', to, kind: 'uses' }) as const;
    const graph: IngestGraph = { nodes: [agent, server('s1'), server('s2')], edges: [uses('s1'), uses('s2')] };
    await write(batchOf('src_graph', 1, [], { graph }));
    expect(await changes('src_graph')).toEqual([
      'node added agent:a',
      'node added s1',
      'node added s2',
      'edge added uses',
      'edge added uses',
    ]);
    const less: IngestGraph = { nodes: [agent, { ...server('s1'), label: 'renamed' }], edges: [uses('s1')] };
    await write(batchOf('src_graph', 2, [], { graph: less, complete: false }));
    expect((await changes('src_graph')).slice(5)).toEqual(['node changed s1']);
    await write(batchOf('src_graph', 3, [], { graph: less, complete: false, replaces: ['agent:a'] }));
    expect((await changes('src_graph')).slice(6)).toEqual(['edge removed uses']);
    await write(batchOf('src_graph', 4, [], { graph: less }));
    expect((await changes('src_graph')).slice(7)).toEqual(['node removed s2']);
  });

  it('writes more than one statement holds, and counts rightly when two batches of a source meet', async () => {
    const many = Array.from({ length: 1234 }, (_, index) => packageFinding(`p-${index}`));
    const results = await Promise.all([1, 2].map((day) => write(batchOf('src_many', day, many, { complete: false }))));
    expect(results.map((one) => one.new).sort()).toEqual([0, 1234].sort());
    expect(await rows('src_many')).toHaveLength(1234);
  });
});
