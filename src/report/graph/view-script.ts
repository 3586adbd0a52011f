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
const RADII = { agent: 11, server: 10, package: 6, finding: 7, credential: 7, tool: 6, skill: 8, model: 8 };
let colours = {};

function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['bg', 'card', 'ink', 'soft', 'line', 'accent', 'critical', 'high', 'medium', 'low', 'none', 'unknown']) colours[name] = style.getPropertyValue('--' + name).trim();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  colours.kinds = dark
    ? { agent: '#8aa4ff', server: '#5fc9c0', package: '#9aa5b5', tool: '#c9b26a', credential: '#f0a35e', skill: '#c79bf2', model: '#7fd08a' }
    : { agent: '#3a5bd0', server: '#11867c', package: '#76808f', tool: '#8a7420', credential: '#c2630a', skill: '#7e45b8', model: '#2c8a3a' };
}

function colourOf(node) {
  return node.kind === 'finding' ? colours[node.severity] || colours.unknown : colours.kinds[node.kind];
}

function resize() {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * ratio;
  canvas.height = canvas.clientHeight * ratio;
  state.dirty = true;
}

function fit() {
  const shown = nodes.filter((node) => node.visible);
  if (shown.length === 0) return;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of shown) { left = Math.min(left, x); right = Math.max(right, x); top = Math.min(top, y); bottom = Math.max(bottom, y); }
  state.scale = Math.min(2, canvas.clientWidth / (right - left + 160), canvas.clientHeight / (bottom - top + 120));
  state.x = (left + right) / 2;
  state.y = (top + bottom) / 2;
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
  for (const node of nodes) if (node.visible) drawNode(node);
  drawLabels();
}

function drawEdges() {
  const focus = state.near.size > 0;
  context.lineWidth = 1 / state.scale;
  context.strokeStyle = colours.line;
  context.globalAlpha = focus ? 0.4 : 1;
  context.beginPath();
  for (const [from, to] of edges) if (nodes[from].visible && nodes[to].visible) line(nodes[from], nodes[to]);
  context.stroke();
  context.globalAlpha = 1;
  if (!focus) return;
  context.strokeStyle = colours.accent;
  context.lineWidth = 2 / state.scale;
  context.beginPath();
  for (const [from, to] of edges) {
    const a = nodes[from], b = nodes[to];
    if (!a.visible || !b.visible || !state.near.has(from) || !state.near.has(to)) continue;
    if (state.path ? consecutive(from, to) : a === state.selected || b === state.selected) line(a, b);
  }
  context.stroke();
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
  shape(node, radius);
  context.fill();
  if (node === state.selected || node === state.hover) {
    context.lineWidth = 3 / state.scale;
    context.strokeStyle = colours.ink;
    context.stroke();
  }
  context.globalAlpha = 1;
}

function radiusOf(node) {
  return Math.max(RADII[node.kind] || 6, 2.5 / state.scale);
}

/** Findings are diamonds, agents and servers squares with and without a corner, credentials triangles: never colour alone. */
function shape({ x, y, kind }, radius) {
  const corners = { finding: 4, credential: 3, tool: 6, skill: 5 }[kind];
  if (kind === 'server' || kind === 'model') { context.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8); return; }
  if (!corners) { context.arc(x, y, radius, 0, Math.PI * 2); return; }
  for (let corner = 0; corner < corners; corner++) {
    const angle = (corner / corners) * Math.PI * 2 - Math.PI / 2;
    context[corner ? 'lineTo' : 'moveTo'](x + radius * 1.2 * Math.cos(angle), y + radius * 1.2 * Math.sin(angle));
  }
  context.closePath();
}

/** Labels where they can be read: the focus always, others by importance and as long as none covers another. */
function drawLabels() {
  context.font = 12 / state.scale + 'px system-ui, sans-serif';
  context.textAlign = 'center';
  context.lineWidth = 3 / state.scale;
  context.strokeStyle = colours.bg;
  const taken = new Set();
  let room = 90;
  for (const node of byImportance) {
    if (room === 0) break;
    if (!node.visible || (state.near.size > 0 && !state.near.has(node.index))) continue;
    const forced = node === state.selected || node === state.hover;
    const sx = Math.round(((node.x - state.x) * state.scale) / 60), sy = Math.round(((node.y - state.y) * state.scale) / 20);
    const spots = [sx - 1, sx, sx + 1].map((spot) => spot + ':' + sy);
    if (!forced && spots.some((spot) => taken.has(spot))) continue;
    for (const spot of spots) taken.add(spot);
    room--;
    const text = node.label.length > 34 ? node.label.slice(0, 33) + '…' : node.label;
    const below = node.y + radiusOf(node) + 14 / state.scale;
    context.strokeText(text, node.x, below);
    context.fillStyle = colours.ink;
    context.fillText(text, node.x, below);
  }
}

const RANKS = { agent: 0, server: 1, skill: 2, model: 2, finding: 3, credential: 4, tool: 5, package: 6 };
const byImportance = [...nodes].sort((a, b) => RANKS[a.kind] - RANKS[b.kind] || b.links.length - a.links.length || a.index - b.index);

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
  addEventListener('resize', resize);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { readColours(); state.dirty = true; });
}
`;
