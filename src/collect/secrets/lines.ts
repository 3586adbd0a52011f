const LINE_END = 10;

/** Lines of a text, found when somebody asks. */
export class Lines {
  private starts: number[] | undefined;
  /** The line that was asked for last, with its end. */
  private readonly last = { from: 0, to: 0 };

  constructor(private readonly bytes: Uint8Array) {}

  /** 1-based line of a byte. */
  at(place: number): number {
    this.starts ??= this.all();
    let low = 0;
    for (let high = this.starts.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Begin and end of the line around a place, at most `most` bytes to each side. */
  bounds(place: number, most: number): [from: number, to: number] {
    let from = place;
    while (from > 0 && place - from < most && this.bytes[from - 1] !== LINE_END) from--;
    let to = place;
    while (to < this.bytes.length && to - place < most && this.bytes[to] !== LINE_END) to++;
    return [from, to];
  }

  /** Whether the line around a place has more than `most` bytes. */
  isLong(place: number, most: number): boolean {
    const { bytes, last } = this;
    if (place < last.from || place >= last.to) {
      const end = bytes.indexOf(LINE_END, place);
      last.from = place === 0 ? 0 : bytes.lastIndexOf(LINE_END, place - 1) + 1;
      last.to = end === -1 ? bytes.length : end + 1;
    }
    return last.to - last.from > most;
  }

  private all(): number[] {
    const starts = [0];
    for (let at = this.bytes.indexOf(LINE_END); at !== -1; at = this.bytes.indexOf(LINE_END, at + 1)) starts.push(at + 1);
    return starts;
  }
}
