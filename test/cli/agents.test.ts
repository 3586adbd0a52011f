import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HomeSystem, TEN, tenClients } from '../support/agent-home.js';
import { spawn, spawnSync } from '../support/programs.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';
import { castellan, programPath, projectRoot, type RunResult } from '../support/spawn-cli.js';

const SYSTEMS: HomeSystem[] = ['darwin', 'linux', 'win32'];

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

/** `agents` over a folder as a home. */
function agentsOf(home: string, os: HomeSystem, more: string[] = []): Promise<RunResult> {
  return database.run(['agents', '--offline', '--home', home, '--os', os, '--format', 'json', ...more]);
}

function report({ stdout }: RunResult) {
  return JSON.parse(stdout);
}

const keysOf = (value: object) => Object.keys(value).sort();

describe('castellan agents on a home with ten clients', () => {
  it.each(SYSTEMS)('finds all of them where %s keeps them, and writes the same bytes again', async (os) => {
    const home = projectFolder(tenClients(os));
    const first = await agentsOf(home, os);
    const { agents, servers, credentials, scan_run } = report(first);
    expect([...new Set(agents.map((agent: { client: string }) => agent.client))].sort()).toEqual(TEN);
    expect(servers.map((server: { name: string }) => server.name).sort()).toEqual(
      ['build', 'chat', 'deploy', 'docs', 'files', 'files', 'idle', 'issues', 'local', 'mail', 'notes', 'search'].sort(),
    );
    expect(credentials.map((credential: { name: string }) => credential.name).sort()).toEqual(
      ['BUILD_KEY', 'DEPLOY_TOKEN', 'ISSUE_TOKEN', 'NOTES_TOKEN', 'X-Api-Key', 'issue-key'].sort(),
    );
    expect(scan_run.issues).toEqual([]);
    for (const { path } of [...agents, ...servers]) expect(path).toMatch(/^~\/[^\\]+$/);
    expect((await agentsOf(home, os)).stdout).toBe(first.stdout);
  });

  it('names the fields as published, and no path above the home folder', async () => {
    const home = projectFolder(tenClients('linux'));
    const result = await agentsOf(home, 'linux');
    const { agents, servers, credentials, graph, verdict, posture } = report(result);
    for (const agent of agents)
      expect(['client', 'path', 'ref', 'servers', ...(agent.project_key ? ['project_key'] : [])].sort()).toEqual(keysOf(agent));
    const always = [
      'args',
      'auto_approve',
      'client',
      'command',
      'components',
      'disabled',
      'env_names',
      'header_names',
      'line',
      'name',
      'path',
    ];
    const optional = ['package', 'image', 'env_file', 'disabled_in', 'local_path'];
    for (const server of servers) {
      expect(keysOf(server).filter((key) => !optional.includes(key))).toEqual([...always, 'ref', 'transport', 'url'].sort());
      if (server.package) expect(keysOf(server.package)).toEqual(['ecosystem', 'floating', 'name', 'version']);
    }
    for (const credential of credentials) expect(keysOf(credential)).toEqual(['kind', 'name', 'ref', 'servers']);
    for (const node of graph.nodes)
      expect(node).toMatchObject({ id: expect.any(String), kind: expect.any(String), label: expect.any(String) });
    expect(verdict).toMatchObject({ exit_code: result.code, outcome: 'findings', gate: null });
    expect(posture.grade).toMatch(/^[A-F]$/);
    expect(`${result.stdout}${result.stderr}`).not.toContain(home);
  });

  it('draws a server that two agents use as one node, with one edge from each', async () => {
    const { servers, graph } = report(await agentsOf(projectFolder(tenClients('linux')), 'linux'));
    const rows = servers.filter((server: { name: string }) => server.name === 'files');
    expect(rows.map((row: { client: string }) => row.client).sort()).toEqual(['claude-desktop', 'cursor']);
    const [{ ref }] = rows;
    expect(rows[1].ref).toBe(ref);
    expect(graph.nodes.filter((node: { id: string }) => node.id === ref)).toHaveLength(1);
    expect(graph.edges.filter((edge: { to: string; kind: string }) => edge.to === ref && edge.kind === 'uses')).toHaveLength(2);
    const edges = graph.edges.map((edge: object) => JSON.stringify(edge));
    expect(edges).toEqual([...new Set(edges)]);
  });

  it('lists a server that is switched off, and says that it is', async () => {
    const home = projectFolder(tenClients('linux'));
    const { servers, findings } = report(await agentsOf(home, 'linux'));
    const idle = servers.find((server: { name: string }) => server.name === 'idle');
    expect(idle).toMatchObject({ disabled: true, package: { name: 'idle-mcp', version: null, floating: true } });
    expect(findings.filter((finding: { subject?: string }) => finding.subject === idle.ref)).toEqual([]);
    const table = await castellan(['agents', '--offline', '--home', home, '--os', 'linux']);
    expect(table.stdout).toMatch(/idle .*(?:disabled|off)/);
  });
});

describe('what castellan agents cannot read', () => {
  it.each([
    ['a list of servers as a text', '{"mcpServers": "none"}', 'unsupported_config'],
    ['a server that is a number', '{"mcpServers": {"x": 7}}', 'unsupported_config'],
    ['a file cut in half', '{"mcpServers": {"x": {"comm', 'unparsable'],
    ['a file of zero bytes between', `{"mcpServers": {}}${'\0'.repeat(20)}{"x"`, 'wrong_encoding'],
  ])('is named and makes the run incomplete: %s', async (_name, text, kind) => {
    const home = projectFolder({ ...tenClients('linux'), '.cursor/mcp.json': text });
    const result = await agentsOf(home, 'linux');
    expect(report(result).scan_run.issues).toContainEqual(expect.objectContaining({ path: '~/.cursor/mcp.json', kind }));
    expect(report(result).agents.length).toBeGreaterThanOrEqual(10);
    expect(result).toMatchObject({ code: 1, last: expect.stringContaining('gate: incomplete') });
    expect(result.stderr).not.toContain('clean');
  });
});

describe('exit codes of castellan agents', () => {
  it.each(['table', 'json', 'mermaid', 'html'])('is 2 and the places are named when there is no client (%s)', async (format) => {
    const argv = ['agents', '--offline', '--home', projectFolder({}), '--os', 'darwin', '--format', format];
    const result = await castellan(argv);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(/^looked for \d+ clients in \d+ places: /m);
    expect(result.stderr.split('\n').length).toBeLessThan(6);
    expect(result.stderr).toMatch(/^gate: no-input — /m);
    expect((await castellan([...argv, '--verbose'])).stderr).toContain('~/Library/Application Support/Claude/claude_desktop_config.json');
  });

  it('is 1 where a gate matches, and the artifact says so too', async () => {
    const args = ['run', '-i', '-v', '/var/run/docker.sock:/var/run/docker.sock', 'ghcr.io/acme/box:1'];
    const home = projectFolder({ '.cursor/mcp.json': JSON.stringify({ mcpServers: { x: { command: 'docker', args } } }) });
    const result = await agentsOf(home, 'linux');
    expect(result).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: severity — /) });
    expect(report(result).verdict).toMatchObject({ exit_code: 1, gate: 'severity' });
  });

  it('is 2 for a home that does not exist', async () => {
    expect((await agentsOf(join(projectFolder({}), 'absent'), 'linux')).code).toBe(2);
  });

  it('is 130 on an interrupt, with the servers it started gone', async () => {
    const mark = `mark-${process.pid}-${Date.now()}`;
    const hanging = join(projectRoot, 'fixtures/mcp-servers/hanging.mjs');
    const servers = { slow: { command: process.execPath, args: [hanging, mark] } };
    const cwd = projectFolder({ '.mcp.json': JSON.stringify({ mcpServers: servers }) });
    const child = spawn(process.execPath, [programPath, 'agents', '--project', '.', '--introspect', '--yes'], { cwd, stdio: 'ignore' });
    await expect.poll(() => running(mark), { timeout: 20_000 }).toBe(true);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    await expect.poll(() => running(mark), { timeout: 5_000 }).toBe(false);
  });
});

/** True while some process other than castellan's own has the mark among its arguments. */
function running(mark: string): boolean {
  return spawnSync('pgrep', ['-f', mark], { encoding: 'utf8' }).stdout.trim() !== '';
}

describe.skipIf(spawnSync('strace', ['-V']).status !== 0)('castellan agents under strace', () => {
  it('opens nothing outside the home and project it is given', () => {
    const home = projectFolder(tenClients('linux'));
    const real = projectFolder(tenClients('linux'));
    const project = projectFolder({ '.mcp.json': JSON.stringify({ mcpServers: {} }), 'deep/.cursor/mcp.json': '{}' });
    const cwd = projectFolder({ '.mcp.json': '{"mcpServers": {}}' });
    const trace = join(projectFolder({}), 'trace');
    const places = [home, project].flatMap((place, at) => [at === 0 ? '--home' : '--project', place]);
    const command = [process.execPath, programPath, 'agents', '--offline', '--os', 'linux', ...places];
    const env = { HOME: real, SERVICE_HOME: join(real, 'data') };
    mkdirSync(join(real, 'data'));
    spawnSync('strace', ['-f', '-o', trace, '-e', 'trace=open,openat,readlink', ...command], { env, cwd });
    const opened = [...readFileSync(trace, 'utf8').matchAll(/"(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(opened.some((path) => path.startsWith(home))).toBe(true);
    const strange = opened.filter(
      (path) => [real, cwd].some((other) => path.startsWith(`${other}/`)) && !path.startsWith(join(real, 'data')),
    );
    expect(strange).toEqual([]);
    expect(
      opened.filter((path) => /\.(?:cursor|claude|codex|gemini)\b/.test(path) && !path.startsWith(home) && !path.startsWith(project)),
    ).toEqual([]);
  });
});
