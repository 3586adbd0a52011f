import type { Confidence } from '../../model/finding.js';
import type { SecretSighting } from '../../model/secret.js';
import type { Severity } from '../../model/severity.js';
import { type FileKind, fileKind } from './file-kind.js';

/** The most specific of those that speak of the same characters is told. */
export const ranks = { generic: 1, header: 2, address: 3, format: 4, key: 5, provider: 6 } as const;

/** What may be a secret, with its value, which stays in here. */
export interface SecretCandidate {
  rule: string;
  rank: number;
  value: string;
  start: number;
  end: number;
  severity: Severity;
  confidence: Confidence;
  proof: SecretSighting['proof'];
  name?: string;
  /** Set when the characters look like a key that nobody issued: nothing else is said of them. */
  none?: true;
}

/** A part of a text, with the places in it where it begins and ends. */
export interface TextPart {
  text: string;
  from: number;
  to: number;
}

/** Bytes of a part. A string of a long text would be as large as the text, and it is looked at in a few places only. */
const PART = 6 * 1024;
/** Bytes of a part before and after what is looked at. */
const [BEFORE, AFTER] = [512, 2560];

/** A text that is searched: Latin-1 of its bytes, so that places are those of bytes. Most literals are judged by the bytes next to them. */
export class SearchedText {
  private known: Map<object, unknown> | undefined;
  private kind: FileKind | undefined;
  private made: string | undefined;
  private part: TextPart = { text: '', from: 0, to: 0 };

  /** @param path relative to what is scanned, with `/`; it says what kind of file this is */
  constructor(
    readonly bytes: Uint8Array,
    private readonly path: string,
  ) {}

  /** The whole of it, for what may look anywhere: most texts have nothing of the kind. */
  get text(): string {
    this.made ??= latin1(this.bytes);
    return this.made;
  }

  /** What stands around a place, at least 512 bytes before and 2560 after it, as far as there are so many. */
  around(place: number): TextPart {
    const { bytes, part } = this;
    const [from, to] = [Math.max(0, place - BEFORE), Math.min(bytes.length, place + AFTER)];
    if (from >= part.from && to <= part.to && part.to > 0) return part;
    const end = Math.min(bytes.length, from + PART);
    this.part = { text: this.slice(from, end), from, to: end };
    return this.part;
  }

  slice(from: number, to: number): string {
    return this.made?.slice(from, to) ?? latin1(this.bytes.subarray(from, to));
  }

  /** Whether the text has these ASCII characters anywhere. */
  includes(characters: string): boolean {
    return bufferOf(this.bytes).includes(characters, 0, 'latin1');
  }

  /** Asked for only where something may be a secret. */
  get file(): FileKind {
    this.kind ??= fileKind(this.path);
    return this.kind;
  }

  /** The file's own name. */
  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }

  /** What a look at the whole text says; it is done once. `look` must be the same function at each call. */
  once<Answer>(look: (subject: SearchedText) => Answer): Answer {
    this.known ??= new Map();
    if (!this.known.has(look)) this.known.set(look, look(this));
    return this.known.get(look) as Answer;
  }
}

/** A character for each byte. */
export function latin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('latin1');
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
