import type { Picture } from './canvas.js';
import type { Layout } from './layout.js';
import type { SceneNode } from './scene.js';
import { radiusOf } from './shapes.js';

/** A point of the scene and the node at it. */
interface Place {
  node: SceneNode | null;
  x: number;
  y: number;
}

/** Handles hovering, clicking, dragging and zooming on the canvas. */
export function listenToPointer(picture: Picture, layout: Layout, select: (node: SceneNode | null) => void): void {
  const { canvas, view } = picture;
  let drag: (Place & { startX: number; startY: number }) | null = null;
  canvas.addEventListener('pointerdown', (event) => {
    drag = { ...placeOf(event, picture), startX: event.clientX, startY: event.clientY };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const place = placeOf(event, picture);
    if (drag) dragTo(place, drag, picture, layout);
    else if (view.hover !== place.node) {
      view.hover = place.node;
      view.dirty = true;
      canvas.classList.toggle('pointing', place.node !== null);
    }
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!drag) return;
    if (drag.node) release(drag.node);
    if (Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < 4) select(drag.node);
    drag = null;
  });
  canvas.addEventListener('pointercancel', () => {
    if (drag?.node) release(drag.node);
    drag = null;
  });
  const roll = (event: WheelEvent) => {
    event.preventDefault();
    picture.zoom(Math.exp(-event.deltaY * 0.0015));
  };
  canvas.addEventListener('wheel', roll, { passive: false });
}

/**
 * A dragged node stays under the pointer and the others make room; a drag that starts between nodes moves the picture.
 */
function dragTo(place: Place, drag: Place, { view }: Picture, layout: Layout): void {
  view.moved = true;
  view.dirty = true;
  if (drag.node) {
    Object.assign(drag.node, { x: place.x, y: place.y, fx: place.x, fy: place.y });
    layout.alpha(Math.max(layout.alpha(), 0.15));
  } else {
    view.x += drag.x - place.x;
    view.y += drag.y - place.y;
  }
}

function release(node: SceneNode): void {
  node.fx = null;
  node.fy = null;
}

function placeOf(event: PointerEvent, { canvas, view, scene }: Picture): Place {
  const box = canvas.getBoundingClientRect();
  const x = (event.clientX - box.left - box.width / 2) / view.scale + view.x;
  const y = (event.clientY - box.top - box.height / 2) / view.scale + view.y;
  let node: SceneNode | null = null;
  let nearest = Infinity;
  for (const one of scene.nodes) {
    const distance = Math.hypot(one.x - x, one.y - y);
    if (!one.visible || distance >= nearest || distance >= radiusOf(one, view) + 5 / view.scale) continue;
    [node, nearest] = [one, distance];
  }
  return { node, x, y };
}
