import { describe, expect, it } from 'vitest';
import { question } from '../../src/cli/live-servers.js';
import { driftLines } from '../../src/cli/terminal/drift-lines.js';
import type { PinDrift } from '../../src/collect/mcp/pin-drift.js';
import type { ScanReport } from '../../src/model/report.js';
import { renderAgents } from '../../src/report/console/agents-table.js';
import { displayWidth } from '../../src/support/terminal.js';
import { mcpServer } from '../support/mcp-servers.js';
import { pipe, RAW } from '../support/rendering.js';
import { agentEstate } from '../support/sample-estate.js';
import { sampleFinding, sampleReport } from '../support/sample-parts.js';

/** Ten clients of three servers each; one server is used by all, one finding is shared by all. */
function crowdedHome(): ScanReport {
  const shared = mcpServer({
    ref: 'server:shared',
    name: 'shared',
    package: { ecosystem: 'npm', name: 'mcp-shared', version: null, floating: true },
  });
  const servers = [shared];
  const agents = Array.from({ length: 10 }, (_, at) => {
    const own = ['a', 'b'].map((letter) =>
      mcpServer({ ref: `server:${letter}${at}`, name: `${letter}${at}`, command: `run-${letter}${at}` }),
    );
    servers.push(...own);
    const refs = own.map(({ ref }) => ref);
    return { ref: `agent:${at}`, client: `client-${at}`, path: `~/.client-${at}/mcp.json`, servers: [...refs, shared.ref] };
  });
  const reached = { servers: servers.map(({ ref }) => ref), agents: agents.map(({ ref }) => ref), credentials: [], tools: [] };
  const findings = [
    sampleFinding('CVE-2030-0001', undefined, { severity: 'high', title: 'Shared by all', blast_radius: reached }),
    sampleFinding('MCP-FLOATING', undefined, {
      kind: 'mcp_config',
      rule: 'MCP-FLOATING',
      severity: 'critical',
      subject: shared.ref,
      title: 'No exact version',
      fix: 'pin mcp-shared to an exact version',
    }),
  ];
  const pin = { component: shared.ref, action: 'pin mcp-shared to an exact version', paths: 0, score: 40 };
  return sampleReport({
    agents,
    servers,
    findings,
    credentials: [{ ref: 'c', name: 'GITHUB_TOKEN', kind: 'env', servers: [shared.ref] }],
    fix_first: [{ ...pin, findings: findings.slice(1).map(({ fingerprint }) => fingerprint) }],
  });
}

describe('the overview of agents', () => {
  it.each([40, 80, 120, 200])('fits into %i columns, with nothing raw in it', async (width) => {
    const text = await renderAgents(agentEstate(), { ...pipe, width });
    expect(text).not.toMatch(RAW);
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(Math.min(width, 120));
  });

  it('shows ten clients on one screen: who runs what, what it holds, what is wrong, what to do first', async () => {
    const text = await renderAgents(crowdedHome(), { ...pipe, width: 120 });
    const lines = text.split('\n');
    expect(lines.length).toBeLessThanOrEqual(54);
    expect(text).toMatch(/DO FIRST[^\n]*\n 1\. pin mcp-shared to an exact version {2}clears 1 finding/);
    expect(text).toMatch(/shared +mcp-shared@\? \(floating\) {2}holds GITHUB_TOKEN {2}critical No exact version \+1/);
    for (const { client, path } of crowdedHome().agents) expect(lines).toContain(`${client}  ${path}`);
  });

  it('names the worst of a shared server at each of its agents, and all on demand', async () => {
    const text = await renderAgents(crowdedHome(), pipe);
    expect(text.match(/No exact version \+1/g)).toHaveLength(crowdedHome().agents.length);
    expect(text).not.toContain('CVE-2030-0001  Shared by all');
    expect(await renderAgents(crowdedHome(), { ...pipe, verbose: true })).toContain('CVE-2030-0001  Shared by all');
  });

  it('lists servers that only saved definitions name, with what is wrong with their tools', async () => {
    const tools = [{ ref: 'tool:x/read', server: 'server:x', name: 'read', capabilities: [], hash: 'h' }];
    const finding = sampleFinding('TOL-01', undefined, { kind: 'tool', rule: 'TOL-01', subject: 'tool:x/read', title: 'Hidden order' });
    const text = await renderAgents(sampleReport({ tools, findings: [finding] }), pipe);
    expect(text).toMatch(/SERVERS OF NO AGENT[^\n]*\n {2}▲ server:x {2}1 tool\n {4}▲ high TOL-01 {2}Hidden order/);
  });

  it('leaves suppressed findings out and shows those that reach no server apart', async () => {
    const report = crowdedHome();
    const [first, ...rest] = report.findings;
    const skill = sampleFinding('INJ-01', undefined, {
      kind: 'skill',
      severity: 'high',
      title: 'Orders in a skill',
      locations: [{ path: 'x/SKILL.md', line: 4 }],
    });
    const findings = [...(first ? [{ ...first, suppressed: { by: 'ignore' as const, reason: 'known' } }] : []), ...rest, skill];
    const text = await renderAgents({ ...report, findings }, pipe);
    expect(text).not.toContain('Shared by all');
    expect(text).toMatch(/BESIDE THE SERVERS[^\n]*\n[^\n]*INJ-01 {2}Orders in a skill\n {4}x\/SKILL\.md:4/);
  });

  it('says that a client has no servers, and that nothing was found', async () => {
    const text = await renderAgents(
      sampleReport({ agents: [{ ref: 'agent:x', client: 'zed', path: '~/.config/zed', servers: [] }] }),
      pipe,
    );
    expect(text).toContain('zed  ~/.config/zed\n  no servers\n');
    expect(text).toContain('no findings');
  });

  it('shows names that hold escape sequences as text', async () => {
    const report = crowdedHome();
    report.servers[0] = mcpServer({ ref: 'server:shared', name: '\u001b[2J\u202eevil', command: '\u001b]0;x\u0007' });
    const text = await renderAgents(report, pipe);
    expect(text).not.toMatch(RAW);
    expect(text).toContain('\\u001b[2J');
  });
});

describe('differences from pins', () => {
  it('are told field by field, made visible and without secrets', () => {
    const lines = driftLines({
      kind: 'changed',
      server: 'server:x',
      serverName: 'mail',
      what: 'tool',
      name: 'send',
      changes: [{ pointer: '/description', before: 'Sends.', after: 'Sends.\u200b token=abcdefghij0123456789' }],
    });
    expect(lines).toEqual([
      'drift: mail: tool send is not what was pinned',
      '  /description',
      '    - Sends.',
      '    + Sends.\\u200b token=<redacted>',
    ]);
  });

  it('are cut where there are too many, with their number', () => {
    const changes = Array.from({ length: 30 }, (_, at) => ({ pointer: `/x/${at}`, after: at }));
    const lines = driftLines({ kind: 'changed', server: 's', serverName: 's', what: 'tool', name: 't', changes });
    expect(lines.at(-1)).toBe('  … 10 more fields');
  });

  it.each<[Partial<PinDrift> & Pick<PinDrift, 'kind'>, string]>([
    [{ kind: 'renamed', formerly: 'old' }, 'drift: s: tool t was called old'],
    [{ kind: 'shadowed', shadows: ['mail'] }, 'drift: s: tool t is new and takes a name that mail already offers'],
    [{ kind: 'unverified' }, 'drift: s: is pinned but could not be asked'],
  ])('say what happened: %j', (drift, line) => {
    expect(driftLines({ server: 's', serverName: 's', what: 'tool', name: 't', changes: [], ...drift })).toEqual([line]);
  });
});

describe('the question before a server is started', () => {
  it('tells what would run, for whom, and what it would be given, without values', () => {
    const server = mcpServer({
      name: 'mail',
      command: 'npx',
      args: ['-y', 'mcp-mail', '--token', 'sk-live-abcdefghijklmnop'],
      env_names: ['MAIL_KEY'],
    });
    expect(question(server)).toBe('Start npx -y mcp-mail --token <redacted> (mail of cursor), which gets MAIL_KEY?');
    expect(question(mcpServer({ url: 'https://mcp.example.com', header_names: ['Authorization'] }))).toBe(
      'Connect to https://mcp.example.com (fixture of cursor), which gets Authorization?',
    );
  });
});
