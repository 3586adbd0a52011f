import type { IacReaderEntry } from '../contract/iac-reader.js';

/** What tells the files of Kubernetes from others, before their reader is loaded. */
export const kubernetesEntry: IacReaderEntry & Required<Pick<IacReaderEntry, 'sniff'>> = {
  id: 'kubernetes',
  formats: ['kubernetes'],
  title: '*.yaml, *.yml, *.json with apiVersion and kind; Helm charts; kustomization.yaml',
  matches: (path) => /\.(?:ya?ml|json|tpl)$/i.test(path) || /(?:^|\/)Kustomization$/.test(path),
  sniff(head, path) {
    if (FOLDERS.test(path)) return true;
    if (/(?:^|\/)templates\//.test(path) && /\{\{/.test(head)) return true;
    if (/\.ya?ml$/.test(path) && head.length >= HEAD && !head.includes('\n')) return true;
    return !path.endsWith('.tpl') && (API_VERSION.test(head) || (KIND.test(head) && head.length >= HEAD));
  },
  load: async () => (await import('./reader.js')).kubernetesReader,
};

/** Files that say what other files are. */
const FOLDERS = /(?:^|\/)(?:Chart\.ya?ml|kustomization\.ya?ml|Kustomization)$/;
const API_VERSION = /(?:^|[\n{,])[ \t-]*["']?apiVersion["']?[ \t]*:/;
const KIND = /(?:^|[\n{,])[ \t-]*["']?kind["']?[ \t]*:[ \t]*["']?[A-Z]/;
/** Where the head is only a part of the file, `apiVersion` may follow. */
const HEAD = 4000;
