import type { IacReader } from '../contract/iac-reader.js';
import { Charts } from './helm.js';
import { readOverlays } from './kustomize/overlays.js';
import { Reading, readManifest } from './reading.js';

/** Manifests, charts and overlays of Kubernetes. */
export const kubernetesReader: IacReader = {
  async read(files) {
    const reading = new Reading(files);
    const charts = new Charts(reading);
    const ofOthers = new Set([...charts.files, ...readOverlays(reading, charts)]);
    charts.readRest();
    for (const path of files.own) {
      if (ofOthers.has(path)) continue;
      reading.contained(path, () => {
        const file = files.open(path);
        if (file) return readManifest(reading, path, file);
        // The walk saw it, so it is gone or leads out of the folder by now.
        reading.issue({ path, kind: 'unreadable', reason: 'cannot be opened' });
        reading.outcome(path, 'failed');
      });
    }
    return reading.result();
  },
};
