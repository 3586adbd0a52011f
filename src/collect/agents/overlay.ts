import type { ConfigFile, ConfiguredServer } from '../../model/ai-evidence.js';
import type { ClientFile } from './client-file.js';
import { nodesAt } from './clients/server-map.js';
import type { ConfigNode } from './config/config-node.js';
import { FieldReader } from './field-reader.js';
import type { FoundFile } from './search-root.js';

/**
 * Adds the variables and headers that a secrets file holds for servers of the configuration beside it. The secrets file
 * becomes a configuration of its own, so that findings point at it.
 */
export function applyOverlay(main: ClientFile, overlay: { file: FoundFile; root: ConfigNode; mode?: number }): ConfigFile {
  const servers = main.client.servers
    .flatMap((location) => nodesAt(overlay.root, location))
    .flatMap(({ node }) => (node.kind === 'map' ? [...node.entries] : []))
    .flatMap(([name, node]) => addTo(main, { name, node }, overlay.file.path));
  return {
    client: main.client.id,
    path: overlay.file.path,
    scope: main.client.scope ?? overlay.file.root.scope,
    servers,
    settings: [],
    commands: [],
    duplicates: [],
    ...(overlay.mode !== undefined && { mode: overlay.mode }),
    ...(overlay.file.symlink && { symlink: true }),
  };
}

function addTo(main: ClientFile, { name, node }: { name: string; node: ConfigNode }, path: string): ConfiguredServer[] {
  const target = main.servers.find(({ configured }) => configured.server.name === name)?.configured.server;
  if (target === undefined) return [];
  const fields = new FieldReader(node, main.client);
  const env = fields.named('env');
  const headers = fields.named('headers');
  const envNames = env.map((item) => item.name).sort();
  const headerNames = headers.map((item) => item.name).sort();
  target.env_names = [...new Set([...target.env_names, ...envNames])].sort();
  target.header_names = [...new Set([...target.header_names, ...headerNames])].sort();
  const { package: _package, image: _image, local_path: _localPath, ...rest } = target;
  const server = {
    ...rest,
    path,
    line: node.line,
    transport: 'unknown' as const,
    command: null,
    args: [],
    url: null,
    env_names: envNames,
    header_names: headerNames,
    auto_approve: [],
  };
  return [{ server, line: node.line, argv: [], env, headers, autoApprove: [], substitutions: [] }];
}
