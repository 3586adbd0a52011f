/** Search, filters and the panel beside the graph. Text of the evidence is set as text, never as markup. */
export const panelScript = String.raw`
const panel = document.getElementById('panel');
const at = (id) => document.getElementById(id);

function element(name, options, ...children) {
  const made = document.createElement(name);
  Object.assign(made, options);
  made.append(...children);
  return made;
}

function link(index, before) {
  const node = nodes[index];
  const button = element('button', { className: 'node', type: 'button', onclick: () => { select(node); centre(node); } }, node.label);
  return element('li', {}, before || '', button, element('span', { className: 'soft' }, ' ' + (node.kind === 'finding' ? node.severity || 'unknown' : node.kind)));
}

function centre(node) {
  state.x = node.x;
  state.y = node.y;
  state.scale = Math.max(state.scale, 0.8);
  state.moved = true;
  state.dirty = true;
}

function select(node) {
  state.selected = node;
  state.path = null;
  state.near = new Set(node ? [node.index, ...node.links.map(([index]) => index)] : []);
  state.dirty = true;
  if (node) showNode(node);
  else showList();
}

/** Lights a path up and brings all of it into view. */
function showPath(path) {
  state.path = path.nodes;
  state.near = new Set(path.nodes);
  state.moved = true;
  fit(path.nodes.map((index) => nodes[index]));
}

function pathItem(path, choose, why) {
  const steps = path.nodes.map((index) => nodes[index].label).join(' → ');
  const score = element('span', { className: 'score', title: 'score, 0 to 100' }, String(path.score));
  const button = element('button', { className: 'path', type: 'button', onclick: choose }, score, ' ' + steps);
  return element('li', {}, button, ...(why ? [element('div', { className: 'soft' }, path.why)] : []));
}

function showNode(node) {
  const list = (title, items) => (items.length ? [element('h3', {}, title), element('ul', {}, ...items)] : []);
  const words = { uses: ['uses', 'used by'], runs: ['runs', 'run by'], depends_on: ['depends on', 'needed by'], holds: ['holds', 'held by'], offers: ['offers', 'offered by'], affects: ['affects', 'affected by'], contains: ['contains', 'contained in'], instructs: ['instructs', 'instructed by'] };
  const groups = new Map();
  for (const [index, kind, outward] of node.links) {
    const title = (words[kind] || [kind, kind])[outward ? 0 : 1];
    groups.set(title, [...(groups.get(title) || []), index]);
  }
  const through = paths.filter((path) => path.nodes.includes(node.index));
  panel.replaceChildren(
    element('button', { className: 'close', type: 'button', onclick: () => select(null), title: 'close' }, '×'),
    element('h2', {}, node.label),
    element('p', { className: 'soft' }, node.kind, node.severity ? element('span', { className: 'sev ' + node.severity }, node.severity) : ''),
    ...(node.title ? [element('p', {}, node.title)] : []),
    ...(node.fix ? [element('p', { className: 'fix' }, node.fix)] : []),
    element('p', { className: 'soft id' }, node.id),
    ...list('Exposure paths', through.slice(0, 20).map((path) => pathItem(path, () => showPath(path), true))),
    ...[...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([title, indexes]) => list(title, indexes.slice(0, 100).map((index) => link(index)))),
  );
}

/** What the search finds; without a search the worst paths and the agents, so that the first look has an answer. */
function showList() {
  const words = at('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && paths.length > 0) {
    panel.replaceChildren(element('h2', {}, 'Worst exposure paths'), element('ul', {}, ...paths.slice(0, 15).map((path) => pathItem(path, () => { select(null); showPath(path); }, false))));
    return;
  }
  const found = byImportance.filter((node) => node.visible && words.every((word) => (node.label + ' ' + node.id).toLowerCase().includes(word)));
  const more = found.length > 100 ? [element('p', { className: 'soft' }, found.length - 100 + ' more')] : [];
  panel.replaceChildren(element('h2', {}, words.length ? found.length + ' found' : 'Nodes'), element('ul', {}, ...found.slice(0, 100).map((node) => link(node.index))), ...more);
  state.near = new Set(words.length ? found.map((node) => node.index) : []);
  state.dirty = true;
}

function filter() {
  const severities = new Set([...document.querySelectorAll('[name=severity]:checked')].map((box) => box.value));
  const pathsOnly = at('paths').checked;
  for (const node of nodes) node.visible = (node.kind !== 'finding' || severities.has(node.severity || 'unknown')) && (!pathsOnly || onPath.has(node.index));
  select(null);
}

function frame() {
  if (state.alpha > 0.01) {
    const started = performance.now();
    // As many steps as fit into half a frame: small graphs settle at once, large ones stay responsive.
    do {
      stepLayout(nodes, edges, state.alpha);
      state.alpha *= 0.985;
    } while (state.alpha > 0.01 && performance.now() - started < 8);
    if (!state.moved) fit();
    state.dirty = true;
  }
  if (state.dirty) {
    state.dirty = false;
    draw();
  }
  requestAnimationFrame(frame);
}

readColours();
startLayout(nodes, edges);
at('filters').addEventListener('submit', (event) => event.preventDefault());
at('filters').addEventListener('change', (event) => { if (event.target.type === 'checkbox') filter(); });
at('search').addEventListener('input', () => { state.selected = null; state.path = null; state.near = new Set(); showList(); });
at('in').onclick = () => zoom(1.4);
at('out').onclick = () => zoom(1 / 1.4);
at('fit').onclick = () => fit();
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { at('search').value = ''; select(null); }
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  at('search').focus();
});
listen();
resize();
legend();
filter();
// The first picture is already arranged where that takes no time worth mentioning.
for (const end = performance.now() + 250; state.alpha > 0.01 && performance.now() < end; state.alpha *= 0.985) stepLayout(nodes, edges, state.alpha);
fit();
frame();
`;
