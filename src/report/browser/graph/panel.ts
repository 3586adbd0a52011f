import type { EdgeKind } from '../../../model/graph.js';
import { byId, element, searchWords } from '../dom.js';
import type { Picture } from './canvas.js';
import type { SceneNode, ScenePath } from './scene.js';

/** What the panel calls an edge, seen from its source and from its target. */
const RELATIONS: Readonly<Record<EdgeKind, readonly [outward: string, inward: string]>> = {
  uses: ['uses', 'used by'],
  runs: ['runs', 'run by'],
  depends_on: ['depends on', 'needed by'],
  holds: ['holds', 'held by'],
  offers: ['offers', 'offered by'],
  affects: ['affects', 'affected by'],
  contains: ['contains', 'contained in'],
  instructs: ['instructs', 'instructed by'],
  reaches: ['reaches', 'reached by'],
  assumes: ['assumes', 'assumed by'],
  reads: ['reads', 'read by'],
  writes: ['writes', 'written by'],
  administers: ['administers', 'administered by'],
};

const MAX_LISTED = 100;

/**
 * The panel beside the graph shows the selected node, the results of a search, or the worst paths. Text of the evidence
 * is set as text.
 */
export class Panel {
  private readonly panel = byId('panel', HTMLElement);
  readonly search = byId('search', HTMLInputElement);

  constructor(private readonly picture: Picture) {}

  select(node: SceneNode | null): void {
    const { view } = this.picture;
    view.selected = node;
    view.path = null;
    view.near = new Set(node ? [node, ...node.links.map(({ to }) => to)] : []);
    view.dirty = true;
    if (node) this.showNode(node);
    else this.showList();
  }

  /**
   * Shows the results of the search. Without a search it shows the worst paths, or the nodes where there are no paths.
   */
  showList(): void {
    const { scene, view } = this.picture;
    const words = searchWords(this.search);
    if (words.length === 0 && scene.paths.length > 0) {
      const choose = (path: ScenePath) => {
        this.select(null);
        this.showPath(path);
      };
      const items = scene.paths.slice(0, 15).map((path) => this.pathItem(path, () => choose(path)));
      this.panel.replaceChildren(element('h2', {}, 'Worst exposure paths'), element('ul', {}, ...items));
      return;
    }
    const found = scene.byImportance.filter(
      (node) => node.visible && words.every((word) => `${node.label} ${node.id}`.toLowerCase().includes(word)),
    );
    const more = found.length > MAX_LISTED ? [element('p', { className: 'soft' }, `${found.length - MAX_LISTED} more`)] : [];
    this.panel.replaceChildren(
      element('h2', {}, words.length > 0 ? `${found.length} found` : 'Nodes'),
      element('ul', {}, ...found.slice(0, MAX_LISTED).map((node) => this.nodeItem(node))),
      ...more,
    );
    view.near = new Set(words.length > 0 ? found : []);
    view.dirty = true;
  }

  private showNode(node: SceneNode): void {
    const through = this.picture.scene.paths.filter((path) => path.nodes.includes(node));
    const severity = node.severity ? element('span', { className: `sev ${node.severity}` }, node.severity) : '';
    this.panel.replaceChildren(
      element('button', { className: 'close', type: 'button', title: 'close', onclick: () => this.select(null) }, '×'),
      element('h2', {}, node.label),
      element('p', { className: 'soft' }, node.kind, severity),
      ...(node.title ? [element('p', {}, node.title)] : []),
      ...(node.fix ? [element('p', { className: 'fix' }, node.fix)] : []),
      element('p', { className: 'soft id' }, node.id),
      ...section(
        'Exposure paths',
        through.slice(0, 20).map((path) => this.pathItem(path, () => this.showPath(path), path.why)),
      ),
      ...[...neighbours(node)].flatMap(([title, nodes]) =>
        section(
          title,
          nodes.slice(0, MAX_LISTED).map((one) => this.nodeItem(one)),
        ),
      ),
    );
  }

  /** Highlights a path and brings all of it into view. */
  private showPath(path: ScenePath): void {
    const { view } = this.picture;
    view.path = path;
    view.near = new Set(path.nodes);
    view.moved = true;
    this.picture.fit(path.nodes);
  }

  private pathItem(path: ScenePath, choose: () => void, why?: string): HTMLLIElement {
    const steps = path.nodes.map((node) => node.label).join(' → ');
    const score = element('span', { className: 'score', title: 'score, 0 to 100' }, String(path.score));
    const button = element('button', { className: 'path', type: 'button', onclick: choose }, score, ` ${steps}`);
    return element('li', {}, button, ...(why === undefined ? [] : [element('div', { className: 'soft' }, why)]));
  }

  private nodeItem(node: SceneNode): HTMLLIElement {
    const choose = () => {
      this.select(node);
      this.centre(node);
    };
    const button = element('button', { className: 'node', type: 'button', onclick: choose }, node.label);
    const remark = node.kind === 'finding' ? (node.severity ?? 'unknown') : node.kind;
    return element('li', {}, button, element('span', { className: 'soft' }, ` ${remark}`));
  }

  private centre({ x, y }: SceneNode): void {
    const { view } = this.picture;
    Object.assign(view, { x, y, scale: Math.max(view.scale, 0.8), moved: true, dirty: true });
  }
}

/** The neighbours by the kind of edge that joins them to the node, in alphabetical order. */
function neighbours(node: SceneNode): [title: string, nodes: SceneNode[]][] {
  const groups = new Map<string, SceneNode[]>();
  for (const { to, kind, outward } of node.links) {
    const title = RELATIONS[kind][outward ? 0 : 1];
    groups.set(title, [...(groups.get(title) ?? []), to]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function section(title: string, items: HTMLLIElement[]): HTMLElement[] {
  return items.length === 0 ? [] : [element('h3', {}, title), element('ul', {}, ...items)];
}
