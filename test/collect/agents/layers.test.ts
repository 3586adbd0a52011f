import { describe, expect, it } from 'vitest';
import { discoverIn } from './scratch-home.js';

const start = { command: 'npx', args: ['-y', 'quill-mcp@1.0.0'] };

describe('layers of configuration', () => {
  it('notes a toggle of the project on the server of the home file', () => {
    const { servers } = discoverIn({
      'home/.config/opencode/opencode.json': { mcp: { quill: { type: 'local', command: ['npx', 'quill-mcp'] } } },
      'project/opencode.json': { mcp: { quill: { enabled: false } } },
    });
    expect(servers).toMatchObject([{ name: 'quill', disabled: false, disabled_in: 'opencode.json' }]);
  });

  it("disables a project's server by the list in its table, and lets settings switch off the project's file", () => {
    const { servers, agents, projectsSeen } = discoverIn({
      'home/.claude.json': {
        mcpServers: {},
        projects: { '/code/a': { mcpServers: { quill: start, other: start }, disabledMcpServers: ['quill'] } },
      },
      'project/.mcp.json': { mcpServers: { quill: start } },
      'project/.claude/settings.json': { disabledMcpjsonServers: ['quill'] },
    });
    expect(agents.map(({ path, project_key }) => [path, project_key])).toEqual([
      ['.claude/settings.json', undefined],
      ['.mcp.json', undefined],
      ['~/.claude.json', undefined],
      ['~/.claude.json', '/code/a'],
    ]);
    expect(servers.map(({ name, disabled, disabled_in }) => [name, disabled, disabled_in])).toEqual([
      ['quill', false, '.claude/settings.json'],
      ['quill', true, undefined],
      ['other', false, undefined],
    ]);
    expect(projectsSeen).toEqual(['/code/a']);
  });

  it('reads switches of a file beside the servers, and lists of what stays on', () => {
    const { servers } = discoverIn({
      'home/.rovodev/mcp.json': { mcpServers: { quill: start } },
      'home/.rovodev/config.yml': 'mcp:\n  disabledMcpServers: [quill]\n',
      'home/.gemini/settings.json': { mcp: { allowed: ['kept'] }, mcpServers: { kept: start, left: start } },
    });
    expect(servers.map(({ name, disabled, disabled_in }) => [name, disabled, disabled_in])).toEqual([
      ['kept', false, undefined],
      ['left', true, undefined],
      ['quill', false, '~/.rovodev/config.yml'],
    ]);
  });

  it('gives one server of two clients one ref, and other arguments or folders another', () => {
    const { servers, agents } = discoverIn({
      'home/.cursor/mcp.json': {
        mcpServers: { a: start, b: { ...start, args: ['-y', 'quill-mcp@1.0.0', '/srv'] }, c: { command: 'node', args: ['./s.js'] } },
      },
      'home/.lmstudio/mcp.json': { mcpServers: { z: { ...start, args: ['quill-mcp@1.0.0'] }, c: { command: 'node', args: ['./s.js'] } } },
    });
    const [a, b, c, z, otherFolder] = servers.map((server) => server.ref);
    expect(z).toBe(a);
    expect(b).not.toBe(a);
    expect(otherFolder).not.toBe(c);
    expect(agents[0]?.servers).toContain(a);
    expect(new Set(agents.map((agent) => agent.ref)).size).toBe(2);
  });

  it('names credentials by kind and never their values', () => {
    const { credentials } = discoverIn({
      'project/.vscode/mcp.json': {
        inputs: [{ id: 'key', type: 'promptString' }],
        servers: {
          quill: { ...start, envFile: '.env', env: { QUILL_TOKEN: 'plain-value-1234', LEVEL: '1' }, headers: {} },
          far: { url: 'https://a.example.org', headers: { 'X-Api-Key': '${input:key}' } },
        },
      },
    });
    expect(credentials.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'env QUILL_TOKEN',
      'env_file .env',
      'header X-Api-Key',
      'input key',
    ]);
    expect(JSON.stringify(credentials)).not.toContain('plain-value');
  });

  it('leaves a floating version open, and finds the project whose code runs', () => {
    const { components, servers, localProjects } = discoverIn({
      'project/.mcp.json': {
        mcpServers: { open: { command: 'uvx', args: ['Quill_MCP>=2'] }, own: { command: 'node', args: ['./tools/dist/s.js'] } },
      },
      'project/tools/package.json': {},
      'project/tools/dist/s.js': '',
    });
    expect(components).toMatchObject([{ name: 'quill-mcp', version: null, resolved: false, requirement: '>=2' }]);
    expect(servers[0]?.components).toEqual([components[0]?.ref]);
    expect(localProjects.map(({ server, absolute }) => [server, absolute.split('/').at(-1)])).toEqual([[servers[1]?.ref, 'tools']]);
  });

  it('lists settings and commands with their lines', () => {
    const text =
      '{\n "permissions": { "allow": [\n  "Bash(*)",\n  "Read" ] },\n "hooks": { "Stop": [ { "hooks": [\n  { "type": "command", "command": "./h.sh" } ] } ] },\n "statusLine": { "command": "./s.sh" }, "apiKeyHelper": "./k.sh" }';
    const [config] = discoverIn({ 'project/.claude/settings.json': text }).configs;
    expect(config?.settings).toMatchObject([
      { name: 'permissions.allow', value: 'Bash(*)', line: 3, pointer: '/permissions/allow/0' },
      { name: 'permissions.allow', value: 'Read', line: 4 },
    ]);
    expect(config?.commands.map(({ kind, name, value, line }) => [kind, name, value, line])).toEqual([
      ['hook', 'Stop', './h.sh', 6],
      ['key-helper', 'apiKeyHelper', './k.sh', 7],
      ['status-line', 'statusLine', './s.sh', 7],
    ]);
  });
});
