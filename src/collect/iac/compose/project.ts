import type { IacMap, IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import { failureOf } from '../../../support/contain.js';
import { quote } from '../../../support/quote.js';
import type { ReadIssue } from '../../reader.js';
import type { IacFiles } from '../contract/iac-reader.js';
import type { Variables } from '../contract/references.js';
import { boundFolders, withBinds } from './bound-volumes.js';
import type { ComposeFile } from './compose-file.js';
import { readDotenv } from './dotenv.js';
import { interpolated } from './interpolate.js';
import { asPairs, merged } from './merge.js';

/** A service with the lines it stands on. */
interface Service {
  body: IacMap;
  at: SourcePlace;
  endLine: number;
  calls: readonly SourcePlace[];
}

/** Nesting of includes and of services that extend others. */
const MAX_DEPTH = 20;

/** Evaluates one project: a file, those that override it, and those that it includes or extends. */
export class ComposeProject {
  readonly issues: (ReadIssue & { path: string })[] = [];
  private readonly environments = new Map<string, Variables>();
  /** Folders of the host that named volumes of the project stand for. */
  private readonly bound = new Map<string, IacValue>();

  constructor(
    private readonly files: IacFiles,
    /** A file of the tree by its path; undefined: there is none, or it is unreadable and told elsewhere. */
    private readonly load: (path: string) => ComposeFile | undefined,
  ) {}

  resources(paths: readonly string[]): IacResource[] {
    const services = new Map<string, Service>();
    this.bound.clear();
    for (const path of paths) {
      const file = this.load(path);
      if (file) this.add(services, file, { depth: 0, calls: [] });
    }
    const root = this.load(paths[0] ?? '')?.shown ?? paths[0] ?? '';
    return [...services].map(([name, service]) => resourceOf(name, { ...service, body: withBinds(service.body, this.bound) }, root));
  }

  private add(services: Map<string, Service>, file: ComposeFile, scope: { depth: number; calls: readonly SourcePlace[] }): void {
    const variables = this.variables(folderOf(file.path));
    for (const included of this.includes(file, variables, scope.depth))
      this.add(services, included.file, { depth: scope.depth + 1, calls: [included.at, ...scope.calls] });
    for (const [name, folder] of boundFolders(file.volumes, variables)) this.bound.set(name, folder);
    for (const name of file.services.keys()) {
      const own = this.service(file, name, variables, 0);
      if (!own) continue;
      const before = services.get(name);
      const nothing: IacMap = { kind: 'map', at: own.at, entries: new Map() };
      const body = merged(before?.body ?? nothing, own.body);
      if (body.kind === 'map') services.set(name, before ? { ...before, body } : { ...own, calls: scope.calls });
    }
  }

  /** A service with what it extends. */
  private service(file: ComposeFile, name: string, variables: Variables, depth: number): Omit<Service, 'calls'> | undefined {
    const block = file.services.get(name);
    if (!block) return undefined;
    const body = interpolated(block.value, variables);
    if (body.kind !== 'map') return undefined;
    const extended = body.entries.get('extends');
    const base = extended && this.extended(file, extended, variables, depth);
    const whole = base ? merged(base, withNormalPairs(body)) : withNormalPairs(body);
    if (whole.kind !== 'map') return undefined;
    return { body: this.withEnvFiles(whole, folderOf(file.path)), at: block.value.at, endLine: block.endLine };
  }

  private extended(file: ComposeFile, value: IacValue, variables: Variables, depth: number): IacMap | undefined {
    const name = textOf(value) ?? (value.kind === 'map' ? textOf(value.entries.get('service')) : undefined);
    const other = value.kind === 'map' ? textOf(value.entries.get('file')) : undefined;
    if (name === undefined) return undefined;
    if (depth > MAX_DEPTH) {
      this.issue(file, { kind: 'too_deep', line: value.at.line, reason: 'services extend each other in a circle or too deeply' });
      return undefined;
    }
    const from = other === undefined ? file : this.open(file, other, value.at.line);
    if (!from) return undefined;
    const found = this.service(from, name, other === undefined ? variables : this.variables(folderOf(file.path)), depth + 1);
    if (!found) this.issue(file, { kind: 'missing_include', line: value.at.line, reason: `no service ${quote(name, 60)} to extend` });
    return found?.body;
  }

  private includes(file: ComposeFile, variables: Variables, depth: number): { file: ComposeFile; at: SourcePlace }[] {
    const { include } = file;
    if (!include) return [];
    if (depth > MAX_DEPTH) {
      this.issue(file, { kind: 'too_deep', line: include.at.line, reason: 'files include each other in a circle or too deeply' });
      return [];
    }
    const items = include.kind === 'list' ? include.items : [include];
    return items.flatMap((item) => {
      const path = item.kind === 'map' ? item.entries.get('path') : item;
      const parts = path?.kind === 'list' ? path.items : path ? [path] : [];
      return parts.flatMap((part) => {
        const value = interpolated(part, variables);
        const text = textOf(value);
        if (text === undefined) this.issue(file, { kind: 'unresolved', line: part.at.line, reason: 'an include whose path is not known' });
        const found = text === undefined ? undefined : this.open(file, text, part.at.line);
        return found ? [{ file: found, at: part.at }] : [];
      });
    });
  }

  /** A file that another one names. What is not in the tree is an issue: its services are not judged. */
  private open(from: ComposeFile, path: string, line: number): ComposeFile | undefined {
    if (/^[a-z][a-z0-9+.-]*:\/\/|^git@|^oci:/i.test(path)) {
      this.issue(from, { kind: 'missing_include', line, reason: `${quote(path, 120)} is not in the tree`, note: true });
      return undefined;
    }
    const found = this.load(joined(folderOf(from.path), path));
    if (!found) this.issue(from, { kind: 'missing_include', line, reason: `${quote(path, 120)} is not in the tree or cannot be read` });
    return found;
  }

  private issue({ path }: ComposeFile, issue: ReadIssue): void {
    this.issues.push({ ...issue, path });
  }

  /** Variables of the `.env` beside a file; those of the machine that scans are never used. */
  private variables(folder: string): Variables {
    const known = this.environments.get(folder);
    if (known) return known;
    const values = this.dotenv(joined(folder, '.env')) ?? new Map<string, IacValue>();
    this.environments.set(folder, values);
    return values;
  }

  private dotenv(path: string): Map<string, IacValue> | undefined {
    try {
      const file = this.files.open(path);
      return file && readDotenv(file);
    } catch (error) {
      const { kind, reason } = failureOf(error);
      this.issues.push({ path, kind, reason });
      return undefined;
    }
  }

  /** `env_file` with what the files hold: `path`, and `pairs` of those in the tree. */
  private withEnvFiles(body: IacMap, folder: string): IacMap {
    const value = body.entries.get('env_file');
    if (!value) return body;
    const items = (value.kind === 'list' ? value.items : [value]).map((item) => {
      const path = item.kind === 'map' ? item.entries.get('path') : item;
      const text = textOf(path);
      const pairs = text === undefined ? undefined : this.dotenv(joined(folder, text));
      const entries = new Map<string, IacValue>();
      if (path) entries.set('path', path);
      if (pairs) entries.set('pairs', { kind: 'map', at: item.at, entries: pairs });
      return { kind: 'map' as const, at: item.at, entries };
    });
    return { ...body, entries: new Map(body.entries).set('env_file', { kind: 'list', at: value.at, items }) };
  }
}

function withNormalPairs(body: IacMap): IacMap {
  const entries = new Map(body.entries);
  for (const key of ['environment', 'labels'] as const) {
    const value = entries.get(key);
    if (value) entries.set(key, asPairs(value));
  }
  const build = entries.get('build');
  const args = build?.kind === 'map' ? build.entries.get('args') : undefined;
  if (build?.kind === 'map' && args) entries.set('build', { ...build, entries: new Map(build.entries).set('args', asPairs(args)) });
  return { ...body, entries };
}

function textOf(value: IacValue | undefined): string | undefined {
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : undefined;
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function joined(folder: string, path: string): string {
  return folder === '' ? path.replace(/^\.\//, '') : `${folder}/${path.replace(/^\.\//, '')}`;
}

function resourceOf(name: string, { body, at, endLine, calls }: Service, root: string): IacResource {
  const address = `services.${name}`;
  const depends = body.entries.get('depends_on');
  const others =
    depends?.kind === 'map'
      ? [...depends.entries.keys()]
      : depends?.kind === 'list'
        ? depends.items.flatMap((item) => textOf(item) ?? [])
        : [];
  return {
    ref: `iac:${root}#${address}`,
    format: 'compose',
    root,
    type: 'service',
    name,
    address,
    at,
    endLine,
    calls,
    body: { ...body, at },
    versions: {},
    refersTo: others.map((other) => `services.${other}`).sort(),
  };
}
