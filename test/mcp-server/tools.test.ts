import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerAccess } from '../../src/mcp-server/contract/access.js';
import type { ScanRequest } from '../../src/model/request.js';
import { fillDatabase, testAccess } from '../support/mcp-access.js';
import { call, served } from '../support/mcp-client.js';
import { render } from '../support/rendering.js';
import { agentEstate } from '../support/sample-estate.js';
import { sampleFinding, sampleReport } from '../support/sample-parts.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { wideReport } from '../support/wide-estate.js';

const folder = temporaryFolder();
const root = join(folder.path, 'root');
let access: ServerAccess;
let client: Client;
let close: () => Promise<void>;

beforeAll(async () => {
  mkdirSync(join(root, 'app'), { recursive: true });
  writeFileSync(join(folder.path, 'secret.json'), '{}');
  symlinkSync(folder.path, join(root, 'way-out'));
  writeFileSync(join(root, 'requirements.txt'), 'requests==2.19.0\n');
  writeFileSync(join(root, 'estate.json'), await render('json', agentEstate()));
  writeFileSync(join(root, 'wide.json'), await render('json', wideReport(3_000)));
  access = testAccess(root, await fillDatabase(join(folder.path, 'advisories.db')));
  ({ client, close } = await served(access));
});
afterAll(async () => {
  await close?.();
  folder.dispose();
});

describe('what is offered', () => {
  it('is nine read-only tools with schemas of what they take and give', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      'scan',
      'check_package',
      'list_agents',
      'explain_finding',
      'skills_audit',
      'blast_radius',
      'query_findings',
      'policy_check',
      'database_status',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.type).toBe('object');
      expect(tool.description?.length).toBeGreaterThan(40);
    }
  });
});

describe('questions about a saved report', () => {
  const report_file = 'estate.json';

  it('explains a finding with what it reaches', async () => {
    const { data } = await call(client, 'explain_finding', { finding: 'GHSA-j44m-qm6p-hp7m', report_file });
    expect(data.explanations).toMatchObject([
      {
        finding: { id: 'CVE-2018-20834', about: 'tar@4.4.1', severity: 'critical' },
        reaches: { agents: ['claude-desktop', 'cursor'], credentials: ['API_KEY', 'GITHUB_TOKEN'] },
        steps: ['upgrade tar@4.4.1 to 4.4.18: npm install tar@4.4.18'],
      },
    ]);
  });

  it('walks the blast radius of a node, all of it or one kind', async () => {
    const { data } = await call(client, 'blast_radius', { node: 'tar@4.4.1', report_file, kind: 'credential' });
    expect(data).toMatchObject({ counts: { server: 2, agent: 2, credential: 2, tool: 1 }, truncated: false });
    expect(data.reached).toMatchObject([{ label: 'API_KEY' }, { label: 'GITHUB_TOKEN' }]);
  });

  it('filters findings and goes through them in pages without a gap', async () => {
    const { data: one } = await call(client, 'query_findings', { report_file, severity: 'critical' });
    expect(one).toMatchObject({ total: 1, findings: [{ id: 'CVE-2018-20834' }] });
    const { data: agent } = await call(client, 'query_findings', { report_file, agent: 'cursor' });
    expect(agent.total).toBe(2);
    const seen = new Set<string>();
    for (let offset = 0; ; ) {
      const { data } = await call(client, 'query_findings', { report_file: 'wide.json', limit: 100, offset });
      const found = data.findings as { fingerprint: string }[];
      for (const finding of found) seen.add(finding.fingerprint);
      offset += found.length;
      if (data.truncated !== true) break;
      expect(data.hint).toContain(`offset ${offset}`);
    }
    expect(seen.size).toBe(wideReport(3_000).findings.length);
  });

  it('never answers with more than an agent can take', async () => {
    const { text, data } = await call(client, 'query_findings', { report_file: 'wide.json', limit: 100 });
    expect(text.length).toBeLessThan(50_000);
    expect(data.truncated).toBe(true);
  });

  it('says what is unknown or unclear, as a tool error without a stack', async () => {
    const cases: [string, Record<string, unknown>, string][] = [
      ['explain_finding', { finding: 'CVE-1', report_file }, 'no such finding'],
      ['blast_radius', { node: 'nobody', report_file }, 'no such node'],
      ['query_findings', { report_id: 'scan-99' }, 'no such report'],
      ['query_findings', { report_file: 'requirements.txt' }, 'not valid JSON'],
      ['query_findings', { report_file: 'absent.json' }, 'no such file'],
      ['query_findings', { report_file, limit: 1_000 }, 'limit'],
    ];
    for (const [name, args, expected] of cases) {
      const { isError, text } = await call(client, name, args);
      expect([isError, text]).toEqual([true, expect.stringContaining(expected)]);
      expect(text).not.toMatch(/\n\s+at /);
    }
  });
});

describe('paths', () => {
  it.each(['../secret.json', '/etc/passwd', 'way-out/secret.json', 'app/../../secret.json', '..\\secret.json', 'a\0b'])(
    'outside the root are refused: %j',
    async (path) => {
      for (const [name, args] of [
        ['scan', { path }],
        ['query_findings', { report_file: path }],
        ['policy_check', { policy_file: path }],
        ['skills_audit', { path }],
        ['list_agents', { project: path }],
      ] as const) {
        expect(await call(client, name, args)).toMatchObject({
          isError: true,
          text: expect.stringContaining("outside this server's folder"),
        });
      }
    },
  );
});

describe('scans', () => {
  it('finds, keeps the report for later questions, and says so', async () => {
    const { data } = await call(client, 'scan', {});
    expect(data).toMatchObject({ report_id: expect.stringMatching(/^scan-\d+$/), components: 1 });
    expect((await call(client, 'query_findings', { report_id: data.report_id })).isError).toBe(false);
  });

  it('checks a package, and asks back when it is unclear', async () => {
    const { data } = await call(client, 'check_package', { package: 'pypi:requests==2.19.0' });
    expect(data).toMatchObject({ ecosystem: 'PyPI', name: 'requests', version: '2.19.0' });
    expect(await call(client, 'check_package', { package: 'requests' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('version'),
    });
  });

  it('judges by the policy given', async () => {
    const policy = 'version: 1\nrules:\n  - {id: no-requests, action: fail, target: package, when: {name: requests}}\n';
    const { data, text } = await call(client, 'policy_check', { policy });
    expect(text).toContain('no-requests');
    expect(data).toMatchObject({ passed: false });
    const { text: error } = await call(client, 'policy_check', { policy: 'rulez: []' });
    expect(error).toContain('rulez');
    expect((await call(client, 'policy_check', {})).isError).toBe(true);
  });

  it('states the age of the data, and its absence', async () => {
    const { data } = await call(client, 'database_status');
    expect(data).toMatchObject({ available: true, offline: true });
    const other = await served(testAccess(root, undefined));
    expect((await call(other.client, 'database_status')).data).toMatchObject({
      available: false,
      problem: 'no advisory database',
      feeds: [],
    });
    await other.close();
  });
});

describe('presets of the scan', () => {
  it('ask for the user configuration, and for skills, with the gates of the server', async () => {
    const asked: ScanRequest[] = [];
    const scan = async (request: ScanRequest) => {
      asked.push(request);
      return agentEstate();
    };
    const fake = await served(testAccess(root, undefined, { scan }));
    const { data: agents } = await call(fake.client, 'list_agents', { client: 'cursor' });
    expect(agents).toMatchObject({
      total_agents: 1,
      agents: [{ servers: [{ name: 'web', credentials: ['API_KEY'], worst: 'critical' }] }],
    });
    const { data: skills } = await call(fake.client, 'skills_audit', { path: 'app' });
    expect(skills).toMatchObject({ verdict: 'malicious', counts: { malicious: 1 }, skills: [{ path: 'skills/deploy/SKILL.md' }] });
    expect(asked.map(({ targets, userConfig }) => ({ targets, userConfig }))).toEqual([
      { targets: [], userConfig: true },
      { targets: [{ kind: 'skills', value: 'app' }], userConfig: false },
    ]);
    await fake.close();
  });

  it('makes evidence safe to read, hides secrets, and keeps unexpected errors to itself', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const hostile = sampleFinding('CVE-1', undefined, { title: `\u001b[31mred\u202e ${token}`, why: 'x'.repeat(5_000) });
    let works = true;
    const scan = async () => {
      if (works) return sampleReport({ findings: [hostile] });
      throw new Error(`broken at /home/someone with ${token}`);
    };
    const unexpected: unknown[] = [];
    const onUnexpected = (error: unknown) => void unexpected.push(error);
    const fake = await served(testAccess(root, undefined, { scan, onUnexpected }));
    const { text } = await call(fake.client, 'scan');
    expect(text).toContain('CVE-1');
    expect(text).not.toContain(token);
    expect(JSON.parse(text).findings[0].title).not.toMatch(/[\u0000-\u001f\u202e]/);
    works = false;
    expect(await call(fake.client, 'scan')).toMatchObject({ isError: true, text: 'something went wrong inside castellan' });
    expect(unexpected).toHaveLength(1);
    await fake.close();
  });
});
