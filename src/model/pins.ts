/** The kinds of definitions that a server offers. */
export const pinnedKinds = ['tool', 'prompt', 'resource'] as const;
export type PinnedKind = (typeof pinnedKinds)[number];

/** One approved definition: what it is called, its hash, and itself, so that a change can be shown field by field. */
export interface Pin {
  name: string;
  /** SHA-256 of the canonical definition. */
  hash: string;
  definition: unknown;
}

/** The package a server ran from when it was approved. */
export interface PinnedPackage {
  ecosystem: string;
  name: string;
  version: string | null;
  /** Subresource integrity or archive hash, where a lockfile states it. */
  integrity?: string;
}

/** Everything that was approved for one server. */
export interface PinnedServer {
  ref: string;
  name: string;
  package?: PinnedPackage;
  /** The instructions that the server gives its agent at the start. */
  instructions?: string;
  tool: Pin[];
  prompt: Pin[];
  resource: Pin[];
}

/** What `castellan.lock` holds, sorted by server ref, then name and hash. */
export interface PinSet {
  servers: PinnedServer[];
}
