/**
 * The beginnings of some strings, each a node; node 0 is the empty one. The nodes that one leads to lie side by side, in the order of their last
 * units: a hundred thousand of them then fit a processor's cache.
 */
export class Trie {
  /** The last unit of each beginning. */
  private readonly units: Uint16Array;
  /** The first of the nodes that each leads to; they end where those of the next begin. */
  private readonly children: Int32Array;
  /** The place of the string that ends in each node in the list plus one, 0 for none. */
  readonly ends: Int32Array;
  /** Where a first unit leads to: those of ASCII, and others. */
  private readonly plainTop = new Int32Array(128);
  private readonly top = new Map<number, number>();

  /** `strings` are in the order of their units, none of them empty or twice. */
  constructor(strings: readonly string[]) {
    const most = strings.reduce((sum, { length }) => sum + length, 1);
    const units = new Uint16Array(most);
    const children = new Int32Array(most + 1);
    const ends = new Int32Array(most);
    // For each node, the strings that begin with it, and how long it is.
    const from = new Int32Array(most);
    const to = new Int32Array(most);
    const lengths = new Uint16Array(most);
    to[0] = strings.length;
    let count = 1;
    for (let node = 0; node < count; node++) {
      children[node] = count;
      const length = lengths[node] as number;
      const last = to[node] as number;
      let index = from[node] as number;
      if (index < last && strings[index]?.length === length) ends[node] = ++index;
      for (; index < last; index++) {
        const unit = (strings[index] as string).charCodeAt(length);
        if (count === children[node] || units[count - 1] !== unit) {
          units[count] = unit;
          from[count] = index;
          lengths[count] = length + 1;
          count++;
        }
        to[count - 1] = index + 1;
      }
    }
    children[count] = count;
    this.units = units.slice(0, count);
    this.children = children.slice(0, count + 1);
    this.ends = ends.slice(0, count);
    for (let node = 1; node < (this.children[1] as number); node++) {
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

  /** Visits the places of the strings that begin with a node. */
  eachBelow(node: number, visit: (place: number) => void): void {
    const end = this.ends[node] as number;
    if (end !== 0) visit(end - 1);
    for (let child = this.children[node] as number; child < (this.children[node + 1] as number); child++) this.eachBelow(child, visit);
  }
}
