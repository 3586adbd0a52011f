export type HomeSystem = 'darwin' | 'linux' | 'win32';

/** Where applications keep their data below a home folder, by system. */
const APPLICATION_DATA: Record<HomeSystem, string> = {
  darwin: 'Library/Application Support',
  linux: '.config',
  win32: 'AppData/Roaming',
};
const GOOSE: Record<HomeSystem, string> = {
  darwin: '.config/goose/config.yaml',
  linux: '.config/goose/config.yaml',
  win32: 'AppData/Roaming/Block/goose/config/config.yaml',
};
const ZED: Record<HomeSystem, string> = {
  darwin: '.config/zed/settings.json',
  linux: '.config/zed/settings.json',
  win32: 'AppData/Roaming/Zed/settings.json',
};

/** The ids of the clients that `tenClients` configures, sorted. */
export const TEN = ['claude-code', 'claude-desktop', 'codex', 'cursor', 'gemini-cli', 'goose', 'opencode', 'vscode', 'windsurf', 'zed'];

/** The server that two clients share: same command, same arguments. */
export const SHARED = { command: 'npx', args: ['-y', '@acme/files-mcp@1.4.2', '/srv/files'] };

/**
 * A home with ten clients, each in its own format: JSON with comments, a byte order mark, TOML, YAML, commands as arrays, tables by
 * project, a disabled server. Values of variables and headers are references.
 */
export function tenClients(os: HomeSystem): Record<string, string> {
  const data = APPLICATION_DATA[os];
  return {
    [`${data}/Claude/claude_desktop_config.json`]: JSON.stringify({
      mcpServers: { files: SHARED },
    }),
    '.claude.json': JSON.stringify({
      mcpServers: { search: { type: 'http', url: 'https://search.example/mcp', headers: { 'X-Api-Key': '${SEARCH_KEY}' } } },
      projects: { '/srv/app': { mcpServers: { local: { command: 'uvx', args: ['acme-local==2.0.1'] } } } },
    }),
    '.cursor/mcp.json': `{
  // the same server as the other client's
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "@acme/files-mcp@1.4.2", "/srv/files",], },
  },
}`,
    [`${data}/Code/User/mcp.json`]: `\uFEFF${JSON.stringify({
      inputs: [{ type: 'promptString', id: 'issue-key', password: true }],
      servers: { issues: { type: 'stdio', command: 'bunx', args: ['issues-mcp@3.1.0'], env: { ISSUE_TOKEN: '${input:issue-key}' } } },
    })}`,
    '.codex/config.toml': `model = "x"

[mcp_servers.deploy]
command = "docker"
args = ["run", "-i", "--rm", "-e", "DEPLOY_TOKEN", "ghcr.io/acme/deploy@sha256:${'ab'.repeat(32)}"]
env_vars = ["DEPLOY_TOKEN"]
`,
    '.gemini/settings.json': JSON.stringify({ mcpServers: { mail: { httpUrl: 'https://mail.example/mcp', timeout: 5000 } } }),
    [GOOSE[os]]: `extensions:
  notes:
    type: stdio
    enabled: true
    cmd: uvx
    args: [notes-mcp==0.9.0]
    env_keys: [NOTES_TOKEN]
  developer:
    type: builtin
    enabled: true
`,
    '.config/opencode/opencode.json': JSON.stringify({
      mcp: { build: { type: 'local', command: ['npx', '-y', 'build-mcp@5.0.0'], environment: { BUILD_KEY: '{env:BUILD_KEY}' } } },
    }),
    [ZED[os]]: JSON.stringify({ context_servers: { docs: { source: 'custom', command: 'npx', args: ['-y', 'docs-mcp@1.1.1'] } } }),
    '.codeium/windsurf/mcp_config.json': JSON.stringify({
      mcpServers: { chat: { serverUrl: 'https://chat.example/mcp' }, idle: { command: 'npx', args: ['-y', 'idle-mcp'], disabled: true } },
    }),
  };
}
