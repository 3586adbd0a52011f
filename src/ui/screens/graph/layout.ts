import { kindOrder } from '../../words/node.js';
import type { Picture } from './picture.js';
import { places } from './places.js';

export interface LayoutWork {
  /** Of each edge the numbers of its two nodes. */
  ends: Uint32Array;
  /** Of each node x and y. */
  positions: Float32Array<ArrayBuffer>;
  iterations: number;
}

/** Turns around a centre by which points come to lie evenly (the golden angle). */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Finds places for all nodes, in a worker; the same picture gets the same ones. Resolves to false when a newer picture is asked for
 * before it is done.
 */
export async function layOut({ nodes, edges }: Picture, signal: AbortSignal): Promise<boolean> {
  const fresh = nodes.filter(({ id }) => !places.has(id));
  if (fresh.length === 0) return true;
  const work = workOf(nodes, edges, fresh.length === nodes.length);
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const found = await new Promise<Float32Array | undefined>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Float32Array>) => resolve(data);
    worker.onerror = () => reject(new Error('The layout of the map failed. The tabs Chain and Table show the same.'));
    signal.addEventListener('abort', () => resolve(undefined));
    worker.postMessage(work, [work.ends.buffer, work.positions.buffer]);
  });
  worker.terminate();
  if (!found) return false;
  for (const [at, { id }] of nodes.entries()) places.set(id, { x: found[2 * at] ?? 0, y: found[2 * at + 1] ?? 0 });
  return true;
}

function workOf(nodes: Picture['nodes'], edges: Picture['edges'], isNew: boolean): LayoutWork & { ends: Uint32Array<ArrayBuffer> } {
  const number = new Map(nodes.map(({ id }, at) => [id, at]));
  const neighbour = new Map<string, string>();
  for (const { from, to } of edges) {
    if (places.has(from)) neighbour.set(to, from);
    if (places.has(to)) neighbour.set(from, to);
  }
  const positions = new Float32Array(2 * nodes.length);
  for (const [at, { id, kind }] of nodes.entries()) {
    // What comes anew begins beside what it is joined to; where all is new, kinds begin together.
    const near = places.get(id) ?? places.get(neighbour.get(id) ?? '') ?? { x: 20 * kindOrder.indexOf(kind), y: 0 };
    const away = places.has(id) ? 0 : Math.sqrt(at + 1);
    positions[2 * at] = near.x + away * Math.cos(at * GOLDEN);
    positions[2 * at + 1] = near.y + away * Math.sin(at * GOLDEN);
  }
  const ends = new Uint32Array(2 * edges.length);
  for (const [at, { from, to }] of edges.entries()) {
    ends[2 * at] = number.get(from) ?? 0;
    ends[2 * at + 1] = number.get(to) ?? 0;
  }
  const thorough = nodes.length < 500 ? 400 : nodes.length < 2000 ? 200 : 100;
  return { ends, positions, iterations: isNew ? thorough : Math.ceil(thorough / 4) };
}
