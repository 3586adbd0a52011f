import type { IacValue } from '../../../model/iac.js';
import type { SourceFile } from '../../reader.js';
import { readYaml } from '../yaml/read-yaml.js';
import { chartFilesOf } from './chart-files.js';
import type { Reading } from './reading.js';
import { type ChartFiles, copied, merged, type Origins, type TemplateMap, Unknown } from './template/values.js';

/** A chart of the tree. Paths are relative to the scanned folder. */
export interface Chart {
  /** Its folder, ending in `/`, or empty. */
  folder: string;
  /** Chart.yaml. */
  path: string;
  /** Chart.yaml as reports show it. */
  shown: string;
  name: string;
  isLibrary: boolean;
  meta: TemplateMap;
  values: TemplateMap;
  /** Files below `templates/`, sorted. */
  templates: string[];
  dependencies: Dependency[];
  files: ChartFiles;
}

interface Dependency {
  name: string;
  alias: string | undefined;
  conditions: string[];
  tags: string[];
  repository: string;
  line: number;
}

const FILE = /(?:^|\/)Chart\.ya?ml$/;

/** Chart.yaml of every chart among the files. */
export function chartFiles(own: readonly string[]): string[] {
  return own.filter((path) => FILE.test(path));
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Reads Chart.yaml and values.yaml. Undefined: Chart.yaml is none. */
export function loadChart(reading: Reading, path: string, origins: Origins): Chart | undefined {
  const folder = folderOf(path);
  const file = reading.files.open(path);
  const meta = file && documentOf(reading, path, file);
  if (meta?.kind !== 'map') return undefined;
  const values = valuesOf(reading, `${folder}values.yaml`, origins) ?? valuesOf(reading, `${folder}values.yml`, origins);
  return {
    folder,
    path,
    shown: file?.path ?? path,
    name: textOf(meta.entries.get('name')) || folder.split('/').at(-2) || 'chart',
    isLibrary: textOf(meta.entries.get('type')) === 'library',
    meta: capitalised(origins.value(meta) as TemplateMap),
    values: values ?? new Map(),
    templates: reading.files.own.filter((own) => own.startsWith(`${folder}templates/`)),
    dependencies: dependenciesOf(meta).concat(dependenciesOf(requirements(reading, folder))),
    files: chartFilesOf(reading.files, folder),
  };
}

/** Charts before version 2 name their dependencies in a file of their own. */
function requirements(reading: Reading, folder: string): IacValue | undefined {
  const path = `${folder}requirements.yaml`;
  const file = reading.files.open(path);
  return file && documentOf(reading, path, file);
}

function documentOf(reading: Reading, path: string, file: SourceFile): IacValue | undefined {
  const { documents, issues } = readYaml(file.text(), file.path);
  for (const issue of issues) reading.issue({ ...issue, path });
  return documents[0]?.value;
}

function valuesOf(reading: Reading, path: string, origins: Origins): TemplateMap | undefined {
  const file = reading.files.open(path);
  const value = file && documentOf(reading, path, file);
  const map = value && origins.value(value);
  return map instanceof Map ? map : undefined;
}

/** Templates read `appVersion` of Chart.yaml as `.Chart.AppVersion`. */
function capitalised(meta: TemplateMap): TemplateMap {
  return new Map([...meta].map(([key, value]) => [key.charAt(0).toUpperCase() + key.slice(1), value]));
}

function dependenciesOf(meta: IacValue | undefined): Dependency[] {
  const list = meta?.kind === 'map' ? meta.entries.get('dependencies') : undefined;
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((item) => {
    if (item.kind !== 'map') return [];
    const tags = item.entries.get('tags');
    return [
      {
        name: textOf(item.entries.get('name')),
        alias: textOf(item.entries.get('alias')) || undefined,
        conditions: textOf(item.entries.get('condition')).split(',').filter(Boolean),
        tags: tags?.kind === 'list' ? tags.items.map(textOf) : [],
        repository: textOf(item.entries.get('repository')),
        line: item.at.line,
      },
    ];
  });
}

function textOf(value: IacValue | undefined): string {
  return value?.kind === 'scalar' && value.value !== null ? String(value.value) : '';
}

/** A chart as one release would render it: with its values, and the charts that it depends on. */
export interface Installed {
  chart: Chart;
  /** What its parent calls it, or its own name. */
  name: string;
  /** Its place in names of templates: `shop`, `shop/charts/db`. */
  way: string;
  values: TemplateMap;
  release?: ReleaseNames;
  children: { name: string; installed: Installed }[];
}

/** What the tree says of a release: its name, and its namespace if it names one. */
export interface ReleaseNames {
  name: string;
  namespace?: string;
}

/** Subcharts below each other. */
const MAX_DEPTH = 10;

interface InstallOptions {
  charts: ReadonlyMap<string, Chart>;
  origins: Origins;
  missing(chart: Chart, name: string, line: number): void;
  release?: ReleaseNames;
  depth?: number;
  name?: string;
  way?: string;
}

/** Puts a chart and its subcharts together: aliases, conditions, tags, values and globals of the parent. */
export function install(
  chart: Chart,
  given: TemplateMap,
  { charts, origins, missing, release, depth = 0, name: own = chart.name, way = own }: InstallOptions,
): Installed {
  const values = merged(given, chart.values, origins);
  const children: Installed['children'] = [];
  const declared = new Set<string>();
  const add = (child: Chart, name: string) => {
    const given = values.get(name);
    const over = given instanceof Map ? (copied(given, origins) as TemplateMap) : new Map();
    const globals = values.get('global');
    if (globals instanceof Map) {
      const inner = over.get('global');
      const copy = copied(globals, origins) as TemplateMap;
      over.set('global', inner instanceof Map ? merged(copy, inner, origins) : copy);
    }
    const place = { depth: depth + 1, name, way: `${way}/charts/${name}`, ...(release && { release }) };
    children.push({ name, installed: install(child, over, { charts, origins, missing, ...place }) });
  };
  for (const dependency of chart.dependencies) {
    const child = dependencyOf(chart, dependency, charts);
    if (child) declared.add(child.folder);
    if (!isEnabled(dependency, values)) continue;
    if (!child) missing(chart, dependency.name, dependency.line);
    else if (depth < MAX_DEPTH) add(child, dependency.alias ?? dependency.name);
  }
  for (const child of charts.values())
    if (depth < MAX_DEPTH && isDirectlyBelow(child, chart) && !declared.has(child.folder)) add(child, child.name);
  return { chart, name: own, way, values, children, ...(release && { release }) };
}

export function isDirectlyBelow(child: Chart, parent: Chart): boolean {
  return child.folder.startsWith(`${parent.folder}charts/`) && child.folder.slice(`${parent.folder}charts/`.length).split('/').length === 2;
}

export function dependencyOf(chart: Chart, { name, repository }: Dependency, charts: ReadonlyMap<string, Chart>): Chart | undefined {
  const below = [...charts.values()].find((child) => isDirectlyBelow(child, chart) && child.name === name);
  if (below || !repository.startsWith('file://')) return below;
  return charts.get(resolved(chart.folder, repository.slice('file://'.length)));
}

/** The folder that a relative path leads to, ending in `/`; `../` for one that leaves the scanned tree. */
export function resolved(folder: string, path: string): string {
  const parts = folder.split('/').filter(Boolean);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return '../';
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.length === 0 ? '' : `${parts.join('/')}/`;
}

/** The first condition that the values decide counts; then the tags; else it is there. */
function isEnabled({ conditions, tags }: Dependency, values: TemplateMap): boolean {
  for (const condition of conditions) {
    let found: unknown = values;
    for (const key of condition.trim().split('.')) found = found instanceof Map ? found.get(key) : undefined;
    if (typeof found === 'boolean') return found;
  }
  const said = values.get('tags');
  const switches = said instanceof Map ? tags.map((tag) => said.get(tag)).filter((value) => typeof value === 'boolean') : [];
  return switches.length === 0 || switches.includes(true);
}

function releaseData({ name, namespace }: ReleaseNames): TemplateMap {
  return new Map<string, string | number | boolean | Unknown>([
    ['Name', name],
    ['Namespace', namespace ?? new Unknown('.Release.Namespace')],
    ['Service', 'Helm'],
    ['IsInstall', true],
    ['IsUpgrade', false],
    ['Revision', 1],
  ]);
}

/** What templates see besides the values. */
export function dataOf({ chart, name: own, way, values, children, release }: Installed, template: string): TemplateMap {
  return new Map<string, TemplateMap | ChartFiles | Unknown>([
    ['Values', values],
    ['Chart', new Map([...chart.meta, ['Name', own]])],
    ['Release', release ? releaseData(release) : new Unknown('.Release')],
    ['Capabilities', new Unknown('.Capabilities')],
    ['Files', chart.files],
    [
      'Template',
      new Map([
        ['Name', `${way}/${template.slice(chart.folder.length)}`],
        ['BasePath', `${way}/templates`],
      ]),
    ],
    ['Subcharts', new Map(children.map(({ name, installed }): [string, TemplateMap] => [name, dataOf(installed, template)]))],
  ]);
}
