import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as explain from '../../src/cli/commands/explain.js';
import * as graph from '../../src/cli/commands/graph.js';
import { render } from '../support/rendering.js';
import { runCommand } from '../support/run-command.js';
import { agentEstate } from '../support/sample-estate.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const report = join(folder.path, 'report.json');

beforeAll(async () => writeFileSync(report, await render('json', agentEstate())));
afterAll(folder.dispose);

describe('castellan graph', () => {
  const run = (flags: Record<string, unknown> = {}) => runCommand(graph, [report], flags, folder.path);

  it('counts the nodes and names the worst paths', async () => {
    const { out, code } = await run();
    expect(code).toBe(0);
    expect(out).toMatch(/^16 nodes, \d+ edges\n/);
    expect(out).toContain('2 agents');
    expect(out).toContain('75  CVE-2018-20834 → tar@4.4.1 → mcp-files@1.2.0 → files → GITHUB_TOKEN');
  });

  it('shows a shortest path, with each edge in its own direction', async () => {
    const { out } = await run({ path: ['cursor', 'CVE-2021-32803'] });
    expect(out.trimEnd().split('\n')).toEqual([
      'agent cursor',
      '  uses server web',
      '  runs package mcp-files@1.2.0',
      '  depends on package tar@4.4.1',
      '  affected by finding CVE-2021-32803 high',
      '',
      '4 steps',
    ]);
  });

  it('shows what a package affects, also as JSON', async () => {
    const { out } = await run({ impact: 'pkg:npm/tar' });
    expect(out).toContain('package tar@4.4.1 bears on 8 nodes');
    expect(out).toContain('3  agent cursor  through web');
    const parsed = JSON.parse((await run({ impact: 'tar@4.4.1', format: ['json'] })).out);
    expect(parsed.impact.map((one: { id: string }) => one.id)).toContain('credential:GITHUB_TOKEN');
    expect(parsed.impact.map((one: { id: string }) => one.id)).not.toContain('server:shell');
  });

  it('draws only the nodes asked about, also into a file', async () => {
    await run({ impact: 'tar@4.4.1', format: [`graph=${join(folder.path, 'part.json')}`] });
    const { elements } = JSON.parse(readFileSync(join(folder.path, 'part.json'), 'utf8'));
    expect(elements.nodes).toHaveLength(9);
    expect((await run({ path: ['cursor', 'web'], format: ['dot'] })).out.match(/->/g)).toHaveLength(1);
  });

  it('exits with 1 and a reason when there is no path', async () => {
    expect(await run({ path: ['cursor', 'models/m.pkl'] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('no node "models/m.pkl"'),
    });
    expect(await run({ path: ['cursor', 'skills/deploy/SKILL.md'] })).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    [{ path: ['cursor'] }, 'expected two nodes, got 1'],
    [{ path: ['a', 'b', 'c'] }, 'expected two nodes, got 3'],
    [{ path: ['cursor', 'web'], impact: 'web' }, 'cannot be combined with --path'],
    [{ format: ['sarif'] }, 'formats: console, json, graph,'],
    [{ impact: 'nobody' }, 'no node "nobody"'],
  ])('refuses %j', async (flags, message) => {
    const { code, err } = await run(flags);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('lists the candidates of a name that several nodes have', async () => {
    const twins = agentEstate();
    const [server] = twins.servers;
    if (!server) throw new Error('no server');
    twins.graph.nodes.push({ id: 'server:files/other', kind: 'server', label: 'files' });
    writeFileSync(join(folder.path, 'twins.json'), await render('json', twins));
    const { code, err } = await runCommand(graph, ['twins.json'], { impact: 'files' }, folder.path);
    expect(code).toBe(2);
    expect(err).toContain('"files" names 2 nodes\n  give the id: server server:files, server server:files/other');
  });

  it('names the file that is no report', async () => {
    expect(await runCommand(graph, ['absent.json'], {}, folder.path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('absent.json'),
    });
    writeFileSync(join(folder.path, 'other.json'), '{}');
    expect(await runCommand(graph, ['other.json'], {}, folder.path)).toMatchObject({
      code: 2,
      err: expect.stringContaining('schema_version'),
    });
  });
});

describe('castellan explain', () => {
  const run = (name: string, flags: Record<string, unknown> = { report }) => runCommand(explain, [name], flags, folder.path);

  it('shows what was found, where, why, what to do and what it reaches', async () => {
    const { out, code } = await run('cve-2018-20834');
    expect(code).toBe(0);
    for (const part of ['CRITICAL  CVE-2018-20834', 'tar@4.4.1', 'package-lock.json:7', 'WHY IT MATTERS', 'upgrade tar@4.4.1 to 4.4.18']) {
      expect(out).toContain(part);
    }
    expect(out).toMatch(/agents +claude-desktop, cursor\n/);
    expect(out).toContain('75  CVE-2018-20834 → tar@4.4.1');
  });

  it('finds by alias, by rule and by the beginning of a fingerprint', async () => {
    expect((await run('GHSA-j44m-qm6p-hp7m')).out).toContain('CVE-2018-20834');
    expect((await run('unpinned-package')).out).toContain('MEDIUM  unpinned-package');
    expect((await run('fp1:CVE-2021')).out).toContain('CVE-2021-32803');
  });

  it('writes the finding with its paths and steps as JSON', async () => {
    const [explanation] = JSON.parse((await run('CVE-2018-20834', { report, format: ['json'] })).out);
    expect(explanation).toMatchObject({ finding: { id: 'CVE-2018-20834' }, component: { name: 'tar' }, steps: [{ paths: 2 }] });
    expect(explanation.paths).toHaveLength(1);
  });

  it('exits with 1 for an id the report lacks, and is a usage error without a report', async () => {
    expect(await run('CVE-1')).toMatchObject({ code: 1, err: expect.stringContaining('it holds CVE-2018-20834') });
    expect(await run('CVE-1', {})).toMatchObject({ code: 2, err: expect.stringContaining('--report') });
  });
});
