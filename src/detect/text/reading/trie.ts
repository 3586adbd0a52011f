/** A trie in numbers, node after node: the last unit of each beginning, and how many nodes it leads to. */
export interface TrieTable {
  readonly units: Uint16Array;
  readonly children: Uint16Array;
}

/**
 * The beginnings of some strings, each a node; node 0 is the empty one. The nodes that one leads to lie side by side, in the order of their last
 * units: a hundred thousand of them then fit a processor's cache.
 */
export class Trie {
  private readonly units: Uint16Array;
  /** The first of the nodes that each leads to; they end where those of the next begin. */
  private readonly children: Int32Array;
  /** Where a first unit leads to: those of ASCII, and others. */
  private readonly plainTop = new Int32Array(128);
  private readonly top = new Map<number, number>();

  constructor({ units, children }: TrieTable) {
    this.units = units;
    this.children = runningSums(children, 1);
    for (let node = 1; node < (this.children[1] ?? 1); node++) {
      const unit = units[node] as number;
      if (unit < 128) this.plainTop[unit] = node;
      else this.top.set(unit, node);
    }
  }

  /** The node that a unit leads to; 0 for none. */
  step(from: number, unit: number): number {
    if (from === 0) return unit < 128 ? (this.plainTop[unit] as number) : (this.top.get(unit) ?? 0);
    const end = this.children[from + 1] as number;
    for (let node = this.children[from] as number; node < end; node++) if (this.units[node] === unit) return node;
    return 0;
  }

  /** Visits a node and all behind it. */
  eachBelow(node: number, visit: (node: number) => void): void {
    visit(node);
    for (let child = this.children[node] as number; child < (this.children[node + 1] as number); child++) this.eachBelow(child, visit);
  }
}

/** Where what each node has begins, if it lies in the order of the nodes from `first` on; and at last where that of the last ends. */
export function runningSums(counts: Uint16Array, first: number): Int32Array {
  const sums = new Int32Array(counts.length + 1);
  sums[0] = first;
  for (let node = 0; node < counts.length; node++) sums[node + 1] = (sums[node] as number) + (counts[node] as number);
  return sums;
}

/** The table of strings, which are in the order of their units, none of them empty or twice; and of each node the place of the string that ends in it plus one, 0 for none. */
export function trieTable(strings: readonly string[]): { table: TrieTable; ends: Int32Array } {
  const most = strings.reduce((sum, { length }) => sum + length, 1);
  const [units, children, lengths] = [new Uint16Array(most), new Uint16Array(most), new Uint16Array(most)];
  // For each node, the strings that begin with it.
  const [ends, from, to] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  to[0] = strings.length;
  let count = 1;
  for (let node = 0; node < count; node++) {
    const first = count;
    const length = lengths[node] as number;
    const last = to[node] as number;
    let index = from[node] as number;
    if (index < last && strings[index]?.length === length) ends[node] = ++index;
    for (; index < last; index++) {
      const unit = (strings[index] as string).charCodeAt(length);
      if (count === first || units[count - 1] !== unit) {
        units[count] = unit;
        from[count] = index;
        lengths[count] = length + 1;
        count++;
      }
      to[count - 1] = index + 1;
    }
    children[node] = count - first;
  }
  return { table: { units: units.slice(0, count), children: children.slice(0, count) }, ends: ends.slice(0, count) };
}
