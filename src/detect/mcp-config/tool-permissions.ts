import type { ConfigFile, Placed } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { fileHit } from './hits.js';
import type { ConfigSubject } from './subject.js';

type Setting = Placed<unknown> & { name: string };

const SHELL = '(?:Bash|Shell|run_shell_command|ShellTool|PowerShell|execute_bash|execute_cmd)';
/** Programs that run any code passed to them, or access the network. */
const OPEN = '(?:\\*{1,2}|sudo|curl|wget|(?:ba|z|da)?sh|python[\\d.]*|node|npx|uvx|perl|ruby|php|eval|ssh|xargs|env|deno|pwsh|powershell)';
const WHOLE_SHELL = new RegExp(`^${SHELL}(?:\\(\\s*\\)|\\(:?\\*{1,2}\\)|\\(${OPEN}(?:\\s*:\\s*|\\s+)\\*{1,2}\\))?$`, 'i');

/** Tools that are allowed, with their place; some clients write several into one text. */
function allowed({ settings }: ConfigFile): { tool: string; setting: Setting }[] {
  return settings
    .filter(
      ({ name, value }) =>
        /^(?:permissions\.(?:allow|allowed_tools)|allowed-?tools|tools\.allowed|allow)$/i.test(name) && typeof value === 'string',
    )
    .flatMap((setting) => toolsIn(String(setting.value)).map((tool) => ({ tool, setting })));
}

/** Limit for a text that lists several tools. */
const MAX_LIST = 16_384;

function toolsIn(list: string): string[] {
  return list.slice(0, MAX_LIST).match(/[^,\s()]{1,200}(?:\([^)]{0,500}\))?/g) ?? [];
}

/** Tools that the file denies; a denial wins over any permission (documentation of the clients that have both). */
function deniedIn({ settings }: ConfigFile): ReadonlySet<string> {
  return new Set(settings.filter(({ name }) => /^(?:permissions\.)?deny$/.test(name)).map(({ value }) => String(value)));
}

function isDenied(denied: ReadonlySet<string>, tool: string): boolean {
  const bare = tool.replace(/\(.*$/s, '');
  return denied.has(tool) || denied.has(bare) || denied.has(`${bare}(*)`);
}

/** Permissions of clients that write them as keys: OpenCode and similar ones, VS Code's terminal, Factory's list. */
function isOpenKey({ name, value }: Setting): boolean {
  if (/^permission\.bash(?:\.\*)?$|^toolPermissions\.bash\.default$|^agent\.tool_permissions\.tools\.terminal\.default$/.test(name))
    return value === 'allow';
  if (/^chat\.tools\.terminal\.autoApprove\.(?:\*|\/\.\*\/[a-z]*|\/\^?\.[*+]\$?\/[a-z]*)$/.test(name)) return value === true;
  return name === 'commandAllowlist' && value === '*';
}

/** Any command runs without approval. */
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
    const denied = deniedIn(config);
    for (const { tool, setting } of allowed(config))
      if (WHOLE_SHELL.test(tool) && !isDenied(denied, tool)) yield fileHit(config, setting, quote(tool, 80));
    for (const setting of config.settings)
      if (isOpenKey(setting)) yield fileHit(config, setting, `${quote(setting.name, 80)} = ${quote(String(setting.value), 40)}`);
  },
};

const WHOLE_DISK = /^(?:Read|Glob|Grep)\((?:\/\/\*{1,2}|\/{2,}|~(?:\/\*{0,2})?)\)$/;

/** Any file can be read without approval. */
export const wideReadPermission: Rule<ConfigSubject> = {
  id: 'wide-read-permission',
  family: 'mcp-config',
  title: 'Any file may be read',
  severity: 'medium',
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
