const LONGEST = 40;

/** Gives one text for all that are equal. It is a copy: a part of a text keeps the whole of it in memory. */
export class Words {
  private readonly known = new Map<string, string>();

  /** @param most texts that are remembered */
  constructor(private readonly most: number) {}

  one(text: string): string {
    if (text.length > LONGEST) return text;
    const known = this.known.get(text);
    if (known !== undefined || this.known.size >= this.most) return known ?? text;
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    this.known.set(own, own);
    return own;
  }
}
