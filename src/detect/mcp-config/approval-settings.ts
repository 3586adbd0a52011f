import type { ConfigFile, Placed } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { type ApprovalSetting, bypassSettings, sandboxSettings, trustSettings } from './data/approval-settings.js';
import { fileHit } from './hits.js';
import { type ConfigSubject, isWrittenByOthers } from './subject.js';

type Setting = Placed<unknown> & { name: string };

/** The settings of a file that are in the table; those of a profile count like those of the file. */
function settingsIn({ settings }: ConfigFile, table: readonly ApprovalSetting[]): Setting[] {
  return settings.filter(({ name, value }) => {
    const plain = name.replace(/^profiles\.[^.]+\./, '');
    return table.some((row) => row.name.test(plain) && row.value.test(String(value)));
  });
}

function shown({ name, value }: Setting): string {
  return `${quote(name, 80)} = ${quote(String(value), 40)}`;
}

/** The client acts without asking. */
export const permissionBypassMode: Rule<ConfigSubject> = {
  id: 'permission-bypass-mode',
  family: 'mcp-config',
  title: 'Client asks for nothing',
  severity: 'high',
  confidence: 'high',
  rationale: 'Every command and every change an agent thinks of happens at once, also when a text from outside made it think so.',
  fix: 'Remove the setting, and approve by name what is to run unasked.',
  references: ['OWASP ASI02', 'OWASP ASI09', 'OWASP LLM06', 'CWE-862'],
  *check({ config }): Generator<RuleHit> {
    const sandboxed = config.settings.some(({ name, value }) => /(?:^|\.)sandbox_mode$/.test(name) && value === 'read-only');
    for (const setting of settingsIn(config, bypassSettings)) {
      const mild = sandboxed && setting.name.endsWith('approval_policy');
      yield fileHit(config, setting, shown(setting), { severity: mild ? 'medium' : isWrittenByOthers(config) ? 'critical' : 'high' });
    }
  },
};

/** The client runs commands without a sandbox. */
export const sandboxDisabled: Rule<ConfigSubject> = {
  id: 'sandbox-disabled',
  family: 'mcp-config',
  title: 'Sandbox switched off',
  severity: 'high',
  confidence: 'high',
  rationale: 'Commands of the agent reach the whole disk and the network.',
  fix: 'Let the client keep its sandbox (`workspace-write`), and open single folders or hosts.',
  references: ['OWASP ASI05', 'CWE-693'],
  *check({ config }): Generator<RuleHit> {
    for (const setting of settingsIn(config, sandboxSettings)) {
      // Most clients have no sandbox by default; other switches count only when an administrator wanted a sandbox.
      if (!setting.name.endsWith('sandbox_mode') && config.scope !== 'managed') continue;
      yield fileHit(config, setting, shown(setting));
    }
  },
};

/** The client trusts folders that nobody has reviewed. */
export const workspaceTrustOff: Rule<ConfigSubject> = {
  id: 'workspace-trust-off',
  family: 'mcp-config',
  title: 'Every folder is trusted',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Tasks, hooks and servers of a folder may run as soon as it is opened, without the question whether it is trusted.',
  fix: 'Leave workspace trust on, and trust single projects.',
  references: ['CWE-829'],
  *check({ config }): Generator<RuleHit> {
    for (const setting of settingsIn(config, trustSettings)) yield fileHit(config, setting, shown(setting));
  },
};

/** Servers of any project start without a question. */
export const allProjectServersEnabled: Rule<ConfigSubject> = {
  id: 'all-project-servers-enabled',
  family: 'mcp-config',
  title: 'All servers of a project are approved',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whatever servers a repository defines start when it is opened, also those that a later commit adds.',
  fix: 'List the servers you have reviewed by name (`enabledMcpjsonServers`).',
  references: ['OWASP ASI04', 'OWASP MCP04', 'CWE-829'],
  *check({ config }): Generator<RuleHit> {
    for (const setting of config.settings) {
      const all = setting.name === 'enableAllProjectMcpServers' && setting.value === true;
      const autostart = setting.name === 'chat.mcp.autostart' && setting.value === 'always' && isWrittenByOthers(config);
      if (all || autostart) yield fileHit(config, setting, shown(setting), { severity: isWrittenByOthers(config) ? 'critical' : 'high' });
    }
  },
};

/** Tasks of a folder run automatically. */
export const automaticTasksAllowed: Rule<ConfigSubject> = {
  id: 'automatic-tasks-allowed',
  family: 'mcp-config',
  title: 'Tasks may run by themselves',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A task that a folder marks to run when it is opened runs without a question.',
  fix: 'Set `task.allowAutomaticTasks` to `off`, or remove it.',
  references: ['OWASP ASI05', 'CWE-829'],
  *check({ config }): Generator<RuleHit> {
    for (const setting of config.settings)
      if (/(?:^|\.)task\.allowAutomaticTasks$/.test(setting.name) && setting.value === 'on') yield fileHit(config, setting, shown(setting));
  },
};
