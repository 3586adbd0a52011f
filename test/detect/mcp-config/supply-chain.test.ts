import { describe, expect, it } from 'vitest';
import { imitatedServer } from '../../../src/detect/mcp-config/imitation.js';
import type { Match } from '../../../src/model/advisory.js';
import { configFile, judge, rulesFor, server } from './judged.js';

const words = (line: string) => line.split(' ');

describe('versions', () => {
  it.each([
    ['npx -y some-server', ['floating-package-version']],
    ['npx -y some-server@next', ['floating-package-version']],
    ['npx -y some-server@1.2.3', []],
    ['npx --no-install some-server', []],
    ['uvx some-server', ['floating-package-version']],
    ['uvx some-server==1.2', []],
    ['uvx --from git+https://host.example/o/r run', ['floating-git-reference']],
    ['uvx --from git+https://host.example/o/r@v1.2.0 run', []],
    ['docker run -i --rm team/server', ['unpinned-image']],
    ['docker run -i --rm team/server:latest', ['unpinned-image']],
    ['docker run -i --rm registry.example:5000/team/server', ['unpinned-image']],
    ['docker run -i --rm team/server:1.2', ['image-tag-without-digest']],
    [`docker run -i --rm team/server:1.2@sha256:${'a'.repeat(64)}`, []],
    ['docker mcp gateway run', []],
    ['npx -y @modelcontextprotocol/server-slack@2025.4.25', ['archived-server']],
    ['npx -y @modelcontextprotocol/server-memory@2025.9.25', []],
  ])('%s', (line, rules) => {
    expect(rulesFor(words(line))).toEqual(rules);
  });

  it('says where, for which server, and what to write', () => {
    const [finding] = judge([configFile([server(words('npx -y some-server'), { name: 'tabs' })])]);
    expect(finding).toMatchObject({ rule: 'floating-package-version', subject: 'mcp:tabs', severity: 'medium', confidence: 'high' });
    expect(finding?.locations).toEqual([{ path: '~/.cursor/mcp.json', line: 12, pointer: '/mcpServers/tabs/12' }]);
    expect(finding?.fix).toContain('some-server@<version>');
  });

  it('is one step worse in a project’s file or beside a credential, and never above high', () => {
    const severityOf = (parts: Parameters<typeof server>[1], scope: 'home' | 'project' | 'managed') =>
      judge([configFile([server(words('npx -y some-server'), parts)], { scope })]).find((one) => one.rule === 'floating-package-version')
        ?.severity;
    expect(severityOf({}, 'project')).toBe('high');
    expect(severityOf({ env: { API_KEY: '${API_KEY}' }, approved: ['*'] }, 'project')).toBe('high');
    expect(severityOf({ env: { API_KEY: '${API_KEY}' } }, 'home')).toBe('high');
    expect(severityOf({}, 'managed')).toBe('low');
  });

  it('leaves a server alone that is switched off', () => {
    expect(rulesFor(words('npx -y some-server'), { disabled: true })).toEqual([]);
  });
});

describe('known packages', () => {
  it.each([
    ['npx -y postmark-mcp@1.0.16', ['known-malicious-package']],
    ['npx -y postmark-mcp@1.0.12', []],
    ['npx -y postmark-mcp', ['floating-package-version', 'known-malicious-package']],
    ['npx -y @acme/postmark-mcp@1.0.16', []],
    ['npx --registry=https://npm.corp.example postmark-mcp@1.0.16', ['unknown-registry']],
    ['npx -y mcp-remote@0.1.15 https://mcp.service.test/sse', ['known-vulnerable-version']],
    ['npx -y mcp-remote@0.1.16 https://mcp.service.test/sse', []],
    ['npx -y mcp-remote@0.0.4 https://mcp.service.test/sse', []],
    ['uvx mcp_server_git==2025.12.17', ['known-vulnerable-version']],
    ['uvx mcp-server-git==2025.12.18', []],
    ['npx -y figma-developer-mcp@0.6.3', []],
  ])('%s', (line, rules) => {
    expect(rulesFor(words(line))).toEqual(rules);
  });

  it('finds malicious packages also in servers that are off', () => {
    expect(rulesFor(words('uvx mcp-xyz==0.1.0'), { disabled: true })).toEqual(['known-malicious-package']);
  });

  const match = (malicious: boolean): Match => ({
    component: 'pkg:npm/own-server@1.0.0',
    advisory: {
      id: malicious ? 'MAL-2025-1' : 'GHSA-aaaa-bbbb-cccc',
      aliases: [],
      modified: '',
      malicious,
      summary: '',
      details: '',
      severity: [],
      cwes: [],
      references: [],
    },
    reason: { ecosystem: 'npm', name: 'own-server', range: '', event: '' },
    fixed_versions: [],
    severity: 'high',
    kev: 'not_checked',
  });

  it.each([
    [true, 'known-malicious-package', 'MAL-2025-1'],
    [false, 'known-vulnerable-version', 'GHSA-aaaa-bbbb-cccc'],
  ])('takes the advisory database’s word (malicious: %s)', (malicious, rule, id) => {
    const own = server(words('npx -y own-server@1.0.0'), { components: ['pkg:npm/own-server@1.0.0'] });
    const findings = judge([configFile([own])], { matches: [match(malicious), match(malicious)] });
    expect(findings.map((one) => one.rule)).toEqual([rule]);
    expect(findings[0]?.why).toContain(id);
  });

  it('says once what the database and the built-in list both know', () => {
    const remote = server(words('npx -y mcp-remote@0.1.10 https://mcp.service.test/sse'), { components: ['pkg:npm/own-server@1.0.0'] });
    const findings = judge([configFile([remote])], { matches: [match(false)] });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: 'critical', fix: 'Write `mcp-remote@0.1.16` or later.' });
  });
});

describe('look-alike names', () => {
  it.each([
    ['npm', '@modelcontextprotocal/server-git', '@modelcontextprotocol'],
    ['npm', '@model-context-protocol/server-memory', '@modelcontextprotocol/server-memory'],
    ['npm', '@modelcontextprotcl/anything', '@modelcontextprotocol'],
    ['npm', '@mcp-official/server-filesystem', '@modelcontextprotocol/server-filesystem'],
    ['npm', '@playwrigth/mcp', '@playwright/mcp'],
    ['npm', '@upstash/contex7-mcp', '@upstash/context7-mcp'],
    ['npm', '@modelcontextprotocol/server-filesytem', '@modelcontextprotocol/server-filesystem'],
    ['npm', 'context7-mpc', '@upstash/context7-mcp'],
    ['npm', 'mcpremote', 'mcp-remote'],
    ['npm', 'mcp-rem0te', 'mcp-remote'],
    ['npm', 'firecrwal-mcp', 'firecrawl-mcp'],
    ['pypi', 'mcp-sever-fetch', 'mcp-server-fetch'],
    ['pypi', 'mcp-server-fetchh', 'mcp-server-fetch'],
    ['pypi', 'markitdwon-mcp', 'markitdown-mcp'],
  ])('%s %s', (ecosystem, name, target) => {
    expect(imitatedServer(ecosystem, name)?.name).toBe(target);
  });

  it.each([
    ['npm', '@modelcontextprotocol/server-memory'],
    ['npm', '@acme/playwright-mcp'],
    ['npm', '@acme/internal-mcp'],
    ['npm', '@acme/server-filesystem'],
    ['npm', 'left-pad'],
    ['npm', 'mcp'],
    ['pypi', 'mcp_server_time'],
    ['pypi', 'mssql-mcp-server'],
    ['pypi', 'mcp-server-timer'],
    ['pypi', 'redis-mcp-servers'],
    ['npm', 'motion-mcp-server'],
    ['golang', 'mcp-rem0te'],
    ['npm', 'a'.repeat(5000)],
  ])('not %s %s', (ecosystem, name) => {
    expect(imitatedServer(ecosystem, name)).toBeUndefined();
  });

  it('is no matter for a scope the project owns', () => {
    const own = configFile([server(words('npx -y @playwrigth/mcp@1.0.0'))]);
    const registries = [{ ecosystem: 'npm', scope: '@playwrigth', host: 'npm.corp.example', path: '.npmrc' }];
    expect(judge([own]).map((one) => one.rule)).toEqual(['look-alike-package']);
    expect(judge([own], { inventory: { registries } })).toEqual([]);
  });
});
