import { cocoapods } from '../../../../ecosystems/cocoapods.js';
import type { ComponentSource } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { redactUrl } from '../../../../support/redact.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type PackageRecord, type ReadResult, type SourceFile } from '../../../reader.js';
import { gitSource } from '../../entries/git-source.js';
import { byName } from '../../entries/lock-entries.js';
import { addPackage, registrySource } from '../../entries/package-entry.js';
import { report } from '../../entries/report.js';
import { itemsOf, member, membersOf, memberText, readYaml, unknownKeys, type YamlValue } from '../../syntax/yaml-document.js';

const SECTIONS = new Set([
  'PODS',
  'DEPENDENCIES',
  'SPEC REPOS',
  'EXTERNAL SOURCES',
  'CHECKOUT OPTIONS',
  'SPEC CHECKSUMS',
  'PODFILE CHECKSUM',
  'COCOAPODS',
]);
/** `Texture/Core (3.1.0)`: a pod, optionally one subspec of it, and its version. */
const POD = /^([^\s()/]+)(?:\/[^\s()]+)? \(([^\s()]+)\)$/;
/** `Texture/Core (~> 3)`, or with its source instead of a version. */
const DEPENDENCY = /^([^\s()/]+)(?:\/[^\s()]+)?(?: \([^()]+\))?$/;

/** Reads the sections of a lock, which all refer to pods by name. */
export function readPodfileLock(file: SourceFile): ReadResult {
  const result = emptyResult();
  const document = readYaml(file, result.issues);
  if (!document || (!member(document, 'PODS') && !member(document, 'COCOAPODS')))
    throw new InputError({ where: file.path, message: 'expected a section PODS, so not a lockfile of CocoaPods' });
  return new PodfileReading(document, result).run();
}

class PodfileReading {
  /** By `name@version`; all subspecs of a pod have one record. */
  private readonly pods = new Map<string, PackageRecord & { dependencies: string[] }>();
  private readonly repositories = new Map<string, ComponentSource>();
  private readonly external: YamlValue | undefined;
  private readonly checkouts: YamlValue | undefined;

  constructor(
    private readonly document: YamlValue,
    private readonly result: ReadResult,
  ) {
    this.external = this.section('EXTERNAL SOURCES', 'map');
    this.checkouts = this.section('CHECKOUT OPTIONS', 'map');
  }

  run(): ReadResult {
    for (const key of unknownKeys(this.document, SECTIONS)) report(this.result, `unknown section ${quoteJson(key)}`);
    for (const item of itemsOf(this.section('PODS', 'list'))) this.takePod(item);
    this.readRepositories();
    const direct = this.declared();
    const keys = byName(this.pods, ([, { name }]) => name);
    for (const record of this.pods.values()) {
      const dependencies = [...new Set(record.dependencies)].flatMap((name) => keys.get(name) ?? []).map(([key]) => key);
      this.add({ ...record, dependencies, direct: direct.has(record.name) });
    }
    return this.result;
  }

  /** A section with the wrong shape is an issue; CocoaPods leaves out empty ones. */
  private section(name: string, kind: 'list' | 'map'): YamlValue | undefined {
    const found = member(this.document, name);
    if (found && found.kind !== kind) report(this.result, `section ${name} is no ${kind}`, { line: found.line });
    return found;
  }

  private takePod(item: YamlValue): void {
    const [[written, needs] = [item.kind === 'text' ? item.text : '', undefined], ...more] = membersOf(item);
    const [, name, version] = POD.exec(written) ?? [];
    const { line } = item;
    if (name === undefined || version === undefined || more.length > 0) {
      report(this.result, `no pod with its version: ${quoteJson(written)}`, { line });
      return;
    }
    const key = `${name}@${version}`;
    const record = this.pods.get(key) ?? { name, version, line, dependencies: [] };
    this.pods.set(key, record);
    if (needs && needs.kind !== 'list') report(this.result, `what ${quoteJson(written)} needs is no list`, { line });
    for (const need of itemsOf(needs)) {
      const needed = this.nameOf(need);
      if (needed !== undefined && needed !== name) record.dependencies.push(needed);
    }
  }

  private nameOf(item: YamlValue): string | undefined {
    const text = item.kind === 'text' ? item.text : '';
    const name = DEPENDENCY.exec(text)?.[1];
    if (name === undefined) report(this.result, `no dependency: ${quoteJson(text)}`, { line: item.line });
    return name;
  }

  private declared(): ReadonlySet<string> {
    return new Set(itemsOf(this.section('DEPENDENCIES', 'list')).flatMap((item) => this.nameOf(item) ?? []));
  }

  /** `trunk` and the repositories of specifications that mirror it are public. */
  private readRepositories(): void {
    for (const [repository, names] of membersOf(this.section('SPEC REPOS', 'map'))) {
      const source = /^https:\/\/github\.com\/cocoapods\/specs(?:\.git)?$/i.test(repository)
        ? undefined
        : registrySource(repository, cocoapods);
      if (source) for (const name of itemsOf(names)) if (name.kind === 'text') this.repositories.set(name.text, source);
    }
  }

  private add(record: PackageRecord): void {
    const place = this.placeOf(record.name);
    if (place === 'folder') this.result.local.push(record.name);
    else addPackage(this.result, { ...record, ...(place && { source: place }) });
  }

  /** Source of a pod if the Podfile states one; the commit of a branch is in CHECKOUT OPTIONS. */
  private placeOf(name: string): ComponentSource | 'folder' | undefined {
    const external = member(this.external, name);
    if (memberText(external, ':path') !== undefined) return 'folder';
    const checkout = member(this.checkouts, name);
    const git = memberText(checkout, ':git') ?? memberText(external, ':git');
    if (git !== undefined) return gitSource(git, memberText(checkout, ':commit') ?? memberText(external, ':commit'));
    const address = memberText(external, ':http') ?? memberText(external, ':podspec');
    return address === undefined ? this.repositories.get(name) : { kind: 'url', url: redactUrl(address) };
  }
}
