import { byId, searchBySlash, tickedSeverities } from '../dom.js';
import { Picture } from './canvas.js';
import { drawLabels } from './labels.js';
import { isMoving, layoutOf, stepFor } from './layout.js';
import { Panel } from './panel.js';
import { listenToPointer } from './pointer.js';
import { newView, readScene } from './scene.js';
import { darkScheme, drawLegend, readColours } from './shapes.js';

/** Milliseconds of layout steps before the first picture, and in each later frame. */
const FIRST = 250;
const EACH = 8;

const scene = readScene();
const view = newView();
const layout = layoutOf(scene);
const picture = new Picture(scene, view);
const panel = new Panel(picture);
const onPath = new Set(scene.paths.flatMap((path) => path.nodes));

function filter(): void {
  const severities = tickedSeverities();
  const pathsOnly = byId('paths', HTMLInputElement).checked;
  for (const node of scene.nodes)
    node.visible = (node.kind !== 'finding' || severities.has(node.severity ?? 'unknown')) && (!pathsOnly || onPath.has(node));
  panel.select(null);
}

/** Small graphs settle within the first frames; large ones stay responsive. */
function frame(): void {
  if (isMoving(layout)) {
    stepFor(layout, EACH);
    if (!view.moved) picture.fit(scene.nodes);
    view.dirty = true;
  }
  if (view.dirty) {
    view.dirty = false;
    picture.draw();
    drawLabels(picture);
  }
  requestAnimationFrame(frame);
}

const filters = byId('filters', HTMLFormElement);
filters.addEventListener('submit', (event) => event.preventDefault());
filters.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') filter();
});
panel.search.addEventListener('input', () => {
  Object.assign(view, { selected: null, path: null, near: new Set() });
  panel.showList();
});
byId('in', HTMLButtonElement).onclick = () => picture.zoom(1.4);
byId('out', HTMLButtonElement).onclick = () => picture.zoom(1 / 1.4);
byId('fit', HTMLButtonElement).onclick = () => picture.fit(scene.nodes);
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  panel.search.value = '';
  panel.select(null);
});
searchBySlash(panel.search);
listenToPointer(picture, layout, (node) => panel.select(node));
// The browser may give a frame its size only after the graph has settled.
new ResizeObserver(() => {
  picture.resize();
  if (!view.moved) picture.fit(scene.nodes);
}).observe(picture.canvas);
darkScheme.addEventListener('change', () => {
  picture.colours = readColours();
  drawLegend(scene, picture.colours);
  view.dirty = true;
});

picture.resize();
drawLegend(scene, picture.colours);
filter();
stepFor(layout, FIRST);
picture.fit(scene.nodes);
frame();
