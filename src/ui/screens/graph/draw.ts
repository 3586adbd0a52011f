import Graph from 'graphology';
import Sigma from 'sigma';
import { legible } from '../../words/legible.js';
import { type GraphNode, nodeLooks } from '../../words/node.js';
import { type Colours, colours } from './colours.js';
import type { Picture } from './picture.js';
import { places } from './places.js';
import { forms, type Marks, ShapeProgram } from './shape-program.js';

/** Milliseconds of work in one frame while a large picture is built. */
const SLICE_MS = 3;
const EDGE_SIZE = 1.2;
/** Above it, names and edges are left out while the map is moved. */
const LARGE = 800;

/** A picture on a canvas. Large ones are put together in slices, so that no frame takes long. */
export class GraphMap {
  private sigma: Sigma<Marks> | undefined;
  private chosen: string | undefined;
  private near: ReadonlySet<string> = new Set();
  private hues: Colours;

  constructor(
    private readonly container: HTMLElement,
    private readonly onNode: (id: string | undefined) => void,
  ) {
    this.hues = colours();
  }

  /** Draws the picture, whose nodes have places. Does nothing more once the signal says so. */
  async show({ nodes, edges }: Picture, signal: AbortSignal): Promise<void> {
    this.hues = colours();
    const sigma = this.open(nodes.length);
    const graph = sigma.getGraph();
    graph.clear();
    // Places are final, so that nothing moves while the rest comes.
    sigma.setCustomBBox(boxOf(nodes));
    const degrees = new Map<string, number>();
    for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
    await inSlices(nodes, signal, (node) => graph.addNode(node.id, this.marksOf(node, degrees.get(node.id) ?? 0)));
    await inSlices(edges, signal, ({ from, to }, at) => graph.addEdgeWithKey(at, from, to, { size: EDGE_SIZE }));
  }

  /** Marks a node and what it is joined to. */
  choose(id: string | undefined): void {
    const graph = this.sigma?.getGraph();
    const before = [...this.near, ...(this.chosen === undefined ? [] : [this.chosen])];
    this.chosen = id;
    this.near = new Set(id !== undefined && graph?.hasNode(id) ? graph.neighbors(id) : []);
    const changed = [...before, ...this.near, ...(id === undefined ? [] : [id])].filter((node) => graph?.hasNode(node));
    this.sigma?.refresh({ partialGraph: { nodes: changed }, skipIndexation: true, schedule: true });
  }

  /** Moves the camera: by parts of what is in sight, or closer. */
  move({ x = 0, y = 0, closer = 1 }: { x?: number; y?: number; closer?: number }): void {
    const camera = this.sigma?.getCamera();
    if (!camera) return;
    const { ratio } = camera;
    camera.setState({ x: camera.x + x * ratio, y: camera.y + y * ratio, ratio: ratio / closer });
  }

  fit(): void {
    this.sigma?.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  end(): void {
    this.sigma?.kill();
    this.sigma = undefined;
  }

  private open(count: number): Sigma<Marks> {
    if (this.sigma) return this.sigma.setSettings(this.settings(count));
    const sigma = new Sigma<Marks>(new Graph({ type: 'directed', multi: true }), this.container, this.settings(count));
    sigma.on('clickNode', ({ node }) => this.onNode(node));
    sigma.on('clickStage', () => this.onNode(undefined));
    this.sigma = sigma;
    return sigma;
  }

  private marksOf({ id, kind, label }: GraphNode, degree: number): Marks {
    const { form, hue } = nodeLooks[kind];
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    const size = 5 + Math.min(8, Math.sqrt(degree));
    return { x, y, size, label: legible(label, 60), color: this.hues.kinds[hue], form: forms.indexOf(form), type: 'shape' };
  }

  private settings(count: number) {
    const { text, line, font } = this.hues;
    return {
      nodeProgramClasses: { shape: ShapeProgram },
      defaultNodeType: 'shape',
      defaultEdgeColor: line,
      labelColor: { color: text },
      labelFont: font,
      labelSize: 12,
      labelRenderedSizeThreshold: count > LARGE ? 8 : 4,
      labelDensity: count > LARGE ? 0.3 : 1,
      hideLabelsOnMove: count > LARGE,
      hideEdgesOnMove: count > LARGE,
      stagePadding: 50,
      defaultDrawNodeHover: this.drawName.bind(this),
      nodeReducer: (id: string, marks: Marks) =>
        id === this.chosen || this.near.has(id) ? { ...marks, forceLabel: true, highlighted: id === this.chosen } : marks,
    };
  }

  /** The name of the node under the pointer, on a ground of its own. */
  private drawName(
    context: CanvasRenderingContext2D,
    { x, y, size, label }: { x: number; y: number; size: number; label: string | null },
  ): void {
    const { panel, accent, text, font } = this.hues;
    context.font = `600 12px ${font}`;
    const width = context.measureText(label ?? '').width;
    context.beginPath();
    context.roundRect(x - size - 4, y - 11, width + 2 * size + 16, 22, 6);
    context.fillStyle = panel;
    context.fill();
    context.strokeStyle = accent;
    context.stroke();
    context.fillStyle = text;
    context.fillText(label ?? '', x + size + 4, y + 4);
  }
}

/** The room that the nodes take; something even where there is one only. */
function boxOf(nodes: readonly GraphNode[]): { x: [number, number]; y: [number, number] } {
  const [x, y]: [[number, number], [number, number]] = [
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ];
  for (const { id } of nodes) {
    const place = places.get(id) ?? { x: 0, y: 0 };
    x[0] = Math.min(x[0], place.x - 1);
    x[1] = Math.max(x[1], place.x + 1);
    y[0] = Math.min(y[0], place.y - 1);
    y[1] = Math.max(y[1], place.y + 1);
  }
  return { x, y };
}

async function inSlices<T>(items: readonly T[], signal: AbortSignal, take: (item: T, at: number) => unknown): Promise<void> {
  let began = performance.now();
  for (const [at, item] of items.entries()) {
    if (signal.aborted) return;
    take(item, at);
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise(requestAnimationFrame);
    began = performance.now();
  }
}
