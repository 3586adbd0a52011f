import type { IacReading } from '../../src/collect/iac/contract/iac-reader.js';
import { kubernetesEntry } from '../../src/collect/iac/kubernetes/entry.js';
import { kubernetesReader } from '../../src/collect/iac/kubernetes/reader.js';
import type { IacResource, IacValue } from '../../src/model/iac.js';
import { type MemoryFiles, memoryFile } from './memory-files.js';

/** What the reader of Kubernetes makes of a folder in memory. */
export function readKubernetes(files: MemoryFiles): Promise<IacReading> {
  const own = Object.keys(files)
    .filter((path) => kubernetesEntry.matches(path) && kubernetesEntry.sniff(String(files[path]).slice(0, 4096), path))
    .sort();
  const open = (path: string) => (Object.hasOwn(files, path) ? memoryFile(path, files[path] ?? '') : undefined);
  return kubernetesReader.read({ own, open, list: () => [] });
}

/** A chart in memory. */
export function chart(values: string, templates: MemoryFiles, more: MemoryFiles = {}): MemoryFiles {
  const placed = Object.entries(templates).map(([name, text]) => [`templates/${name}`, text]);
  return {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\nappVersion: "1.4.2"\n',
    'values.yaml': values,
    ...Object.fromEntries(placed),
    ...more,
  };
}

/** A value as plain data; an unknown one is `{ $unknown }` with its expression. */
export function plain(value: IacValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (value.kind === 'scalar') return value.value;
  if (value.kind === 'unknown') return { $unknown: value.expression };
  if (value.kind === 'list') return [...value.items.map(plain), ...(value.rest === undefined ? [] : [{ $rest: value.rest }])];
  const entries = [...value.entries].map(([key, entry]) => [key, plain(entry)]);
  return Object.fromEntries(value.rest === undefined ? entries : [...entries, ['$rest', value.rest]]);
}

/** What stands under a way of keys and places of one object. */
export function valueAt({ body }: IacResource, ...keys: readonly (string | number)[]): IacValue | undefined {
  let found: IacValue | undefined = body;
  for (const key of keys) {
    if (found?.kind === 'list') found = found.items[Number(key)];
    else found = found?.kind === 'map' ? found.entries.get(String(key)) : undefined;
  }
  return found;
}
