import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discoverAgents, discoverySteps } from '../../../src/collect/agents/discover.js';
import { diskFiles } from '../../../src/system/files.js';
import { refusing } from '../../support/refusing-files.js';
import { discover, discoverIn, scratch } from './scratch-home.js';

const server = { mcpServers: { quill: { command: 'npx', args: ['-y', 'quill-mcp@1.0.0'] } } };
const isRoot = process.getuid?.() === 0;

describe('files that cannot be trusted', () => {
  it('follows a link inside the folder, and none that leaves it', () => {
    const folder = scratch({ 'home/dots/mcp.json': server, 'home/dots/deep/hooks.json': {}, 'outside/mcp.json': server });
    for (const name of ['.cursor', '.lmstudio', '.kiro']) mkdirSync(join(folder, 'home', name));
    symlinkSync('../dots/mcp.json', join(folder, 'home/.cursor/mcp.json'));
    symlinkSync('../../outside/mcp.json', join(folder, 'home/.lmstudio/mcp.json'));
    symlinkSync('../../outside', join(folder, 'home/.kiro/settings'));
    const { agents, configs, issues } = discover(folder);
    expect(agents.map((agent) => agent.path)).toEqual(['~/.cursor/mcp.json']);
    expect(configs[0]?.symlink).toBe(true);
    expect(issues.map(({ path, kind }) => [path, kind])).toEqual([
      ['~/.kiro/settings/mcp.json', 'symlink_outside'],
      ['~/.lmstudio/mcp.json', 'symlink_outside'],
    ]);
  });

  it('says which link leads nowhere and which file is a folder', () => {
    const folder = scratch({ 'home/.lmstudio/mcp.json/x': '' });
    mkdirSync(join(folder, 'home/.cursor'));
    symlinkSync('mcp.json', join(folder, 'home/.cursor/mcp.json'));
    expect(discover(folder).issues.map(({ path, kind }) => [path, kind])).toEqual([
      ['~/.cursor/mcp.json', 'unreadable'],
      ['~/.lmstudio/mcp.json', 'unreadable'],
    ]);
  });

  it.skipIf(isRoot)('says which file may not be read', () => {
    const folder = scratch({ 'home/.cursor/mcp.json': server });
    chmodSync(join(folder, 'home/.cursor/mcp.json'), 0);
    expect(discover(folder).issues).toMatchObject([{ path: '~/.cursor/mcp.json', kind: 'unreadable' }]);
  });

  it('says which folder may not be looked into, once', () => {
    const folder = scratch({
      'home/.cursor/mcp.json': server,
      'home/.codeium/windsurf/mcp_config.json': server,
      'home/.claude.json': server,
    });
    const home = { absolute: join(folder, 'home') };
    const { agents, issues } = discoverAgents(refusing(/\.(?:cursor|codeium\/windsurf)\/./), { os: 'linux', home, projects: [] });
    expect(agents.map(({ path }) => path)).toEqual(['~/.claude.json']);
    expect(issues.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      '~/.codeium/windsurf: permission denied',
      '~/.cursor: permission denied',
    ]);
  });

  it.each([
    ['half a file', '{"mcpServers":{"a":{"command":"n', 'unparsable'],
    ['nothing', '', 'unparsable'],
    ['two documents', '{"mcpServers":{}}{}', 'unparsable'],
    ['other encodings', new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x7d]), 'wrong_encoding'],
    ['deep nesting', `{"mcpServers":{},"x":${'['.repeat(10_000)}`, 'unparsable'],
    ['a list', '[1]', 'unsupported_config'],
    ['a text for servers', '{"mcpServers":"see wiki"}', 'unsupported_config'],
    ['the key of another client', '{"servers":{"a":{"command":"x"}}}', 'unsupported_config'],
  ])('reports %s and keeps the other files', (_, content, kind) => {
    const { issues, servers, collectors } = discoverIn({ 'home/.cursor/mcp.json': content, 'home/.lmstudio/mcp.json': server });
    expect(issues).toMatchObject([{ path: '~/.cursor/mcp.json', kind }]);
    expect(servers.map(({ name }) => name)).toEqual(['quill']);
    expect(collectors.find(({ target }) => target === '~/.cursor/mcp.json')?.outcome).not.toBe('scanned');
  });

  it('keeps the good entries of a file and names the others', () => {
    const entries = {
      good: { command: 'x' },
      text: 'npx y',
      none: null,
      empty: {},
      odd: { command: 'x', args: [{}] },
      args: { args: ['x'] },
    };
    const { servers, issues } = discoverIn({ 'home/.cursor/mcp.json': { mcpServers: entries } });
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(issues.map(({ reason }) => reason.split('"')[1])).toEqual(['text', 'none', 'empty', 'odd', 'args']);
  });

  it('takes names as names, whatever they mean to a program', () => {
    const { servers } = discoverIn({
      'home/.cursor/mcp.json':
        '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"},"../../x":{"url":"https://a.example.org","type":"constructor"}}}',
    });
    expect(servers.map(({ name, transport }) => [name, transport])).toEqual([
      ['__proto__', 'stdio'],
      ['constructor', 'stdio'],
      ['../../x', 'unknown'],
    ]);
  });

  it('never says of a shared name that it could not be read, unless it speaks of servers', () => {
    expect(discoverIn({ 'project/config.toml': 'a = ', 'project/manifest.json': '{' }).issues).toEqual([]);
    expect(discoverIn({ 'project/config.toml': '[mcp]\na = ' }).issues).toMatchObject([{ path: 'config.toml', kind: 'unparsable' }]);
  });

  it('works in steps, between which a signal is heard', () => {
    const steps = [...discoverySteps(diskFiles, { os: 'linux', home: { absolute: '/nowhere' }, projects: [] })];
    expect(steps.length).toBeGreaterThan(20);
  });

  it('survives any bytes and any JSON in any language', () => {
    const files = [
      '.cursor/mcp.json',
      '.codex/config.toml',
      '.config/goose/config.yaml',
      '.claude/agents/a.md',
      '.config/mcphub/servers.json',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.json(), fc.string()), (path, content) => {
        const { issues, servers } = discoverIn({ [`home/${path}`]: content });
        for (const issue of issues) expect(issue.path).toBe(`~/${path}`);
        expect(servers.length).toBeLessThan(100);
      }),
      { numRuns: 150 },
    );
  });

  it('survives any value in place of a server', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('command', 'args', 'env', 'url', 'headers', 'type', 'disabled', 'autoApprove', 'trust'),
          fc.jsonValue(),
        ),
        (entry) => {
          const { servers, issues } = discoverIn({ 'home/.codeium/windsurf/mcp_config.json': { mcpServers: { x: entry } } });
          expect(servers.length + issues.length).toBe(1);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('places', () => {
  it('maps the folders of Windows below a home folder of any system', () => {
    const { servers } = discoverIn({ 'home/AppData/Roaming/Claude/claude_desktop_config.json': server }, { os: 'win32' });
    expect(servers.map(({ path }) => path)).toEqual(['~/AppData/Roaming/Claude/claude_desktop_config.json']);
  });

  it('follows variables of the environment only when they are handed in', () => {
    const folder = scratch({
      'elsewhere/config.toml': '[mcp_servers.quill]\ncommand = "quill"\n',
      'home/conf/zed/settings.json': { context_servers: { z: { command: 'z' } } },
    });
    const environment = { CODEX_HOME: join(folder, 'elsewhere'), XDG_CONFIG_HOME: join(folder, 'home/conf') };
    expect(discover(folder).servers).toEqual([]);
    expect(discover(folder, { environment }).servers.map(({ path }) => path)).toEqual([
      join(folder, 'elsewhere/config.toml'),
      '~/conf/zed/settings.json',
    ]);
  });

  it("reads the machine's own files only when asked", () => {
    const folder = scratch({ 'machine/etc/claude-code/managed-mcp.json': server });
    expect(discover(folder).agents).toEqual([]);
    const { configs } = discover(folder, { system: { absolute: join(folder, 'machine') } });
    expect(configs).toMatchObject([{ path: '/etc/claude-code/managed-mcp.json', scope: 'managed' }]);
  });

  it('tells where it looked, which instruction files there are, and which projects were opened', () => {
    const { looked, instructionFiles, projectsSeen } = discoverIn({
      'home/.claude/CLAUDE.md': '',
      'home/.config/Code/User/workspaceStorage/1/workspace.json': { folder: 'file:///code/my%20shop' },
      'project/AGENTS.md': '',
      'project/.cursor/rules/deep/er/a.mdc': '',
    });
    expect(looked).toContain('~/.cursor/mcp.json');
    expect(instructionFiles.map(({ path }) => path)).toEqual(['.cursor/rules/deep/er/a.mdc', 'AGENTS.md', '~/.claude/CLAUDE.md']);
    expect(projectsSeen).toEqual(['/code/my shop']);
  });
});
