import type { NodeKind } from '../../../model/graph.js';
import type { Picture } from './canvas.js';
import { RANKS, type SceneNode } from './scene.js';
import { radiusOf } from './shapes.js';

const MAX_LABELS = 90;
const MAX_LENGTH = 34;
const CELL = 40;
const HEIGHT = 15;

/** Kinds whose labels come first. In a small graph they are always shown, even where they overlap others. */
const NAMED: ReadonlySet<NodeKind> = new Set(['agent', 'server', 'credential', 'network', 'entrance', 'data']);
const SMALL = 150;
const CROWD = 400;

/** In pixels of the canvas. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Boxes that are taken, in a grid of pixels, so that a label is compared only with its neighbours. */
class Occupancy {
  private readonly cells = new Map<number, (Box & { owner: SceneNode })[]>();

  take(box: Box, owner: SceneNode): void {
    for (const key of cellsOf(box)) {
      const known = this.cells.get(key);
      if (known) known.push({ ...box, owner });
      else this.cells.set(key, [{ ...box, owner }]);
    }
  }

  /** True where the box would cover something that belongs to another node. */
  isTaken(box: Box, owner: SceneNode): boolean {
    return cellsOf(box).some((key) => this.cells.get(key)?.some((other) => other.owner !== owner && overlap(box, other)));
  }
}

function cellsOf({ left, right, top, bottom }: Box): number[] {
  const keys: number[] = [];
  for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++)
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) keys.push(column * 65_536 + row);
  return keys;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Draws the names beside the nodes, as many as fit without overlap: first the focus, then by importance. A label never
 * covers a node of the focus or an important node; where there are many nodes, it may cover small ones.
 */
export function drawLabels(picture: Picture): void {
  const { pen, canvas, scene, view, colours } = picture;
  pen.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.strokeStyle = colours.bg;
  const inView = scene.byImportance.filter((node) => {
    const [x, y] = picture.onScreen(node);
    return node.visible && x > -20 && y > -20 && x < canvas.clientWidth + 20 && y < canvas.clientHeight + 20;
  });
  const taken = new Occupancy();
  for (const node of inView) {
    const isKept = view.near.size > 0 ? view.near.has(node) : inView.length < CROWD || RANKS[node.kind] < 3;
    if (isKept) taken.take(boxOf(node, picture), node);
  }
  let room = MAX_LABELS;
  for (const node of [...inView].sort((a, b) => turn(a, picture) - turn(b, picture))) {
    if (room === 0) break;
    if (view.near.size > 0 && !view.near.has(node) && node !== view.hover) continue;
    if (drawLabel(node, picture, taken)) room--;
  }
}

function turn(node: SceneNode, { view }: Picture): number {
  if (node === view.selected || node === view.hover) return 0;
  return NAMED.has(node.kind) ? 1 : 2;
}

function boxOf(node: SceneNode, picture: Picture): Box {
  const [x, y] = picture.onScreen(node);
  const radius = radiusOf(node, picture.view) * picture.view.scale;
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

/** False where the label does not fit. */
function drawLabel(node: SceneNode, picture: Picture, taken: Occupancy): boolean {
  const { pen, scene, view, colours } = picture;
  const text = node.label.length > MAX_LENGTH ? `${node.label.slice(0, MAX_LENGTH - 1)}…` : node.label;
  const spots = spotsOf(node, pen.measureText(text).width, picture);
  const isForced =
    node === view.selected ||
    node === view.hover ||
    (view.path !== null && view.near.has(node)) ||
    (scene.nodes.length < SMALL && view.scale > 0.6 && NAMED.has(node.kind));
  const spot = spots.find((box) => !taken.isTaken(box, node)) ?? (isForced ? spots[0] : undefined);
  if (!spot) return false;
  taken.take(spot, node);
  pen.strokeText(text, spot.left, spot.top + 8);
  pen.fillStyle = colours.ink;
  pen.fillText(text, spot.left, spot.top + 8);
  return true;
}

/**
 * Places for a label in the order in which they are tried: below, above, right and left of the node, moved inwards at
 * the canvas's sides.
 */
function spotsOf(node: SceneNode, width: number, picture: Picture): Box[] {
  const { left, right, top, bottom } = boxOf(node, picture);
  const [x, y] = picture.onScreen(node);
  const box = (wanted: number, from: number): Box => {
    const start = Math.max(4, Math.min(wanted, picture.canvas.clientWidth - width - 4));
    return { left: start, right: start + width, top: from, bottom: from + HEIGHT };
  };
  return [box(x - width / 2, bottom + 2), box(x - width / 2, top - HEIGHT - 2), box(right + 4, y - 7), box(left - 4 - width, y - 7)];
}
