import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';
import type { LayerStore } from '../system/layer-store.js';

/** Bytes that are kept of layers which images of one scan share. */
const MOST = 2 * 2 ** 30;

/** What layers told: in earlier scans, or in this one where several images may share some. */
export class SharedLayers {
  private store: LayerStore | undefined;

  constructor(
    private readonly request: ScanRequest,
    private readonly context: Context,
  ) {}

  /** @param images Images that one target holds. */
  async of(images: number): Promise<LayerStore | undefined> {
    // Whoever does not look for secrets cannot tell which files must not be kept.
    if (this.request.secrets) this.store ??= await this.context.images?.layers?.();
    if (!this.store && (images > 1 || this.request.targets.length > 1)) {
      const [{ scratchStore }, { openScratchFile }] = await Promise.all([
        import('../system/layer-store.js'),
        import('../system/scratch-file.js'),
      ]);
      this.store = scratchStore(openScratchFile, MOST);
    }
    return this.store;
  }

  close(): void {
    this.store?.close();
  }
}
