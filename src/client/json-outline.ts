/** The outline of a JSON text, as far as it is needed to recognise the format. */
export interface Outline {
  /** Number of root values; more than one in JSON Lines. */
  roots: number;
  /** Kind of the first root. */
  kind: 'object' | 'array' | 'scalar' | 'none';
  /** Members of the first root, with the beginning of those that are texts. */
  members: ReadonlyMap<string, string | undefined>;
  /** True: all brackets and strings are closed, and no bracket closes more than was open. */
  whole: boolean;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COLON, COMMA] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a, 0x2c];

/** How many characters of a string are kept. */
const KEPT = 200;

/**
 * Reads the outline of a JSON text of any length in pieces. It checks only brackets and strings. That is enough to know that the text
 * stays inside a larger document that we put it into; the service checks the rest.
 */
export class OutlineReader {
  private readonly open: number[] = [];
  private readonly members = new Map<string, string | undefined>();
  private roots = 0;
  private kind: Outline['kind'] = 'none';
  private isBroken = false;
  private inText = false;
  private isEscaped = false;
  private inScalar = false;
  /** The string that is being read, if it belongs to the first root itself. */
  private kept: number[] | undefined;
  private key: string | undefined;
  private isValue = false;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.inText) this.text(byte);
      else this.structure(byte);
    }
  }

  end(): Outline {
    const { roots, kind, members } = this;
    return { roots, kind, members, whole: !this.isBroken && !this.inText && this.open.length === 0 && roots > 0 };
  }

  private text(byte: number): void {
    if (!this.isEscaped && byte === QUOTE) {
      this.inText = false;
      this.endText();
      return;
    }
    this.isEscaped = !this.isEscaped && byte === BACKSLASH;
    if (this.kept && this.kept.length < KEPT) this.kept.push(byte);
  }

  private endText(): void {
    if (!this.kept) return;
    const words = Buffer.from(this.kept).toString('utf8');
    this.kept = undefined;
    if (!this.isValue) {
      this.key = words;
      if (!this.members.has(words)) this.members.set(words, undefined);
    } else if (this.key !== undefined) this.members.set(this.key, words);
  }

  private structure(byte: number): void {
    if (byte <= 0x20) this.inScalar = false;
    else if (byte === QUOTE) this.startText();
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.begin(byte);
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.close(byte);
    else if (byte === COLON || byte === COMMA) this.separate(byte);
    else this.scalar();
  }

  private startText(): void {
    this.inScalar = false;
    if (this.open.length === 0) this.root('scalar');
    this.inText = true;
    this.isEscaped = false;
    if (this.isOwn) this.kept = [];
  }

  private begin(byte: number): void {
    this.inScalar = false;
    if (this.open.length === 0) this.root(byte === OPEN_OBJECT ? 'object' : 'array');
    this.open.push(byte);
    this.isValue = false;
  }

  private close(byte: number): void {
    this.inScalar = false;
    // In ASCII each closing bracket comes two after its opening bracket.
    if (this.open.pop() !== byte - 2) this.isBroken = true;
  }

  private separate(byte: number): void {
    this.inScalar = false;
    // Outside of brackets a comma is not allowed: `{},"complete":true` would break out of its place.
    if (this.open.length === 0) this.isBroken = true;
    if (this.open.length === 1) this.isValue = byte === COLON;
  }

  private scalar(): void {
    if (this.open.length === 0 && !this.inScalar) this.root('scalar');
    this.inScalar = true;
  }

  private root(kind: Outline['kind']): void {
    if (this.roots === 0) this.kind = kind;
    this.roots += 1;
  }

  private get isOwn(): boolean {
    return this.roots === 1 && this.open.length === 1 && this.open[0] === OPEN_OBJECT;
  }
}
