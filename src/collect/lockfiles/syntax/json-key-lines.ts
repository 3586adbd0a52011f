import { LineCursor } from '../../../support/line-index.js';

/**
 * Finds lines of object keys of a JSON text asked for in file order. A text equal to the key that is no key is passed over;
 * one nested deeper is not, so positions are for showing, not for judging.
 */
export class JsonKeyLines {
  private readonly cursor: LineCursor;
  private offset = 0;

  constructor(private readonly text: string) {
    this.cursor = new LineCursor(text);
  }

  /** Line of the next such key. Undefined from the first one on that is not behind the last found, so that the text is read once. */
  next(key: string): number | undefined {
    const needle = JSON.stringify(key);
    for (let at = this.text.indexOf(needle, this.offset); at !== -1; at = this.text.indexOf(needle, at + needle.length)) {
      if (!/^\s*:/.test(this.text.slice(at + needle.length, at + needle.length + 40))) continue;
      this.offset = at + needle.length;
      return this.cursor.at(at);
    }
    this.offset = this.text.length;
    return undefined;
  }
}
