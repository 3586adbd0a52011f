import type { NodeKind } from '../../../model/graph.js';
import type { Severity } from '../../../model/severity.js';
import { byId, element } from '../dom.js';
import { RANKS, type Scene, type SceneNode, type Viewport } from './scene.js';

const RADII: Readonly<Record<NodeKind, number>> = {
  agent: 12,
  server: 10,
  package: 6,
  finding: 8,
  credential: 8,
  tool: 7,
  skill: 9,
  model: 9,
  network: 12,
  entrance: 9,
  service: 9,
  role: 8,
  data: 9,
  image: 6,
  control: 6,
  account: 9,
};

/** The colours of the kinds have a contrast of 3:1 or better against the page (WCAG 2.2, 1.4.11). */
const LIGHT = {
  agent: '#2f4fc4',
  server: '#0b7a70',
  package: '#7a8493',
  tool: '#86701a',
  credential: '#b85400',
  skill: '#7e45b8',
  model: '#23803a',
  network: '#b3261e',
  entrance: '#a8325e',
  service: '#0b7a70',
  role: '#86701a',
  data: '#2a6f97',
  image: '#7a8493',
  control: '#5b6b2f',
  account: '#5c5f66',
} as const satisfies Record<Exclude<NodeKind, 'finding'>, string>;

const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  agent: '#8aa4ff',
  server: '#5fc9c0',
  package: '#8d98a8',
  tool: '#d9c36f',
  credential: '#ff9f4d',
  skill: '#c79bf2',
  model: '#7fd08a',
  network: '#ff8a80',
  entrance: '#f48fb1',
  service: '#5fc9c0',
  role: '#d9c36f',
  data: '#86c5f0',
  image: '#8d98a8',
  control: '#b9cf7f',
  account: '#a6abb5',
};

export const darkScheme = matchMedia('(prefers-color-scheme: dark)');

/** The page's colours and those of the kinds of nodes, for the reader's colour scheme. */
export type Colours = Readonly<ReturnType<typeof readColours>>;

export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...(darkScheme.matches ? DARK : LIGHT),
    bg: colour('bg'),
    ink: colour('ink'),
    soft: colour('soft'),
    accent: colour('accent'),
    critical: colour('critical'),
    high: colour('high'),
    medium: colour('medium'),
    low: colour('low'),
    none: colour('none'),
    unknown: colour('unknown'),
  };
}

export interface Sign {
  kind: NodeKind;
  severity?: Severity;
  x: number;
  y: number;
}

export function colourOf({ kind, severity }: Sign, colours: Colours): string {
  return colours[kind === 'finding' ? (severity ?? 'unknown') : kind];
}

const LEAST: Partial<Record<NodeKind, number>> = { agent: 5, server: 4, finding: 3.5, package: 1.8 };

/**
 * In units of the scene. Zoomed out, nodes do not shrink below a least size, which is larger for important kinds and
 * largest for nodes of the selected path.
 */
export function radiusOf(node: SceneNode, view: Viewport): number {
  const least = view.path && view.near.has(node) ? 6 : (LEAST[node.kind] ?? 2.5);
  return Math.max(RADII[node.kind], least / view.scale);
}

const CORNERS: Partial<Record<NodeKind, number>> = {
  finding: 4,
  credential: 3,
  tool: 6,
  skill: 5,
  entrance: 3,
  role: 4,
  image: 4,
  control: 6,
  account: 8,
};

/**
 * Fills the shape of a node: agents are large discs with a core, servers and services squares, models and data flat
 * pills, the internet a disc, all others polygons.
 */
export function drawSign(pen: CanvasRenderingContext2D, sign: Sign, radius: number, colours: Colours): void {
  pen.fillStyle = colourOf(sign, colours);
  pen.beginPath();
  trace(pen, sign, radius);
  pen.fill();
}

function trace(pen: CanvasRenderingContext2D, { x, y, kind }: Sign, radius: number): void {
  const corners = CORNERS[kind];
  if (kind === 'server' || kind === 'service') pen.rect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8);
  else if (kind === 'model' || kind === 'data')
    pen.roundRect(x - radius * 1.3, y - radius * 0.65, radius * 2.6, radius * 1.3, radius * 0.65);
  else if (corners === undefined) pen.arc(x, y, radius, 0, Math.PI * 2);
  else {
    for (let corner = 0; corner < corners; corner++) {
      const angle = (corner / corners) * Math.PI * 2 - Math.PI / 2;
      pen.lineTo(x + radius * 1.15 * Math.cos(angle), y + radius * 1.15 * Math.sin(angle));
    }
    pen.closePath();
  }
}

/** Draws the core of an agent's disc. */
export function drawCore(pen: CanvasRenderingContext2D, { x, y }: Sign, radius: number, colours: Colours): void {
  pen.fillStyle = colours.bg;
  pen.beginPath();
  pen.arc(x, y, radius * 0.4, 0, Math.PI * 2);
  pen.fill();
}

/** Draws the legend with the same shapes as the canvas, so that the two always agree. */
export function drawLegend({ nodes }: Scene, colours: Colours): void {
  const kinds = [...new Set(nodes.map((node) => node.kind))].sort((a, b) => RANKS[a] - RANKS[b]);
  byId('legend', HTMLElement).replaceChildren(
    ...kinds.map((kind) =>
      element('span', { className: 'kind' }, legendSign(kind, colours), kind === 'finding' ? 'finding, by severity' : kind),
    ),
  );
}

function legendSign(kind: NodeKind, colours: Colours): HTMLCanvasElement {
  const ratio = devicePixelRatio || 1;
  const canvas = element('canvas', { className: 'sign', width: 24 * ratio, height: 18 * ratio });
  const pen = canvas.getContext('2d');
  if (!pen) return canvas;
  const sign: Sign = { x: 12, y: 9, kind, severity: 'critical' };
  pen.scale(ratio, ratio);
  drawSign(pen, sign, kind === 'package' ? 5 : 7, colours);
  if (kind === 'agent') drawCore(pen, sign, 7, colours);
  return canvas;
}
