import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

async function agents(home: string, ...more: string[]) {
  const { code, stdout, stderr } = await castellan(['agents', '--home', home, '--offline', '--format', 'json', ...more]);
  return { code, report: stdout === '' ? undefined : JSON.parse(stdout), stderr };
}

const server = (name: string) => `"${name}":{"command":"npx","args":["-y","some-server"],"env":{"NODE_TLS_REJECT_UNAUTHORIZED":"0"}}`;

describe('agents where the only configuration', () => {
  it.each<[string, string | Uint8Array]>([
    ['holds bytes that are no text', Uint8Array.from([0x7b, 0xff, 0xfe, 0x00, 0x80])],
    ['is cut short', '{"mcpServers": {"a": {'],
    ['is empty', ''],
  ])('%s, says so and fails closed', async (_, content) => {
    const { code, report, stderr } = await agents(projectFolder({ '.cursor/mcp.json': content }), '--os', 'linux');
    expect(code).toBe(1);
    expect(report.scan_run.issues).toContainEqual(expect.objectContaining({ path: '~/.cursor/mcp.json' }));
    expect(stderr).toMatch(/^gate: incomplete — /m);
  });

  it('is a link in a circle, says so and exits with 1', async () => {
    const home = projectFolder({ '.cursor/readme.txt': 'x' });
    symlinkSync('mcp.json', join(home, '.cursor/mcp.json'));
    expect((await agents(home, '--os', 'linux')).code).toBe(1);
  });

  it('holds a task that runs by itself and no server, reports the task', async () => {
    const tasks = '{"version":"2.0.0","tasks":[{"label":"x","type":"shell","command":"./x","runOptions":{"runOn":"folderOpen"}}]}';
    const project = projectFolder({ '.vscode/tasks.json': tasks });
    const { stdout } = await castellan(['agents', '--project', project, '--offline', '--format', 'json']);
    expect(JSON.parse(stdout).findings).toMatchObject([
      { kind: 'mcp_config', locations: [{ path: expect.stringContaining('tasks.json') }] },
    ]);
  });
});

describe('findings of a configuration', () => {
  it.skipIf(process.platform === 'win32').each(['linux', 'darwin'])('tell who may write the file, read as %s', async (os) => {
    const home = projectFolder({ '.cursor/mcp.json': `{"mcpServers":{${server('a')}}}` });
    chmodSync(join(home, '.cursor/mcp.json'), 0o666);
    const { report } = await agents(home, '--os', os);
    expect(report.findings).toContainEqual(expect.objectContaining({ rule: 'config-writable-by-others' }));
  });

  it('name their entry, also where two entries of one line start the same package', async () => {
    const home = projectFolder({ '.cursor/mcp.json': `{"mcpServers":{${server('a')},${server('b/c')}}}` });
    const { report } = await agents(home, '--os', 'linux');
    const about = report.findings.filter(({ kind, subject }: { kind: string; subject?: string }) => kind === 'mcp_config' && subject);
    expect(about.length).toBeGreaterThan(1);
    const entries = about.map(({ locations }: { locations: { pointer?: string }[] }) =>
      locations[0]?.pointer?.split('/').slice(0, 3).join('/'),
    );
    expect(new Set(entries)).toEqual(new Set(['/mcpServers/a', '/mcpServers/b~1c']));
  });
});
