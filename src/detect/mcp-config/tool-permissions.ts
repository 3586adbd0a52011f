import type { ConfigFile, Placed } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../rule.js';
import { fileHit } from './hits.js';
import type { ConfigSubject } from './subject.js';

type Setting = Placed<unknown> & { name: string };

const SHELL = '(?:Bash|Shell|run_shell_command|ShellTool|PowerShell)';
/** Programs that run any code given to them, or leave the machine. */
const OPEN = '(?:\\*{1,2}|sudo|curl|wget|(?:ba|z|da)?sh|python[\\d.]*|node|npx|uvx|perl|ruby|php|eval|ssh|xargs|env|deno|pwsh|powershell)';
const WHOLE_SHELL = new RegExp(`^${SHELL}(?:\\(\\s*\\)|\\(:?\\*{1,2}\\)|\\(${OPEN}(?:\\s*:\\s*|\\s+)\\*{1,2}\\))?$`, 'i');

/** Tools that are allowed, with their place; some clients write several into one text. */
function allowed({ settings }: ConfigFile): { tool: string; setting: Setting }[] {
  return settings
    .filter(
      ({ name, value }) =>
        /^(?:permissions\.(?:allow|allowed_tools)|allowed-tools|tools\.allowed|allow)$/.test(name) && typeof value === 'string',
    )
    .flatMap((setting) => toolsIn(String(setting.value)).map((tool) => ({ tool, setting })));
}

function toolsIn(list: string): string[] {
  return (list.match(/[^,\s()]+(?:\([^)]*\))?/g) ?? []).map((tool) => tool.trim());
}

/** A refusal of the whole tool wins over any permission (documentation of the clients that have both). */
function isDenied({ settings }: ConfigFile, tool: string): boolean {
  const bare = tool.replace(/\(.*$/s, '');
  const denied = settings.filter(({ name }) => /^(?:permissions\.)?deny$/.test(name)).map(({ value }) => String(value));
  return denied.includes(tool) || denied.includes(bare) || denied.includes(`${bare}(*)`);
}

/** Permissions of clients that write them as keys: OpenCode, VS Code's terminal, Factory's list. */
function isOpenKey({ name, value }: Setting): boolean {
  if (/^permission\.bash(?:\.\*)?$/.test(name)) return value === 'allow';
  if (/^chat\.tools\.terminal\.autoApprove\.(?:\*|\/\.\*\/[a-z]*|\/\^?\.[*+]\$?\/[a-z]*)$/.test(name)) return value === true;
  return name === 'commandAllowlist' && value === '*';
}

/** Any command runs unasked. */
export const broadShellPermission: Rule<ConfigSubject> = {
  id: 'broad-shell-permission',
  family: 'mcp-config',
  title: 'Any shell command is allowed',
  severity: 'high',
  confidence: 'high',
  rationale: 'The agent may run any command without a question, so every other limit can be walked around.',
  fix: 'Allow single commands by name, for example `Bash(npm run test:*)`.',
  references: ['OWASP LLM06', 'OWASP ASI02', 'CWE-78'],
  *check({ config }): Generator<RuleHit> {
    for (const { tool, setting } of allowed(config))
      if (WHOLE_SHELL.test(tool) && !isDenied(config, tool)) yield fileHit(config, setting, quote(tool, 80));
    for (const setting of config.settings)
      if (isOpenKey(setting)) yield fileHit(config, setting, `${quote(setting.name, 80)} = ${quote(String(setting.value), 40)}`);
  },
};

const WHOLE_DISK = /^(?:Read|Glob|Grep)\((?:\/\/\*{1,2}|\/{2,}|~(?:\/\*{0,2})?)\)$/;

/** Any file can be read unasked. */
export const wideReadPermission: Rule<ConfigSubject> = {
  id: 'wide-read-permission',
  family: 'mcp-config',
  title: 'Any file may be read',
  severity: 'low',
  confidence: 'high',
  rationale: 'Keys and documents outside the project can be read without a question.',
  fix: 'Allow folders of the project, and deny `.env` files and key folders.',
  references: ['OWASP MCP10', 'CWE-552'],
  *check({ config }): Generator<RuleHit> {
    for (const { tool, setting } of allowed(config)) if (WHOLE_DISK.test(tool)) yield fileHit(config, setting, quote(tool, 80));
    for (const setting of config.settings)
      if (setting.name === 'permissions.additionalDirectories' && /^(?:\/|~\/?)$/.test(String(setting.value)))
        yield fileHit(config, setting, `additionalDirectories ${quote(String(setting.value), 40)}`);
  },
};
