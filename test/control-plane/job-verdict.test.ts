import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs, sampleProject } from '../support/job-runs.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('what a job came to, on $name', (database) => {
  let pool: WorkerPool;
  const at = withPlane(database, { workers: 1 });
  beforeAll(async () => {
    const env = { SERVICE_DB: at.plane.options.advisoryDatabase };
    expect((await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env })).code).toBe(0);
    pool = runJobs(at);
  });
  afterAll(() => pool.close());

  const scan = async (key: string, body: object) => {
    const made = await at.ask('POST', '/v1/scan', { key, body });
    return ended(at, key, made.body.job_id);
  };
  const posture = async (key: string) => (await at.ask('GET', '/v1/posture', { key })).body;
  const inspected = async (key: string) => {
    const { body } = await at.ask('GET', '/v1/compliance/owasp-llm', { key });
    const seen: { kind: string; count: number }[] = body.controls.flatMap((one: { inspected: unknown[] }) => one.inspected);
    const kinds = seen.filter(({ count }) => count > 0).map(({ kind }) => kind);
    return [...new Set<string>(kinds)].sort();
  };

  /** A folder below the scan root with these files. */
  const folder = (name: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(at.folder, name, path, '..'), { recursive: true });
      writeFileSync(join(at.folder, name, path), text);
    }
    return join(at.folder, name);
  };

  it('agrees with the posture of the tenant, before and after people have set findings aside', async () => {
    const [key, approver] = [await at.key('judged'), await at.key('judged', 'admin')];
    const path = sampleProject(at, 'judged');
    // What the project itself ignores is none of their doing.
    rmSync(join(path, 'castellan.yaml'));
    const target = { kind: 'scan.repo', scope: { path } };
    const agrees = async () => {
      const { result_summary: summary, source_id } = await scan(key, target);
      const { grade, counts } = await posture(key);
      expect(summary).toMatchObject({ grade, findings: counts.open, excepted: counts.excepted, by_severity: counts.by_severity });
      return { summary, source_id };
    };
    const { summary: before, source_id } = await agrees();
    expect(before).toMatchObject({ verdict: 'blocked', excepted: 0, suppressed: 0 });
    const { body: found } = await at.ask('GET', '/v1/findings?limit=200', { key });
    const [first, ...rest] = found.items;
    const triage = { key, body: { state: 'false_positive' } };
    expect((await at.ask('PUT', `/v1/findings/${first.finding_id}/triage`, triage)).status).toBe(200);
    const agreed: string[] = [];
    const expires_at = new Date(at.plane.clock() + 20 * 86_400_000).toISOString();
    const asking = await at.key('judged', 'analyst');
    for (const { fingerprint, id: problem_id, component } of rest) {
      const body = { problem_id, fingerprint, ...(component !== null && { purl: component.split('?')[0] }), reason: 'known', expires_at };
      const { body: made, text } = await at.ask('POST', '/v1/exceptions', { key: asking, body });
      expect(made.exception_id, text + JSON.stringify(body)).toBeDefined();
      const decided = await at.ask('POST', `/v1/exceptions/${made.exception_id}/approve`, { key: approver, body: { note: 'yes' } });
      expect(decided.status).toBe(200);
      agreed.push(made.exception_id);
    }
    const { summary: spared } = await agrees();
    expect(spared).toMatchObject({ gate: null, findings: 0, excepted: rest.length, suppressed: 1, grade: 'A' });
    expect((await at.ask('GET', `/v1/findings?source_id=${source_id}&status=resolved`, { key })).body.items).toEqual([]);
    for (const id of agreed) await at.ask('POST', `/v1/exceptions/${id}/revoke`, { key: approver, body: { note: 'no' } });
    expect((await agrees()).summary).toMatchObject({ verdict: 'blocked', excepted: 0, suppressed: 1 });
  });

  it('goes by the gates bound to its source', async () => {
    const key = await at.key('bound');
    const lock = { name: 'a', lockfileVersion: 3, packages: { 'node_modules/ejs': { version: '3.1.6' } } };
    const body = { kind: 'scan.repo', scope: { path: folder('bound', { 'package-lock.json': JSON.stringify(lock) }) } };
    const first = await scan(key, body);
    expect(first.result_summary).toMatchObject({ verdict: 'blocked', gate: 'severity' });
    const bind = (draft: object) => at.ask('POST', '/v1/policy-bindings', { key, body: { policy_kind: 'scan_gate', ...draft } });
    for (const target_type of ['agent', 'agent_type', 'environment', 'upstream'])
      expect(await bind({ target_type, target_id: 'x' })).toMatchObject({
        status: 422,
        body: { detail: 'target_type: a policy of kind scan_gate can be bound to tenant or source' },
      });
    expect((await bind({ target_type: 'tenant', mode: 'audit' })).status).toBe(201);
    const audited = (await scan(key, body)).result_summary;
    expect(audited).toMatchObject({ verdict: 'findings', gate: null, grade: first.result_summary.grade });
    expect(audited.reasons.join()).toContain('severity');
    await bind({ target_type: 'source', target_id: first.source_id, mode: 'enforce' });
    expect((await scan(key, body)).result_summary).toMatchObject({ verdict: 'blocked', gate: 'severity' });
  });

  it('says what was looked at, and nothing of what was not', async () => {
    const key = await at.key('looked');
    const skill = '---\nname: notes\ndescription: Keeps notes\n---\nWrite the notes to notes.md.\n';
    const mcp = {
      mcpServers: { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem@2025.1.14', '/srv/data'] } },
    };
    const path = folder('looked', { '.claude/skills/notes/SKILL.md': skill, '.mcp.json': JSON.stringify(mcp) });
    const { result_summary: summary } = await scan(key, { kind: 'scan.repo', scope: { path }, options: { vulnerabilities: false } });
    expect(summary).toMatchObject({ coverage: 'scanned', agents: 1, servers: 1, skills: 1, tools: 0, models: 0 });
    expect(summary.assessed).toMatchObject({ mcp_config: 1, skill: 1 });
    expect(summary.assessed).not.toHaveProperty('vulnerability');
    expect(summary.reasons.join()).toContain('not judged');
    expect(await inspected(key)).toEqual(['mcp_config', 'secret', 'skill', 'suspicious_package']);
    const kinds = (await at.ask('GET', '/v1/assets', { key })).body.items.map((one: { kind: string }) => one.kind);
    expect(kinds).toContain('skill');
  });

  it('knows a place with nothing in it from one with nothing wrong', async () => {
    const [clean, empty] = [await at.key('clean'), await at.key('empty')];
    const lock = { name: 'a', lockfileVersion: 3, packages: { 'node_modules/zod': { version: '3.25.0' } } };
    const path = folder('clean', { 'package-lock.json': JSON.stringify(lock) });
    const whole = await scan(clean, { kind: 'scan.repo', scope: { path } });
    expect(whole).toMatchObject({ status: 'succeeded', result_summary: { verdict: 'clean', findings: 0, components: 1, grade: 'A' } });
    expect(whole.result_summary.assessed).toMatchObject({ vulnerability: 1, malicious: 1 });
    expect(await posture(clean)).toMatchObject({ grade: 'A', coverage: { scanned: 1, empty: 0 } });
    expect(await inspected(clean)).toContain('vulnerability');
    expect((await at.ask('GET', '/v1/assets?kind=package', { key: clean })).body.items).toHaveLength(1);
    const nothing = await scan(empty, { kind: 'scan.repo', scope: { path: folder('empty', { 'notes.txt': 'hello' }) } });
    expect(nothing.result_summary).toMatchObject({ verdict: 'empty', gate: 'no-input', grade: 'unknown', coverage: 'empty', assessed: {} });
    expect(await posture(empty)).toMatchObject({ grade: 'unknown', coverage: { scanned: 0, empty: 1, incomplete: 0 } });
    expect(await inspected(empty)).toEqual([]);
  });

  it('is partial where something could not be read, also when what was read is blocked', async () => {
    const key = await at.key('torn');
    const lock = { name: 'a', lockfileVersion: 3, packages: { 'node_modules/ejs': { version: '3.1.6' } } };
    const files = { 'package-lock.json': JSON.stringify(lock), 'b/package-lock.json': '{"name": ' };
    const { status, result_summary: summary } = await scan(key, { kind: 'scan.repo', scope: { path: folder('torn', files) } });
    expect({ status, coverage: summary.coverage }).toEqual({ status: 'partial', coverage: 'incomplete' });
    expect(summary).toMatchObject({ verdict: 'blocked', gate: 'incomplete', health: { status: 'degraded' } });
    expect(await posture(key)).toMatchObject({ grade: summary.grade, coverage: { incomplete: 1 } });
  });
});
