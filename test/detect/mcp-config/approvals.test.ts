import { describe, expect, it } from 'vitest';
import { ruleFamilies } from '../../../src/detect/contract/rule.js';
import { configRules } from '../../../src/detect/mcp-config/registry.js';
import type { ConfigFile } from '../../../src/model/ai-evidence.js';
import { configFile, judge, rulesFor, server } from './judged.js';

const fine = ['npx', '-y', 'tool@1.0.0'];

function settingRules(settings: [string, unknown][], scope: ConfigFile['scope'] = 'home'): string[] {
  const placed = settings.map(([name, value], index) => ({ name, value, line: index + 1 }));
  return judge([configFile([], { settings: placed, scope })]).map(({ rule, severity }) => `${rule} ${severity}`);
}

describe('tools that run unasked', () => {
  it.each<[string[], string[]]>([
    [['*'], ['auto-approve-all']],
    [['read_file', 'write_file', 'execute_command'], ['auto-approve-dangerous-tool']],
    [['delete_page'], ['auto-approve-dangerous-tool']],
    [['sendEmail'], ['auto-approve-dangerous-tool']],
    [['read_*', 'list_directory', 'search', 'get_deleted_items', 'describe_command'], []],
    [[], []],
  ])('%j', (approved, rules) => {
    expect(rulesFor(fine, { approved })).toEqual(rules);
  });

  it('stands at the worst of the listed tools', () => {
    const [finding] = judge([configFile([server(fine, { approved: ['write_file', 'run_command', 'read_file'] })])]);
    expect(finding?.locations[0]?.line).toBe(81);
    expect(finding?.why).toContain('write_file, run_command');
  });
});

describe('settings', () => {
  it.each<[[string, unknown][], ConfigFile['scope'], string[]]>([
    [[['permissions.defaultMode', 'bypassPermissions']], 'project', ['permission-bypass-mode critical']],
    [[['permissions.defaultMode', 'acceptEdits']], 'project', []],
    [[['approval_policy', 'never']], 'home', ['permission-bypass-mode high']],
    [[['profiles.fast.approval_policy', 'never']], 'home', ['permission-bypass-mode high']],
    [
      [
        ['approval_policy', 'never'],
        ['sandbox_mode', 'read-only'],
      ],
      'home',
      ['permission-bypass-mode medium'],
    ],
    [
      [
        ['approval_policy', 'on-request'],
        ['sandbox_mode', 'danger-full-access'],
      ],
      'home',
      ['sandbox-disabled high'],
    ],
    [[['GOOSE_MODE', 'smart_approve']], 'home', []],
    [[['GOOSE_MODE', 'auto']], 'home', ['permission-bypass-mode high']],
    [[['chat.tools.global.autoApprove', true]], 'home', ['permission-bypass-mode high']],
    [[['chat.tools.global.autoApprove', false]], 'home', []],
    [[['enableAllProjectMcpServers', true]], 'project', ['all-project-servers-enabled critical']],
    [
      [
        ['enableAllProjectMcpServers', false],
        ['enabledMcpjsonServers', 'docs'],
      ],
      'project',
      [],
    ],
    [[['task.allowAutomaticTasks', 'on']], 'project', ['automatic-tasks-allowed medium']],
    [[['task.allowAutomaticTasks', 'off']], 'project', []],
    [[['security.workspace.trust.enabled', false]], 'home', ['workspace-trust-off medium']],
    [
      [
        ['extraKnownMarketplaces.team.source.repo', 'o/r'],
        ['extraKnownMarketplaces.team.source.source', 'github'],
      ],
      'project',
      ['marketplace-added-by-project medium'],
    ],
    [[['env.NODE_TLS_REJECT_UNAUTHORIZED', '0']], 'home', ['tls-verification-off high']],
    [[['env.ANTHROPIC_BASE_URL', 'https://llm.service.test']], 'project', ['api-base-url-override high']],
    [[['model_providers.gw.base_url', 'https://llm.service.test/v1']], 'home', ['api-base-url-override medium']],
    [[['model_providers.local.base_url', 'http://localhost:11434/v1']], 'home', []],
    [[['env.HTTPS_PROXY', 'http://proxy.service.test:8080']], 'project', ['api-base-url-override high']],
  ])('%j in a %s file', (settings, scope, rules) => {
    expect(settingRules(settings, scope)).toEqual(rules);
  });

  it.each<[string, string[]]>([
    ['Bash', ['broad-shell-permission high']],
    ['Bash(*)', ['broad-shell-permission high']],
    ['Bash(:*)', ['broad-shell-permission high']],
    ['Shell(*)', ['broad-shell-permission high']],
    ['Bash(curl:*)', ['broad-shell-permission high']],
    ['Bash(sudo *)', ['broad-shell-permission high']],
    ['Bash(npm run test:*)', []],
    ['Bash(git diff:*)', []],
    ['Bash(python -m pytest)', []],
    ['Read(src/**)', []],
    ['Read(~/**)', ['wide-read-permission medium']],
    ['Read(//**)', ['wide-read-permission medium']],
  ])('permission %s', (value, rules) => {
    expect(settingRules([['permissions.allow', value]])).toEqual(rules);
  });

  it('lets a refusal of the tool win, and reads permissions that are keys', () => {
    expect(
      settingRules([
        ['permissions.allow', 'Bash(*)'],
        ['permissions.deny', 'Bash'],
      ]),
    ).toEqual([]);
    expect(settingRules([['permission.bash', 'allow']])).toEqual(['broad-shell-permission high']);
    expect(settingRules([['permission.bash', 'ask']])).toEqual([]);
    expect(settingRules([['allowed-tools', 'Read, Bash(*), Grep']])).toEqual(['broad-shell-permission high']);
  });
});

describe('a project that starts programs', () => {
  const findings = (line: string[], ...more: ConfigFile[]) => {
    const own = configFile([server(line)], { scope: 'project', client: 'claude-code', path: 'shop/.mcp.json' });
    return judge([own, ...more]).filter((one) => one.rule === 'project-config-starts-process');
  };
  const approving = (folder: string) =>
    configFile([], {
      scope: 'project',
      client: 'claude-code-settings',
      path: `${folder}/.claude/settings.json`,
      settings: [{ name: 'enableAllProjectMcpServers', value: true }],
    });

  it('is told of, the more so when the program is the project’s own or the project approves itself', () => {
    expect(findings(fine)).toMatchObject([{ severity: 'none' }]);
    expect(findings(['node', 'tools/server.js'])).toMatchObject([{ severity: 'medium' }]);
    expect(findings(fine, approving('shop'))).toMatchObject([{ severity: 'high' }]);
    expect(findings(fine, approving('other'))).toMatchObject([{ severity: 'none' }]);
    expect(judge([configFile([server(fine)])])).toEqual([]);
  });
});

describe('the rules themselves', () => {
  it('say what they are', () => {
    const rules = configRules();
    expect(rules.length).toBeGreaterThan(50);
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const { id, family, title, rationale, fix, references } of rules) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(ruleFamilies).toContain(family);
      for (const text of [title, rationale, fix]) expect(text).not.toBe('');
      expect(references.length).toBeGreaterThan(0);
    }
  });
});
