import type { ImageLimits } from '../../model/image.js';

export const imageLimits: ImageLimits = {
  imageBytes: 64 * 2 ** 30,
  layerBytes: 32 * 2 ** 30,
  entries: 4_000_000,
  memory: 64 * 2 ** 20,
  scratch: 2 * 2 ** 30,
};
