import type { IacReader } from '../contract/iac-reader.js';
import { readCharts } from './helm.js';
import { Reading, readManifest } from './reading.js';

/** Manifests, charts and overlays of Kubernetes. */
export const kubernetesReader: IacReader = {
  async read(files) {
    const reading = new Reading(files);
    const ofCharts = readCharts(reading);
    for (const path of files.own) {
      if (ofCharts.has(path)) continue;
      reading.contained(path, () => {
        const file = files.open(path);
        if (file) readManifest(reading, path, file);
      });
    }
    return reading.result();
  },
};
