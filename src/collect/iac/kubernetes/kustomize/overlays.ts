import type { IacList, IacMap, IacValue } from '../../../../model/iac.js';
import { InputError } from '../../../../support/errors.js';
import { quote } from '../../../../support/quote.js';
import type { SourceFile } from '../../../reader.js';
import { readYaml } from '../../yaml/read-yaml.js';
import { resolved } from '../chart.js';
import type { Charts } from '../helm.js';
import type { Reading } from '../reading.js';
import { chartOf, givenValues, releaseOf } from './charts.js';
import { listAt, type OverlayObject, text, textAt } from './edit.js';
import { jsonPatch, strategicMerge } from './patch.js';
import { flattened, isSubject, kept, moved } from './patch-subjects.js';
import { generated, selects, transformed } from './transform.js';

const NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];
const FILE = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/;
/** Kustomizations on top of each other. */
const MAX_DEPTH = 20;
/** Objects that all overlays of a tree may have together; a base that two use counts twice. */
const MAX_OBJECTS = 200_000;
/** Kustomizations that are built, each time that one names another. */
const MAX_BUILDS = 20_000;
/** Fields that run programs, or fetch charts in their old form. */
const OUTSIDE = ['generators', 'transformers', 'helmChartInflationGenerator'];

export interface Kustomization {
  /** Ends in `/`, or empty. */
  folder: string;
  path: string;
  shown: string;
  body: IacMap;
}

/** Builds every overlay of the tree. Returns the files that overlays use, which nobody reads as manifests. */
export function readOverlays(reading: Reading, charts: Charts): ReadonlySet<string> {
  const overlays = new Overlays(reading, charts);
  overlays.read(reading.files.own.filter((path) => FILE.test(path)));
  return overlays.used;
}

class Overlays {
  readonly used = new Set<string>();
  private readonly known = new Map<string, Kustomization>();
  private readonly built = new Set<string>();
  private objects = 0;
  private builds = 0;
  /** Issues are said once, however many overlays use a base. */
  private readonly said = new Set<string>();
  private readonly commented = new Set<string>();

  constructor(
    private readonly reading: Reading,
    private readonly charts: Charts,
  ) {}

  read(paths: readonly string[]): void {
    for (const path of paths) {
      this.used.add(path);
      this.reading.contained(path, () => {
        const file = this.reading.files.open(path);
        const body = file && this.documents(path, file)[0]?.value;
        if (!file) return;
        this.reading.outcome(path, body ? 'scanned' : 'empty');
        const folder = path.slice(0, path.lastIndexOf('/') + 1);
        if (body?.kind === 'map') this.known.set(folder, { folder, path, shown: file.path, body });
      });
    }
    const below = new Set([...this.known.values()].flatMap((one) => this.references(one).map(({ folder }) => folder)));
    for (const one of this.known.values()) if (!below.has(one.folder)) this.root(one);
    // Kustomizations that name each other have no top.
    for (const one of this.known.values()) if (!this.built.has(one.folder)) this.root(one);
  }

  private root(kustomization: Kustomization): void {
    this.reading.contained(kustomization.path, () => {
      for (const { body, endLine, condition } of this.build(kustomization, [], 0))
        this.reading.objects.add({ value: body, endLine, ...(condition !== undefined && { condition }) }, kustomization.shown);
    });
  }

  private references({ folder, body }: Kustomization): Kustomization[] {
    return ['resources', 'bases', 'components'].flatMap((key) =>
      listAt(body, key).flatMap((item) => {
        const path = item.kind === 'scalar' ? String(item.value) : '';
        return isRemote(path) ? [] : (this.known.get(resolved(folder, path)) ?? []);
      }),
    );
  }

  /** The objects of a kustomization; `given` are those of the overlay that a component changes. */
  private build(kustomization: Kustomization, given: readonly OverlayObject[], depth: number): OverlayObject[] {
    this.built.add(kustomization.folder);
    if (depth > MAX_DEPTH) throw new InputError({ issue: 'too_deep', message: 'kustomizations are nested too deeply, or name each other' });
    if (++this.builds > MAX_BUILDS)
      throw new InputError({ issue: 'too_many', message: `more than ${MAX_BUILDS} kustomizations on top of each other` });
    const { body } = kustomization;
    let objects = [...given];
    for (const key of ['resources', 'bases'])
      for (const item of listAt(body, key)) objects.push(...this.resource(kustomization, item, depth));
    objects.push(...this.generated(kustomization));
    for (const item of listAt(body, 'components')) {
      const component = this.folderOf(kustomization, item);
      if (component) objects = this.build(component, objects, depth + 1);
    }
    for (const key of OUTSIDE) {
      const field = body.entries.get(key);
      if (field) this.issue(kustomization, field, 'unresolved', `what ${key} make is not in the tree`);
    }
    for (const chart of listAt(body, 'helmCharts')) objects.push(...this.chart(kustomization, chart));
    return transformed(this.patched(kustomization, objects), body);
  }

  /** What a chart of the tree renders with the values given here. One from elsewhere is not assessed. */
  private chart(kustomization: Kustomization, entry: IacValue): OverlayObject[] {
    const { name, repository, folder } = chartOf(kustomization, entry, this.charts);
    if (folder === undefined) {
      const from = repository === '' ? '' : ` of ${quote(repository, 100)}`;
      this.issue(kustomization, entry, 'missing_include', `the chart ${quote(name, 60)}${from} is not in the tree, and is not assessed`);
      return [];
    }
    const values = givenValues(entry, (file) => this.valuesFile(kustomization, file));
    const objects = this.charts
      .render(folder, values, releaseOf(entry))
      .flatMap(({ value, endLine, condition }) =>
        flattened(value, endLine).map((object) => (condition === undefined ? object : { ...object, condition })),
      );
    this.count(objects);
    return objects;
  }

  private valuesFile(kustomization: Kustomization, item: IacValue): IacMap | undefined {
    const name = item.kind === 'scalar' ? String(item.value) : '';
    const path = resolved(kustomization.folder, name).slice(0, -1);
    const file = name === '' || isRemote(name) || path === '..' ? undefined : this.reading.files.open(path);
    if (!file) {
      this.issue(kustomization, item, 'missing_include', `the values ${quote(name, 100)} are not in the tree`);
      return undefined;
    }
    const [document] = this.documents(path, file);
    this.reading.outcome(path, 'scanned');
    return document?.value.kind === 'map' ? document.value : undefined;
  }

  private resource(kustomization: Kustomization, item: IacValue, depth: number): OverlayObject[] {
    const name = item.kind === 'scalar' ? String(item.value) : '';
    const path = isRemote(name) ? '' : resolved(kustomization.folder, name).slice(0, -1);
    const file = path === '' || path === '..' ? undefined : this.reading.files.open(path);
    if (file) return this.manifest(path, file);
    const below = this.folderOf(kustomization, item);
    return below ? this.build(below, [], depth + 1) : [];
  }

  private folderOf(kustomization: Kustomization, item: IacValue): Kustomization | undefined {
    const name = item.kind === 'scalar' ? String(item.value) : '';
    const folder = isRemote(name) ? undefined : resolved(kustomization.folder, name);
    const found = folder === undefined ? undefined : this.known.get(folder);
    if (!found && !NAMES.some((file) => this.used.has(`${folder}${file}`)))
      this.issue(kustomization, item, 'missing_include', `${quote(name, 100)} is not in the tree`);
    return found;
  }

  private manifest(path: string, file: SourceFile): OverlayObject[] {
    const objects = this.documents(path, file).flatMap(({ value, endLine }) => flattened(value, endLine));
    this.count(objects);
    this.reading.outcome(path, objects.length > 0 ? 'scanned' : 'empty');
    return objects;
  }

  private count(objects: readonly OverlayObject[]): void {
    this.objects += objects.length;
    if (this.objects > MAX_OBJECTS) throw new InputError({ issue: 'too_many', message: `overlays with more than ${MAX_OBJECTS} objects` });
  }

  private documents(path: string, file: SourceFile) {
    this.used.add(path);
    const text = file.text();
    const { documents, issues } = readYaml(text, file.path);
    if (!this.commented.has(path)) this.reading.comments(text, file.path, documents);
    this.commented.add(path);
    for (const issue of issues) {
      this.say(path, { ...issue });
      if (issue.kind === 'unparsable') this.reading.outcome(path, documents.length > 0 ? 'truncated' : 'failed');
    }
    return documents;
  }

  private patched(kustomization: Kustomization, objects: readonly OverlayObject[]): OverlayObject[] {
    let result = [...objects];
    for (const item of listAt(kustomization.body, 'patchesStrategicMerge')) {
      const written = item.kind === 'scalar' ? String(item.value) : '';
      const patches = /[\n:]/.test(written) ? this.inline(kustomization, item, written) : this.file(kustomization, item, written);
      for (const patch of patches) result = this.apply(kustomization, result, patch, undefined);
    }
    for (const key of ['patches', 'patchesJson6902'])
      for (const item of listAt(kustomization.body, key)) {
        const inline = textAt(item, 'patch');
        const target = item.kind === 'map' ? item.entries.get('target') : undefined;
        const at = item.kind === 'map' ? (item.entries.get('patch') ?? item.entries.get('path') ?? item) : item;
        const patches = inline !== '' ? this.inline(kustomization, at, inline) : this.file(kustomization, at, textAt(item, 'path'));
        for (const patch of patches) result = this.apply(kustomization, result, patch, target);
      }
    return result;
  }

  /** The documents of a patch inside of the kustomization, at their lines. */
  private inline({ path, shown }: Kustomization, at: IacValue, written: string): IacValue[] {
    const { documents, issues } = readYaml(written, shown);
    for (const issue of issues) this.say(path, { ...issue, line: at.at.line });
    // A block of text starts on the line after its key.
    const offset = written.includes('\n') ? at.at.line : at.at.line - 1;
    return documents.map(({ value }) => moved(value, offset));
  }

  private file(kustomization: Kustomization, at: IacValue, name: string): IacValue[] {
    const path = resolved(kustomization.folder, name).slice(0, -1);
    const file = name === '' || isRemote(name) || path === '..' ? undefined : this.reading.files.open(path);
    if (!file) {
      this.issue(kustomization, at, 'missing_include', `the patch ${quote(name, 100)} is not in the tree`);
      return [];
    }
    const documents = this.documents(path, file);
    this.reading.outcome(path, 'scanned');
    return documents.map(({ value }) => value);
  }

  private apply(kustomization: Kustomization, objects: OverlayObject[], patch: IacValue, target: IacValue | undefined): OverlayObject[] {
    let found = false;
    const result = objects.flatMap((object) => {
      const means = target === undefined ? isSubject(patch, object) : selects(target, object);
      if (!means) return [object];
      found = true;
      if (patch.kind === 'list') return [this.jsonPatched(kustomization, object, patch)];
      if (patch.kind !== 'map') return [object];
      return textAt(patch, '$patch') === 'delete' ? [] : [{ ...object, body: kept(object.body, strategicMerge(object.body, patch)) }];
    });
    if (!found && target === undefined && textAt(kustomization.body, 'kind') !== 'Component')
      this.say(kustomization.path, {
        kind: 'invalid_entry',
        reason: `a patch of ${quote(`${textAt(patch, 'kind')}/${textAt(patch, 'metadata', 'name')}`, 80)} means no object`,
        line: patch.at.path === kustomization.shown ? patch.at.line : 1,
        note: true,
      });
    return result;
  }

  private jsonPatched(kustomization: Kustomization, object: OverlayObject, patch: IacList): OverlayObject {
    const { body, whole } = jsonPatch(object.body, patch);
    if (!whole)
      this.issue(
        kustomization,
        patch,
        'unresolved',
        `a patch of ${quote(textAt(object.body, 'metadata', 'name'), 60)} names what is not there`,
      );
    return { ...object, body };
  }

  private generated(kustomization: Kustomization): OverlayObject[] {
    return (['ConfigMap', 'Secret'] as const).flatMap((kind) =>
      listAt(kustomization.body, `${kind === 'Secret' ? 'secret' : 'configMap'}Generator`).flatMap((generator) =>
        generator.kind === 'map' ? [generated(generator, kind, this.generatedEntries(kustomization, generator))] : [],
      ),
    );
  }

  private generatedEntries(kustomization: Kustomization, generator: IacMap): Map<string, IacValue> {
    const entries = new Map<string, IacValue>();
    const pair = (line: string, at: IacValue['at']) => {
      const [, name, value = ''] = /^\s*(?:export\s+)?([^=#\s][^=]*)=(.*)$/s.exec(line) ?? [];
      if (name !== undefined) entries.set(name, text(value.replace(/^(["'])(.*)\1$/s, '$2'), at));
    };
    for (const item of listAt(generator, 'literals')) if (item.kind === 'scalar') pair(String(item.value), item.at);
    const files = [
      ...listAt(generator, 'files').map((item) => ({ item, env: false })),
      ...[...listAt(generator, 'envs'), ...only(generator, 'env')].map((item) => ({ item, env: true })),
    ];
    for (const { item, env } of files) {
      const [, key, name = ''] = /^(?:([^=]+)=)?(.*)$/s.exec(item.kind === 'scalar' ? String(item.value) : '') ?? [];
      const path = resolved(kustomization.folder, name).slice(0, -1);
      const file = path === '' || path === '..' ? undefined : this.reading.files.open(path);
      if (!file) this.issue(kustomization, item, 'missing_include', `${quote(name, 100)} is not in the tree`);
      else if (env) for (const line of file.text().split(/\r?\n/)) pair(line, item.at);
      else entries.set(key ?? path.slice(path.lastIndexOf('/') + 1), text(file.text(), item.at));
    }
    return entries;
  }

  private issue({ path }: Kustomization, { at }: IacValue, kind: 'missing_include' | 'unresolved', reason: string): void {
    this.say(path, { kind, reason, line: at.line });
  }

  private say(path: string, issue: Omit<Parameters<Reading['issue']>[0], 'path'>): void {
    const key = `${path}\n${issue.line}\n${issue.reason}`;
    if (this.said.has(key)) return;
    this.said.add(key);
    this.reading.issue({ ...issue, path });
  }
}

function only(map: IacMap, key: string): IacValue[] {
  const value = map.entries.get(key);
  return value ? [value] : [];
}

function isRemote(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/|^git@|^git::|^github\.com\/|^[\w.-]+\.[a-z]{2,}\/[^?]+\/[^?]+(?:\/\/|\?)|\?(?:ref|version|timeout)=/i.test(
    name,
  );
}
