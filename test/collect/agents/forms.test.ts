import { describe, expect, it } from 'vitest';
import { discoverIn } from './scratch-home.js';

const start = { command: 'npx', args: ['-y', 'quill-mcp@1.0.0'] };

describe('odd forms of server definitions', () => {
  it('reads the one server of a desktop extension, and leaves other manifests alone', () => {
    const manifest = {
      manifest_version: '0.3',
      name: 'quill',
      server: { type: 'node', mcp_config: { command: 'node', args: ['${__dirname}/s.js'] } },
    };
    const { servers, agents } = discoverIn(
      {
        'home/Library/Application Support/Claude/Claude Extensions/a/manifest.json': manifest,
        'project/manifest.json': { manifest_version: 3, name: 'a browser extension' },
      },
      { os: 'darwin' },
    );
    expect(servers.map(({ name, local_path }) => [name, local_path])).toEqual([['quill', '${__dirname}/s.js']]);
    expect(agents).toHaveLength(1);
  });

  it('takes @server of an agent file for all its tools, patterns as they are, and a bare * for nothing', () => {
    const agent = (allowedTools: string[]) => ({ mcpServers: { quill: start }, allowedTools });
    const { servers } = discoverIn({
      'project/.kiro/agents/a.json': agent(['fs_read', '@quill']),
      'project/.kiro/agents/b.json': agent(['@qu*/list_*']),
      'project/.kiro/agents/c.json': agent(['*', '@other']),
    });
    expect(servers.map((server) => server.auto_approve)).toEqual([['*'], ['list_*'], []]);
  });

  it('reads lists per transport, where a remote server may be its address alone', () => {
    const { servers } = discoverIn({
      'project/config.toml':
        '[mcp]\nsse_servers = ["https://a.example.org/sse"]\nshttp_servers = [{ url = "https://b.example.org/mcp", api_key = "${KEY}" }]\n',
    });
    expect(servers.map(({ name, transport, header_names }) => ({ name, transport, header_names }))).toEqual([
      { name: 'https://a.example.org/sse', transport: 'sse', header_names: [] },
      { name: 'https://b.example.org/mcp', transport: 'http', header_names: ['Authorization'] },
    ]);
  });

  it('describes what a registry enables by the catalogues beside it, and reports what none describes', () => {
    const { servers, configs, issues } = discoverIn({
      'home/.docker/mcp/registry.yaml': 'registry:\n  quill:\n    ref: ""\n  ghost:\n    ref: ""\n',
      'home/.docker/mcp/catalogs/main.yaml':
        'registry:\n  quill:\n    image: mcp/quill:1\n    secrets:\n      - name: quill.key\n        env: QUILL_KEY\n  unused:\n    image: mcp/unused\n',
    });
    expect(servers).toMatchObject([
      { name: 'quill', image: 'mcp/quill:1', env_names: ['QUILL_KEY'], command: null, path: '~/.docker/mcp/registry.yaml' },
    ]);
    expect(configs.map(({ path, servers: inside }) => [path, inside[0]?.image?.line])).toEqual([['~/.docker/mcp/catalogs/main.yaml', 3]]);
    expect(issues).toMatchObject([{ kind: 'unsupported_config', reason: 'server "ghost": no catalogue describes it', line: 4 }]);
  });

  it('reads servers in the front matter of agent files; names of servers are no definition', () => {
    const { servers, configs } = discoverIn({
      'project/.claude/agents/a.md':
        '---\npermissionMode: bypassPermissions\nmcpServers:\n  quill:\n    command: uvx\n    args: [quill-mcp]\n---\nText.\n',
      'project/.claude/agents/b.md': '---\nmcpServers: [quill, { other: { command: other-mcp } }]\n---\n',
      'project/.claude/agents/c.md': 'mcpServers: in the text only\n',
    });
    expect(servers.map(({ name, path, line }) => [name, path, line])).toEqual([
      ['quill', '.claude/agents/a.md', 4],
      ['other', '.claude/agents/b.md', 2],
    ]);
    expect(configs[0]?.settings).toMatchObject([{ name: 'permissionMode', value: 'bypassPermissions', line: 2 }]);
  });

  it('says that Lisp and XML are not read, when they name servers', () => {
    const { issues } = discoverIn({
      'home/.emacs.d/init.el': '(setq mcp-hub-servers nil)',
      'home/.config/JetBrains/IDE1/options/llm.mcpServers.xml': '<application/>',
    });
    expect(issues.map(({ path, kind }) => [path, kind])).toEqual([
      ['~/.config/JetBrains/IDE1/options/llm.mcpServers.xml', 'unsupported_config'],
      ['~/.emacs.d/init.el', 'unsupported_config'],
    ]);
    expect(discoverIn({ 'home/.emacs.d/init.el': '(setq x nil)' }).issues).toEqual([]);
  });

  it('follows a plugin manifest to the file that holds its servers, never out of the plugin', () => {
    const at = 'home/.claude/plugins/cache/m/kit/1.0.0/';
    const inside = discoverIn({
      [`${at}.claude-plugin/plugin.json`]: { name: 'kit', mcpServers: './servers.json' },
      [`${at}servers.json`]: { mcpServers: { quill: start } },
    });
    expect(inside.servers).toMatchObject([{ name: 'quill', client: 'claude-code-plugin' }]);
    expect(inside.configs[0]?.scope).toBe('plugin');
    const outside = discoverIn({
      [`${at}.claude-plugin/plugin.json`]: { mcpServers: '../../../../../../.mcp.json' },
      'home/.mcp.json': { mcpServers: { quill: start } },
    });
    expect(outside.servers).toEqual([]);
    expect(outside.issues).toMatchObject([{ kind: 'unsupported_config' }]);
  });

  it('adds the variables of a secrets file to its server and keeps their own place', () => {
    const { servers, configs } = discoverIn({
      'project/mcp_agent.config.yaml': 'mcp:\n  servers:\n    quill:\n      command: uvx\n      args: [quill-mcp]\n',
      'project/mcp_agent.secrets.yaml': 'mcp:\n  servers:\n    quill:\n      env:\n        QUILL_TOKEN: abc\n',
    });
    expect(servers).toMatchObject([{ name: 'quill', env_names: ['QUILL_TOKEN'] }]);
    const secrets = configs.find((config) => config.path === 'mcp_agent.secrets.yaml');
    expect(secrets?.servers[0]).toMatchObject({ env: [{ name: 'QUILL_TOKEN', value: 'abc', line: 5 }], argv: [] });
  });

  it('keeps a whole command line, a list and an object of a command apart', () => {
    const files = {
      'home/.cursor/mcp.json': {
        mcpServers: {
          line: { command: "node '/opt/my tools/s.js' --x" },
          list: { command: ['node', 'a b.js'] },
          none: { command: '', url: 'https://a.example.org' },
        },
      },
      'home/.config/zed/settings.json': { context_servers: { old: { command: { path: 'node', args: ['z.js'], env: { A: '1' } } } } },
    };
    expect(discoverIn(files).servers.map(({ name, command, args }) => [name, command, args])).toEqual([
      ['old', 'node', ['z.js']],
      ['line', 'node', ['/opt/my tools/s.js', '--x']],
      ['list', 'node', ['a b.js']],
      ['none', null, []],
    ]);
  });
});
