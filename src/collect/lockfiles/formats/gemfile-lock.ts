import { rubygems } from '../../../ecosystems/rubygems.js';
import type { ComponentSource } from '../../../model/component.js';
import { InputError } from '../../../support/errors.js';
import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type PackageRecord, type ReadResult, type SourceFile } from '../../reader.js';
import { gitSource } from '../entries/git-source.js';
import { addPackage, noteMissingEnd, refuseConflict, registrySource } from '../entries/package-entry.js';
import { report } from '../entries/report.js';

/** Groups are only in the Gemfile, which is a Ruby program, so scopes stay unknown. */
export const gemfileLock: LockfileReader = {
  id: 'gemfile-lock',
  title: 'Gemfile.lock, gems.locked (Bundler)',
  ecosystem: 'RubyGems',
  kind: 'lock',
  matches: (path) => /(?:^|\/)(?:Gemfile\.lock|gems\.locked|[^/]+\.gemfile\.lock)$/.test(path),
  recognises: (head) => /^(?:GEM|PATH|GIT)\r?\n\s+remote:/m.test(head),
  read: (file) => new GemfileReading(file).run(),
};

const SOURCES = ['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE'];
const SECTIONS = new Set([...SOURCES, 'PLATFORMS', 'DEPENDENCIES', 'CHECKSUMS', 'RUBY VERSION', 'BUNDLED WITH']);
const OPTIONS = new Set(['remote', 'revision', 'ref', 'branch', 'tag', 'submodules', 'glob', 'uri', 'type', 'name', 'specs']);
/** `    nokogiri (1.16.5-x86_64-linux)`: the platform begins at the first dash. */
const SPEC = /^ {4}([^\s()!]+) \(([^\s()-]+)(?:-([^\s()]+))?\)$/;
const SPEC_DEPENDENCY = /^ {6}([^\s()!]+)(?: \([^()]+\))?!?$/;
const DEPENDENCY = /^ {2}([^\s()!]+)(?: \([^()]+\))?!?$/;
const CHECKSUM = /^ {2}([^\s()!]+ \([^\s()]+\))(?: (\S+))?$/;

/** A gem as specified, before the source of its section and later sections are known. */
interface Spec {
  record: PackageRecord;
  /** The gem's name in `CHECKSUMS`. Each platform has its own digest, so only gems for all platforms get theirs. */
  written: string | undefined;
}

/** Reads section by section, like Bundler's own lockfile parser; the sections may be in any order. */
class GemfileReading {
  private readonly result: ReadResult = emptyResult();
  private readonly specs: Spec[] = [];
  private readonly declared = new Set<string>();
  private readonly checksums = new Map<string, string>();
  private readonly seen = new Set<string>();
  private section = '';
  private options = new Map<string, string[]>();
  private line = 0;

  constructor(private readonly file: SourceFile) {}

  run(): ReadResult {
    const text = this.file.text();
    refuseConflict(text, this.file.path);
    for (const line of text.split('\n')) {
      this.line++;
      this.read(line.trimEnd());
    }
    if (![...this.seen].some((name) => SECTIONS.has(name)))
      throw new InputError({ where: this.file.path, message: 'no section of a Gemfile.lock (GEM, DEPENDENCIES, …)' });
    if (this.specs.length > 0 && !this.seen.has('DEPENDENCIES')) this.odd('no section DEPENDENCIES: cut off, or edited by hand');
    noteMissingEnd(text, this.result);
    return this.finish();
  }

  private read(line: string): void {
    if (line === '') return;
    if (line[0] !== ' ') this.open(line);
    else if (SOURCES.includes(this.section)) this.readSource(line);
    else if (this.section === 'DEPENDENCIES') this.readDependency(line);
    else if (this.section === 'CHECKSUMS') this.readChecksum(line);
    else if (!/^ {2,3}\S/.test(line)) this.odd(`not understood in ${this.section}: ${quoteJson(line.trim())}`);
  }

  private open(header: string): void {
    this.section = header;
    this.options = new Map();
    this.seen.add(header);
    if (!SECTIONS.has(header)) this.odd(`unknown section ${quoteJson(header)}`);
  }

  private readSource(line: string): void {
    const spec = SPEC.exec(line);
    const dependency = spec ? null : SPEC_DEPENDENCY.exec(line);
    const last = this.specs.at(-1);
    if (spec && this.options.has('specs')) this.addSpec(spec[1] ?? '', spec[2] ?? '', spec[3]);
    else if (dependency && last) last.record.dependencies?.push(dependency[1] ?? '');
    // Below a gem of the project itself, which is not a package.
    else if (!dependency || this.section !== 'PATH') this.readOption(line);
  }

  private readOption(line: string): void {
    const [, key = '', value = ''] = /^ {2}([a-z]+):(?: (.*))?$/.exec(line) ?? [];
    if (!OPTIONS.has(key) || (key === 'specs' && value !== '')) this.odd(`not understood in ${this.section}: ${quoteJson(line.trim())}`);
    const values = this.options.get(key);
    if (values) values.push(value);
    else this.options.set(key, [value]);
  }

  private addSpec(name: string, version: string, platform: string | undefined): void {
    if (this.section === 'PATH') {
      this.result.local.push(name);
      return;
    }
    const source = this.sourceOfSection();
    const record: PackageRecord = { name, version, line: this.line, dependencies: [], ...(source && { source }) };
    this.specs.push({ record, written: platform === undefined ? `${name} (${version})` : undefined });
  }

  /** Old locks list all remotes of a project in one section; it is then unknown which gem comes from which. */
  private sourceOfSection(): ComponentSource | undefined {
    const remotes = this.options.get('remote') ?? [];
    const [remote = ''] = remotes;
    if (this.section === 'GIT') return gitSource(remote, this.options.get('revision')?.[0]);
    if (this.section === 'PLUGIN SOURCE') return { kind: 'url', url: remote };
    const sources = remotes.map((address) => registrySource(address, rubygems));
    return sources.includes(undefined) ? undefined : sources[0];
  }

  private readDependency(line: string): void {
    const name = DEPENDENCY.exec(line)?.[1];
    if (name === undefined) this.odd(`no dependency: ${quoteJson(line.trim())}`);
    else this.declared.add(name);
  }

  private readChecksum(line: string): void {
    const [, gem, digest] = CHECKSUM.exec(line) ?? [];
    if (gem === undefined) this.odd(`no checksum of a gem: ${quoteJson(line.trim())}`);
    else if (digest !== undefined) this.checksums.set(gem, (digest.split(',', 1)[0] ?? '').replace('=', ':'));
  }

  private finish(): ReadResult {
    const keys = new Map(this.specs.map(({ record }) => [record.name, `${record.name}@${record.version}`]));
    for (const { record, written } of this.specs) {
      const integrity = this.checksums.get(written ?? '');
      const dependencies = (record.dependencies ?? []).flatMap((name) => keys.get(name) ?? []);
      addPackage(this.result, {
        ...record,
        dependencies,
        direct: this.declared.has(record.name),
        ...(integrity !== undefined && { integrity }),
      });
    }
    return this.result;
  }

  private odd(reason: string): void {
    report(this.result, reason, { line: this.line });
  }
}
