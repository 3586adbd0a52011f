import type { LayerStore } from '../../system/layer-store.js';
import type { ImageFile } from './contract/image-tree.js';
import type { InstalledReader, InstalledReading } from './contract/installed-reader.js';
import type { LayerPromise } from './layers/read-layer.js';

/** Smaller files are read sooner than what is kept of them. */
const WORTHWHILE = 2 ** 20;

/** What was read of large files before: an entry of a layer whose digest was checked is always the same bytes. */
export class ReadingCache {
  constructor(
    private readonly store: LayerStore,
    private readonly layers: readonly LayerPromise[],
  ) {}

  find(reader: InstalledReader, file: ImageFile): InstalledReading | undefined {
    const name = this.nameOf(reader, file);
    const kept = name === undefined ? undefined : this.store.open(name);
    try {
      return kept && (JSON.parse(kept.read(0, kept.size).toString('utf8')) as InstalledReading);
    } finally {
      kept?.close();
    }
  }

  keep(reader: InstalledReader, file: ImageFile, reading: InstalledReading): void {
    const name = this.nameOf(reader, file);
    if (name === undefined || (reading.outcome ?? 'scanned') !== 'scanned') return;
    const bytes = Buffer.from(JSON.stringify(reading));
    this.store.write(name, bytes.length, [bytes]);
  }

  private nameOf({ id, isPure }: InstalledReader, { path, size, origin }: ImageFile): string | undefined {
    const layer = origin && this.layers[origin.layer];
    if (!isPure || !layer || size < WORTHWHILE) return undefined;
    return JSON.stringify(['read', id, layer.diffId, origin.entry, path]);
  }
}
