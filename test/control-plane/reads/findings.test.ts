import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { agentGraph, push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

interface Listed {
  finding_id: string;
  id: string;
  severity: string;
}

describe.each(databases())('findings on $name', (database) => {
  const at = withPlane(database);
  let admin = '';
  let viewer = '';
  let sourceId = '';
  const lodash = packageFinding('lodash', { id: 'CVE-2021-23337', aliases: ['GHSA-35jh-r3h4-6jhm'], severity: 'critical', kev: 'listed' });
  const all = [
    lodash,
    packageFinding('express', { id: 'CVE-2024-43796', severity: 'medium', title: 'Cross-site scripting in express' }),
    packageFinding('express-session', { id: 'CVE-2024-1', severity: 'low' }),
    packageFinding('minimist', { id: 'GHSA-xvch-5gv4-984h', severity: 'high' }),
    packageFinding('evil', { id: 'MAL-2025-7', kind: 'malicious', severity: 'critical' }),
    ...Array.from({ length: 30 }, (_, index) => packageFinding(`filler${index}`, { id: `CVE-2020-${1000 + index}`, severity: 'unknown' })),
  ];
  beforeAll(async () => {
    admin = await at.key('acme');
    viewer = await at.key('acme', 'viewer');
    ({ sourceId } = await push(at, 'acme', { findings: all, graph: agentGraph('pkg:npm/lodash@1.0.0', lodash) }));
  });

  const list = async (query: string): Promise<Listed[]> => (await at.ask('GET', `/v1/findings?${query}`, { key: viewer })).body.items;
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);

  it('come worst first, and every one on exactly one page', async () => {
    const seen: Listed[] = [];
    for (let cursor = ''; ; ) {
      const page = await at.ask('GET', `/v1/findings?limit=7${cursor && `&cursor=${cursor}`}`, { key: viewer });
      expect(page.status).toBe(200);
      seen.push(...page.body.items);
      if (page.body.next_cursor === null) break;
      cursor = page.body.next_cursor;
    }
    expect(new Set(seen.map(({ finding_id }) => finding_id)).size).toBe(all.length);
    const stats = await at.ask('GET', '/v1/findings/stats', { key: viewer });
    expect(stats.body).toMatchObject({ open: all.length, kev: 1, by_severity: { critical: 2, unknown: 30 }, by_kind: { malicious: 1 } });
    const ranks = seen.map(({ severity }) => ['unknown', 'low', 'medium', 'high', 'critical'].indexOf(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  });

  it('are filtered, each filter alone and together', async () => {
    expect(await ids('severity=critical')).toHaveLength(2);
    expect(await ids('severity=unknown&limit=100')).toHaveLength(30);
    expect(await ids('severity=none')).toEqual([]);
    expect(await ids('kind=malicious')).toEqual(['MAL-2025-7']);
    expect(await ids('kev=true')).toEqual(['CVE-2021-23337']);
    expect(await ids('kev=false&limit=200')).toHaveLength(all.length - 1);
    expect(await ids(`component=${encodeURIComponent('pkg:npm/minimist@1.0.0')}`)).toEqual(['GHSA-xvch-5gv4-984h']);
    expect(await ids(`source_id=${sourceId}&status=open&severity=high`)).toEqual(['GHSA-xvch-5gv4-984h']);
    expect(await ids('status=resolved')).toEqual([]);
    expect(await ids('triage=confirmed')).toEqual([]);
  });

  it('are found by id, alias, package and title, by whole words and their beginnings', async () => {
    expect(await ids('q=cve-2021-23337')).toEqual(['CVE-2021-23337']);
    expect(await ids('q=GHSA-35jh')).toEqual(['CVE-2021-23337']);
    expect(await ids('q=express')).toEqual(['CVE-2024-43796', 'CVE-2024-1']);
    expect(await ids('q=express%20scripting')).toEqual(['CVE-2024-43796']);
    expect(await ids('q=express&severity=low')).toEqual(['CVE-2024-1']);
    expect(await ids('q=press')).toEqual([]);
    expect(await ids(`q=${encodeURIComponent('"; drop* -- (')}`)).toEqual([]);
    expect(await ids('q=%22')).toEqual([]);
  });

  it('are refused with unknown or malformed filters, and with cursors of other lists', async () => {
    for (const query of ['severity=bad', 'nosuch=1', 'limit=0', 'cursor=abc', 'source_id=src_1', 'kev=maybe'])
      expect([query, (await at.ask('GET', `/v1/findings?${query}`, { key: viewer })).status]).toEqual([query, 400]);
    const { body } = await at.ask('GET', '/v1/findings?limit=2', { key: viewer });
    expect((await at.ask('GET', `/v1/findings?limit=2&severity=unknown&cursor=${body.next_cursor}`, { key: viewer })).status).toBe(400);
  });

  it('say where they come from and what they reach', async () => {
    const [first] = await list('q=lodash');
    const { status, body } = await at.ask('GET', `/v1/findings/${first?.finding_id}`, { key: viewer });
    expect(status).toBe(200);
    expect(body.finding).toEqual(lodash);
    expect(body.provenance).toMatchObject({ source: { source_id: sourceId, owner: 'ana' }, last_job: { status: 'succeeded' } });
    expect(body.provenance.evidence.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(body.blast_radius).toEqual({
      servers: ['server:files'],
      agents: ['agent:cursor'],
      credentials: ['credential:API_TOKEN'],
      tools: ['tool:files/run'],
    });
    const other = await at.key('globex');
    expect((await at.ask('GET', `/v1/findings/${first?.finding_id}`, { key: other })).status).toBe(404);
    expect((await at.ask('GET', '/v1/findings/nonsense', { key: viewer })).status).toBe(404);
  });

  it('are triaged by analysts; what is set aside no longer counts as open', async () => {
    const analyst = await at.key('acme', 'analyst');
    const [first] = await list('q=minimist');
    const url = `/v1/findings/${first?.finding_id}/triage`;
    expect((await at.ask('PUT', url, { key: viewer, body: { state: 'confirmed' } })).status).toBe(403);
    expect((await at.ask('PUT', url, { key: analyst, body: { state: 'accepted' } })).status).toBe(422);
    expect((await at.ask('PUT', url, { key: await at.key('globex'), body: { state: 'confirmed' } })).status).toBe(404);
    const body = { state: 'false_positive', assignee: 'bo', note: 'not called' };
    const refused = await at.ask('PUT', url, { key: analyst, body: { ...body, note: 'api_key=sk-abcdefghijklmnopqrstuvwxyz123456' } });
    expect(refused.status).toBe(422);
    expect(refused.text).not.toContain('abcdefghijklmnop');
    const done = await at.ask('PUT', url, { key: analyst, body });
    expect(done.body).toMatchObject({ status: 'suppressed', triage: { state: 'false_positive', assignee: 'bo' } });
    expect(await ids('triage=false_positive')).toEqual(['GHSA-xvch-5gv4-984h']);
    expect((await at.ask('GET', '/v1/findings/stats', { key: viewer })).body.open).toBe(all.length - 1);
    await at.ask('POST', url, { key: analyst, body: { state: null } });
    expect(await ids('status=suppressed')).toEqual([]);
  });

  it('that are malicious are set aside by an exception only', async () => {
    const [evil] = await list('kind=malicious');
    const answer = await at.ask('PUT', `/v1/findings/${evil?.finding_id}/triage`, { key: admin, body: { state: 'not_affected' } });
    expect(answer.status).toBe(409);
  });
});
