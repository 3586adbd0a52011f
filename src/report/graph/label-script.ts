/** Names beside the nodes, as many as fit without covering each other or another node. */
export const labelScript = `
const MAX_LABELS = 90, CELL = 40;
/** What a reader looks for first: named before all else, and in a small graph always. */
const NAMED = new Set(['agent', 'server', 'credential']), SMALL = 150;

/** Boxes already taken, in a grid of pixels, so that a label asks only its neighbours. */
function occupancy() {
  const cells = new Map();
  const each = (box, visit) => {
    for (let cx = Math.floor(box.left / CELL); cx <= Math.floor(box.right / CELL); cx++) {
      for (let cy = Math.floor(box.top / CELL); cy <= Math.floor(box.bottom / CELL); cy++) if (visit(cx * 65536 + cy)) return true;
    }
    return false;
  };
  return {
    take: (box) => void each(box, (key) => { const known = cells.get(key); if (known) known.push(box); else cells.set(key, [box]); return false; }),
    isTaken: (box, owner) => each(box, (key) => (cells.get(key) || []).some((other) =>
      other.owner !== owner && box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom)),
  };
}

/** Below, above, right and left of the node, in the order they are tried; pushed back into the canvas at its sides. */
function spotsOf(x, y, radius, width) {
  const box = (wanted, top) => {
    const left = Math.max(4, Math.min(wanted, canvas.clientWidth - width - 4));
    return { left, right: left + width, top, bottom: top + 15 };
  };
  return [box(x - width / 2, y + radius + 2), box(x - width / 2, y - radius - 17), box(x + radius + 4, y - 7), box(x - radius - 4 - width, y - 7)];
}

/** The focus first and always, then by importance. Nodes of the focus are never covered, nor important ones; in a crowd small ones may be. */
function drawLabels() {
  const ratio = window.devicePixelRatio || 1;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeStyle = colours.bg;
  const taken = occupancy();
  const screen = (node) => [(node.x - state.x) * state.scale + canvas.clientWidth / 2, (node.y - state.y) * state.scale + canvas.clientHeight / 2];
  const inView = byImportance.filter((node) => {
    const [x, y] = screen(node);
    return node.visible && x > -20 && y > -20 && x < canvas.clientWidth + 20 && y < canvas.clientHeight + 20;
  });
  for (const node of inView.filter((one) => (state.near.size > 0 ? state.near.has(one.index) : inView.length < 400 || RANKS[one.kind] < 3))) {
    const [x, y] = screen(node), radius = radiusOf(node) * state.scale;
    taken.take({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius, owner: node });
  }
  let room = MAX_LABELS;
  const focus = (node) => (node === state.selected || node === state.hover ? 0 : NAMED.has(node.kind) ? 1 : 2);
  for (const node of inView.sort((a, b) => focus(a) - focus(b))) {
    if (room === 0) break;
    if (state.near.size > 0 && !state.near.has(node.index) && node !== state.hover) continue;
    room -= drawLabel(node, screen(node), taken) ? 1 : 0;
  }
}

function drawLabel(node, [x, y], taken) {
  const text = node.label.length > 34 ? node.label.slice(0, 33) + '…' : node.label;
  const spots = spotsOf(x, y, radiusOf(node) * state.scale, context.measureText(text).width);
  const forced = node === state.selected || node === state.hover || (state.path && state.near.has(node.index)) || (nodes.length < SMALL && NAMED.has(node.kind));
  const spot = spots.find((box) => !taken.isTaken(box, node)) || (forced ? spots[0] : undefined);
  if (!spot) return false;
  taken.take(spot);
  context.strokeText(text, spot.left, spot.top + 8);
  context.fillStyle = colours.ink;
  context.fillText(text, spot.left, spot.top + 8);
  return true;
}
`;
