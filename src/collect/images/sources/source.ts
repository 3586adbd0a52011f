import type { IssueKind } from '../../../support/issue-kinds.js';
import type { Chunks } from '../../archives/decompress.js';
import type { LayerPromise } from '../layers/read-layer.js';

/** Bytes of one blob or file, opened as often as needed. */
export interface Blob {
  /** Bytes, where they are known before they are read. */
  size?: number;
  chunks(): Chunks;
  /** Equal as long as nobody changed the bytes; undefined where that cannot be told. */
  state?(): string | undefined;
}

/** One layer of an image, not yet read. */
export interface LayerSource extends LayerPromise {
  /** True: its bytes come over a network, from where its digest was read. */
  isRemote?: true;
  /** Throws InputError where its bytes cannot be had. */
  open(): Chunks;
  /** That of its blob. Rejects with InputError where its bytes cannot be had. */
  state?(): Promise<string | undefined>;
}

/** One image that a source holds. */
export interface FoundImage {
  /** As reports call it: a reference, or the name of the file or folder. */
  name: string;
  tags: string[];
  /** Of its manifest. */
  digest?: string;
  configDigest: string;
  /** The configuration's own bytes, as JSON. */
  config: unknown;
  annotations: Readonly<Record<string, string>>;
  layers: LayerSource[];
  /** What of its description does not fit together. */
  issues: SourceIssue[];
}

/** What was asked for of a source that holds several images. */
export interface ImageChoice {
  /** `linux/arm64`; absent: this machine's. */
  platform?: string;
}

/** Something of a source that could not be read, or that a person should know. */
export interface SourceIssue {
  kind: IssueKind;
  reason: string;
  note?: true;
}

/** What a source holds, and what it holds that is no image or could not be read. */
export interface SourceReading {
  images: FoundImage[];
  issues: SourceIssue[];
  /** What went otherwise than planned and harmed nothing; whole once the layers were read. */
  remarks?(): SourceIssue[];
}
