/** What each kind of node looks like, on the canvas and in the legend: a shape and a colour of its own, never colour alone. */
export const shapeScript = `
const RADII = { agent: 12, server: 10, package: 6, finding: 8, credential: 8, tool: 7, skill: 9, model: 9 };
let colours = {};

/** Colours of the kinds have a contrast of 3:1 or better on the page (WCAG 2.2, 1.4.11). */
function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['bg', 'card', 'ink', 'soft', 'line', 'accent', 'critical', 'high', 'medium', 'low', 'none', 'unknown']) colours[name] = style.getPropertyValue('--' + name).trim();
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  colours.kinds = dark
    ? { agent: '#8aa4ff', server: '#5fc9c0', package: '#8d98a8', tool: '#d9c36f', credential: '#ff9f4d', skill: '#c79bf2', model: '#7fd08a' }
    : { agent: '#2f4fc4', server: '#0b7a70', package: '#7a8493', tool: '#86701a', credential: '#b85400', skill: '#7e45b8', model: '#23803a' };
}

function colourOf(node) {
  return node.kind === 'finding' ? colours[node.severity] || colours.unknown : colours.kinds[node.kind];
}

/** From far away, what a person looks for keeps more of its size than packages do, and what a path goes through most. */
function radiusOf(node) {
  const least = { agent: 5, server: 4, finding: 3.5, package: 1.8 }[node.kind] || 2.5;
  return Math.max(RADII[node.kind] || 6, (state.path && state.near.has(node.index) ? 6 : least) / state.scale);
}

/** Traces a node: agents are large discs with a core, servers squares, models lying pills, the others polygons by their corners. */
function shape(pen, { x, y, kind }, radius) {
  if (kind === 'server') { pen.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8); return; }
  if (kind === 'model') { pen.roundRect(x - radius * 1.3, y - radius * 0.65, radius * 2.6, radius * 1.3, radius * 0.65); return; }
  const corners = { finding: 4, credential: 3, tool: 6, skill: 5 }[kind];
  if (!corners) { pen.arc(x, y, radius, 0, Math.PI * 2); return; }
  for (let corner = 0; corner < corners; corner++) {
    const angle = (corner / corners) * Math.PI * 2 - Math.PI / 2;
    pen[corner ? 'lineTo' : 'moveTo'](x + radius * 1.15 * Math.cos(angle), y + radius * 1.15 * Math.sin(angle));
  }
  pen.closePath();
}

function core(pen, { x, y }, radius) {
  pen.fillStyle = colours.bg;
  pen.beginPath();
  pen.arc(x, y, radius * 0.4, 0, Math.PI * 2);
  pen.fill();
}

/** The legend draws with the canvas's own shapes, so the two cannot come apart. */
function legend() {
  const kinds = [...new Set(nodes.map((node) => node.kind))].sort((a, b) => RANKS[a] - RANKS[b]);
  at('legend').replaceChildren(...kinds.map((kind) => {
    const ratio = window.devicePixelRatio || 1;
    const sign = element('canvas', { className: 'sign', width: 24 * ratio, height: 18 * ratio });
    const pen = sign.getContext('2d');
    const node = { x: 12, y: 9, kind, severity: 'critical' };
    pen.scale(ratio, ratio);
    pen.fillStyle = colourOf(node);
    pen.beginPath();
    shape(pen, node, kind === 'package' ? 5 : 7);
    pen.fill();
    if (kind === 'agent') core(pen, node, 7);
    return element('span', { className: 'kind' }, sign, kind === 'finding' ? 'finding, by severity' : kind);
  }));
}
`;
