import { layoutFlow } from '../../parts/flow-layout.js';
import { legible } from '../../words/legible.js';
import { nodeLooks, verb } from '../../words/node.js';
import { colours } from './colours.js';
import type { Picture } from './picture.js';
import { places } from './places.js';

/** Pixels for the columns of an exported chain. */
const ROOM = 1400;
/** Nodes of a column in an exported chain; there is room for more than on a screen. */
const PER_COLUMN = 60;

/** Saves the picture: as an image of what is shown, or as GraphML for other programs. */
export async function saveGraph(picture: Picture, form: 'svg' | 'png' | 'graphml'): Promise<void> {
  if (form === 'graphml') return save(new Blob([graphmlOf(picture)], { type: 'application/graphml+xml' }), 'graph.graphml');
  const image = imageOf(picture);
  const svg = new Blob([image.svg], { type: 'image/svg+xml' });
  save(form === 'svg' ? svg : await pngOf(svg, image), `graph.${form}`);
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** GraphML of the nodes and edges, with kind, label and severity of each (http://graphml.graphdrawing.org). */
export function graphmlOf({ nodes, edges }: Pick<Picture, 'nodes' | 'edges'>): string {
  const key = (id: string, of: 'node' | 'edge') =>
    `<key id="${id}" for="${of}" attr.name="${id.replace('edge_', '')}" attr.type="string"/>`;
  const data = (id: string, value: string | undefined) => (value === undefined ? '' : `<data key="${id}">${escaped(value)}</data>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    key('kind', 'node'),
    key('label', 'node'),
    key('severity', 'node'),
    key('edge_kind', 'edge'),
    '<graph edgedefault="directed">',
    ...nodes.map(
      ({ id, kind, label, severity }) =>
        `<node id="${escaped(id)}">${data('kind', kind)}${data('label', label)}${data('severity', severity)}</node>`,
    ),
    ...edges.map(({ from, to, kind }) => `<edge source="${escaped(from)}" target="${escaped(to)}">${data('edge_kind', kind)}</edge>`),
    '</graph>',
    '</graphml>',
    '',
  ].join('\n');
}

interface Drawn {
  svg: string;
  width: number;
  height: number;
}

function imageOf(picture: Picture): Drawn {
  const isMap = places.size > 0 && picture.nodes.every(({ id }) => places.has(id));
  const { body, width, height } = isMap ? mapBody(picture) : chainBody(picture);
  const { ground, font } = colours();
  const margin = 24;
  const [w, h] = [Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-margin} ${-margin} ${w} ${h}" font-family="${escaped(font)}" font-size="12"><rect x="${-margin}" y="${-margin}" width="${w}" height="${h}" fill="${ground}"/>${body}</svg>`;
  return { svg, width: w, height: h };
}

interface Body {
  body: string;
  width: number;
  height: number;
}

function chainBody({ nodes, edges, start, main }: Picture): Body {
  const { text, quiet, line, accent, panel, kinds } = colours();
  const layout = layoutFlow({ nodes, edges, start, main, perColumn: PER_COLUMN, room: ROOM });
  const { box } = layout;
  const verbs = new Map(layout.edges.map(({ edge, near }) => [edge.from === near ? edge.to : edge.from, verb(edge, near)]));
  const parts = layout.edges.map(({ edge, path }) => {
    const strong = main.has(edge.from) && main.has(edge.to);
    return `<path d="${path}" fill="none" stroke="${strong ? accent : line}" stroke-width="${strong ? 2 : 1}"/>`;
  });
  for (const { nodes: column, more, moreY, x } of layout.columns) {
    for (const { node, y } of column) {
      const { sign, hue } = nodeLooks[node.kind];
      parts.push(
        `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" fill="${panel}" stroke="${main.has(node.id) ? accent : line}"/>`,
        `<text x="${x + 8}" y="${y + 18}" fill="${quiet}">${verbs.get(node.id) ?? ''} <tspan fill="${kinds[hue]}">${sign}</tspan> ${node.kind} ${node.severity ?? ''}</text>`,
        `<text x="${x + 8}" y="${y + 35}" fill="${text}" font-weight="600">${escaped(cut(node.label, 24))}</text>`,
      );
    }
    if (more !== undefined) parts.push(`<text x="${x}" y="${moreY + 14}" fill="${quiet}">${escaped(more)}</text>`);
  }
  return { body: parts.join(''), width: layout.width, height: layout.height };
}

const MAP_PX = 1600;
const LABELLED = 200;

function mapBody({ nodes, edges }: Picture): Body {
  const { text, line, kinds } = colours();
  const at = nodes.map(({ id }) => places.get(id) ?? { x: 0, y: 0 });
  const [left, top] = [Math.min(...at.map(({ x }) => x)), Math.max(...at.map(({ y }) => y))];
  const span = Math.max(Math.max(...at.map(({ x }) => x)) - left, top - Math.min(...at.map(({ y }) => y)), 1);
  const put = ({ x, y }: { x: number; y: number }) => ({ x: round(((x - left) / span) * MAP_PX), y: round(((top - y) / span) * MAP_PX) });
  const byId = new Map(nodes.map(({ id }, index) => [id, put(at[index] ?? { x: 0, y: 0 })]));
  const lines = edges.map(({ from, to }) => {
    const [a, b] = [byId.get(from), byId.get(to)];
    return a && b ? `M${a.x} ${a.y}L${b.x} ${b.y}` : '';
  });
  const dots = nodes.map(({ id, kind, label }) => {
    const { x, y } = byId.get(id) ?? { x: 0, y: 0 };
    const name = nodes.length <= LABELLED ? `<text x="${x + 8}" y="${y + 4}" fill="${text}">${escaped(cut(label, 40))}</text>` : '';
    const { sign, hue } = nodeLooks[kind];
    return `<text x="${x}" y="${y + 4}" text-anchor="middle" fill="${kinds[hue]}"><title>${escaped(label)}</title>${sign}</text>${name}`;
  });
  return {
    body: `<path d="${lines.join('')}" fill="none" stroke="${line}" stroke-width="0.5"/>${dots.join('')}`,
    width: MAP_PX,
    height: MAP_PX,
  };
}

async function pngOf(svg: Blob, { width, height }: Drawn): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(svg);
  await image.decode();
  URL.revokeObjectURL(image.src);
  const canvas = document.createElement('canvas');
  // Twice as fine, within what browsers can draw.
  const scale = Math.min(2, 8000 / Math.max(width, height));
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not draw the picture. Save it as SVG.'))),
      'image/png',
    );
  });
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Text of evidence in XML: signs that XML has not, or that hide others, are shown by their number. */
function escaped(text: string): string {
  return legible(text)
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
