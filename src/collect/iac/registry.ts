import type { IacReaderEntry } from './contract/iac-reader.js';
import { dockerfileEntry } from './dockerfile/entry.js';
import { kubernetesFiles } from './kubernetes/entry.js';

/** Every reader of infrastructure code. Where two match a name, the first one counts whose look at the head says so. */
export const iacReaders: readonly IacReaderEntry[] = [
  dockerfileEntry,
  { ...kubernetesFiles, load: async () => (await import('./kubernetes/reader.js')).kubernetesReader },
];
