import { type Id, isId } from './message.js';

const [QUOTE, BACKSLASH, COLON, COMMA] = [34, 92, 58, 44] as const;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);
const CURLY = 0x7b;

/** Bytes of a member's name or of an id that are kept. */
const MAX_TOKEN = 300;
/** Ids of one frame that are told. */
const MAX_IDS = 8;

/**
 * Finds the `id` members of the outermost object in bytes that are not parsed: too long, too deep, or no JSON. It needs no memory that grows
 * with the frame.
 */
export class IdFinder {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private isValue = false;
  private name = '';
  private token = '';
  private isObject = false;
  private readonly found: Id[] = [];

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.take(byte);
  }

  /** Every id found, without repeats. */
  get ids(): Id[] {
    return [...new Set(this.found)];
  }

  private take(byte: number): void {
    if (this.inString) this.inText(byte);
    else if (byte === QUOTE) {
      this.inString = true;
      this.add(byte);
    } else if (OPENING.has(byte)) {
      this.depth++;
      if (this.depth === 1) this.isObject = byte === CURLY;
      this.token = '';
    } else if (CLOSING.has(byte)) {
      if (this.depth === 1) this.endMember();
      this.depth--;
    } else if (this.depth !== 1) return;
    else if (byte === COLON) {
      this.name = this.token;
      this.token = '';
      this.isValue = true;
    } else if (byte === COMMA) this.endMember();
    else this.add(byte);
  }

  private inText(byte: number): void {
    this.add(byte);
    if (this.escaped) this.escaped = false;
    else if (byte === BACKSLASH) this.escaped = true;
    else if (byte === QUOTE) this.inString = false;
  }

  private add(byte: number): void {
    if (this.depth === 1 && this.token.length < MAX_TOKEN) this.token += String.fromCharCode(byte);
  }

  private endMember(): void {
    if (this.isValue && this.isObject && parsed(this.name) === 'id' && this.found.length < MAX_IDS) {
      const id = parsed(this.token);
      if (isId(id)) this.found.push(id);
    }
    this.token = '';
    this.isValue = false;
  }
}

/** The token's bytes were kept one character each. */
function parsed(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The ids of one frame that is at hand. */
export function idsIn(bytes: Uint8Array): Id[] {
  const finder = new IdFinder();
  finder.push(bytes);
  return finder.ids;
}
