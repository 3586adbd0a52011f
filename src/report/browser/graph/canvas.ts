import { byId } from '../dom.js';
import type { Scene, SceneEdge, SceneNode, Viewport } from './scene.js';
import { type Colours, drawCore, drawSign, radiusOf, readColours } from './shapes.js';

/** Above this number of nodes, edges are drawn fainter. */
const MANY = 1_000;
/** Pixels kept free around the graph; the legend is at the bottom. */
const MARGIN = { across: 150, down: 130 };

/** The picture of a scene on the page's canvas. */
export class Picture {
  readonly canvas = byId('canvas', HTMLCanvasElement);
  readonly pen: CanvasRenderingContext2D;
  colours: Colours = readColours();

  constructor(
    readonly scene: Scene,
    readonly view: Viewport,
  ) {
    const pen = this.canvas.getContext('2d');
    if (!pen) throw new RangeError('this browser draws no canvas');
    this.pen = pen;
  }

  resize(): void {
    const ratio = devicePixelRatio || 1;
    this.canvas.width = this.canvas.clientWidth * ratio;
    this.canvas.height = this.canvas.clientHeight * ratio;
    this.view.dirty = true;
  }

  /** Moves and scales the view so that all of these nodes are visible. */
  fit(wanted: readonly SceneNode[]): void {
    const { view, canvas } = this;
    const shown = wanted.filter((node) => node.visible);
    if (shown.length === 0) return;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of shown) {
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
    const width = Math.max(60, canvas.clientWidth - Math.min(MARGIN.across, canvas.clientWidth / 5));
    const height = Math.max(60, canvas.clientHeight - MARGIN.down);
    view.scale = Math.min(2, width / (right - left || 1), height / (bottom - top || 1));
    view.x = (left + right) / 2;
    view.y = (top + bottom) / 2 + 12 / view.scale;
    view.dirty = true;
  }

  zoom(factor: number): void {
    this.view.scale = Math.min(8, Math.max(0.02, this.view.scale * factor));
    this.view.moved = true;
    this.view.dirty = true;
  }

  /** The node's position in pixels of the canvas. */
  onScreen({ x, y }: SceneNode): [x: number, y: number] {
    const { canvas, view } = this;
    return [(x - view.x) * view.scale + canvas.clientWidth / 2, (y - view.y) * view.scale + canvas.clientHeight / 2];
  }

  /** Draws nodes and edges, and leaves the pen's transform at canvas pixels. */
  draw(): void {
    const { pen, canvas, view, scene } = this;
    const ratio = devicePixelRatio || 1;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    pen.translate(canvas.clientWidth / 2, canvas.clientHeight / 2);
    pen.scale(view.scale, view.scale);
    pen.translate(-view.x, -view.y);
    this.drawEdges();
    if (view.near.size > 0) this.drawFocus();
    for (const node of scene.byImportance.toReversed()) if (node.visible) this.drawNode(node);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  private drawEdges(): void {
    const { pen, view, scene, colours } = this;
    const isLarge = scene.nodes.length > MANY;
    pen.lineWidth = 1 / view.scale;
    pen.strokeStyle = colours.soft;
    if (view.near.size > 0) pen.globalAlpha = isLarge ? 0.05 : 0.15;
    else pen.globalAlpha = isLarge ? 0.22 : 0.45;
    pen.beginPath();
    for (const edge of scene.edges) if (edge.source.visible && edge.target.visible) this.line(edge);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  private drawFocus(): void {
    const { pen, view, scene, colours } = this;
    const lit = scene.edges.filter((edge) => isLit(edge, view));
    pen.strokeStyle = colours.accent;
    pen.fillStyle = colours.accent;
    pen.lineWidth = 2 / view.scale;
    pen.beginPath();
    for (const edge of lit) this.line(edge);
    pen.stroke();
    for (const edge of lit) this.arrow(edge);
  }

  private line({ source, target }: SceneEdge): void {
    this.pen.moveTo(source.x, source.y);
    this.pen.lineTo(target.x, target.y);
  }

  /** The arrowhead of an edge of the focused node, at the rim of the edge's target. */
  private arrow({ source, target }: SceneEdge): void {
    const { pen, view } = this;
    const size = 7 / view.scale;
    const length = Math.hypot(target.x - source.x, target.y - source.y) || 1;
    const [ux, uy] = [(target.x - source.x) / length, (target.y - source.y) / length];
    const back = radiusOf(target, view) + 3 / view.scale;
    const [x, y] = [target.x - ux * back, target.y - uy * back];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - ux * size - uy * size * 0.6, y - uy * size + ux * size * 0.6);
    pen.lineTo(x - ux * size + uy * size * 0.6, y - uy * size - ux * size * 0.6);
    pen.fill();
  }

  private drawNode(node: SceneNode): void {
    const { pen, view, colours } = this;
    const radius = radiusOf(node, view);
    pen.globalAlpha = view.near.size > 0 && !view.near.has(node) ? 0.2 : 1;
    drawSign(pen, node, radius, colours);
    pen.lineWidth = 1.5 / view.scale;
    pen.strokeStyle = colours.bg;
    pen.stroke();
    if (node === view.selected || node === view.hover) {
      pen.lineWidth = 3 / view.scale;
      pen.strokeStyle = colours.ink;
      pen.stroke();
    }
    if (node.kind === 'agent') drawCore(pen, node, radius, colours);
    pen.globalAlpha = 1;
  }
}

function isLit({ source, target }: SceneEdge, { near, path, selected }: Viewport): boolean {
  if (!source.visible || !target.visible || !near.has(source) || !near.has(target)) return false;
  if (!path) return source === selected || target === selected;
  return path.nodes.some(
    (node, at) => (node === source && path.nodes[at + 1] === target) || (node === target && path.nodes[at + 1] === source),
  );
}
