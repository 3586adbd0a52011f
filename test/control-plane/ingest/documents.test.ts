import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAdvisories } from '../../../src/advisories/database.js';
import { updateFrom } from '../../../src/advisories/update-from.js';
import type { ScanReport } from '../../../src/model/report.js';
import { databases } from '../../support/databases.js';
import { impatient } from '../../support/feed-tree.js';
import { render } from '../../support/rendering.js';
import { scanProject } from '../../support/sample-scan.js';
import { withPlane } from '../../support/with-plane.js';

const NOW = Date.parse('2026-09-20T12:00:00Z');

async function advisoriesAt(dbPath: string): Promise<void> {
  await updateFrom('fixtures/feeds', { dbPath, clock: () => NOW, signal: new AbortController().signal, retry: impatient });
}

describe.each(databases())('pushed documents on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  let report: ScanReport;
  beforeAll(async () => {
    key = await at.key('acme');
    const path = join(at.folder, 'scan.db');
    await advisoriesAt(path);
    const advisories = openAdvisories(path);
    report = await scanProject(resolve('fixtures/sample-app'), advisories);
    advisories.close();
  });

  const push = (format: string, document: unknown, more: object = {}) =>
    at.ask('POST', '/v1/compliance/ingest', { key, body: { format, document, ...more } });
  const source = async (body: object) =>
    (await at.ask('POST', '/v1/sources', { key, body: { display_name: 'named', ...body } })).body.source_id as string;
  const open = (sourceId: string) =>
    at.plane.store.read('acme', async ({ db }) =>
      (
        await db
          .selectFrom('findings')
          .select(['problem_id', 'severity', 'kind', 'component', 'status'])
          .where('tenant_id', '=', 'acme')
          .where('source_id', '=', sourceId)
          .where('status', '=', 'open')
          .orderBy('problem_id')
          .execute()
      ).map((row) => row),
    );
  it('keep a bill of materials when there is no advisory database, and do not call it clean', async () => {
    const { body, status } = await push('cyclonedx', JSON.parse(await render('cyclonedx', report)), { complete: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ components: report.components.length, received: 0, complete: false });
    expect(body.issues).not.toEqual([]);
  });

  it('match a bill of materials in all its forms', async () => {
    await advisoriesAt(at.plane.options.advisoryDatabase);
    const document = JSON.parse(await render('cyclonedx', report));
    const { body } = await push('cyclonedx', document);
    const vulnerable = report.findings.filter(({ kind }) => kind === 'vulnerability');
    expect(vulnerable.length).toBeGreaterThan(3);
    const found = await open(body.source_id);
    expect(found.map((one) => one.component)).toEqual(expect.arrayContaining(vulnerable.map((one) => one.component)));
    const nodes = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('graph_nodes').select('node_id').where('tenant_id', '=', 'acme').where('kind', '=', 'package').execute(),
    );
    expect(nodes.map((one) => one.node_id)).toEqual(expect.arrayContaining(report.components.map((one) => one.ref)));
    const spdx = await push('spdx', JSON.parse(await render('spdx', report)));
    expect(spdx.body.components).toBeGreaterThan(0);
    expect(spdx.body.source_id).not.toBe(body.source_id);
    for (const [format, path] of [
      ['cyclonedx', 'cyclonedx-xml/scopes-and-dependencies/bom.xml'],
      ['spdx', 'spdx-tag/texts-and-sections/app.spdx'],
    ] as const) {
      const text = await push(format, readFileSync(`fixtures/sboms/${path}`, 'utf8'));
      expect(text.status).toBe(200);
      expect(text.body.components).toBeGreaterThan(0);
      const content = await at.ask('GET', `/v1/evidence/${text.body.evidence_id}/content`, { key });
      expect(content.headers['content-type']).toContain('text/plain');
    }
  });

  it('take results of a SARIF log as findings, whatever the log says it has set aside', async () => {
    const { body } = await push('sarif', JSON.parse(await render('sarif', report)));
    expect(body).toMatchObject({ received: report.findings.length, rejected: [], components: 0 });
    const result = (ruleId: string, more: object = {}) => ({ ruleId, message: { text: `about ${ruleId}` }, ...more });
    const place = { locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 3 } } }] };
    const rules = [{ id: 'sql', properties: { 'security-severity': '9.1', tags: ['external/cwe/cwe-089'] } }];
    const results = [
      result('sql', place),
      result('style', { level: 'note' }),
      result('fine', { kind: 'pass' }),
      result('old', { baselineState: 'absent' }),
      result('hushed', { suppressions: [{ kind: 'inSource' }] }),
      { message: {} },
    ];
    const log = { version: '2.1.0', runs: [{ tool: { driver: { name: 't', rules } }, results }] };
    const named = await source({ kind: 'ingest.artifact_import', scope: { format: 'sarif' } });
    const own = await push('sarif', log, { source_id: named });
    expect(own.body).toMatchObject({ received: 3, new: 3, complete: false, rejected: [{ index: 5 }] });
    expect(await open(named)).toMatchObject([
      { problem_id: 'hushed', severity: 'medium' },
      { problem_id: 'sql', severity: 'critical' },
      { problem_id: 'style', severity: 'low' },
    ]);
    const less = { version: '2.1.0', runs: [{ tool: { driver: { name: 't', rules } }, results: results.slice(0, 1) }] };
    expect((await push('sarif', less, { source_id: named })).body).toMatchObject({ complete: true, resolved: 2, unchanged: 1 });
    const failed = { ...less, runs: [{ ...less.runs[0], results: [], invocations: [{ executionSuccessful: false }] }] };
    expect((await push('sarif', failed, { source_id: named })).body).toMatchObject({ complete: false, resolved: 0 });
  });

  it('refuse what is no such document, and sources of another format', async () => {
    for (const [format, document] of [
      ['sarif', {}],
      ['sarif', 'text'],
      ['cyclonedx', { bomFormat: 'other' }],
      ['spdx', '<xml'],
      ['vex', {}],
    ] as const)
      expect((await push(format, document)).status).toBe(422);
    const cyclonedx = await source({ kind: 'ingest.artifact_import', scope: { format: 'cyclonedx' } });
    expect((await push('sarif', { version: '2.1.0', runs: [] }, { source_id: cyclonedx })).status).toBe(409);
    expect((await push('sarif', { version: '2.1.0', runs: [] })).status).toBe(200);
  });

  it('take a report of a scan, but not its word for being clean', async () => {
    const ask = (query: string, body: unknown) => at.ask('POST', `/v1/results/push${query}`, { key, body });
    const hushed = report.findings.map((one) => ({ ...one, fingerprint: 'f', suppressed: { by: 'ignore', reason: 'because' } }));
    const verdict = { ...report.verdict, outcome: 'clean', exit_code: 0, gate: null, gates: [] };
    const clean = JSON.parse(JSON.stringify({ ...report, findings: hushed, verdict, posture: { grade: 'A', reason: 'all is well' } }));
    const named = await source({ kind: 'ingest.result_push' });
    const { status, body } = await ask(`?source_id=${named}`, clean);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      received: report.findings.length,
      new: report.findings.length,
      reported: { verdict: 'clean', grade: 'A' },
    });
    expect(await open(named)).toHaveLength(report.findings.length);
    const content = await at.ask('GET', `/v1/evidence/${body.evidence_id}/content`, { key });
    expect(content.body.verdict.outcome).toBe('clean');
    const again = await ask(`?source_id=${named}`, JSON.parse(await render('json', report)));
    expect(again.body).toMatchObject({ new: 0, resolved: 0 });
    const incomplete = { ...clean, findings: [], verdict: { ...verdict, outcome: 'incomplete', exit_code: 1 } };
    expect((await ask(`?source_id=${named}`, incomplete)).body).toMatchObject({ complete: false, resolved: 0 });
    expect((await ask('', { ...clean, findings: [] })).body).toMatchObject({ complete: false, received: 0 });
    for (const bad of [{}, [], { ...clean, schema_version: '9' }, { ...clean, components: 'many' }])
      expect((await ask('', bad)).status).toBe(422);
    expect((await ask('?source_id=src_01ARZ3NDEKTSV4RRFFQ69G5FAV', clean)).status).toBe(404);
  });
});
