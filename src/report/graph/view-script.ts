/** Drawing, moving and pointing on the canvas. Redraws only when something changed. */
export const viewScript = `
const data = JSON.parse(document.getElementById('data').textContent);
const { nodes, edges, paths } = data;
nodes.forEach((node, index) => { node.index = index; node.links = []; });
for (const [from, to, kind] of edges) {
  nodes[from].links.push([to, kind, true]);
  nodes[to].links.push([from, kind, false]);
}
const canvas = document.getElementById('canvas');
const context = canvas.getContext('2d');
const state = { x: 0, y: 0, scale: 1, hover: null, selected: null, near: new Set(), path: null, alpha: 1, dirty: true, moved: false };
const onPath = new Set(paths.flatMap((path) => path.nodes));
function resize() {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  state.dirty = true;
}

/** Shows these nodes, else all; margins are in pixels, the lower one leaves room for the legend. */
function fit(wanted) {
  const shown = (wanted || nodes).filter((node) => node.visible);
  if (shown.length === 0) return;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of shown) { left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y); }
  const width = Math.max(60, canvas.clientWidth - 150), height = Math.max(60, canvas.clientHeight - 130);
  state.scale = Math.min(2, width / (right - left || 1), height / (bottom - top || 1));
  state.x = (left + right) / 2;
  state.y = (top + bottom) / 2 + 12 / state.scale;
  state.dirty = true;
}

function draw() {
  const ratio = window.devicePixelRatio || 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  context.translate(canvas.clientWidth / 2, canvas.clientHeight / 2);
  context.scale(state.scale, state.scale);
  context.translate(-state.x, -state.y);
  drawEdges();
  for (const node of backToFront) if (node.visible) drawNode(node);
  drawLabels();
}

function drawEdges() {
  const focus = state.near.size > 0;
  context.lineWidth = 1 / state.scale;
  context.strokeStyle = colours.soft;
  context.globalAlpha = focus ? (nodes.length > 1000 ? 0.05 : 0.15) : nodes.length > 1000 ? 0.22 : 0.45;
  context.beginPath();
  for (const [from, to] of edges) if (nodes[from].visible && nodes[to].visible) line(nodes[from], nodes[to]);
  context.stroke();
  context.globalAlpha = 1;
  if (!focus) return;
  context.strokeStyle = colours.accent;
  context.lineWidth = 2 / state.scale;
  context.beginPath();
  for (const [from, to] of edges) {
    if (lit(from, to)) line(nodes[from], nodes[to]);
  }
  context.stroke();
  context.fillStyle = colours.accent;
  for (const [from, to] of edges) if (lit(from, to)) arrow(nodes[from], nodes[to]);
}

function lit(from, to) {
  const a = nodes[from], b = nodes[to];
  if (!a.visible || !b.visible || !state.near.has(from) || !state.near.has(to)) return false;
  return state.path ? consecutive(from, to) : a === state.selected || b === state.selected;
}

/** The head that says which way an edge of the focus leads, at the rim of its end. */
function arrow(a, b) {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1, size = 7 / state.scale;
  const ux = (b.x - a.x) / length, uy = (b.y - a.y) / length, back = radiusOf(b) + 3 / state.scale;
  const x = b.x - ux * back, y = b.y - uy * back;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - ux * size - uy * size * 0.6, y - uy * size + ux * size * 0.6);
  context.lineTo(x - ux * size + uy * size * 0.6, y - uy * size - ux * size * 0.6);
  context.fill();
}

function consecutive(from, to) {
  return state.path.some((at, index) => (at === from && state.path[index + 1] === to) || (at === to && state.path[index + 1] === from));
}

function line(a, b) {
  context.moveTo(a.x, a.y);
  context.lineTo(b.x, b.y);
}

function drawNode(node) {
  const radius = radiusOf(node);
  const dim = state.near.size > 0 && !state.near.has(node.index);
  context.globalAlpha = dim ? 0.2 : 1;
  context.fillStyle = colourOf(node);
  context.beginPath();
  shape(context, node, radius);
  context.fill();
  context.lineWidth = 1.5 / state.scale;
  context.strokeStyle = colours.bg;
  context.stroke();
  if (node.kind === 'agent') core(context, node, radius);
  if (node === state.selected || node === state.hover) {
    context.lineWidth = 3 / state.scale;
    context.strokeStyle = colours.ink;
    context.stroke();
  }
  context.globalAlpha = 1;
}

const RANKS = { agent: 0, server: 1, skill: 2, model: 2, finding: 3, credential: 4, tool: 5, package: 6 };
const byImportance = [...nodes].sort((a, b) => RANKS[a.kind] - RANKS[b.kind] || b.links.length - a.links.length || a.index - b.index);
const backToFront = [...byImportance].reverse();

function nodeAt(event) {
  const box = canvas.getBoundingClientRect();
  const x = (event.clientX - box.left - box.width / 2) / state.scale + state.x;
  const y = (event.clientY - box.top - box.height / 2) / state.scale + state.y;
  let best = null, nearest = Infinity;
  for (const node of nodes) {
    if (!node.visible) continue;
    const distance = Math.hypot(node.x - x, node.y - y);
    if (distance < radiusOf(node) + 5 / state.scale && distance < nearest) { best = node; nearest = distance; }
  }
  return { node: best, x, y };
}

function zoom(factor) {
  state.scale = Math.min(8, Math.max(0.02, state.scale * factor));
  state.moved = true;
  state.dirty = true;
}

function listen() {
  let drag = null;
  canvas.addEventListener('pointerdown', (event) => {
    const { node, x, y } = nodeAt(event);
    drag = { node, x, y, startX: event.clientX, startY: event.clientY };
    if (node) node.held = true;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const { node, x, y } = nodeAt(event);
    if (!drag) {
      if (state.hover !== node) { state.hover = node; canvas.classList.toggle('pointing', Boolean(node)); state.dirty = true; }
      return;
    }
    state.moved = true;
    state.dirty = true;
    if (drag.node) { drag.node.x = x; drag.node.y = y; state.alpha = Math.max(state.alpha, 0.15); }
    else { state.x += drag.x - x; state.y += drag.y - y; }
  });
  canvas.addEventListener('pointerup', (event) => {
    const still = drag && Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY) < 4;
    if (drag && drag.node) drag.node.held = false;
    if (still) select(drag.node);
    drag = null;
  });
  canvas.addEventListener('wheel', (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY * 0.0015)); }, { passive: false });
  // A frame may be given its size only after the graph has settled.
  addEventListener('resize', () => { resize(); if (!state.moved) fit(); });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColours(); state.dirty = true; });
}
`;
