import type { ModelNode, NodePlace } from './model-node.js';

/** Most nodes in a block. A change of one node rewrites its block. */
const MOST = 256;

interface Block {
  nodes: ModelNode[];
  /** Made when the block is first searched. */
  texts?: Texts | undefined;
}

/**
 * Label and id of each node in lower case, each pair ended by a character that no query holds. In UTF-8, because V8 compares bytes
 * five times as fast as the characters of a string.
 */
interface Texts {
  bytes: Buffer;
  /** Where the text of each node ends. */
  ends: Int32Array;
}

/** The nodes of one block that a search found. The search reuses the object for the next block. */
export interface Hits {
  /** Places in the block, in order. `BEGINS` is added if the node's text begins with the first word. */
  places: Uint16Array;
  /** How many places there are. */
  count: number;
  /** How many of their texts begin with the first word. */
  begun: number;
}

export const BEGINS = 0x8000;

const END = '\u0000';

type Order = (a: NodePlace, b: NodePlace) => number;

/** Nodes in a given order, stored in blocks. */
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

  /** Nodes from a place on, including the one at this place. */
  *from(place: NodePlace): Generator<ModelNode> {
    const start = Math.max(0, this.blockOf(place));
    for (let at = start; at < this.blocks.length; at += 1) {
      const block = this.blocks[at];
      if (block) yield* at === start ? block.nodes.slice(this.placeIn(block, place)) : block.nodes;
    }
  }

  /** Calls `found` for each block with nodes whose texts contain every word. The words must be in lower case. */
  search(words: readonly string[], found: (nodes: readonly ModelNode[], hits: Hits) => void): void {
    const query = queryOf(words);
    const hits: Hits = { places: new Uint16Array(MOST + 1), count: 0, begun: 0 };
    let often = false;
    for (const block of this.blocks) {
      block.texts ??= textsOf(block.nodes);
      hits.count = 0;
      hits.begun = 0;
      const led: number = often ? compareEach(block.texts, query, hits) : leap(block.texts, query, hits);
      if (hits.count > 0) found(block.nodes, hits);
      often = led * 2 > block.nodes.length;
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

interface Query {
  /** The longest word, which is probably the rarest. */
  lead: Buffer;
  others: readonly Buffer[];
  first: Buffer;
}

function queryOf(words: readonly string[]): Query {
  const [first = Buffer.alloc(0), ...rest] = words.map((word) => Buffer.from(word));
  const lead = rest.reduce((longest, word) => (word.length > longest.length ? word : longest), first);
  return { lead, others: [first, ...rest].filter((word) => word !== lead), first };
}

/**
 * For words of few nodes: lets the engine search for the next text that contains the lead. A search is expensive to start and cheap to
 * continue. Returns the number of texts that contain the lead.
 */
function leap(texts: Texts, query: Query, hits: Hits): number {
  const { bytes, ends } = texts;
  let from = 0;
  let led = 0;
  for (let index = 0; index < ends.length; index += 1) {
    const at = bytes.indexOf(query.lead, from);
    if (at === -1) break;
    while ((ends[index] ?? bytes.length) <= at) index += 1;
    note(texts, index, query, hits);
    led += 1;
    from = ends[index] ?? bytes.length;
  }
  return led;
}

/** For words of most nodes: compares the bytes of each text. Returns the number of texts that contain the lead. */
function compareEach(texts: Texts, query: Query, hits: Hits): number {
  const { bytes, ends } = texts;
  const { lead } = query;
  let from = 0;
  let led = 0;
  for (let index = 0; index < ends.length; index += 1) {
    const end = ends[index] ?? 0;
    if (placeOf(lead, bytes, from, end) >= 0) {
      note(texts, index, query, hits);
      led += 1;
    }
    from = end;
  }
  return led;
}

/** Adds a text that contains the lead to the hits if it also contains the other words. */
function note({ bytes, ends }: Texts, index: number, { first, others }: Query, hits: Hits): void {
  const from = index === 0 ? 0 : (ends[index - 1] ?? 0);
  const end = ends[index] ?? 0;
  for (const word of others) if (placeOf(word, bytes, from, end) === -1) return;
  const begins = isAt(first, bytes, from);
  hits.places[hits.count++] = begins ? index | BEGINS : index;
  if (begins) hits.begun += 1;
}

function isAt(word: Buffer, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word[index]) return false;
  return true;
}

/** The first place of a word between two places; -1 if it is not there. */
function placeOf(word: Buffer, bytes: Buffer, from: number, end: number): number {
  const first = word[0];
  const last = end - word.length;
  for (let at = from; at < last; at += 1) {
    if (bytes[at] !== first) continue;
    let length = 1;
    while (length < word.length && bytes[at + length] === word[length]) length += 1;
    if (length >= word.length) return at;
  }
  return word.length === 0 ? from : -1;
}

function textsOf(nodes: readonly ModelNode[]): Texts {
  const ends = new Int32Array(nodes.length);
  const texts = nodes.map(({ label, id }) => Buffer.from(`${label}\n${id}${END}`.toLowerCase()));
  let length = 0;
  for (const [index, text] of texts.entries()) {
    length += text.length;
    ends[index] = length;
  }
  return { bytes: Buffer.concat(texts, length), ends };
}
