/** Ceilings of one image; what lies beyond one is said. */
export interface ImageLimits {
  /** Uncompressed bytes of all layers. */
  imageBytes: number;
  /** Uncompressed bytes of one layer. */
  layerBytes: number;
  /** Entries of all layers. */
  entries: number;
  /** Bytes of wanted files in memory. */
  memory: number;
  /** Bytes of wanted files in the scratch file. */
  scratch: number;
}

export const imageLimits: ImageLimits = {
  imageBytes: 64 * 2 ** 30,
  layerBytes: 32 * 2 ** 30,
  entries: 4_000_000,
  memory: 64 * 2 ** 20,
  scratch: 2 * 2 ** 30,
};
