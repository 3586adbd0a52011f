import { readLaunch } from '../../../src/collect/launch/launch.js';
import { mcpConfig } from '../../../src/detect/mcp-config/detector.js';
import type { Match } from '../../../src/model/advisory.js';
import type { ConfigFile, ConfiguredServer, Placed } from '../../../src/model/ai-evidence.js';
import type { Fact } from '../../../src/model/finding.js';
import { emptyInventory, type Inventory } from '../../../src/model/inventory.js';
import { redactArguments } from '../../../src/support/redact-command.js';

/** The findings of the family about these files. */
export function judge(configs: ConfigFile[], more: { matches?: Match[]; inventory?: Partial<Inventory> } = {}): Fact[] {
  const inventory = { ...emptyInventory(), ...more.inventory };
  inventory.evidence = { ...inventory.evidence, configs };
  return mcpConfig.detect({ inventory, matched: { matches: more.matches ?? [], withdrawn: [], review: [], unmatched: [] } });
}

/** A file as collectors hand it over. */
export function configFile(servers: ConfiguredServer[], more: Partial<ConfigFile> = {}): ConfigFile {
  return { client: 'cursor', path: '~/.cursor/mcp.json', scope: 'home', servers, settings: [], commands: [], duplicates: [], ...more };
}

interface ServerParts {
  name?: string;
  env?: Record<string, string>;
  headers?: Record<string, string>;
  url?: string;
  approved?: string[];
  disabled?: boolean;
  components?: string[];
}

/** A server that this launch line (or address) configures, one word on each line from line 10 on. */
export function server(line: string[], parts: ServerParts = {}): ConfiguredServer {
  const launch = readLaunch(line);
  const { env = {}, headers = {}, approved = [], url } = parts;
  const [command, ...args] = redactArguments(line);
  const name = parts.name ?? 'one';
  const placed = (value: string, at: number): Placed => ({ value, line: at, pointer: `/mcpServers/${name}/${at}` });
  return {
    server: {
      ref: `mcp:${name}`,
      name,
      client: 'cursor',
      path: '~/.cursor/mcp.json',
      transport: url === undefined ? 'stdio' : 'http',
      command: command ?? null,
      args,
      url: url ?? null,
      env_names: [...Object.keys(env), ...launch.envNames].sort(),
      header_names: Object.keys(headers).sort(),
      disabled: parts.disabled ?? false,
      ...(launch.package && { package: launch.package }),
      ...(launch.image !== undefined && { image: launch.image }),
      ...(launch.localPath !== undefined && { local_path: launch.localPath }),
      auto_approve: approved,
      components: parts.components ?? [],
    },
    line: 3,
    argv: line.map((word, index) => placed(word, 10 + index)),
    launch: { steps: launch.steps, assigned: launch.envValues, ...(launch.runner !== undefined && { runner: launch.runner }) },
    env: Object.entries(env).map(([key, value], index) => ({ name: key, ...placed(value, 40 + index) })),
    headers: Object.entries(headers).map(([key, value], index) => ({ name: key, ...placed(value, 60 + index) })),
    ...(url !== undefined && { url: placed(url, 5) }),
    autoApprove: approved.map((tool, index) => placed(tool, 80 + index)),
    substitutions: [],
  };
}

/** Ids of the rules that find something in one server of a home file, without those that only inform. */
export function rulesFor(line: string[], parts: ServerParts = {}): string[] {
  return judge([configFile([server(line, parts)])])
    .filter(({ severity, rule }) => severity !== 'none' && rule !== 'remote-without-auth')
    .map(({ rule = '' }) => rule)
    .sort();
}
