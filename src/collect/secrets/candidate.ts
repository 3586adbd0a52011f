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

/** A text that is searched: Latin-1 of its bytes, so that places are those of bytes. Most literals are judged by the bytes next to them. */
export class SearchedText {
  private known: Map<object, unknown> | undefined;
  private kind: FileKind | undefined;
  private made: string | undefined;

  /** @param path relative to what is scanned, with `/`; it says what kind of file this is */
  constructor(
    readonly bytes: Uint8Array,
    private readonly path: string,
  ) {}

  /** Made only where something may be a secret: most texts have nothing of the kind. */
  get text(): string {
    this.made ??= latin1(this.bytes);
    return this.made;
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
  once<Answer>(look: (text: string) => Answer): Answer {
    this.known ??= new Map();
    if (!this.known.has(look)) this.known.set(look, look(this.text));
    return this.known.get(look) as Answer;
  }
}

/** A character for each byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
