import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/control-plane/ids.js';
import type { IngestBatch } from '../../src/control-plane/ingest/batch.js';
import { ingest } from '../../src/control-plane/ingest/write.js';
import { type FindingFilter, withOrigins } from '../../src/control-plane/store/findings/finding-filter.js';
import { FindingRepository } from '../../src/control-plane/store/findings/findings.js';
import type { Finding } from '../../src/model/finding.js';
import { databases } from '../support/databases.js';
import { batchOf, packageFinding } from '../support/ingest-batches.js';
import { plansOf } from '../support/plans.js';
import { SOON } from '../support/soon.js';
import { withPlane } from '../support/with-plane.js';

interface Listed {
  finding_id: string;
  source_id: string;
  source_ids: string[];
  status: string;
}

describe.each(databases())('a finding that several sources see, on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await at.ask(method, path, { key, ...(body && { body }) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const source = async (kind: string, scope: object): Promise<string> =>
    (await ask('POST', '/v1/sources', { kind, display_name: kind, scope })).source_id;
  const write = (batch: IngestBatch) => at.plane.store.write('acme', (store) => ingest(store, batch));
  const jobs = new Map<string, string>();
  const jobOf = (id: string, day: number) => {
    const jobId = jobs.get(`${id} ${day}`) ?? newId('job');
    jobs.set(`${id} ${day}`, jobId);
    return jobId;
  };
  const sees = (id: string, day: number, findings: readonly Finding[], more: Partial<IngestBatch> = {}) =>
    write(batchOf(id, day, findings, { jobId: jobOf(id, day), ...more }));
  const list = async (query: string): Promise<Listed[]> => (await ask('GET', `/v1/findings?${query}`)).items;
  const one = (id: string) => ask('GET', `/v1/findings/${id}`);

  /** A repository that two sources read, and a finding there that both see. */
  const twice = async (name: string) => {
    const repo = await source('scan.repo', { url: `https://git.example/acme/${name}` });
    const iac = await source('scan.iac', { repo_url: `https://GIT.example/acme/${name}.git` });
    const finding = packageFinding(name);
    await sees(repo, 1, [finding]);
    expect(await sees(iac, 2, [finding])).toMatchObject({ new: 0, unchanged: 1 });
    const [row] = await list(`source_id=${repo}`);
    return { repo, iac, finding, id: row?.finding_id ?? '' };
  };

  it('is listed once and counted once, and belongs to each of them', async () => {
    const before = await ask('GET', '/v1/findings/stats');
    const { repo, iac, id } = await twice('counted');
    const both = { finding_id: id, source_id: repo, source_ids: [repo, iac], status: 'open' };
    expect(await list('q=counted')).toMatchObject([both]);
    for (const seer of [repo, iac]) {
      expect(await list(`source_id=${seer}&status=open`)).toMatchObject([both]);
      expect(await list(`source_id=${seer}&q=counted&sort=first_seen`)).toMatchObject([both]);
      expect(await ask('GET', `/v1/sources/${seer}`)).toMatchObject({ linked: { open_findings: 1 } });
    }
    for (const job of [jobOf(repo, 1), jobOf(iac, 2)]) expect(await list(`job_id=${job}`)).toMatchObject([both]);
    const stats = await ask('GET', '/v1/findings/stats');
    expect(stats.open - before.open).toBe(1);
    const ofSources = stats.by_source.filter((row: { source_id: string }) => [repo, iac].includes(row.source_id));
    expect(ofSources.map((row: { by_severity: { high: number } }) => row.by_severity.high)).toEqual([1, 1]);
    const groups = await ask('GET', '/v1/findings/groups?by=source');
    const own = groups.items.filter((group: { key: string }) => [repo, iac].includes(group.key));
    expect(own.map((group: { count: number }) => group.count)).toEqual([1, 1]);
    const sources = await ask('GET', '/v1/sources?limit=200');
    const open = sources.items.filter((row: { source_id: string }) => [repo, iac].includes(row.source_id));
    expect(open.map((row: { open_findings: number }) => row.open_findings)).toEqual([1, 1]);
    const { provenance } = await one(id);
    expect(provenance.origins).toMatchObject([
      { source_id: repo, kind: 'scan.repo', status: 'open', last_job_id: jobOf(repo, 1) },
      { source_id: iac, kind: 'scan.iac', status: 'open', last_job_id: jobOf(iac, 2) },
    ]);
  });

  it('stays open while one of them sees it, and closes when the last has looked again', async () => {
    const { repo, iac, finding, id } = await twice('closing');
    expect(await sees(repo, 3, [])).toMatchObject({ resolved: 0 });
    expect(await one(id)).toMatchObject({ status: 'open', source_id: iac, last_seen: '2026-01-02T12:00:00.000Z' });
    expect((await one(id)).provenance.origins).toMatchObject([
      { source_id: repo, status: 'resolved' },
      { source_id: iac, status: 'open' },
    ]);
    expect(await list(`source_id=${repo}&status=open`)).toEqual([]);
    await sees(iac, 4, [], { complete: false });
    expect(await one(id)).toMatchObject({ status: 'open' });
    expect(await sees(iac, 5, [])).toMatchObject({ resolved: 1 });
    expect(await one(id)).toMatchObject({ status: 'resolved' });
    expect(await list(`source_id=${repo}&status=resolved`)).toMatchObject([{ finding_id: id }]);
    expect(await sees(repo, 6, [finding])).toMatchObject({ reopened: 1, new: 0 });
    expect(await one(id)).toMatchObject({ status: 'open', source_id: repo, reopened_count: 1, first_seen: '2026-01-01T12:00:00.000Z' });
  });

  it('does not wait for a source that was retired', async () => {
    const retire = async (id: string) => expect((await at.ask('DELETE', `/v1/sources/${id}`, { key })).status).toBe(204);
    const before = await twice('retired');
    await retire(before.repo);
    expect(await one(before.id)).toMatchObject({ status: 'open', source_id: before.iac });
    await sees(before.iac, 3, []);
    expect(await one(before.id)).toMatchObject({ status: 'resolved' });
    const after = await twice('retiring');
    await sees(after.iac, 3, []);
    expect(await one(after.id)).toMatchObject({ status: 'open' });
    await retire(after.repo);
    expect(await one(after.id)).toMatchObject({ status: 'resolved' });
  });

  it('has one triage and one exception', async () => {
    const { repo, iac, finding, id } = await twice('decided');
    await ask('POST', `/v1/findings/${id}/triage`, { state: 'not_affected', note: 'never called' });
    await sees(iac, 3, [finding]);
    await sees(repo, 4, [finding]);
    expect(await list('q=decided')).toMatchObject([{ status: 'suppressed', triage: { note: 'never called' } }]);
    await ask('POST', `/v1/findings/${id}/triage`, { state: null });
    const wish = { problem_id: finding.id, source_id: iac, reason: 'later', expires_at: SOON };
    const before = await ask('GET', '/v1/findings/stats');
    const { exception_id } = await ask('POST', '/v1/exceptions', wish);
    const other = await at.key('acme', 'admin', { subject: 'carol' });
    const approved = await at.ask('POST', `/v1/exceptions/${exception_id}/approve`, { key: other });
    expect(approved.status, approved.text).toBe(200);
    expect(await one(id)).toMatchObject({ exception_id, exceptions: [{ exception_id, covers: true }] });
    expect((await ask('GET', '/v1/findings/stats')).open).toBe(before.open - 1);
  });

  it('is covered by an exception for a source that comes to see it, until that one reads something else', async () => {
    const url = 'https://git.example/acme/joined';
    const [repo, iac] = [await source('scan.repo', { url }), await source('scan.iac', { repo_url: url })];
    const finding = packageFinding('joined');
    await sees(repo, 1, [finding]);
    const wish = { problem_id: finding.id, source_id: iac, reason: 'later', expires_at: SOON };
    const { exception_id } = await ask('POST', '/v1/exceptions', wish);
    await at.ask('POST', `/v1/exceptions/${exception_id}/approve`, { key: await at.key('acme', 'admin', { subject: 'carol' }) });
    const covering = async () => (await list(`source_id=${repo}`)).map((row) => Reflect.get(row, 'exception_id'));
    expect(await covering()).toEqual([null]);
    await sees(iac, 2, [finding]);
    expect(await covering()).toEqual([exception_id]);
    await ask('PUT', `/v1/sources/${iac}`, { scope: { repo_url: `${url}-not` } });
    expect(await covering()).toEqual([null]);
  });

  it('is another one for a source that reads something else from then on', async () => {
    const { repo, iac, finding, id } = await twice('moved');
    await ask('PUT', `/v1/sources/${repo}`, { scope: { url: 'https://git.example/acme/elsewhere' } });
    expect(await one(id)).toMatchObject({ source_id: iac, source_ids: [iac], status: 'open' });
    expect(await sees(repo, 3, [finding])).toMatchObject({ new: 1 });
    const both = await list('q=moved');
    expect(both).toHaveLength(2);
    await ask('PUT', `/v1/sources/${repo}`, { scope: { url: 'https://git.example/acme/moved/' } });
    await sees(repo, 4, [finding]);
    expect(await list('q=moved')).toMatchObject([{ finding_id: id, source_ids: [iac, repo] }]);
    for (const { finding_id } of both) expect(await one(finding_id)).toMatchObject({ finding_id: id });
    const former = both.map(({ finding_id }) => finding_id).filter((one) => one !== id);
    const triage = (finding_ids: string[]) => at.ask('POST', '/v1/findings/triage', { key, body: { finding_ids, state: 'not_affected' } });
    expect(await triage([...former, id])).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await one(id)).toMatchObject({ status: 'suppressed', triage: { state: 'not_affected' } });
    expect((await triage([...former, 'fnd_0000000000'])).status).toBe(404);
  });

  it('is one for every spelling of an image, and another one where the reference means something else', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const spelled = async (refs: string[], name: string) => {
      const finding = packageFinding(name);
      for (const [day, ref] of refs.entries()) await sees(await source('scan.image', { ref }), day + 1, [finding]);
      return list(`q=${name}`);
    };
    const names = ['alpine', 'alpine:latest', 'docker.io/library/alpine:latest', 'index.docker.io/library/alpine'];
    expect(await spelled(names, 'spelled')).toHaveLength(1);
    expect(await spelled([`alpine@${digest}`, `docker.io/library/alpine:3.20@${digest}`], 'pinned')).toHaveLength(1);
    expect(await spelled(['alpine:3.19', `alpine:3.19@${digest}`, 'ghcr.io/library/alpine:3.19'], 'others')).toHaveLength(3);
  });

  it('is found by an index, whichever source or job is asked for', async () => {
    const { repo, iac } = await twice('planned');
    for (const filter of [{ source_id: [iac] }, { source_id: [repo, iac], status: ['open'] }, { job_id: jobOf(iac, 2) }]) {
      const plan = await plansOf(at, 'acme', async (store) => {
        const wanted: FindingFilter = await withOrigins(store, filter);
        expect(wanted.shared).toBe(true);
        return new FindingRepository(store).list(wanted, { scope: 'plans', limit: 50, codec: at.plane.cursors }, (row) => row);
      });
      expect(plan).not.toMatch(/SCAN finding|Seq Scan on finding/);
    }
  });
});
