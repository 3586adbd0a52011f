import type { ModelNode, NodePlace } from './model-node.js';

/** Nodes of a block: changing one costs a block. */
const MOST = 256;

interface Block {
  nodes: ModelNode[];
  /** Label and id of each in lower case, each ended by a character that no query holds; made when it is first searched. */
  texts?: { text: string; ends: Uint32Array } | undefined;
}

const END = '\u0000';

type Order = (a: NodePlace, b: NodePlace) => number;

/** Nodes in an order, in blocks. */
export class SortedNodes {
  private readonly blocks: Block[] = [];

  constructor(
    private readonly order: Order,
    nodes: readonly ModelNode[] = [],
  ) {
    const sorted = [...nodes].sort(order);
    for (let at = 0; at < sorted.length; at += MOST / 2) this.blocks.push({ nodes: sorted.slice(at, at + MOST / 2) });
  }

  add(node: ModelNode): void {
    const at = Math.max(0, this.blockOf(node));
    const block = this.blocks[at];
    if (!block) {
      this.blocks.push({ nodes: [node] });
      return;
    }
    block.nodes.splice(this.placeIn(block, node), 0, node);
    block.texts = undefined;
    if (block.nodes.length > MOST) this.blocks.splice(at + 1, 0, { nodes: block.nodes.splice(MOST / 2) });
  }

  remove(node: ModelNode): void {
    const at = this.blockOf(node);
    const block = this.blocks[at];
    const place = block ? this.placeIn(block, node) : 0;
    if (block?.nodes[place] !== node) return;
    block.nodes.splice(place, 1);
    block.texts = undefined;
    if (block.nodes.length === 0) this.blocks.splice(at, 1);
  }

  *[Symbol.iterator](): Generator<ModelNode> {
    for (const { nodes } of this.blocks) yield* nodes;
  }

  /** Those from a place on; what lies there exactly comes first. */
  *from(place: NodePlace): Generator<ModelNode> {
    const start = Math.max(0, this.blockOf(place));
    for (let at = start; at < this.blocks.length; at += 1) {
      const block = this.blocks[at];
      if (block) yield* at === start ? block.nodes.slice(this.placeIn(block, place)) : block.nodes;
    }
  }

  /** Calls with each node whose text holds every word, which are in lower case, and with whether it begins with the first. */
  search([first = '', ...others]: readonly string[], found: (node: ModelNode, begins: boolean) => void): void {
    for (const block of this.blocks) {
      block.texts ??= textsOf(block.nodes);
      searchBlock(block.texts, first, (index, from, end) => {
        const node = block.nodes[index];
        const { text } = block.texts ?? { text: '' };
        if (node && (others.length === 0 || holdsAll(text.slice(from, end), others))) found(node, text.startsWith(first, from));
      });
    }
  }

  /** Place of the last block that begins no later; -1 where all begin later. */
  private blockOf(place: NodePlace): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const first = this.blocks[middle]?.nodes[0];
      if (first && this.order(first, place) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private placeIn({ nodes }: Block, place: NodePlace): number {
    let [low, high] = [0, nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = nodes[middle];
      if (other && this.order(other, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A search by the engine costs more to begin than to go on: where most nodes match, their characters are compared one by one. */
const OFTEN = 16;

function searchBlock(
  { text, ends }: { text: string; ends: Uint32Array },
  word: string,
  hit: (index: number, from: number, end: number) => void,
): void {
  let [from, index, hits] = [0, 0, 0];
  while (index < ends.length) {
    const end = ends[index] ?? text.length;
    if (hits >= OFTEN && hits * 2 > index) {
      if (isWithin(text, from, end, word)) {
        hits += 1;
        hit(index, from, end);
      }
      from = end;
      index += 1;
      continue;
    }
    const at = text.indexOf(word, from);
    if (at === -1) return;
    while ((ends[index] ?? text.length) <= at && index < ends.length) from = ends[index++] ?? text.length;
    hits += 1;
    hit(index, from, ends[index] ?? text.length);
    from = ends[index] ?? text.length;
    index += 1;
  }
}

function isWithin(text: string, from: number, end: number, word: string): boolean {
  const first = word.charCodeAt(0);
  const last = end - word.length;
  for (let at = from; at < last; at += 1) {
    if (text.charCodeAt(at) !== first) continue;
    let length = 1;
    while (length < word.length && text.charCodeAt(at + length) === word.charCodeAt(length)) length += 1;
    if (length >= word.length) return true;
  }
  return word === '';
}

function textsOf(nodes: readonly ModelNode[]): { text: string; ends: Uint32Array } {
  const ends = new Uint32Array(nodes.length);
  const texts: string[] = [];
  let length = 0;
  nodes.forEach(({ label, id }, index) => {
    const text = `${label}\n${id}${END}`.toLowerCase();
    texts.push(text);
    length += text.length;
    ends[index] = length;
  });
  return { text: texts.join(''), ends };
}

function holdsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}
