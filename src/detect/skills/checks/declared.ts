import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import { frontMatterOf } from '../../../support/front-matter.js';
import { isObject, jsonIn } from '../../../support/json.js';
import { LineCursor } from '../../../support/line-index.js';
import type { BundleHit } from './hits.js';
import { isUncheckable, outsideHost } from './hosts.js';

/** APR-01, APR-05: permissions that the header of an instruction file requests, compared with the file's purpose. */
export function* declaredRights(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (file.role !== 'entry') continue;
    const matter = frontMatterOf(file.text ?? '');
    if (matter === undefined) continue;
    const line = (pattern: RegExp) => lineOf(file, pattern);
    const mode = String(matter.fields.permissionMode ?? matter.fields['permission-mode'] ?? '');
    if (/^(?:bypassPermissions|dontAsk|yolo|full-access)$/i.test(mode))
      yield { rule: 'APR-01', file, line: line(/permission-?mode/i), evidence: `permissionMode: ${mode}`, severity: 'high' };
    const tools = toolNames(matter.fields['allowed-tools'] ?? matter.fields.tools ?? matter.fields.permissions);
    const everything = tools.filter((tool) => /^(?:\*|Bash\(\*(?::\*)?\)|shell\(\*\))$/i.test(tool));
    if (everything.length > 0 && !usesShell(bundle, file))
      yield {
        rule: 'APR-05',
        file,
        line: line(/allowed-tools|tools|permissions/),
        evidence: everything.join(', '),
        severity: 'medium',
      };
  }
}

function toolNames(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[,\n]|\s+(?=[A-Z*])/).map((tool) => tool.trim());
  return Array.isArray(value) ? value.filter((tool) => typeof tool === 'string') : [];
}

/** True when the bundle has a command, code span or script that needs a shell. */
function usesShell(bundle: SkillBundle, entry: BundleFile): boolean {
  return (
    bundle.files.some((file) => file.role === 'script') ||
    /```|`[^`\n]*[ /-][^`\n]*`/.test(entry.text ?? '') ||
    /\b(?:command|shell|terminal|cli|script|run|build|test|git)\b/i.test(bundle.description)
  );
}

function lineOf(file: BundleFile, pattern: RegExp): number {
  const at = (file.text ?? '').search(pattern);
  return at === -1 ? 1 : (file.text ?? '').slice(0, at).split('\n').length;
}

/** SUP-01: package settings shipped with the bundle that name a registry nobody can check. */
export function* shippedRegistries(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (
      !/(?:^|\/)(?:requirements[\w.-]*\.txt|constraints\.txt|\.npmrc|\.yarnrc(?:\.yml)?|pip\.conf|pip\.ini|pyproject\.toml|uv\.toml|bunfig\.toml)$/i.test(
        file.name,
      )
    )
      continue;
    const lines = new LineCursor(file.text ?? '');
    for (const match of (file.text ?? '').matchAll(
      /^.*(?:\b(?:index-url|extra-index-url|registry|npmRegistryServer|find-links|index)|(?<!\S)-i)\b["']?[ =:]+["']?(https?:\/\/[^\s"']+).*$/gim,
    )) {
      const [all, address = ''] = match;
      if (outsideHost(address) !== undefined && isUncheckable(address))
        yield { rule: 'SUP-01', file, line: lines.at(match.index), evidence: all.trim() };
    }
  }
}

/** APR-01: an MCP configuration in the bundle that approves its own tools. */
export function* shippedServers(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (!/\.json$/i.test(file.name) || !/"mcpServers"/.test(file.text ?? '')) continue;
    for (const [name, tools] of autoApproved(file.text ?? '')) {
      if (tools.includes('*') || tools === 'true')
        yield {
          rule: 'APR-01',
          file,
          line: lineOf(file, /auto_?approve|alwaysAllow|trust/i),
          evidence: `${name}: ${tools}`,
          severity: 'high',
        };
    }
  }
}

function autoApproved(text: string): [string, string][] {
  const value = jsonIn(text);
  const servers = isObject(value) && isObject(value.mcpServers) ? Object.entries(value.mcpServers) : [];
  return servers.flatMap(([name, server]): [string, string][] => {
    const allowed = isObject(server) ? (server.autoApprove ?? server.alwaysAllow ?? server.trust) : undefined;
    return allowed === undefined
      ? []
      : [[name, Array.isArray(allowed) ? allowed.filter((item) => typeof item === 'string').join(',') : String(allowed)]];
  });
}
