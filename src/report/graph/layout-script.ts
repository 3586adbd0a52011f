/**
 * Force layout in the reader's browser: springs along edges, repulsion by a quadtree (Barnes and Hut, 1986; opening angle 0.9),
 * in small graphs up to a reach, so that parts without a link stay near, a pull towards the middle, velocity Verlet with cooling. Starts on a sunflower spiral, so equal graphs end alike.
 */
export const layoutScript = `
const THETA2 = 0.81, REPULSION = 320, LENGTH = 52, GRAVITY = 0.035, DAMPING = 0.6;

let reach2 = 420 * 420;

function startLayout(nodes, edges) {
  if (nodes.length > 800) reach2 = Infinity;
  nodes.forEach((node, index) => {
    const angle = index * 2.399963, radius = 14 * Math.sqrt(index + 1);
    node.x = radius * Math.cos(angle);
    node.y = radius * Math.sin(angle);
    node.vx = 0;
    node.vy = 0;
    node.degree = 0;
  });
  for (const [from, to] of edges) {
    nodes[from].degree++;
    nodes[to].degree++;
  }
}

/** One step; alpha is the temperature, 1 to 0. */
function stepLayout(nodes, edges, alpha) {
  const tree = buildTree(nodes);
  for (const node of nodes) {
    repel(tree, node, alpha);
    node.vx -= node.x * GRAVITY * alpha;
    node.vy -= node.y * GRAVITY * alpha;
  }
  for (const [from, to] of edges) {
    const a = nodes[from], b = nodes[to];
    if (a === b) continue;
    const dx = b.x - a.x, dy = b.y - a.y, distance = Math.hypot(dx, dy) || 1;
    // A hub's neighbours need a longer rim to stand on.
    const length = LENGTH + 5 * Math.sqrt(Math.max(a.degree, b.degree));
    const pull = (alpha * (distance - length)) / distance / Math.min(a.degree, b.degree);
    const share = b.degree / (a.degree + b.degree);
    a.vx += dx * pull * share;
    a.vy += dy * pull * share;
    b.vx -= dx * pull * (1 - share);
    b.vy -= dy * pull * (1 - share);
  }
  for (const node of nodes) {
    node.vx *= DAMPING;
    node.vy *= DAMPING;
    if (node.held) continue;
    node.x += Math.max(-60, Math.min(60, node.vx));
    node.y += Math.max(-60, Math.min(60, node.vy));
  }
}

function buildTree(nodes) {
  let half = 1;
  for (const node of nodes) half = Math.max(half, Math.abs(node.x), Math.abs(node.y));
  const root = cell(0, 0, half * 1.01);
  for (const node of nodes) insert(root, node);
  return root;
}

function cell(x, y, half) {
  return { x, y, half, mass: 0, sumX: 0, sumY: 0, node: null, more: 0, children: null };
}

function insert(root, node) {
  let at = root;
  for (let depth = 0; ; depth++) {
    at.mass++;
    at.sumX += node.x;
    at.sumY += node.y;
    if (!at.children) {
      if (at.mass === 1) { at.node = node; return; }
      if (depth > 24) return;
      at.children = [null, null, null, null];
      const moved = at.node;
      at.node = null;
      if (moved) {
        const below = child(at, moved);
        below.mass = 1;
        below.sumX = moved.x;
        below.sumY = moved.y;
        below.node = moved;
      }
    }
    at = child(at, node);
  }
}

function child(at, node) {
  const east = node.x > at.x ? 1 : 0, south = node.y > at.y ? 2 : 0, half = at.half / 2;
  return (at.children[east + south] ??= cell(at.x + (east ? half : -half), at.y + (south ? half : -half), half));
}

const stack = [];

function repel(tree, node, alpha) {
  stack.push(tree);
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.node === node) continue;
    let dx = node.x - at.sumX / at.mass, dy = node.y - at.sumY / at.mass;
    let distance2 = dx * dx + dy * dy;
    if (at.children && (4 * at.half * at.half) / THETA2 > distance2) {
      for (const below of at.children) if (below) stack.push(below);
      continue;
    }
    if (distance2 > reach2) continue;
    if (distance2 < 1) { dx = (node.index % 7) - 3 || 1; dy = (node.index % 5) - 2 || 1; distance2 = 4; }
    const force = (REPULSION * alpha * at.mass) / distance2;
    node.vx += dx * force;
    node.vy += dy * force;
  }
}
`;
