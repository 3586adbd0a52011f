import type { IacMap, IacValue } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import type { BlockLines } from '../../ignore-comments.js';
import { readYaml } from '../yaml/read-yaml.js';
import {
  type Chart,
  chartFiles,
  dataOf,
  dependencyOf,
  type Installed,
  install,
  isDirectlyBelow,
  loadChart,
  type ReleaseNames,
} from './chart.js';
import type { ManifestDocument } from './objects.js';
import type { Reading } from './reading.js';
import { expressionOf, Locator, type RenderedText, renderedText } from './template/lines.js';
import { withoutMarks } from './template/marks.js';
import { parseTemplate } from './template/parse.js';
import { Renderer } from './template/render.js';
import { type Node, TemplateSyntaxError } from './template/syntax.js';
import { merged, Origins, type TemplateMap } from './template/values.js';

/** Issues of one chart that are said one by one. */
const MAX_REMARKS = 20;

/** The charts of a tree. */
export class Charts {
  private readonly origins = new Origins();
  private readonly charts = new Map<string, Chart>();
  /** Folders of charts that something in the tree installs with values of its own. */
  private readonly installed = new Set<string>();

  constructor(private readonly reading: Reading) {
    for (const path of chartFiles(reading.files.own)) {
      reading.contained(path, () => {
        const chart = loadChart(reading, path, this.origins);
        if (!chart) return;
        reading.outcome(path, 'scanned');
        this.charts.set(chart.folder, chart);
      });
    }
  }

  /** The files that belong to charts, which nobody reads as manifests. */
  get files(): string[] {
    return [...this.charts.values()].flatMap(({ path, templates }) => [path, ...templates]);
  }

  has(folder: string): boolean {
    return this.charts.has(folder);
  }

  /** What a chart renders with values that outrank its own, the first ones most. */
  render(folder: string, values: readonly IacMap[], release: ReleaseNames): ManifestDocument[] {
    const chart = this.charts.get(folder);
    if (!chart) return [];
    this.installed.add(folder);
    const given: TemplateMap = new Map();
    for (const value of values) merged(given, this.origins.value(value) as TemplateMap, this.origins);
    return this.release(chart, given, release);
  }

  /** Adds what all charts render that no other chart and nothing else installs. */
  readRest(): void {
    const used = new Set([...partsOfOthers(this.charts), ...this.installed]);
    for (const chart of this.charts.values()) {
      if (used.has(chart.folder)) continue;
      for (const document of this.release(chart, new Map())) this.reading.objects.add(document, chart.shown);
    }
  }

  private release(chart: Chart, given: TemplateMap, names?: ReleaseNames): ManifestDocument[] {
    return new Release(this.reading, this.charts, this.origins).read(chart, given, names);
  }
}

/** Folders of charts that another chart renders. */
function partsOfOthers(charts: ReadonlyMap<string, Chart>): ReadonlySet<string> {
  const used = new Set<string>();
  for (const chart of charts.values()) {
    for (const other of charts.values()) if (isDirectlyBelow(other, chart)) used.add(other.folder);
    for (const dependency of chart.dependencies) {
      const found = dependencyOf(chart, dependency, charts);
      if (found && found !== chart) used.add(found.folder);
    }
  }
  return used;
}

/** One chart with its subcharts, rendered. */
class Release {
  private readonly renderer: Renderer;
  private readonly bodies = new Map<string, Node[]>();
  private readonly documents: ManifestDocument[] = [];

  constructor(
    private readonly reading: Reading,
    private readonly charts: ReadonlyMap<string, Chart>,
    private readonly origins: Origins,
  ) {
    this.renderer = new Renderer(origins);
  }

  read(chart: Chart, given: TemplateMap, names: ReleaseNames | undefined): ManifestDocument[] {
    const installed = install(chart, given, {
      charts: this.charts,
      ...(names && { release: names }),
      origins: this.origins,
      missing: ({ path }, name, line) =>
        this.reading.issue({ path, line, kind: 'missing_include', reason: `the chart ${name} is not in the tree` }),
    });
    this.parse(installed, new Set());
    this.render(installed);
    for (const reason of [...this.renderer.remarks].slice(0, MAX_REMARKS))
      this.reading.issue({ path: chart.path, kind: 'unresolved', reason });
    return this.documents;
  }

  private parse({ chart, way, children }: Installed, done: Set<string>): void {
    if (!done.has(chart.folder)) for (const path of chart.templates) this.parseTemplate(path);
    done.add(chart.folder);
    // A file of templates is a template, too: others include it to hash what it says.
    for (const path of chart.templates) {
      const nodes = this.bodies.get(path);
      if (nodes) this.renderer.define(new Map([[`${way}/${path.slice(chart.folder.length)}`, nodes]]));
    }
    for (const { installed } of children) this.parse(installed, done);
  }

  private parseTemplate(path: string): void {
    this.reading.contained(path, () => {
      const file = this.reading.files.open(path);
      if (!file) return;
      try {
        const { nodes, defines } = parseTemplate(withoutMarks(file.text()));
        this.renderer.define(defines);
        this.bodies.set(path, nodes);
        if (isHelper(path)) this.reading.outcome(path, 'scanned');
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError)) throw error;
        throw new InputError({ where: path, line: error.line, message: `not a template: ${error.message}`, cause: error });
      }
    });
  }

  private render(installed: Installed): void {
    const { chart, children } = installed;
    if (!chart.isLibrary) for (const path of chart.templates) if (!isHelper(path)) this.renderTemplate(installed, path);
    for (const { installed: child } of children) this.render(child);
  }

  private renderTemplate(installed: Installed, path: string): void {
    const nodes = this.bodies.get(path);
    if (!nodes) return;
    this.reading.contained(path, () => {
      const parts = this.renderer.render(nodes, dataOf(installed, path));
      const file = this.reading.files.open(path);
      if (!file) return;
      const blocks = this.readRendered(renderedText(parts, this.origins, this.renderer.marks), { path, shown: file.path });
      this.reading.comments(file.text(), file.path, blocks);
    });
  }

  private readRendered(rendered: RenderedText, { path, shown }: { path: string; shown: string }): BlockLines[] {
    const locator = new Locator(rendered, shown, this.renderer.marks);
    const { documents, issues } = readYaml(rendered.text, shown);
    const lines = rendered.text.split('\n');
    const blocks: BlockLines[] = [];
    let objects = 0;
    for (const { value, line, endLine } of documents) {
      const condition = locator.condition(line, lastLine(lines, endLine));
      const document = {
        value: locator.value(value, condition),
        endLine: locator.line(endLine),
        ...(condition !== undefined && { condition: expressionOf(condition) }),
      };
      blocks.push({ line: document.value.at.line, endLine: document.endLine });
      if (document.value.kind === 'unknown') this.unresolved(path, document.value.at.line, document.value.expression);
      else if (isObject(document.value)) {
        this.documents.push(document);
        objects++;
      }
    }
    for (const { line, kind, reason } of issues) {
      const place = line === undefined ? {} : { line: locator.line(line) };
      // Text with holes may be no YAML although every release of the chart is.
      if (kind === 'unparsable' && rendered.partly)
        this.reading.issue({ path, ...place, kind: 'unresolved', reason: `could not be rendered: ${reason}` });
      else this.reading.issue({ path, ...place, kind, reason });
    }
    const broken = issues.some(({ kind }) => kind === 'unparsable');
    this.reading.outcome(path, broken ? (objects > 0 || rendered.partly ? 'truncated' : 'failed') : objects > 0 ? 'scanned' : 'empty');
    return blocks;
  }

  private unresolved(path: string, line: number, expression: string): void {
    this.reading.issue({ path, line, kind: 'unresolved', reason: `what this renders depends on ${expression}` });
    this.reading.outcome(path, 'truncated');
  }
}

function isObject(value: IacValue): boolean {
  return value.kind === 'map' && value.entries.has('kind') && value.entries.has('apiVersion');
}

/** Files of templates that only define what others include, and notes for people. */
function isHelper(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.startsWith('_') || /\.(?:tpl|txt)$/.test(name);
}

/** The last line of a document that says something. */
function lastLine(lines: readonly string[], endLine: number): number {
  let last = Math.min(endLine, lines.length);
  while (last > 1 && /^\s*(?:$|---|#)/.test(lines[last - 1] ?? '')) last--;
  return last;
}
