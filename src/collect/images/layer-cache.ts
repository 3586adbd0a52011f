import { createHash } from 'node:crypto';
import type { SecretSighting } from '../../model/secret.js';
import { CastellanError } from '../../support/errors.js';
import type { KeptBytes, LayerStore } from '../../system/layer-store.js';
import { pathOf, shownName } from '../archives/names.js';
import { type Content, type Contents, LARGE } from './layers/contents.js';
import { LayerEntries } from './layers/layer-entries.js';
import type { LayerLimits, LayerReading } from './layers/read-layer.js';
import type { LayerSource } from './sources/source.js';

/** What reading one layer gives. */
export interface LayerResult {
  reading: LayerReading;
  secrets: SecretSighting[];
}

/** What is done with a layer. */
export interface LayerTask {
  /** Files that are kept whatever the wishes are: numbers of entries, each with the path it is wanted for. */
  only?: readonly string[];
  limits: LayerLimits;
  signal: AbortSignal;
}

/** How a reading is kept: its length and this as JSON, then the entries, then the small contents. Each large one has a name of its own. */
interface Head {
  reading: Pick<LayerReading, 'issues' | 'size' | 'plainSize'>;
  secrets: SecretSighting[];
  count: number;
  entriesSize: number;
  sizes: number[];
}

const LENGTH = 4;
const PIECE = 256 * 1024;

/** Places of one layer's bytes that are remembered. */
const MAX_STATES = 16;

/**
 * Readings of whole layers, so that no layer is read twice. A layer of a registry is known by its digests, and is not fetched. The bytes
 * of a layer of this machine are held against its digest, unless they were before and nobody has written to their file since.
 */
export class LayerCache {
  private readonly checked = new WeakSet<LayerSource>();
  /** The states of files before their bytes were read. */
  private readonly before = new WeakMap<LayerSource, string>();

  /** @param search Names what is looked for in texts. */
  constructor(
    private readonly store: LayerStore,
    private readonly search: string,
  ) {}

  /** The layer as it was read before. Undefined: it must be read. */
  async find(layer: LayerSource, contents: Contents, task: LayerTask): Promise<LayerResult | undefined> {
    const state = await stateOf(layer);
    if (state !== undefined) this.before.set(layer, state);
    const name = this.nameOf(layer, task);
    const kept = this.store.open(name);
    if (!kept) return undefined;
    try {
      const head = headOf(kept);
      const isWithin = head.reading.plainSize <= task.limits.bytes && head.count <= task.limits.entries;
      if (!isWithin || !(await this.holds(layer, task.signal))) return undefined;
      return this.resultOf(kept, head, { contents, name });
    } catch {
      // Its bytes cannot be had, or there is no room for what it holds: reading it says which.
      task.signal.throwIfAborted();
      return undefined;
    } finally {
      kept.close();
    }
  }

  /** Keeps a reading, where it is that of a whole layer and no file that would be kept holds a secret. */
  async keep(layer: LayerSource, { reading, secrets }: LayerResult, task: LayerTask): Promise<void> {
    await this.hold(layer);
    if (!reading.isWhole || holdsSecret(reading.entries, secrets)) return;
    const { entries, contents, issues, size, plainSize } = reading;
    const encoded = entries.encoded();
    const entriesSize = encoded.reduce((sum, block) => sum + block.length, 0);
    const sizes = contents.map((content) => content.size);
    const shape: Head = { reading: { issues, size, plainSize }, secrets, count: entries.count, entriesSize, sizes };
    const head = Buffer.from(JSON.stringify(shape));
    const length = Buffer.alloc(LENGTH);
    length.writeUInt32LE(head.length);
    function* pieces(): Generator<Uint8Array> {
      yield* [length, head, ...encoded];
      for (const content of contents) if (content.size <= LARGE) yield content.bytes();
    }
    const total = sizes.reduce((sum, one) => sum + (one > LARGE ? 0 : one), LENGTH + head.length + entriesSize);
    const name = this.nameOf(layer, task);
    for (const [index, content] of contents.entries())
      if (content.size > LARGE) this.store.write(contentName(name, index), content.size, piecesOf(content));
    this.store.write(name, total, pieces());
  }

  /** Large contents are opened where somebody reads them. Undefined: one of them is not there. */
  private resultOf(
    kept: KeptBytes,
    { reading, secrets, count, entriesSize, sizes }: Head,
    { contents, name }: { contents: Contents; name: string },
  ): LayerResult | undefined {
    const isThere = sizes.every((size, index) => size <= LARGE || this.store.has(contentName(name, index)));
    if (!isThere) return undefined;
    let at = LENGTH + kept.read(0, LENGTH).readUInt32LE();
    const entries = new LayerEntries({ bytes: kept.read(at, entriesSize), count });
    at += entriesSize;
    const found = sizes.map((size, index) => {
      if (size > LARGE) return contents.borrow(size, () => this.store.open(contentName(name, index)));
      const sink = contents.sink(size);
      sink.put(kept.read(at, size), 0);
      at += size;
      return sink.finish();
    });
    return { reading: { ...reading, entries, contents: found, isCut: false, isWhole: true }, secrets };
  }

  private nameOf({ diffId, digest = '' }: LayerSource, { only = [] }: LayerTask): string {
    return JSON.stringify([diffId, digest, only.length > 0 ? '' : this.search, ...only]);
  }

  /** True where the bytes of a layer are those that its digest promises, or need not be fetched. */
  private async holds(layer: LayerSource, signal: AbortSignal): Promise<boolean> {
    const state = this.before.get(layer);
    if (layer.isRemote || this.checked.has(layer) || (state !== undefined && this.statesOf(layer).includes(state))) return true;
    const promised = promiseOf(layer);
    const hash = createHash(promised.split(':', 1)[0] ?? '');
    for await (const chunk of layer.open()) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
    const holds = promised.endsWith(`:${hash.digest('hex')}`);
    if (holds) await this.hold(layer);
    return holds;
  }

  /** Remembers the file of a layer whose bytes are those of its digest. */
  private async hold(layer: LayerSource): Promise<void> {
    this.checked.add(layer);
    const state = this.before.get(layer);
    if (state === undefined || state !== (await stateOf(layer))) return;
    const states = this.statesOf(layer);
    if (states.includes(state)) return;
    const bytes = Buffer.from(JSON.stringify([state, ...states].slice(0, MAX_STATES)));
    this.store.write(heldName(layer), bytes.length, [bytes]);
  }

  private statesOf(layer: LayerSource): string[] {
    const kept = this.store.open(heldName(layer));
    try {
      return kept ? (JSON.parse(kept.read(0, kept.size).toString('utf8')) as string[]) : [];
    } finally {
      kept?.close();
    }
  }
}

/** The digest that a layer's bytes are held against. */
function promiseOf({ digest, diffId }: LayerSource): string {
  return digest ?? diffId;
}

function heldName(layer: LayerSource): string {
  return JSON.stringify(['held', promiseOf(layer)]);
}

/** Undefined also where the bytes cannot be had: reading them says why. */
async function stateOf(layer: LayerSource): Promise<string | undefined> {
  try {
    return await layer.state?.();
  } catch (error) {
    if (error instanceof CastellanError) return undefined;
    throw error;
  }
}

function holdsSecret(entries: LayerEntries, secrets: readonly SecretSighting[]): boolean {
  if (secrets.length === 0) return false;
  const paths = new Set(secrets.map(({ path }) => path));
  for (const { name, content } of entries) {
    const path = content === -1 ? undefined : pathOf(name);
    if (path !== undefined && paths.has(shownName(path))) return true;
  }
  return false;
}

function headOf(kept: KeptBytes): Head {
  return JSON.parse(kept.read(LENGTH, kept.read(0, LENGTH).readUInt32LE()).toString('utf8')) as Head;
}

function contentName(layer: string, index: number): string {
  return `${layer} ${index}`;
}

function* piecesOf(content: Content): Generator<Uint8Array> {
  for (let at = 0; at < content.size; at += PIECE) yield content.read(at, Math.min(PIECE, content.size - at));
}
