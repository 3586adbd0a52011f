import { isAbsolute, resolve } from 'node:path';
import { expander, minimalEnvironment } from '../../collect/mcp/start-request.js';
import { OperationalError } from '../../support/errors.js';
import { type LocatedYaml, MapReader, parseLocated } from '../../support/located-yaml.js';
import { hasSecretShape, isSecretValue } from '../../support/secret-value.js';
import { didYouMean } from '../../support/suggest.js';
import type { ServerStart } from '../children/server-process.js';
import { type ClientAccess, readAccess } from './client-access.js';
import { readOrigins } from './origins.js';

interface UpstreamCommon {
  name: string;
  /** Calls of tools a minute of each client. */
  rate?: string;
  /** A preset, or a file of gateway policies. */
  policy?: string;
  line: number;
}

/** A server that a command starts. */
export interface StartedUpstream extends UpstreamCommon {
  kind: 'child';
  start: ServerStart;
}

/** A server at an address. */
export interface RemoteUpstream extends UpstreamCommon {
  kind: 'remote';
  url: URL;
  /** May hold credentials: they go to that server alone. */
  headers: Record<string, string>;
  /** The client's own credential goes to the server. */
  passAuthorization: boolean;
}

export type ConfiguredUpstream = StartedUpstream | RemoteUpstream;

/** Upstreams as a file names them. */
export interface UpstreamsFile {
  upstreams: ConfiguredUpstream[];
  /** By the clients' names; undefined: every client may use everything. */
  clients: ClientAccess | undefined;
  /** Whose pages may use the gateway from a browser. */
  origins: string[];
  /** What the user should know; never values. */
  warnings: string[];
}

/** What values and paths of the file stand for. */
export interface UpstreamSurroundings {
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the file: its paths start there. */
  folder: string;
  /** Text of a file. Throws OperationalError. */
  read(path: string): string;
}

const TOP = ['mcpServers', 'clients', 'origins'];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const COMMAND = ['command', 'args', 'env', 'cwd'];
const REMOTE = ['url', 'headers', 'passAuthorization'];
const BOTH = ['rate', 'policy', 'disabled', 'type'];

/**
 * Reads an upstreams file: `mcpServers` as clients write it, in YAML or JSON. Throws UsageError naming line and entry, OperationalError for a
 * variable or file that is named and missing.
 */
export function parseUpstreams(text: string, where: string, surroundings: UpstreamSurroundings): UpstreamsFile {
  const root = new MapReader(parseLocated(text, where), where, 'the upstreams file');
  const warnings: string[] = [];
  for (const key of root.keys().filter((one) => !TOP.includes(one))) {
    const meant = didYouMean(key, TOP);
    // A slip must not open what the user wanted to be closed.
    if (meant !== '') throw root.error(`unknown key "${key.slice(0, 60)}"${meant}`, root.get(key)?.line ?? root.line);
    warnings.push(`${where}: "${key.slice(0, 60)}" means nothing here`);
  }
  const servers = root.get('mcpServers');
  if (!servers) throw root.error('"mcpServers" is missing', root.line);
  const map = new MapReader(servers, where, '"mcpServers"');
  const upstreams = map.keys().flatMap((name) => {
    const entry = map.get(name);
    return entry ? new EntryReader(name, entry, { where, warnings, surroundings }).read() : [];
  });
  if (upstreams.length === 0) throw root.error('"mcpServers" names no server', servers.line);
  const names = upstreams.map((one) => one.name);
  return { upstreams, clients: readAccess(root.get('clients'), where, names), origins: readOrigins(root), warnings };
}

interface Reading {
  where: string;
  warnings: string[];
  surroundings: UpstreamSurroundings;
}

class EntryReader {
  private readonly map: MapReader;

  constructor(
    private readonly name: string,
    node: LocatedYaml,
    private readonly reading: Reading,
  ) {
    this.map = new MapReader(node, reading.where, `upstream "${name.slice(0, 60)}"`);
    if (!NAME.test(name)) throw this.wrong('a name has letters, digits, dots, dashes and underscores');
  }

  read(): ConfiguredUpstream[] {
    if (this.flag('disabled')) return [];
    const [command, url] = [this.map.get('command'), this.map.get('url')];
    if ((command === undefined) === (url === undefined)) throw this.wrong('needs either "command" or "url"');
    const own = command === undefined ? REMOTE : COMMAND;
    for (const key of this.map.keys()) if (![...own, ...BOTH].includes(key)) this.warn(`"${key.slice(0, 60)}" means nothing here`);
    const [rate, policy] = [this.map.optionalText('rate'), this.map.optionalText('policy')];
    const common = {
      name: this.name,
      line: this.map.line,
      ...(rate !== undefined && { rate }),
      ...(policy !== undefined && { policy: this.policy(policy) }),
    };
    return [command === undefined ? this.remote(common) : this.started(common)];
  }

  private started(common: UpstreamCommon): StartedUpstream {
    const { environment, folder } = this.reading.surroundings;
    const args = this.map.list('args').map((node, at) => this.value(node, `argument ${at + 1}`));
    const command = this.text('command');
    const cwd = this.map.get('cwd') ? this.text('cwd') : folder;
    const env = { ...minimalEnvironment(environment), ...this.pairs('env', 'variable') };
    const program = /[/\\]/.test(command) && !isAbsolute(command) ? resolve(folder, cwd, command) : command;
    return { ...common, kind: 'child', start: { argv: [program, ...args], env, cwd: resolve(folder, cwd) } };
  }

  private remote(common: UpstreamCommon): RemoteUpstream {
    const address = this.text('url');
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) throw this.wrong('"url" is not an http address');
    if (url.username !== '' || url.password !== '') throw this.wrong('"url" holds a user or password: headers are the place for those');
    return { ...common, kind: 'remote', url, headers: this.pairs('headers', 'header'), passAuthorization: this.flag('passAuthorization') };
  }

  /** A policy file lies beside the upstreams file; a preset lies nowhere. */
  private policy(text: string): string {
    return /[./\\]/.test(text) ? resolve(this.reading.surroundings.folder, text) : text;
  }

  private pairs(key: string, what: string): Record<string, string> {
    const node = this.map.get(key);
    if (node === undefined) return {};
    const pairs = new MapReader(node, this.reading.where, `"${key}" of upstream "${this.name}"`);
    return Object.fromEntries(
      pairs.keys().map((name) => [name, this.value(pairs.get(name) ?? node, `${what} ${name.slice(0, 60)}`, name)]),
    );
  }

  private text(key: string): string {
    const node = this.map.get(key);
    const value = node === undefined ? '' : this.value(node, `"${key}"`);
    if (value === '') throw this.wrong(`"${key}" must be a text`);
    return value;
  }

  private flag(key: string): boolean {
    const node = this.map.get(key);
    if (node === undefined) return false;
    if (node.kind !== 'scalar' || typeof node.value !== 'boolean') throw this.wrong(`"${key}" must be true or false`);
    return node.value;
  }

  /** `name`: of a variable or header, by which a secret is recognised. */
  private value(node: LocatedYaml, what: string, name?: string): string {
    if (node.kind !== 'scalar' || node.value === null) throw this.wrong(`${what} must be a text`);
    const text = String(node.value);
    const { environment, folder, read } = this.reading.surroundings;
    // `Bearer env:TOKEN`: what stands before is no secret.
    const [, scheme = '', kind, rest = ''] = /^((?:Bearer|Basic|Token) )?(env|file):(.+)$/s.exec(text) ?? [];
    if (kind === 'env')
      return scheme + this.present(environment[rest], `${what} needs the variable ${rest.slice(0, 100)}, which is not set`);
    if (kind === 'file') return scheme + read(resolve(folder, rest)).trim();
    const references = expander(environment, folder);
    const expanded = references.text(text);
    if (references.missing !== undefined) this.present(undefined, `${what} needs the variable ${references.missing}, which is not set`);
    if (expanded === text && (name === undefined ? hasSecretShape(text) : isSecretValue(name, text)))
      this.warn(`${what} holds a secret in plain text: name a variable (env:NAME) or a file (file:PATH) in its place`);
    return expanded;
  }

  private present(value: string | undefined, reason: string): string {
    if (value !== undefined && value !== '') return value;
    throw new OperationalError({ where: this.reading.where, line: this.map.line, message: `upstream "${this.name}": ${reason}` });
  }

  private warn(what: string): void {
    this.reading.warnings.push(`${this.reading.where}: upstream "${this.name}": ${what}`);
  }

  private wrong(reason: string): Error {
    return this.map.error(`upstream "${this.name.slice(0, 60)}": ${reason}`, this.map.line);
  }
}
