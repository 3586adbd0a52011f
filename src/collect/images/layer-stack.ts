import type { ImageLimits } from '../../model/image.js';
import type { SecretSighting } from '../../model/secret.js';
import { CastellanError, InputError, OperationalError } from '../../support/errors.js';
import { endOfData, FollowedByOther } from '../archives/decompress.js';
import type { ReadIssue } from '../reader.js';
import { mayHoldText } from '../secrets/text-files.js';
import type { InstalledReader, Wanted } from './contract/installed-reader.js';
import type { LayerCache, LayerResult, LayerTask } from './layer-cache.js';
import { Contents, type Scratch } from './layers/contents.js';
import { type LayerOptions, type LayerReading, LayerTooLarge, readLayer } from './layers/read-layer.js';
import { type Lacking, LayeredTree } from './layers/tree.js';
import type { Wishes } from './layers/wishes.js';
import { filesAt } from './read-installed.js';
import type { LayerSource } from './sources/source.js';

/** Searches the bytes of one text; what comes out holds no value. */
export type SecretSearch = (bytes: Uint8Array, path: string) => SecretSighting[];

export interface StackOptions {
  /** Absent: nobody asks for secrets. */
  secretsIn?: SecretSearch;
  /** What layers told before. */
  cache?: LayerCache;
  wishes: Wishes;
  /** Where links may lead to something that is wanted under the link's name. */
  places: readonly Place[];
  limits: ImageLimits;
  openScratch(): Scratch;
  signal: AbortSignal;
}

/** A place of a reader: a path, or a folder with a trailing `/`. */
export interface Place {
  path: string;
  wants: InstalledReader['wants'];
  /** True for databases: a link there that leads nowhere is said. */
  isDatabase: boolean;
}

/** A file whose bytes were passed over. */
interface LackingFile {
  lacking: Lacking;
  wanted: readonly Wanted[];
  /** What it is wanted as: names the wish. */
  name: string;
}

type Outcome = 'scanned' | 'empty' | 'failed' | 'truncated';

/** The layers of one image, read into one tree. */
export class LayerStack {
  readonly tree = new LayeredTree();
  readonly issues: ReadIssue[] = [];
  /** Bytes of each layer, as stored. */
  readonly sizes: number[] = [];
  outcome: Outcome;
  private readonly contents: Contents;
  /** Secrets in files of every layer, also of files that a higher one removes. */
  readonly secrets: SecretSighting[] = [];
  private entries = 0;
  private bytes = 0;

  constructor(
    private readonly layers: readonly LayerSource[],
    private readonly options: StackOptions,
  ) {
    this.contents = new Contents(options.limits, options.openScratch);
    this.outcome = layers.length === 0 ? 'empty' : 'scanned';
  }

  /** Reads the layers, lowest first; then again those with files that are wanted under another name than their archive's. */
  async read(): Promise<void> {
    for (const [index, layer] of this.layers.entries()) {
      const found = await this.layer(layer);
      this.sizes.push(found?.reading.size ?? layer.size ?? 0);
      if (!found) continue;
      const { reading, secrets } = found;
      this.entries += reading.entries.count;
      this.bytes += reading.plainSize;
      this.tree.apply(index, reading.entries, reading.contents);
      for (const one of secrets) this.secrets.push({ ...one, layer: index });
    }
    await this.readLacking();
    this.markDeleted();
    this.issues.push(...this.tree.issues, ...this.deadLinks());
  }

  close(): void {
    this.contents.close();
  }

  /** @param only Of the second reading: the files that are wanted under other names. */
  private async layer(layer: LayerSource, only?: readonly LackingFile[]): Promise<LayerResult | undefined> {
    const { limits, signal, cache } = this.options;
    const left = {
      bytes: Math.min(limits.layerBytes, limits.imageBytes - this.bytes),
      entries: limits.entries - (only ? 0 : this.entries),
    };
    const names = only?.map(({ lacking, name }) => `${lacking.node.entry} ${name}`);
    const task: LayerTask = { limits: left, signal, ...(names && { only: names }) };
    try {
      let found = await cache?.find(layer, this.contents, task);
      if (!found) {
        found = await this.unread(layer, task, only);
        await cache?.keep(layer, found, task);
      }
      if (!only) this.note(found.reading, layer);
      return found;
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      const kind = error instanceof InputError ? error.issue : error instanceof OperationalError ? 'network' : 'unreadable';
      this.issues.push({ kind, path: nameOf(layer), reason: `the layer was not used: ${error.message}` });
      this.outcome = error instanceof LayerTooLarge && this.outcome !== 'failed' ? 'truncated' : 'failed';
      return undefined;
    }
  }

  private async unread(layer: LayerSource, task: LayerTask, only?: readonly LackingFile[]): Promise<LayerResult> {
    try {
      return await this.readUpTo(layer, task, only);
    } catch (error) {
      if (!(error instanceof FollowedByOther)) throw error;
      return this.readUpTo(layer, task, only, { at: await endOfData(layer.open(), error), remark: error.remark });
    }
  }

  /** @param end Compressed bytes after which something else follows. */
  private async readUpTo(
    layer: LayerSource,
    { limits, signal }: LayerTask,
    only?: readonly LackingFile[],
    end?: LayerOptions['end'],
  ): Promise<LayerResult> {
    const { wishes, secretsIn } = this.options;
    const { contents } = this;
    const secrets: SecretSighting[] = [];
    const texts = secretsIn &&
      !only && { wants: textWish, look: (path: string, bytes: Buffer) => void secrets.push(...secretsIn(bytes, path)) };
    const reading = await readLayer(layer.open(), layer, {
      wishes,
      contents,
      limits,
      signal,
      ...(only && { only: new Map(only.map(({ lacking, wanted }) => [lacking.node.entry, wanted])) }),
      ...(texts && { texts }),
      ...(end && { end }),
    });
    return { reading, secrets };
  }

  private note({ issues, isCut }: LayerReading, layer: LayerSource): void {
    this.issues.push(...issues.map((issue) => ({ ...issue, path: issue.path ?? nameOf(layer) })));
    if (isCut && this.outcome !== 'failed') this.outcome = 'truncated';
  }

  /** Reads again what links, hard links and odd names put where somebody wants it. */
  private async readLacking(): Promise<void> {
    const byLayer = new Map<number, LackingFile[]>();
    for (const one of this.lacking()) byLayer.set(one.lacking.node.source, [...(byLayer.get(one.lacking.node.source) ?? []), one]);
    for (const [index, files] of byLayer) {
      const layer = this.layers[index];
      const reading = layer && (await this.layer(layer, files))?.reading;
      const contents = new Map<number, number>();
      let number = 0;
      for (const { content } of reading?.entries ?? []) contents.set(number++, content);
      for (const { lacking } of files) {
        const content = reading?.contents[contents.get(lacking.node.entry) ?? -1];
        if (content) this.tree.supply(lacking, content);
      }
    }
  }

  private *lacking(): Generator<LackingFile> {
    const { wishes, places } = this.options;
    for (const lacking of this.tree.lacking()) {
      const wanted = wishes(lacking.path);
      if (wanted) yield { lacking, wanted, name: lacking.path };
    }
    for (const { alias, real } of this.tree.aliases()) {
      const wanted = wishes(alias);
      const lacking = wanted && !wishes(real) && this.tree.lackingAt(real);
      if (lacking) yield { lacking, wanted, name: alias };
    }
    for (const { path: place, wants } of places) {
      for (const path of filesAt(this.tree, [place])) {
        const lacking = this.tree.lackingAt(path);
        const wanted = lacking && wants(path);
        if (lacking && wanted) yield { lacking, wanted: [wanted], name: `${place} ${path}` };
      }
    }
  }

  /** A file that a higher layer removes or replaces is still in the image. */
  private markDeleted(): void {
    for (const one of this.secrets) {
      const top = this.tree.file(one.path);
      if (top === undefined || top.layer !== one.layer) one.deleted = true;
    }
  }

  private deadLinks(): ReadIssue[] {
    const dead = this.options.places.filter(({ path, isDatabase }) => isDatabase && this.tree.leadsNowhere(path.replace(/\/$/, '')));
    return dead.map(({ path }) => ({
      kind: 'symlink_outside',
      path: path.replace(/\/$/, ''),
      reason: 'a package database is expected here, and the link leads to nothing in the image',
    }));
  }
}

const TEXT: readonly Wanted[] = [{ most: 10 * 2 ** 20, head: (head) => !head.includes(0) || (head[0] ?? 0) >= 0xfe }];

function textWish(path: string): readonly Wanted[] | undefined {
  return mayHoldText(path) ? TEXT : undefined;
}

/** How issues name a layer. */
function nameOf({ digest, diffId }: LayerSource): string {
  return digest ?? diffId;
}
