import { beforeAll, describe, expect, it } from 'vitest';
import type { FindingFilter } from '../../../src/control-plane/store/findings/finding-filter.js';
import { FindingRepository } from '../../../src/control-plane/store/findings/findings.js';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { plansOf } from '../../support/plans.js';
import { withPlane } from '../../support/with-plane.js';

/** Filters with the index that leads to them, by the columns after the tenant. */
const led: [FindingFilter, RegExp][] = [
  [{}, /findings_filtered/],
  [{ severity: ['critical'] }, /findings_filtered/],
  [{ severity: ['critical', 'high'], status: ['open', 'suppressed'] }, /COVERING INDEX findings_filtered/],
  [{ ecosystem: ['pkg:npm/'], decided_before: '2026-01-01T00:00:00.000Z' }, /COVERING INDEX findings_filtered/],
  [{ first_seen_after: '2026-01-01T00:00:00.000Z', status: ['open'] }, /COVERING INDEX findings_filtered/],
  [{ status: ['open'] }, /status/],
  [{ status: ['resolved'], severity: ['low'] }, /status/],
  [{ kind: ['skill'] }, /kind/],
  [{ source_id: ['src_none00000'] }, /source_id/],
  [{ source_id: ['src_none00000'], status: ['open'], kind: ['skill'] }, /source_id/],
  [{ kev: true }, /listed/],
  [{ kev: true, source_id: ['src_none00000'] }, /listed/],
  [{ triage: ['confirmed'], status: ['open'] }, /triaged/],
];

describe.each(databases())('queries of findings on $name', (database) => {
  const at = withPlane(database);
  beforeAll(async () => {
    await at.key('acme');
    const findings = Array.from({ length: 3000 }, (_, n) => packageFinding(`package${n}`, { id: `CVE-2024-${1000 + n}` }));
    await push(at, 'acme', { findings });
  });

  const plansOfList = (filter: FindingFilter) =>
    plansOf(at, 'acme', (store) =>
      new FindingRepository(store).list(filter, { scope: 'plans', limit: 50, codec: at.plane.cursors }, (row) => row),
    );

  it.each(led)('walk the index of %j, in its order', async (filter, index) => {
    const plan = await plansOfList(filter);
    expect(plan).not.toMatch(/SCAN findings|Seq Scan|TEMP B-TREE/);
    if (database.name === 'sqlite') expect(plan).toMatch(index);
  });

  it.each<[FindingFilter]>([[{ job_id: 'job_none' }], [{ job_id: 'job_none', status: ['open'], source_id: ['src_none00000'], kev: true }]])(
    'lead by the job to the few of %j',
    async (filter) => {
      const plan = await plansOfList(filter);
      expect(plan).toMatch(/last_job/);
      expect(plan).not.toMatch(/SCAN findings|Seq Scan/);
    },
  );

  it('sort only few: what is found by component or by words', async () => {
    expect(await plansOfList({ component: 'pkg:npm/package7@1.0.0' })).toMatch(/component/);
    for (const filter of [{ q: 'package7' }, { q: 'CVE-2024-1007', severity: ['high' as const] }]) {
      const plan = await plansOfList(filter);
      expect(plan).not.toMatch(/SCAN findings|Seq Scan/);
      expect(plan).toMatch(/VIRTUAL TABLE INDEX|Index Cond: .*word/);
    }
  });

  it('walk the list for words that nearly all have', async () => {
    const plan = await plansOfList({ q: 'package' });
    expect(plan).not.toMatch(/SCAN findings|Seq Scan on findings/);
    expect(plan).toMatch(/severity_rank|findings_filtered/);
  });
});
