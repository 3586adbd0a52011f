import type { IacReader } from '../contract/iac-reader.js';
import { Reading, readManifest } from './reading.js';

/** Manifests, charts and overlays of Kubernetes. */
export const kubernetesReader: IacReader = {
  async read(files) {
    const reading = new Reading(files);
    for (const path of files.own) {
      reading.contained(path, () => {
        const file = files.open(path);
        if (file) readManifest(reading, path, file);
      });
    }
    return reading.result();
  },
};
