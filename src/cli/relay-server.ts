import { runnerCommand } from '../collect/launch/relay.js';
import type { ConfiguredServer } from '../model/ai-evidence.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import type { CommandContext } from './command.js';
import { ownEnvironment } from './own-environment.js';
import type { RelayRun, RemoteRun } from './relay-run.js';

type Found = Pick<RelayRun, 'argv' | 'env' | 'cwd' | 'name'>;
type Reached = Pick<RemoteRun, 'url' | 'headers' | 'isEventsOnly' | 'name'>;

/**
 * The command of a server, or the address of a remote one: `npx/PACKAGE`, `uvx/PACKAGE`, `docker/IMAGE`, a package URL, or the name of one that a client of this user, or this
 * folder, has configured. `args` come after it. Throws UsageError for what names none, OperationalError for one that cannot be started.
 */
export async function resolveServer(text: string, args: readonly string[], context: CommandContext): Promise<Found | Reached> {
  const env = ownEnvironment(context.environment);
  const start = runnerCommand(text);
  if (start) return { argv: [...start, ...args], env };
  if (text.startsWith('pkg:')) return { argv: [...(await packageCommand(text)), ...args], env };
  return configuredCommand(text, args, context);
}

async function packageCommand(text: string): Promise<string[]> {
  const { parsePurl } = await import('../model/purl.js');
  const purl = parsePurl(text);
  const version = purl.version === undefined || purl.version === '' ? '' : purl.version;
  const full = purl.namespace ? `${purl.namespace}/${purl.name}` : purl.name;
  if (purl.type === 'npm') return ['npx', '-y', version === '' ? full : `${full}@${version}`];
  if (purl.type === 'pypi') return ['uvx', version === '' ? full : `${full}@${version}`];
  if (purl.type === 'docker' || purl.type === 'oci') return ['docker', 'run', '-i', '--rm', imageOf(full, version)];
  throw new UsageError({ where: quote(text, 80), message: 'expected a package of npm or pypi, or an image' });
}

/** A digest stands behind `@`, a tag behind a colon. */
function imageOf(name: string, version: string): string {
  return version === '' ? name : `${name}${version.includes(':') ? '@' : ':'}${version}`;
}

/** The one server of this name that clients of this user, or this folder, have configured. Throws UsageError where there is none, or several. */
export async function findConfiguredServer(name: string, { environment, cwd }: CommandContext): Promise<ConfiguredServer> {
  const configured = await configuredServers(environment, cwd);
  const named = configured.filter(({ server }) => server.name === name && !server.disabled);
  const [one, ...more] = [...new Map(named.map((server) => [server.server.ref, server])).values()];
  const known = [...new Set(configured.map(({ server }) => server.name))].sort();
  const hint =
    known.length === 0
      ? 'npx/PACKAGE, uvx/PACKAGE, docker/IMAGE and package URLs need no configuration'
      : `configured: ${known.join(', ')}`;
  if (!one) throw new UsageError({ where: quote(name, 80), message: 'no client has a server of this name', hint });
  if (more.length > 0) throw new UsageError({ where: quote(name, 80), message: 'several clients have different servers of this name' });
  return one;
}

async function configuredCommand(name: string, args: readonly string[], context: CommandContext): Promise<Found | Reached> {
  const { environment, cwd } = context;
  const { startRequestOf } = await import('../collect/mcp/start-request.js');
  const start = startRequestOf(await findConfiguredServer(name, context), { environment, cwd });
  if (typeof start === 'string') throw new OperationalError({ where: quote(name, 80), message: start });
  if (start.kind === 'remote') {
    if (args.length > 0) throw new UsageError({ where: quote(name, 80), message: 'is reached by an address and takes no arguments' });
    return { url: start.url, headers: start.headers, isEventsOnly: start.events, name };
  }
  return {
    argv: [...start.argv, ...args],
    env: { ...ownEnvironment(environment), ...start.env },
    name,
    ...(start.cwd !== undefined && { cwd: start.cwd }),
  };
}

/** Every server that clients of this user, or this folder, have configured; those that are switched off, too. */
export async function configuredServers(environment: NodeJS.ProcessEnv, cwd: string): Promise<ConfiguredServer[]> {
  const [{ homedir }, { discoverAgents }, { diskFiles }] = await Promise.all([
    import('node:os'),
    import('../collect/agents/discover.js'),
    import('../system/files.js'),
  ]);
  const os = process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
  const { configs } = discoverAgents(diskFiles, {
    os,
    home: { absolute: homedir().replaceAll('\\', '/') },
    projects: [{ absolute: cwd.replaceAll('\\', '/'), prefix: '' }],
    environment: ownEnvironment(environment),
  });
  return configs.flatMap(({ servers }) => servers);
}
